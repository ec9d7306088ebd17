package carrier

import (
	"strconv"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

// AppendHeader appends the JSON of a header: an object, or a string that holds
// that object's JSON where a number of it would not survive a float64, or a list
// is empty. On an error dst comes back as it was.
func (o Options) AppendHeader(dst []byte, h *ir.Header) ([]byte, error) {
	raw, err := h.MarshalJSON()
	if err != nil {
		return dst, err
	}
	if err := o.size(len(raw), headerPath); err != nil {
		return dst, err
	}
	if survivesMaps(string(raw)) {
		return append(dst, raw...), nil
	}
	dst, _ = jsonio.AppendString(dst, string(raw))
	return dst, nil
}

// ParseHeader reads what AppendHeader writes, both forms. The error's path and
// offset count within the header.
func (o Options) ParseHeader(raw []byte) (*ir.Header, error) {
	// Escapes make a string longer than what it holds, at most six times.
	if len(raw)/6 > o.maxBytes() {
		return nil, o.size(len(raw), "")
	}
	text := string(raw)
	if len(text) > 0 && text[0] == '"' {
		r := jsonio.NewReader(text)
		defer r.Release()
		text = r.Text()
		r.End()
		if err := ir.ReadError(r, ""); err != nil {
			return nil, err
		}
	}
	if err := o.size(len(text), ""); err != nil {
		return nil, err
	}
	h := new(ir.Header)
	if err := h.UnmarshalJSON([]byte(text)); err != nil {
		return nil, err
	}
	return h, nil
}

// survivesMaps reports whether compact JSON is the same value after an SDK kept
// it as maps: every number came back from a float64, and no list is empty, which
// encoding/gob, with which a task store copies them, turns into null.
func survivesMaps(raw string) bool {
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == '"':
			for i++; raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
			i++
		case c == '-' || '0' <= c && c <= '9':
			end := i + 1
			for end < len(raw) && numberByte(raw[end]) {
				end++
			}
			if !survives(raw[i:end]) {
				return false
			}
			i = end
		case c == '[' && raw[i+1] == ']':
			return false
		default:
			i++
		}
	}
	return true
}

func numberByte(c byte) bool {
	return '0' <= c && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-'
}

// survives reports whether the shortest spelling of the float64 nearest to a
// number is that number.
func survives(lit string) bool {
	f, err := strconv.ParseFloat(lit, 64)
	return err == nil && jsonio.EqualNumbers(lit, strconv.FormatFloat(f, 'g', -1, 64))
}
