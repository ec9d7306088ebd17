package ir

import (
	"slices"
	"strings"
)

// Comparison says how two IRs differ.
type Comparison struct {
	Equivalent bool     // they mean the same; nothing else is set then
	Changes    []Change // what differs, by position
	Verbs      bool     // the actions differ: other ones, or another number of them
	Order      bool     // a list has the same elements in another order
	Negation   bool     // a constraint is negated in one only, by "!" or by != for ==
}

// Compare finds out whether two IRs mean the same and, if not, what changed.
func Compare(a, b *IR) Comparison {
	c := Comparison{Changes: Diff(a, b)}
	if len(c.Changes) == 0 {
		c.Equivalent = true
		return c
	}
	c.Verbs = !slices.Equal(verbsOf(a), verbsOf(b))
	c.Order = reordered(elements(len(a.Entities), a.callJSON), elements(len(b.Entities), b.callJSON)) ||
		reordered(elements(len(a.Constraints), a.constraintJSON), elements(len(b.Constraints), b.constraintJSON)) ||
		reordered(elements(len(a.Alternatives), a.alternativeJSON), elements(len(b.Alternatives), b.alternativeJSON)) ||
		reordered(a.Meta.Seq, b.Meta.Seq)
	c.Negation = negationChanged(a, b)
	return c
}

// verbsOf lists the actions of calls and alternatives, sorted.
func verbsOf(x *IR) (verbs []string) {
	for verb := range x.Calls() {
		verbs = append(verbs, string(verb))
	}
	slices.Sort(verbs)
	n := len(verbs)
	for i := range x.Alternatives {
		verbs = append(verbs, "else "+string(x.Alternatives[i].Action))
	}
	slices.Sort(verbs[n:])
	return verbs
}

// callJSON is entity i with its action written out.
func (x *IR) callJSON(i int) string {
	e := x.Entities[i]
	e.Action = e.Of(x.Intent)
	w := writer{}
	w.entities([]Entity{e}, "")
	return string(w.dst)
}

func elements(n int, json func(int) string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = json(i)
	}
	return list
}

func reordered(a, b []string) bool {
	if slices.Equal(a, b) {
		return false
	}
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

// negationChanged reports whether as many constraints of one name stand in both
// IRs, but not as many of them negated.
func negationChanged(a, b *IR) bool {
	type count struct{ all, negated int }
	names := func(x *IR) map[string]count {
		m := make(map[string]count)
		for i := range x.Constraints {
			c := &x.Constraints[i]
			name := strings.TrimLeft(c.Type, "!")
			negated := (len(c.Type)-len(name))%2 == 1
			if c.Operator != nil && *c.Operator == "!=" {
				negated = !negated
			}
			n := m[name]
			n.all++
			if negated {
				n.negated++
			}
			m[name] = n
		}
		return m
	}
	inB := names(b)
	for name, n := range names(a) {
		if m := inB[name]; m.all == n.all && m.negated != n.negated {
			return true
		}
	}
	return false
}
