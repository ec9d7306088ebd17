package ir_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

// what names what a comparison found.
func what(c ir.Comparison) string {
	var list []string
	for _, f := range []struct {
		on   bool
		name string
	}{{c.Equivalent, "equivalent"}, {c.Verbs, "verbs"}, {c.Order, "order"}, {c.Negation, "negation"}} {
		if f.on {
			list = append(list, f.name)
		}
	}
	return strings.Join(list, " ")
}

func TestCompare(t *testing.T) {
	task := func(constraints ...ir.Constraint) *ir.IR { return ir.Task("!BOOK", ir.Arg("x")).If(constraints...) }
	book := ir.Task("!BOOK", ir.Arg("a"), ir.Named("k", "b"))
	seq := func(seq ...string) *ir.IR { return &ir.IR{Intent: "!BOOK", Meta: ir.Meta{Seq: seq}} }
	for _, row := range []struct {
		name string
		a, b *ir.IR
		want string
	}{
		{"same", book, book.Clone(), "equivalent"},
		{"spelled otherwise", book, &ir.IR{SILP: "v1", Intent: "!BOOK", Entities: []ir.Entity{{ID: "act", Value: "a", Action: "!BOOK"}, {ID: "k", Value: "b"}}, Meta: ir.Meta{ReqID: "abcd"}}, "equivalent"},
		{"value", book, ir.Task("!BOOK", ir.Arg("c"), ir.Named("k", "b")), ""},
		{"an entity more", book, ir.Task("!BOOK", ir.Arg("a"), ir.Named("k", "b"), ir.Arg("a")), ""},
		{"silp", book, &ir.IR{SILP: "v2", Intent: "!BOOK", Entities: book.Entities}, ""},

		{"intent", ir.Task("!BOOK", ir.Arg("a")), ir.Task("!CANCEL", ir.Arg("a")), "verbs"},
		{"a call more", book, book.Clone().Then("!EMAIL"), "verbs"},
		{"a call of the intent more", book.Clone().Then("!EMAIL", ir.Arg("x")), book.Clone().Then("!EMAIL", ir.Arg("x")).Then("!BOOK", ir.Arg("y")), "verbs"},
		{"verb of an alternative", task().Else(ir.Alt("!BOOK", "x")), task().Else(ir.Alt("!EMAIL", "x")), "verbs"},
		{"an alternative more", task(), task().Else(ir.Alt("!BOOK", "x")), "verbs"},
		{"an alternative becomes a call", task().Else(ir.Alt("!EMAIL", "x")), task().Then("!EMAIL", ir.Arg("x")), "verbs"},

		{"order of entities", book, ir.Task("!BOOK", ir.Named("k", "b"), ir.Arg("a")), "order"},
		{"order of calls", book.Clone().Then("!EMAIL").Then("!NOTIFY"), book.Clone().Then("!NOTIFY").Then("!EMAIL"), "order"},
		{"order of calls with other values", ir.Task("!BOOK", ir.Arg("a")).Then("!EMAIL", ir.Arg("b")), ir.Task("!EMAIL", ir.Arg("c")).Then("!BOOK", ir.Arg("d")), "order"},
		{"order of calls without entities of the intent", ir.Task("!BOOK").Then("!EMAIL"), ir.Task("!EMAIL").Then("!BOOK"), "order"},
		{"order of constraints", task(ir.Is("a", "1"), ir.Not("b")), task(ir.Not("b"), ir.Is("a", "1")), "order"},
		{"order of alternatives", task().Else(ir.Alt("!BOOK", "x"), ir.Alt("!BOOK", "y")), task().Else(ir.Alt("!BOOK", "y"), ir.Alt("!BOOK", "x")), "order"},
		{"order of verbs of alternatives", task().Else(ir.Alt("!BOOK", "x"), ir.Alt("!EMAIL", "y")), task().Else(ir.Alt("!EMAIL", "z"), ir.Alt("!BOOK", "z")), "order"},
		{"order of seq", seq("a", "b"), seq("b", "a"), "order"},
		{"another seq", seq("a", "b"), seq("b", "a", "a"), ""},
		{"order and a value", ir.Task("!BOOK", ir.Arg("a"), ir.Arg("b")), ir.Task("!BOOK", ir.Arg("b"), ir.Arg("c")), ""},

		{"negated", task(ir.Is("rain", "true")), task(ir.Not("rain")), "negation"},
		{"negated and another time", task(ir.Is("rain", "true").At("t+1")), task(ir.Not("rain").At("t+2")), "negation"},
		{"negated twice", task(ir.Is("rain", "true")), task(ir.Not("!rain")), ""},
		{"negated once more", task(ir.Not("rain")), task(ir.Not("!rain")), "negation"},
		{"opposite operators", task(ir.Cmp("a", "==", "1")), task(ir.Cmp("a", "!=", "1")), "negation"},
		{"opposite comparison", task(ir.Cmp("a", "<", "1")), task(ir.Cmp("a", ">=", "1")), "negation"},
		{"another comparison", task(ir.Cmp("a", "<", "1")), task(ir.Cmp("a", "<=", "1")), ""},
		{"negated by both", task(ir.Cmp("a", "<", "1")), task(ir.Cmp("!a", ">=", "1")), ""},
		{"the negation moved to another one", task(ir.Is("rain", "true").At("t+1"), ir.Not("rain").At("t+2")), task(ir.Not("rain").At("t+1"), ir.Is("rain", "true").At("t+2")), "negation"},
		{"the negated one moved", task(ir.Is("a", "true"), ir.Not("b")), task(ir.Not("b"), ir.Is("a", "true")), "order"},
		{"another constraint that is negated", task(ir.Is("a", "true")), task(ir.Not("b")), ""},
		{"a negated constraint more", task(ir.Is("a", "true")), task(ir.Is("a", "true"), ir.Not("a")), ""},
		{"all of them", task(ir.Is("rain", "true")), ir.Task("!EMAIL", ir.Arg("x")).Then("!BOOK").Then("!NOTIFY").If(ir.Not("rain")), "verbs negation"},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, c := range []ir.Comparison{ir.Compare(row.a, row.b), ir.Compare(row.b, row.a)} {
				if got := what(c); got != row.want {
					t.Errorf("got %q, want %q: %v", got, row.want, c.Changes)
				}
				if c.Equivalent == (len(c.Changes) > 0) {
					t.Errorf("%+v", c)
				}
			}
		})
	}
}

