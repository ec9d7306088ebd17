package sanitize_test

import (
	"testing"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	jsonsurface "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
)

// Honest values come back byte for byte: alone, in a code text and in a json
// text, under Strict and Clean.
func TestHonestValues(t *testing.T) {
	type row struct{ ID, Input, Note string }
	for _, r := range readRows[row](t, "unicode-legit.jsonl") {
		t.Run(r.ID, func(t *testing.T) { honest(t, r.Input) })
	}
}

func honest(t *testing.T, s string) {
	t.Helper()
	for _, o := range []sanitize.Options{strict, clean} {
		if out, _, err := o.Value(s); out != s || err != nil {
			t.Errorf("alone: %+q became %+q (%v)", s, out, err)
		}
		x := ir.Task("!BOOK", ir.Arg(s), ir.Named("note", s)).
			If(ir.Is("city", s).Of(s).At(s), ir.Cmp("price", "<=", s), ir.Not("rain").Of(s)).
			Then("!EMAIL", ir.Arg(s)).Else(ir.Alt("!START", s).In(s))
		x.Meta.Seq, x.Meta.Out = []string{s}, &s
		x.Entities[0].Extra = ir.Extra{"extra": quoteJSON(s)}
		if y, _, err := o.IR(x); y != x || err != nil {
			t.Errorf("in an IR: %v", err)
		}
		inText(t, code.Frontend{WithMeta: true}, o.Code, x)
		inText(t, jsonsurface.Frontend{WithMeta: true}, o.JSON, x)
	}
}

func inText(t *testing.T, d frontend.Decoder, f func(string) (string, sanitize.Report, error), x *ir.IR) {
	t.Helper()
	b, err := d.AppendCompile(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := f(string(b))
	if out != string(b) || err != nil {
		t.Errorf("%s: %q became %q (%v)", d.Name(), b, out, err)
		return
	}
	var y ir.IR
	if err := d.DecodeInto(&y, out); err != nil || !ir.Equivalent(x, &y) {
		t.Errorf("%s: %q: %v %v", d.Name(), out, err, ir.Diff(x, &y))
	}
}

// quoteJSON makes a JSON string with the json surface: a slot holds one.
func quoteJSON(s string) []byte {
	b, err := jsonsurface.Frontend{}.AppendCompile(nil, ir.Task("!A", ir.Arg(s)))
	if err != nil {
		panic(err)
	}
	const head = `{"intent":"!A","act":`
	return b[len(head) : len(b)-1]
}
