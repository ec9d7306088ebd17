package negotiation_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

// FuzzLine: what is read is a valid offer, and writing and reading it gives it
// again; what is refused has a place; a line that is read is a ping.
func FuzzLine(f *testing.F) {
	for _, row := range badLines {
		f.Add(strings.Replace(row.line, "«", "", 1))
	}
	f.Add("//ping v1,v2 code,json prefer=json n=5 x=y\n")
	f.Fuzz(func(t *testing.T, line string) {
		o, err := negotiation.ParsePing(line)
		if err != nil {
			e := err.(*ir.Error)
			if e.Code != ir.InvalidSyntax || e.Offset < 0 || e.Offset > len(line) || e.Msg == "" {
				t.Fatalf("%q: %v", line, err)
			}
			return
		}
		if err := o.Validate(); err != nil || !negotiation.IsPing(line) || negotiation.IsPong(line) {
			t.Fatalf("%q: %+v, %v", line, o, err)
		}
		pong, err := negotiation.AppendPong(nil, o)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := negotiation.ParsePong(string(pong)); err != nil || !reflect.DeepEqual(o, again) {
			t.Fatalf("%q: %+v, again %+v, %v", line, o, again, err)
		}
	})
}

// FuzzOffer: the same for the JSON form. Both forms hold the same offers.
func FuzzOffer(f *testing.F) {
	for _, row := range badOffers {
		if len(row.text) < 1000 {
			f.Add(row.text)
		}
	}
	f.Add(`{"versions":["v1","v2"],"frontends":["code","json"],"preferred":"json","n":10}`)
	f.Fuzz(func(t *testing.T, text string) {
		o, err := negotiation.ParseOffer(text)
		if err != nil {
			if e := err.(*ir.Error); e.Code == ir.InvalidSyntax && (e.Offset < 0 || e.Offset > len(text)) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		line, err := negotiation.AppendPing(nil, o)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		parsed, err := negotiation.ParsePing(string(line))
		if err != nil || !reflect.DeepEqual(o, parsed) {
			t.Fatalf("%q: %+v, as a line %+v, %v", text, o, parsed, err)
		}
		out, err := o.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := negotiation.ParseOffer(string(out)); err != nil || !reflect.DeepEqual(o, again) {
			t.Fatalf("%q: %+v, again %+v, %v", text, o, again, err)
		}
	})
}