// Compare agrees with Equivalent and Diff, is symmetric, and sees a swap, a
// negation and another verb wherever they are.
func TestCompareRandom(t *testing.T) {
	for seed := range uint64(1500) {
		g := irgen.Random(seed)
		x := g.IR()
		if c := ir.Compare(x, g.Vary(x)); what(c) != "equivalent" || c.Changes != nil {
			t.Fatalf("seed %d: %+v", seed, c)
		}
		y := irgen.Random(seed + 1e6).IR()
		ab, ba := ir.Compare(x, y), ir.Compare(y, x)
		if what(ab) != what(ba) || ab.Equivalent != ir.Equivalent(x, y) || !slices.Equal(ab.Changes, ir.Diff(x, y)) {
			t.Fatalf("seed %d: %q, %q", seed, what(ab), what(ba))
		}
		if z := x.Clone(); len(z.Constraints) > 0 {
			i := int(seed) % len(z.Constraints)
			z.Constraints[i].Type = "!" + z.Constraints[i].Type
			if c := ir.Compare(x, z); !c.Negation || c.Verbs {
				t.Fatalf("seed %d: %q for %v", seed, what(c), c.Changes)
			}
		}
		z := x.Clone()
		z.Alternatives = append(z.Alternatives, ir.Alt("!NEW", "x"))
		if c := ir.Compare(x, z); what(c) != "verbs" {
			t.Fatalf("seed %d: %q", seed, what(c))
		}
		if z := x.Clone(); len(z.Constraints) > 1 {
			slices.Reverse(z.Constraints)
			if c := ir.Compare(x, z); !c.Equivalent && what(c) != "order" {
				t.Fatalf("seed %d: %q", seed, what(c))
			}
		}
	}
}
