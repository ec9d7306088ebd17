package a2a_test

import (
	"encoding/json"
	"testing"

	"github.com/silp-protocol/silp-go/carrier/a2a"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// FuzzRead: whatever the text is, Read does not panic, and a payload that it
// returns can be sent again and is the same then.
func FuzzRead(f *testing.F) {
	for _, o := range both {
		raw, err := o.Message(json.RawMessage(`{"kind":"message"}`), payload("book(hotel)"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(raw))
	}
	f.Add(`{"task":{"status":{"message":` + failure + `},"artifacts":[{"extensions":["x"],"parts":[{"text":"book()",` + mark + `}]}]}}`)
	f.Fuzz(func(t *testing.T, raw string) {
		p, err := a2a.Options{}.Read([]byte(raw))
		if err != nil {
			if p != (silp.Payload{}) {
				t.Fatalf("%q: a payload beside the error %v", raw, err)
			}
			return
		}
		for _, o := range both {
			part, err := o.Part(p)
			if err != nil {
				t.Fatalf("%q: %+v cannot be sent: %v", raw, p, err)
			}
			if q, err := o.ReadPart(part); err != nil || !same(p, q) {
				t.Fatalf("%q: %+v, %v, want %+v", part, q, err, p)
			}
		}
	})
}

// FuzzPart: a payload comes back from its part, with any text and any header.
func FuzzPart(f *testing.F) {
	f.Add("book(a<=b)", []byte("x"))
	f.Fuzz(func(t *testing.T, text string, choices []byte) {
		h := irgen.FromBytes(choices).IR().Header()
		p := silp.Payload{Encoding: "code", Text: text, Header: &h}
		for _, o := range both {
			part, err := o.Part(p)
			if err != nil {
				continue // the text is not UTF-8, empty, or too long
			}
			for _, part := range [][]byte{part, hop(t, part)} {
				if q, err := o.ReadPart(part); err != nil || !same(p, q) {
					t.Fatalf("%q: %+v, %v, want %+v", part, q, err, p)
				}
			}
		}
	})
}

// same compares payloads, the numbers of their headers by value.
func same(p, q silp.Payload) bool {
	if (p.Header == nil) != (q.Header == nil) || p.Encoding != q.Encoding || p.Text != q.Text {
		return false
	}
	if p.Header == nil {
		return true
	}
	return ir.Equivalent(around(p.Header), around(q.Header)) && p.Header.Meta.ReqID == q.Header.Meta.ReqID
}

func around(h *ir.Header) *ir.IR {
	return &ir.IR{Intent: "!A", SILP: h.SILP, Version: h.Version, Meta: h.Meta}
}
