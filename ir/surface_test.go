package ir_test

import (
	"slices"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

// parts writes an IR from the pieces that the surfaces are made of.
func parts(x *ir.IR) (out []byte, ok bool) {
	take := func(b []byte, good bool) { out, ok = b, ok && good }
	ok = x.Intent.Valid() && ir.ValidHeader(x)
	out = append(out, `{"intent":"`+string(x.Intent)+`","entities":`...)
	take(ir.AppendEntities(out, x))
	take(ir.AppendConditions(out, x))
	take(ir.AppendHeader(out, x))
	return append(out, '}'), ok
}

// readParts reads what parts wrote.
func readParts(text string) (*ir.IR, error) {
	x := ir.New()
	x.Meta.ReqID = "0123"
	r := jsonio.NewReader(text)
	defer r.Release()
	r.Object()
	for {
		name, ok := r.Name()
		if !ok {
			break
		}
		switch name {
		case "intent":
			x.Intent = ir.ReadAction(r)
		case "entities":
			x.Entities = ir.ReadEntities(r, x.Entities, ir.Options{})
		case "constraints":
			x.Constraints = ir.ReadConstraints(r, x.Constraints, ir.Options{})
		case "alternatives":
			x.Alternatives = ir.ReadAlternatives(r, x.Alternatives, ir.Options{})
		default:
			if !ir.ReadHeaderMember(r, x, name, ir.Options{}) {
				r.Fail("unknown", "")
			}
		}
	}
	r.End()
	return x, ir.ReadError(r, "test")
}

// The pieces say false exactly where Validate errs, and hold everything but
// req_id.
func TestParts(t *testing.T) {
	for _, row := range invalidRows() {
		if out, ok := parts(row.x); ok {
			t.Errorf("%s: %s", row.name, out)
		}
		err := ir.Invalid(row.x, "code")
		e := asError(t, err)
		if e.Frontend != "code" || e.Path != row.path {
			t.Errorf("%s: %+v", row.name, e)
		}
	}
	for seed := range uint64(500) {
		x := irgen.Random(seed).IR()
		out, ok := parts(x)
		y, err := readParts(string(out))
		if !ok || err != nil || !ir.Equivalent(x, y) || y.Meta.ReqID != "0123" {
			t.Fatalf("seed %d: %s %v %v", seed, out, err, ir.Diff(x, y))
		}
	}
}

// A request ID is the hash of the text that it would stand in.
func TestReqIDInsideTheText(t *testing.T) {
	x, err := readParts(`{"intent":"!A","meta":{"req_id":"abcd"}}`)
	e := asError(t, err)
	if e.Code != ir.InvalidSyntax || e.Path != "/meta/req_id" || e.Frontend != "test" || e.Offset != 23 || x.Meta.ReqID != "0123" {
		t.Errorf("%+v %+v", e, x)
	}
}

func TestHeaderOrder(t *testing.T) {
	x := parse(t, full)
	x.Meta = ir.Meta{ReqID: "abcd", Priority: 1}
	for _, row := range []struct {
		name   string
		append func() ([]byte, bool)
		want   string
	}{
		{"draft", func() ([]byte, bool) { return ir.AppendHeader(nil, x) }, `,"silp":"v2","version":"x","meta":{"priority":1}`},
		{"code point", func() ([]byte, bool) { return ir.AppendSortedHeader(nil, x, false) }, `,"meta":{"priority":1},"silp":"v2","version":"x"`},
		{"first", func() ([]byte, bool) { return ir.AppendSortedHeader(nil, x, true) }, `"meta":{"priority":1},"silp":"v2","version":"x"`},
		{"nothing", func() ([]byte, bool) { return ir.AppendHeader(nil, parse(t, doc())) }, ``},
	} {
		if got, ok := row.append(); !ok || string(got) != row.want {
			t.Errorf("%s: %s", row.name, got)
		}
	}
}

func TestExtraObjects(t *testing.T) {
	x := parse(t, full)
	for _, row := range []struct {
		got  func() ([]byte, bool)
		want string
	}{
		{func() ([]byte, bool) { return ir.AppendEntityExtra(nil, &x.Entities[0]) }, `{"e":[1]}`},
		{func() ([]byte, bool) { return ir.AppendConstraintExtra(nil, &x.Constraints[1]) }, `{"operator":[],"subject":5}`},
		{func() ([]byte, bool) { return ir.AppendAlternativeExtra(nil, &x.Alternatives[0]) }, `{"h":1e400}`},
		{func() ([]byte, bool) { return ir.AppendEntityExtra(nil, &ir.Entity{}) }, `{}`},
	} {
		got, ok := row.got()
		if !ok || string(got) != row.want {
			t.Errorf("got %s, want %s", got, row.want)
		}
		var e ir.Extra
		r := jsonio.NewReader(string(got))
		r.Object()
		for {
			name, ok := r.Name()
			if !ok {
				break
			}
			ir.ReadExtra(r, &e, name)
		}
		back, ok := ir.AppendEntityExtra(nil, &ir.Entity{Extra: e})
		if r.Err() != nil || !ok || !slices.Equal(back, got) {
			t.Errorf("%s came back as %s (%v)", got, back, r.Err())
		}
		r.Release()
	}
}
