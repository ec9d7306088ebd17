package ir

import "strings"

// Task returns an IR for one action, to be completed by If, Then and Else:
//
//	ir.Task("!START", ir.Arg("hike")).
//		If(ir.Not("rain").At("t+1")).
//		Else(ir.Alt("!START", "cards").In("indoor"))
//
// Nothing is checked on the way; Validate and every compiler do.
func Task(intent Action, args ...Entity) *IR {
	return (&IR{Intent: intent}).call("", args)
}

// Arg returns a positional argument. Task and Then say which action it belongs to.
func Arg(value string) Entity { return Entity{ID: Positional, Value: value} }

// Named returns a keyword argument, as in city=Paris.
func Named(id, value string) Entity { return Entity{ID: id, Value: value} }

// Then adds a secondary action. Without arguments it is the call of the action
// alone, which an IR writes as an empty positional argument. An IR cannot hold
// two calls of one action in a row: a call of the action in front gets the
// arguments.
func (x *IR) Then(a Action, args ...Entity) *IR {
	if len(args) == 0 {
		args = []Entity{Arg("")}
	}
	return x.call(a, args)
}

func (x *IR) call(a Action, args []Entity) *IR {
	for _, e := range args {
		e.Action = a
		x.Entities = append(x.Entities, e)
	}
	return x
}

// If adds constraints; all of them must hold.
func (x *IR) If(constraints ...Constraint) *IR {
	x.Constraints = append(x.Constraints, constraints...)
	return x
}

// Else adds alternatives.
func (x *IR) Else(alternatives ...Alternative) *IR {
	x.Alternatives = append(x.Alternatives, alternatives...)
	return x
}

// Is returns the constraint that kind has a value, as in category(billing).
func Is(kind, value string) Constraint { return Constraint{Type: kind, Value: value} }

// Cmp returns a comparison, as in budget<=500.
func Cmp(kind, operator, value string) Constraint {
	return Constraint{Type: kind, Value: value, Operator: &operator}
}

// Not returns the constraint that kind does not hold, as in !rain. A kind that
// is negated already is negated once more.
func Not(kind string) Constraint { return Constraint{Type: "!" + kind, Value: "true"} }

// At returns the constraint with a time.
func (c Constraint) At(time string) Constraint {
	c.Time = &time
	return c
}

// Of returns the constraint with a subject.
func (c Constraint) Of(subject string) Constraint {
	c.Subject = &subject
	return c
}

// Negated reports whether the constraint's type begins with "!" (draft section
// 3.3).
func (c Constraint) Negated() bool { return strings.HasPrefix(c.Type, "!") }

// Alt returns a fallback action on a target.
func Alt(a Action, target string) Alternative { return Alternative{Action: a, Target: &target} }

// In returns the alternative with a location.
func (a Alternative) In(location string) Alternative {
	a.Location = &location
	return a
}
