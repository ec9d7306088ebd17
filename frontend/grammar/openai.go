package grammar

import (
	"maps"
	"slices"

	"github.com/silp-protocol/silp-go/ir"
)

// OpenAISchema returns a JSON Schema of the json surface as OpenAI's structured
// outputs and strict function tools take it: every object closed, all of its
// members required, no anyOf at the root. Optional members may be null, which
// the json frontend reads with NullAsAbsent. Anthropic's and other APIs that
// refuse anyOf at the root take it too.
//
// If the rules allow one verb and name all of its entities, these are members.
// Otherwise all entities stand in the list entities. Such a list cannot say what
// a call must hold or may hold once; Rules.Check does. IDs that the flat form
// reserves are in no schema of members: then the list is used as well. MaxWord
// and MaxCalls are left out.
func (o Options) OpenAISchema() (string, error) {
	s, err := o.strictSchema()
	if err != nil {
		return "", err
	}
	return string(appendJSON(nil, s)), nil
}

func (o Options) strictSchema() (object, error) {
	o.MaxWord = 0
	p, err := o.plan()
	if err != nil {
		return nil, err
	}
	s := strict{schema{p}}
	members := object{{"intent", s.action()}}
	if r, ok := s.declared(); ok {
		for _, id := range ids(r) {
			members = members.with(id, s.slot(r.Entities[id]))
		}
	} else {
		members = members.with("entities", nullable(s.list(s.entity(), 0)))
	}
	if s.constraints() {
		members = members.with("constraints", nullable(s.list(s.constraint(), 0)))
	}
	if a := s.alternative(); a != nil {
		members = members.with("alternatives", nullable(s.list(a, 0)))
	}
	return closed(members), nil
}

type strict struct{ schema }

// closed is an object with exactly these members.
func closed(members object) object {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.name
	}
	return object{{"type", "object"}, {"properties", members}, {"required", names}, {"additionalProperties", false}}
}

// nullable is a schema with one type that takes null besides.
func nullable(o object) object {
	o = slices.Clone(o)
	for i, m := range o {
		switch m.name {
		case "type":
			o[i].value = array{m.value, "null"}
		case "enum":
			list := array{}
			for _, s := range m.value.([]string) {
				list = append(list, s)
			}
			o[i].value = append(list, nil)
		}
	}
	return o
}

// declared returns the rule of the only verb if its entities can be members.
func (s strict) declared() (ir.VerbRule, bool) {
	if len(s.verbs) != 1 {
		return ir.VerbRule{}, false
	}
	r := s.verbRule(s.verbs[0])
	for id := range r.Entities {
		if !isSlot(id) {
			return r, false
		}
	}
	return r, !r.AnyEntity
}

func (s strict) slot(e ir.EntityRule) object {
	o := s.str(e.Enum)
	if e.Repeat {
		o = s.list(o, 1)
	}
	if !e.Required {
		return nullable(o)
	}
	return o
}

// entity is an element of the list. With rules it says its action, so that its
// id fits its verb.
func (s strict) entity() any {
	var list array
	if s.open() {
		return closed(object{{"id", s.str(nil)}, {"value", s.str(nil)}, {"action", nullable(s.action())}})
	}
	for _, v := range s.verbs {
		r := s.verbRule(v)
		one := func(id object, e ir.EntityRule) {
			list = append(list, closed(object{{"id", id}, {"value", s.str(e.Enum)}, {"action", s.str([]string{string(v)})}}))
		}
		for _, id := range ids(r) {
			one(s.str([]string{id}), r.Entities[id])
		}
		if r.AnyEntity {
			one(s.str(nil), ir.EntityRule{})
		}
	}
	if len(list) == 0 { // no verb may have an entity
		return closed(object{{"id", s.str([]string{""})}, {"value", s.str([]string{""})}, {"action", s.action()}})
	}
	return anyOf(list)
}

func (s strict) constraint() any {
	var list array
	one := func(kind object, r ir.ConstraintRule) {
		ops := slices.DeleteFunc(slices.Clone(r.Operators), func(op string) bool { return op == "" })
		members := object{{"type", kind}, {"value", s.str(r.Enum)}, {"time", nullable(s.str(nil))}, {"subject", nullable(s.str(nil))}}
		switch {
		case len(r.Operators) == 0:
			members = members.with("operator", nullable(s.str(nil)))
		case len(ops) == len(r.Operators):
			members = members.with("operator", s.str(ops))
		case len(ops) > 0:
			members = members.with("operator", nullable(s.str(ops)))
		}
		list = append(list, closed(members))
	}
	for _, name := range slices.Sorted(maps.Keys(s.rules.Constraints)) {
		one(s.str([]string{name}), s.rules.Constraints[name])
	}
	if s.rules.AnyConstraint {
		one(s.str(nil), ir.ConstraintRule{})
	}
	return anyOf(list)
}

func (s strict) alternative() any {
	if !s.rules.Alternatives {
		return nil
	}
	if s.open() {
		return closed(object{{"action", s.action()}, {"target", nullable(s.str(nil))}, {"location", nullable(s.str(nil))}})
	}
	var list array
	for _, v := range s.verbs {
		r := s.verbRule(v)
		if missing(r, ir.Positional, ir.Location) {
			continue
		}
		members := object{{"action", s.str([]string{string(v)})}}
		for _, part := range alternativeParts(r) {
			switch value := s.str(part.rule.Enum); {
			case !part.allowed:
			case part.rule.Required:
				members = members.with(part.name, value)
			default:
				members = members.with(part.name, nullable(value))
			}
		}
		list = append(list, closed(members))
	}
	return anyOf(list)
}
