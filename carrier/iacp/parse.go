package iacp

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// Parse reads one envelope: strict JSON (UTF-8, no member twice at any depth,
// names matched exactly, nesting at most 64), liberal in what it says. Members
// that the page does not name are kept in Extra, kinds that it does not name
// are taken, the body may be any value. A ref or body that is null is absent.
// The strings alias text where nothing was escaped in them, Body is a copy.
//
// The error is a *ir.Error: invalid_syntax with an offset if text is not strict
// JSON, decode_failed with a path if it is no envelope, unsupported_version if
// v is not 1.x.
func Parse(text string) (*Envelope, error) {
	e := new(Envelope)
	if err := ParseInto(e, text); err != nil {
		return nil, err
	}
	return e, nil
}

// ParseInto is Parse into an envelope that exists already; the memory of its
// Body is used again. On an error the envelope is left empty.
func ParseInto(e *Envelope, text string) error {
	body := e.Body
	if e.quick(text) {
		return nil
	}
	if err := e.read(text, body); err != nil {
		*e = Envelope{Body: body[:0]}
		return err
	}
	return nil
}

// Members of an envelope, for the set of those that were there.
const (
	hasV = 1 << iota
	hasID
	hasFrom
	hasTo
	hasKind
	hasRef
	hasTS
	hasBody
	required = hasV | hasID | hasFrom | hasTo | hasKind | hasTS
)

// quick reads the envelopes that senders usually write. When it returns false,
// read must decide.
func (e *Envelope) quick(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	text = strings.TrimRight(text, "\r\n")
	s := scanner[string]{text: text}
	*e = Envelope{Body: e.Body[:0]}
	have := 0
	i := s.blanks(0)
	if i >= len(text) || text[i] != '{' {
		return false
	}
	for i++; ; i++ {
		var name span
		if name, i = s.name(i); i < 0 || i >= len(text) {
			return false
		}
		var bit, end int
		switch text[name.from:name.to] {
		case "v":
			bit, end = hasV, member(&s, i, &e.V)
		case "id":
			bit, end = hasID, member(&s, i, &e.ID)
		case "from":
			bit, end = hasFrom, member(&s, i, &e.From)
		case "to":
			bit, end = hasTo, member(&s, i, &e.To)
		case "kind":
			bit, end = hasKind, member(&s, i, &e.Kind)
		case "ref":
			bit, end = hasRef, member(&s, i, &e.Ref)
		case "ts":
			bit, end = hasTS, s.seconds(i, &e.TS)
		case "body":
			bit, end = hasBody, s.value(i, 1)
			if end >= 0 && text[i] != 'n' {
				e.Body = append(e.Body, text[i:end]...)
			}
		default:
			return false
		}
		if end < 0 || have&bit != 0 {
			return false
		}
		have |= bit
		if i = s.blanks(end); i >= len(text) {
			return false
		}
		if text[i] == '}' {
			break
		}
		if text[i] != ',' {
			return false
		}
	}
	return s.blanks(i+1) == len(text) && have&required == required && e.check() == nil
}

// member reads a plain string into dst.
func member(s *scanner[string], i int, dst *string) int {
	if s.text[i] != '"' {
		return -1
	}
	end := s.plain(i + 1)
	if end < 0 {
		return -1
	}
	*dst = s.text[i+1 : end]
	return end + 1
}

// seconds reads a number of digits only into dst.
func (s *scanner[T]) seconds(i int, dst *int64) int {
	end := s.digits(i)
	if end == i || end-i > 12 || s.text[i] == '0' || end < len(s.text) && (s.text[end] == '.' || s.text[end]|0x20 == 'e') {
		return -1
	}
	n := int64(0)
	for _, c := range []byte(s.text[i:end]) {
		n = n*10 + int64(c-'0')
	}
	*dst = n
	return end
}

// read is the whole truth about which texts are envelopes.
func (e *Envelope) read(text string, body []byte) error {
	*e = Envelope{}
	r := jsonio.NewReader(text)
	defer r.Release()
	have := 0
	for name := range r.Members() {
		switch name {
		case "v":
			e.V, have = r.Text(), have|hasV
		case "id":
			e.ID, have = r.Text(), have|hasID
		case "from":
			e.From, have = r.Text(), have|hasFrom
		case "to":
			e.To, have = r.Text(), have|hasTo
		case "kind":
			e.Kind, have = r.Text(), have|hasKind
		case "ref":
			if !r.Null() {
				e.Ref = r.Text()
			}
		case "ts":
			e.TS, have = readTS(r), have|hasTS
		case "body":
			if !r.Null() {
				from := r.Offset()
				r.AppendValue(nil) // checks depth and numbers, which Raw does not
				e.Body = append(body[:0], strings.Trim(text[from:max(from, r.Offset())], ": \t\r\n")...)
			}
		default:
			ir.ReadExtra(r, &e.Extra, name)
		}
	}
	for i, name := range [...]string{"v", "id", "from", "to", "kind", "ref", "ts"} {
		if required&^have&(1<<i) != 0 {
			r.Fail("missing member "+strconv.Quote(name), "an envelope has v, id, from, to, kind and ts")
		}
	}
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return err
	}
	return e.check()
}

func readTS(r *jsonio.Reader) int64 {
	lit := r.Number()
	if r.Err() != nil {
		return 0
	}
	if !jsonio.IsInteger(lit) {
		r.Fail("expected whole seconds, got "+show.Plain(lit, 32), "")
		return 0
	}
	n, _ := jsonio.Int64(lit) // 0, which check refuses, outside int64
	return n
}
