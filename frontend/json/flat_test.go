package json

import (
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

// The slow oracle of ir.FlatEntities: write slots and groups blindly, one member per id
// and per action in order of first appearance, read them as a receiver would,
// and see whether the list is still the same.

type member struct {
	name string
	list []ir.Entity
}

func blindMembers(x *ir.IR) []member {
	var primary, secondary []member
	at := map[string]int{}
	for _, e := range x.Entities {
		list, name := &primary, e.ID
		if a := e.Of(x.Intent); a != x.Intent {
			list, name = &secondary, "action_"+a.Func()
		}
		key := name
		if list == &secondary {
			key = "secondary " + name
		}
		if _, ok := at[key]; !ok {
			at[key] = len(*list)
			*list = append(*list, member{name: name})
		}
		m := &(*list)[at[key]]
		m.list = append(m.list, ir.Entity{ID: e.ID, Value: e.Value})
	}
	return append(primary, secondary...)
}

// readBack returns what a receiver makes of the members; ok is false where it
// would refuse them or take one for something else.
func readBack(x *ir.IR, ms []member) (list []ir.Entity, ok bool) {
	seen := map[string]bool{"intent": true, "entities": true, "constraints": true, "alternatives": true, "silp": true, "version": true, "meta": true}
	for _, m := range ms {
		if seen[m.name] {
			return nil, false
		}
		seen[m.name] = true
		action := x.Intent
		if len(m.name) >= 7 && m.name[:7] == "action_" {
			if action, ok = ir.ActionOf(m.name[7:]); !ok || action == x.Intent {
				return nil, false
			}
		}
		for _, e := range m.list {
			if action == x.Intent {
				e.ID = m.name
			}
			list = append(list, ir.Entity{ID: e.ID, Value: e.Value, Action: action})
		}
	}
	return list, true
}

func canBeFlat(x *ir.IR) bool {
	list, ok := readBack(x, blindMembers(x))
	if !ok || len(list) != len(x.Entities) {
		return false
	}
	for i, e := range x.Entities {
		if len(e.Extra) > 0 || e.ID != list[i].ID || e.Value != list[i].Value || e.Of(x.Intent) != list[i].Action {
			return false
		}
	}
	return true
}

// Every list of up to three entities over ids and actions that matter.
func TestFlatAgainstOracle(t *testing.T) {
	ids := []string{"act", "k", "", "intent", "action_email", "action_book", "action_", "action_x", "Meta"}
	actions := []ir.Action{"", "!BOOK", "!EMAIL", "!X_"}
	var choices []ir.Entity
	for _, id := range ids {
		for _, a := range actions {
			choices = append(choices, ir.Entity{ID: id, Action: a})
		}
	}
	choices = append(choices, ir.Entity{ID: "k", Extra: ir.Extra{"n": []byte("1")}}, ir.Entity{ID: "k", Extra: ir.Extra{}})
	var walk func(list []ir.Entity)
	values := []string{"1", "2", "3"}
	walk = func(list []ir.Entity) {
		checkFlat(t, &ir.IR{Intent: "!BOOK", Entities: list})
		if len(list) == 3 {
			return
		}
		for _, e := range choices {
			e.Value = values[len(list)]
			walk(append(list[:len(list):len(list)], e))
		}
	}
	walk(nil)
}

// CheckFlat lets the tests outside the package check the choice of the form.
var CheckFlat = checkFlat

// checkFlat compares ir.FlatEntities with the oracle.
func checkFlat(t testing.TB, x *ir.IR) {
	t.Helper()
	if _, got := ir.FlatEntities(x); got != canBeFlat(x) {
		t.Fatalf("%+v: flat %v", x.Entities, got)
	}
}
