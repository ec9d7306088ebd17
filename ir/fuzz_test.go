package ir_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/laws"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/schema"
)

// seeds adds the tables' texts to a fuzz target.
func seeds(f *testing.F) {
	for _, row := range refused {
		f.Add(strings.Replace(row.text, "«", "", 1))
	}
	for _, text := range shapes {
		f.Add(text)
	}
	for seed := range uint64(20) {
		out, err := ir.AppendJSON(nil, irgen.Random(seed).IR())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(out))
	}
}

// ourLimit reports whether err is one of the limits, named in the package doc,
// that Parse has and the schema has not. Depth and numbers the schema's
// validator limits too.
func ourLimit(err error) bool {
	e, ok := errors.AsType[*ir.Error](err)
	if !ok {
		return false
	}
	switch e.Path {
	case "":
		return e.Code == ir.InvalidSyntax && strings.HasPrefix(e.Msg, "input of ")
	case "/meta/priority":
		return e.Code == ir.DecodeFailed && e.Msg == "priority outside the 64-bit integers"
	case "/meta/confidence":
		return e.Code == ir.DecodeFailed && strings.HasSuffix(e.Msg, " has more digits than a 64-bit float gives back")
	}
	return false
}

// agree holds the verdicts of Parse and schema.Validate equal, but for the
// documented limits.
func agree(t testing.TB, text string) {
	t.Helper()
	x, err := ir.Parse(text)
	want := schema.Validate([]byte(text))
	switch {
	case err == nil && want != nil:
		t.Fatalf("%q: accepted, the schema says %v", text, want)
	case err != nil && want == nil && !ourLimit(err):
		t.Fatalf("%q: the schema accepts, Parse says %v", text, err)
	case err != nil:
		e := asError(t, err)
		if e.Offset < 0 || e.Offset > len(text) || e.Code != ir.InvalidSyntax && e.Code != ir.DecodeFailed {
			t.Fatalf("%q: %+v", text, e)
		}
		checkMessage(t.(*testing.T), text, e)
		if x != nil {
			t.Fatalf("%q: an IR and an error", text)
		}
	default:
		if err := x.Validate(); err != nil {
			t.Fatalf("%q: Validate says %v", text, err)
		}
	}
	// With the option more is accepted, never less.
	if _, loose := (ir.Options{NullAsAbsent: true}).Parse(text); err == nil && loose != nil {
		t.Fatalf("%q: refused with the option: %v", text, loose)
	}
}

// FuzzParseSchema: Parse accepts what the draft's schema accepts.
func FuzzParseSchema(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) { agree(t, text) })
}

// FuzzAppendJSON: Parse of AppendJSON is the identity, AppendJSON of it too,
// and a reused IR holds what a fresh one does.
func FuzzAppendJSON(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		reused := parse(t, full)
		x, err := ir.Options{NullAsAbsent: true}.Parse(text)
		errReused := ir.Options{NullAsAbsent: true}.ParseInto(reused, text)
		if err != nil {
			if d := same(&ir.IR{}, reused); errReused == nil || errReused.Error() != err.Error() || d != "" {
				t.Fatalf("%q: %v and %v, left %s", text, err, errReused, d)
			}
			return
		}
		if d := same(x, reused); errReused != nil || d != "" {
			t.Fatalf("%q: %v %s", text, errReused, d)
		}
		out, err := ir.AppendJSON(nil, x)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		y := parse(t, string(out))
		if d := same(x, y); d != "" {
			t.Fatalf("%q became %q: %s", text, out, d)
		}
		if again, err := ir.AppendJSON(nil, y); err != nil || string(again) != string(out) {
			t.Fatalf("%q, then %q (%v)", out, again, err)
		}
		h := x.Header()
		raw, err := h.MarshalJSON()
		if err != nil {
			t.Fatalf("%q: header: %v", text, err)
		}
		var back ir.Header
		if err := back.UnmarshalJSON(raw); err != nil {
			t.Fatalf("header %q: %v", raw, err)
		}
		a, b := &ir.IR{SILP: h.SILP, Version: h.Version, Meta: h.Meta}, &ir.IR{SILP: back.SILP, Version: back.Version, Meta: back.Meta}
		if !ir.Equivalent(a, b) || a.Meta.ReqID != b.Meta.ReqID {
			t.Fatalf("header %q: %v", raw, ir.Diff(a, b))
		}
	})
}

// FuzzEquivalent: the laws of Equivalent and Diff over two IRs, near to each
// other where the choices are; and equality in every field is equivalence.
func FuzzEquivalent(f *testing.F) {
	f.Add([]byte(nil), []byte(nil))
	for seed := range byte(30) {
		a := []byte{seed, 7 * seed, 3, seed, 1, 255 - seed, 11, seed, 2, 5, seed, 13, 17 * seed, 4}
		f.Add(a, append([]byte{seed}, a...))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		g := irgen.FromBytes(a)
		x, y := g.IR(), irgen.FromBytes(b).IR()
		checkLaws(t, x, y)
		if cmp.Equal(x, y) && !ir.Equivalent(x, y) {
			t.Fatalf("equal, but not equivalent: %v", ir.Diff(x, y))
		}
		z := g.Vary(x)
		if !ir.Equivalent(x, z) || ir.Equivalent(x, y) != ir.Equivalent(z, y) {
			t.Fatalf("Vary: %v", ir.Diff(x, z))
		}
		checkLaws(t, z, y)
		for _, x := range []*ir.IR{x, y, z} {
			if err := laws.JSON(x); err != nil {
				t.Fatal(err)
			}
		}
	})
}
