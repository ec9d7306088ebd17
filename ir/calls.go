package ir

import "iter"

// Of returns the action that an entity belongs to: its own, or the intent
// where it has none (draft section 3.2).
func (e *Entity) Of(intent Action) Action {
	if e.Action == "" {
		return intent
	}
	return e.Action
}

// Calls iterates over the calls that x means, in order: the verb and the
// entities of each run of equal actions. The first call is always the intent,
// without entities if the first entity belongs to another action. The entities
// are x's own, not copies.
func (x *IR) Calls() iter.Seq2[Action, []Entity] {
	return func(yield func(Action, []Entity) bool) {
		verb, start := x.Intent, 0
		for i := range x.Entities {
			a := x.Entities[i].Of(x.Intent)
			if a == verb {
				continue
			}
			if !yield(verb, x.Entities[start:i:i]) {
				return
			}
			verb, start = a, i
		}
		yield(verb, x.Entities[start:len(x.Entities):len(x.Entities)])
	}
}
