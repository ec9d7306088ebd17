package carrier

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// Plain returns strict JSON as the Go values that SDKs keep metadata in: nil,
// bool, float64, string, []any and map[string]any, nothing else. Protocol
// buffers refuse a []string, and typed values would need an SDK's reflection.
// Numbers become float64s; see AppendHeader. Nesting is at most 64.
func Plain(raw []byte) (any, error) {
	r := jsonio.NewReader(string(raw))
	defer r.Release()
	v := plain(r)
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return nil, err
	}
	return v, nil
}

func plain(r *jsonio.Reader) any {
	switch r.Kind() {
	case '"':
		return r.Text()
	case '0':
		f, err := strconv.ParseFloat(r.Number(), 64)
		if err != nil {
			r.Fail("a number that no float64 holds", "send it as a string")
		}
		return f
	case 't', 'f':
		return r.Bool()
	case '[':
		list := []any{}
		for ok := r.Array(); ok && r.More(); {
			list = append(list, plain(r))
		}
		return list
	case '{':
		return plainObject(r)
	}
	r.Raw() // null, or no JSON
	return nil
}

func plainObject(r *jsonio.Reader) map[string]any {
	m := map[string]any{}
	for name := range r.Members() {
		m[name] = plain(r)
	}
	return m
}

// FromPlain is the reverse of Plain: the JSON of a value that an SDK holds,
// members sorted, nothing HTML-escaped. It takes what Plain returns, and
// json.RawMessage, which some SDKs keep, and refuses other types with code
// decode_failed.
func FromPlain(v any) ([]byte, error) {
	p := plainWriter{}
	p.value(v, 0)
	if p.err != nil {
		return nil, p.err
	}
	return p.dst, nil
}

type plainWriter struct {
	dst []byte
	err error
}

func (p *plainWriter) fail(msg string) {
	if p.err == nil {
		p.err = &ir.Error{Code: ir.DecodeFailed, Offset: -1, Msg: msg, Hint: "pass what Plain returns"}
	}
}

func (p *plainWriter) value(v any, depth int) {
	if depth > jsonio.MaxDepth {
		p.fail("a value nested deeper than 64 levels")
		return
	}
	switch v := v.(type) {
	case nil:
		p.dst = append(p.dst, "null"...)
	case bool:
		p.dst = strconv.AppendBool(p.dst, v)
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			p.fail("a float64 that JSON cannot write")
		}
		p.dst = strconv.AppendFloat(p.dst, v, 'g', -1, 64)
	case string:
		p.text(v)
	case json.RawMessage:
		out, err := jsonio.AppendCanonical(p.dst, string(v), depth)
		if err != nil {
			p.fail("a value that is no strict JSON: " + err.Msg)
		}
		p.dst = out
	case []any:
		p.list(v, depth)
	case map[string]any:
		p.object(v, depth)
	default:
		p.fail("a Go value of a type that metadata cannot hold")
	}
}

func (p *plainWriter) text(s string) {
	out, ok := jsonio.AppendString(p.dst, s)
	if !ok {
		p.fail("invalid UTF-8 in metadata, at byte " + strconv.Itoa(show.InvalidUTF8(s)) + " of a string")
	}
	p.dst = out
}

func (p *plainWriter) list(list []any, depth int) {
	p.dst = append(p.dst, '[')
	for i, v := range list {
		if i > 0 {
			p.dst = append(p.dst, ',')
		}
		p.value(v, depth+1)
	}
	p.dst = append(p.dst, ']')
}

func (p *plainWriter) object(m map[string]any, depth int) {
	p.dst = append(p.dst, '{')
	for i, name := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			p.dst = append(p.dst, ',')
		}
		p.text(name)
		p.dst = append(p.dst, ':')
		p.value(m[name], depth+1)
	}
	p.dst = append(p.dst, '}')
}
