package ir

import (
	"slices"
	"strings"
)

// Comparison says how two IRs differ. Several of its members may be true.
type Comparison struct {
	Equivalent bool     // they mean the same; nothing else is set then
	Changes    []Change // what differs, by position
	Verbs      bool     // the actions differ: other ones, or another number of them
	Order      bool     // the same calls or elements of a list stand in another order
	Negation   bool     // a constraint is negated in one only: by "!", or by the opposite operator
}

// Compare finds out whether two IRs mean the same and, if not, what changed.
func Compare(a, b *IR) Comparison {
	c := Comparison{Changes: Diff(a, b)}
	if len(c.Changes) == 0 {
		c.Equivalent = true
		return c
	}
	verbsA, verbsB := verbsOf(a), verbsOf(b)
	elseA, elseB := elseVerbs(a), elseVerbs(b)
	c.Verbs = !sameElements(verbsA, verbsB) || !sameElements(elseA, elseB)
	c.Order = reordered(verbsA, verbsB) || reordered(elseA, elseB) || reordered(a.Meta.Seq, b.Meta.Seq) ||
		reordered(elements(len(a.Entities), a.callJSON), elements(len(b.Entities), b.callJSON)) ||
		reordered(elements(len(a.Constraints), a.constraintJSON), elements(len(b.Constraints), b.constraintJSON)) ||
		reordered(elements(len(a.Alternatives), a.alternativeJSON), elements(len(b.Alternatives), b.alternativeJSON))
	c.Negation = negationChanged(a, b)
	return c
}

// verbsOf lists the actions of the calls.
func verbsOf(x *IR) (verbs []string) {
	for verb := range x.Calls() {
		verbs = append(verbs, string(verb))
	}
	return verbs
}

// elseVerbs lists the actions of the alternatives.
func elseVerbs(x *IR) (verbs []string) {
	for i := range x.Alternatives {
		verbs = append(verbs, string(x.Alternatives[i].Action))
	}
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

func sameElements(a, b []string) bool {
	return len(a) == len(b) && slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func reordered(a, b []string) bool { return !slices.Equal(a, b) && sameElements(a, b) }

// opposites are the operators that negate each other; the first of a pair
// counts as the plain one.
var opposites = [...][2]string{{"==", "!="}, {"<", ">="}, {">", "<="}}

// plain returns the constraint without its negation, and whether it had one.
func (c Constraint) plain() (Constraint, bool) {
	name := strings.TrimLeft(c.Type, "!")
	negated := (len(c.Type)-len(name))%2 == 1
	c.Type = name
	if c.Operator == nil {
		return c, negated
	}
	for i := range opposites {
		if *c.Operator == opposites[i][1] {
			c.Operator = &opposites[i][0]
			return c, !negated
		}
	}
	return c, negated
}

// negationChanged reports whether a constraint that stands in both IRs is
// negated in one of them only: one that is the same otherwise, or one of a name
// and an operator that both have the same number of times.
func negationChanged(a, b *IR) bool {
	return flipped(a, b, func(c *Constraint) string {
		w := writer{}
		w.constraint(c)
		return string(w.dst)
	}) || flipped(a, b, func(c *Constraint) string {
		if c.Operator == nil {
			return c.Type
		}
		return c.Type + "\x00" + *c.Operator
	})
}

// flipped reports whether some key has as many constraints in both IRs, but not
// as many that are negated.
func flipped(a, b *IR, key func(plain *Constraint) string) bool {
	type count struct{ all, negated int }
	counts := func(x *IR) map[string]count {
		m := make(map[string]count, len(x.Constraints))
		for i := range x.Constraints {
			c, negated := x.Constraints[i].plain()
			k := key(&c)
			n := m[k]
			n.all++
			if negated {
				n.negated++
			}
			m[k] = n
		}
		return m
	}
	inB := counts(b)
	for k, n := range counts(a) {
		if m := inB[k]; m.all == n.all && m.negated != n.negated {
			return true
		}
	}
	return false
}
