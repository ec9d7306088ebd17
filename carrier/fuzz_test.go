package carrier_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/ir"
)

// FuzzUnwrap: an error has a code and no more than a line; what unwraps has its
// text as encoding/json reads it; wrapped again and unwrapped it is the same.
func FuzzUnwrap(f *testing.F) {
	for _, seed := range []string{
		`{"silp_encoding":"code","silp_payload":"x(\"a\")","silp_header":{"meta":{"req_id":"abcd"}},"n":[1.0,{"a":null}]}`,
		`{"silp_encoding":"code","silp_payload":"x()","silp_header":"{\"meta\":{\"x\":1e400}}"}`,
		`{"SILP_payload":"x","silp_x":1}`, `{"a":1,"a":2}`, `[]`, `{"silp_payload":"\ud800"}`, "{\"\xff\":1}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		before := bytes.Clone(raw)
		p, fields, err := carrier.Unwrap(raw)
		if !bytes.Equal(raw, before) {
			t.Fatal("Unwrap changed its input")
		}
		if err != nil {
			e, ok := errors.AsType[*ir.Error](err)
			if !ok || e.Code != ir.InvalidSyntax && e.Code != ir.DecodeFailed || len(e.Error()) > 600 {
				t.Fatalf("%q: %v", raw, err)
			}
			if !errors.Is(err, carrier.NoPayload) {
				return
			}
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(raw, &members); err != nil {
			t.Fatalf("%q was unwrapped, but encoding/json says %v", raw, err)
		}
		var rest map[string]json.RawMessage
		if err := json.Unmarshal(fields, &rest); err != nil {
			t.Fatalf("%q: fields %q: %v", raw, fields, err)
		}
		for name, v := range members {
			switch name {
			case "silp_encoding", "silp_payload", "silp_header":
				if _, ok := rest[name]; ok || err != nil {
					t.Fatalf("%q: fields %q, %v", raw, fields, err)
				}
			default:
				if !bytes.Equal(rest[name], v) {
					t.Fatalf("%q: member %q became %q", raw, name, rest[name])
				}
				delete(rest, name)
			}
		}
		if len(rest) != 0 {
			t.Fatalf("%q: fields %q have more than the object", raw, fields)
		}
		if err != nil {
			return
		}
		var text string
		if json.Unmarshal(members["silp_payload"], &text) != nil || text != p.Text {
			t.Fatalf("%q: text %q, want %q", raw, p.Text, text)
		}
		again, err := carrier.Wrap(fields, p)
		if err != nil {
			if !resembles(members) {
				t.Fatalf("%q: %v", raw, err)
			}
			return
		}
		q, rest2, err := carrier.Unwrap(again)
		if err != nil || q.Text != p.Text || q.Encoding != p.Encoding || !bytes.Equal(rest2, fields) || (q.Header == nil) != (p.Header == nil) {
			t.Fatalf("%q became %q: %v", raw, again, err)
		}
		if p.Header != nil {
			sameHeader(t, string(raw), p.Header, q.Header)
		}
	})
}

// resembles is the slow form of isReserved, over all members but the payload's.
func resembles(members map[string]json.RawMessage) bool {
	for name := range members {
		switch name {
		case "silp_encoding", "silp_payload", "silp_header":
			continue
		}
		if strings.HasPrefix(strings.ReplaceAll(strings.ToLower(name), "ſ", "s"), "silp_") {
			return true
		}
	}
	return false
}

// FuzzParseError: no panic, and what is taken is short and printable and comes
// back the same.
func FuzzParseError(f *testing.F) {
	f.Add([]byte(`{"code":"invalid_syntax","message":"m","hint":"h","frontend":"code","path":"/a","offset":3}`))
	f.Add([]byte(`{"code":"timeout","message":"\u202e\ud83d\ude00"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		e, err := carrier.ParseError(raw)
		if err != nil {
			if _, ok := errors.AsType[*ir.Error](err); !ok {
				t.Fatalf("%q: %v", raw, err)
			}
			return
		}
		for _, s := range []string{e.Msg, e.Hint, e.Path, e.Frontend} {
			if len(s) > 520 || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Fatalf("%q: %q", raw, s)
			}
		}
		back, err := carrier.ParseError(carrier.AppendError(nil, e))
		if err != nil || back.Code != e.Code || back.Offset != e.Offset {
			t.Fatalf("%q: %v, then %v (%v)", raw, e, back, err)
		}
	})
}
