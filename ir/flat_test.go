package ir_test

import (
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

func TestFlatEntities(t *testing.T) {
	many := func(n int, last ...ir.Entity) *ir.IR {
		x := ir.Task("!BOOK")
		for i := range n {
			x.Entities = append(x.Entities, ir.Named(strings.Repeat("k", i+1), ""))
		}
		x.Entities = append(x.Entities, last...)
		return x
	}
	for _, row := range []struct {
		name  string
		x     *ir.IR
		slots int
		ok    bool
	}{
		{"no entities", ir.Task("!BOOK"), 0, true},
		{"slots", ir.Task("!BOOK", ir.Arg("a"), ir.Arg("b"), ir.Named("k", "c")), 3, true},
		{"an explicit action", &ir.IR{Intent: "!BOOK", Entities: []ir.Entity{{ID: "a", Action: "!BOOK"}}}, 1, true},
		{"groups", ir.Task("!BOOK", ir.Arg("a")).Then("!EMAIL", ir.Arg("b"), ir.Named("meta", "c"), ir.Arg("d")).Then("!NOTIFY"), 1, true},
		{"an ID comes back", ir.Task("!BOOK", ir.Named("a", ""), ir.Named("b", ""), ir.Named("a", "")), 3, false},
		{"an action comes back", ir.Task("!BOOK").Then("!EMAIL").Then("!NOTIFY").Then("!EMAIL"), 0, false},
		{"the intent comes back", ir.Task("!BOOK").Then("!EMAIL").Then("!BOOK"), 0, false},
		{"a member", ir.Task("!BOOK", ir.Named("entities", "")), 1, false},
		{"a group's name", ir.Task("!BOOK", ir.Named(ir.GroupPrefix, "")), 1, false},
		{"extras", &ir.IR{Intent: "!BOOK", Entities: []ir.Entity{{ID: "a", Extra: ir.Extra{"n": []byte("1")}}}}, 0, false},
		{"an empty map of extras", &ir.IR{Intent: "!BOOK", Entities: []ir.Entity{{ID: "a", Extra: ir.Extra{}}}}, 1, true},
		{"more than 16", many(40), 40, true},
		{"the 41st comes back", many(40, ir.Named("k", "")), 41, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if slots, ok := ir.FlatEntities(row.x); ok != row.ok || ok && slots != row.slots {
				t.Errorf("got %d, %v", slots, ok)
			}
			agreeFlat(t, row.x)
		})
	}
}

// agreeFlat: what FlatEntities says is what the json surface does, and what the
// lint rule says follows from it.
func agreeFlat(t testing.TB, x *ir.IR) {
	t.Helper()
	_, flat := ir.FlatEntities(x)
	text, err := json.Compile(x)
	if err != nil {
		t.Fatal(err)
	}
	if listed := strings.HasPrefix(text, `{"intent":"`+string(x.Intent)+`","entities":[`); listed == flat {
		t.Fatalf("flat %v, but the text is %s", flat, text)
	}
	for _, w := range ir.Lint(x) {
		if w.Rule == "json_unsafe_id" && flat {
			t.Fatalf("flat, but %+v", w)
		}
	}
}

func TestFlatEntitiesRandom(t *testing.T) {
	flat := 0
	for seed := range uint64(3000) {
		x := irgen.Random(seed).IR()
		agreeFlat(t, x)
		if _, ok := ir.FlatEntities(x); ok {
			flat++
		}
	}
	if flat < 300 || flat > 2700 {
		t.Errorf("%d of 3000 are flat", flat)
	}
}
