package mcp_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/silp-protocol/silp-go/carrier/mcp"
	"github.com/silp-protocol/silp-go/ir"
)

// FuzzUnwrap: an error is typed, and what is taken in either form is the same
// when it is sent again.
func FuzzUnwrap(f *testing.F) {
	f.Add([]byte(`{"silp_encoding":"code","silp_payload":"x()","n":1.0}`), []byte(`{"silp.example/silp-header":{"meta":{"req_id":"abcd"}}}`))
	f.Add([]byte(`{"task":"x()","n":1.0}`), []byte(`{}`))
	f.Add([]byte(`{"task":" {"}`), []byte(`{"silp.example/silp-header":"{}"}`))
	f.Fuzz(func(t *testing.T, arguments, rawMeta []byte) {
		o := mcp.Options{Argument: "task"}
		var meta map[string]any
		if json.Unmarshal(rawMeta, &meta) != nil {
			meta = nil
		}
		p, args, err := o.Unwrap(arguments, meta)
		if err != nil {
			e, ok := errors.AsType[*ir.Error](err)
			if !ok || len(e.Error()) > 600 {
				t.Fatalf("%q: %v", arguments, err)
			}
			return
		}
		for _, o := range []mcp.Options{{}, {Argument: "task"}} {
			again, m, err := o.Wrap(args, p)
			if err != nil {
				// An argument that only the other form admits, a frontend that
				// a text alone does not show, a header that grew.
				if errors.Is(err, ir.InvalidSyntax) && p.Header == nil {
					t.Fatalf("%q: %v", arguments, err)
				}
				continue
			}
			q, args2, err := o.Unwrap(again, m)
			if err != nil || q.Text != p.Text || q.Encoding != p.Encoding || string(args2) != string(args) || (q.Header == nil) != (p.Header == nil) {
				t.Fatalf("%q became %q: %v", arguments, again, err)
			}
		}
	})
}

// FuzzSchema: no panic, and what comes out is a schema with the two properties.
func FuzzSchema(f *testing.F) {
	f.Add([]byte(`{"type":"object","properties":{"n":{}},"required":["n"]}`))
	f.Add([]byte(`{"type":"object","properties":{"n":{"a":1,"a":2}}}`))
	f.Fuzz(func(t *testing.T, base []byte) {
		raw, err := mcp.Options{}.Schema(base)
		if err != nil {
			if _, ok := errors.AsType[*ir.Error](err); !ok {
				t.Fatalf("%q: %v", base, err)
			}
			return
		}
		var s struct {
			Type       string                     `json:"type"`
			Properties map[string]json.RawMessage `json:"properties"`
			Required   []string                   `json:"required"`
		}
		if err := json.Unmarshal(raw, &s); err != nil || s.Properties["silp_encoding"] == nil || s.Properties["silp_payload"] == nil || len(s.Required) < 2 {
			t.Fatalf("%q became %q: %v", base, raw, err)
		}
		if _, err := (mcp.Options{}).Schema(raw); err == nil {
			t.Fatalf("%q: added twice", base)
		}
	})
}
