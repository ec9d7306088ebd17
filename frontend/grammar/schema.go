package grammar

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/silp-protocol/silp-go/ir"
)

// Schema returns a JSON Schema (2020-12) of the json surface, compact.
//
// For each intent there is a form with slots and groups. Where no rule looks at
// entities there is a form with the list entities too; otherwise the list is
// left out, because a schema cannot tell which of its elements make a call. What
// a group must hold and may hold once is said with contains, whether a constraint
// is none of the named ones with not. A validator knows both; an engine that does
// not lets too much through, which Rules.Check refuses.
//
// JSON Schema cannot see duplicate members, numbers that a float64 does not give
// back, and how deep a text nests. A bound of calls other than 1 is left out.
func (o Options) Schema() (string, error) {
	p, err := o.plan()
	if err != nil {
		return "", err
	}
	s := schema{p}
	var forms array
	if p.verbs == nil {
		forms = append(forms, s.flat("", ir.VerbRule{AnyEntity: true}))
	}
	for _, v := range p.verbs {
		if f := s.flat(v, p.verbRule(v)); f != nil {
			forms = append(forms, f)
		}
	}
	if s.open() {
		forms = append(forms, s.listed())
	}
	if len(forms) == 0 {
		return "", refuse("every verb requires an entity that cannot be a slot of the json surface", "name the entity otherwise, or use OpenAISchema, which has the list form")
	}
	root := object{{"$schema", "https://json-schema.org/draft/2020-12/schema"}}
	if len(forms) == 1 {
		root = append(root, forms[0].(object)...)
	} else {
		root = root.with("type", "object").with("anyOf", forms)
	}
	if defs := s.defs(); len(defs) > 0 {
		root = root.with("$defs", defs)
	}
	return string(appendJSON(nil, root)), nil
}

type schema struct{ *plan }

// open reports whether no rule looks at entities.
func (s schema) open() bool {
	for _, v := range s.verbs {
		if r := s.verbRule(v); !r.AnyEntity || len(r.Entities) > 0 {
			return false
		}
	}
	return true
}

const actionPattern = "^![A-Z][A-Z_]*$"

// str is a string, of the enum if there is one.
func (s schema) str(enum []string) object {
	o := object{{"type", "string"}}
	switch {
	case len(enum) > 0:
		o = o.with("enum", enum)
	case s.MaxWord > 0:
		o = o.with("maxLength", s.MaxWord)
	}
	return o
}

func (s schema) list(items any, least int) object {
	o := object{{"type", "array"}, {"items", items}}
	if least > 0 {
		o = o.with("minItems", least)
	}
	if s.MaxList > 0 {
		o = o.with("maxItems", s.MaxList)
	}
	return o
}

// action is the action codes that are allowed.
func (s schema) action() object {
	if s.verbs == nil {
		return object{{"type", "string"}, {"pattern", actionPattern}}
	}
	return object{{"type", "string"}, {"enum", texts(s.verbs)}}
}

func texts(verbs []ir.Action) []string {
	list := make([]string, len(verbs))
	for i, v := range verbs {
		list[i] = string(v)
	}
	return list
}

func ref(name string) object { return object{{"$ref", "#/$defs/" + name}} }

// flat is the form with slots and groups, for one intent or, with "", for any.
// It is nil if the intent cannot be written so.
func (s schema) flat(v ir.Action, r ir.VerbRule) any {
	properties := object{{"intent", s.action()}}
	if v != "" {
		properties = object{{"intent", object{{"const", string(v)}}}}
	}
	required := []string{"intent"}
	for _, id := range ids(r) {
		e := r.Entities[id]
		switch {
		case isSlot(id):
			properties = properties.with(id, s.slot(e))
			if e.Required {
				required = append(required, id)
			}
		case e.Required:
			return nil
		}
	}
	var groups []string
	for _, u := range s.verbs {
		if g := s.group(u); u != v && g != nil && s.MaxCalls != 1 {
			groups = append(groups, u.Func())
			properties = properties.with(ir.GroupPrefix+u.Func(), ref(ir.GroupPrefix+u.Func()))
		}
	}
	properties = append(properties, s.conditions()...)
	properties = properties.with("entities", false)
	properties = append(properties, s.header()...)
	o := object{{"type", "object"}, {"properties", properties}, {"required", required}}
	if s.verbs == nil && s.MaxCalls != 1 {
		o = o.with("patternProperties", object{{"^" + ir.GroupPrefix + "[a-z][a-z_]*$", ref("group")}})
		groups = append(groups, "[a-z][a-z_]*")
	}
	if r.AnyEntity {
		return o.with("propertyNames", object{{"pattern", memberPattern(groups)}}).with("additionalProperties", ref("slot"))
	}
	return o.with("additionalProperties", false)
}

// isSlot reports whether an entity of an id can be a slot of the flat form.
func isSlot(id string) bool {
	_, ok := ir.FlatEntities(&ir.IR{Entities: []ir.Entity{{ID: id}}})
	return ok
}

// memberPattern is the names of members that are slots or one of the groups: a
// name that begins like a group is one. It needs no look-ahead.
func memberPattern(groups []string) string {
	var names []string
	for i, c := range ir.GroupPrefix {
		names = append(names, fmt.Sprintf("%s(?:$|[^%c])", ir.GroupPrefix[:i], c))
	}
	if len(groups) > 0 {
		names = append(names, ir.GroupPrefix+"(?:"+strings.Join(groups, "|")+")$")
	}
	return "^(?:" + strings.Join(names, "|") + ")"
}

func (s schema) slot(e ir.EntityRule) object {
	if e.Repeat {
		return object{{"anyOf", array{s.str(e.Enum), s.list(s.str(e.Enum), 1)}}}
	}
	return s.str(e.Enum)
}

// group is the group of a secondary action, nil if it can have no entity.
func (s schema) group(v ir.Action) any {
	r := s.verbRule(v)
	var elements, all array
	for _, id := range ids(r) {
		e := r.Entities[id]
		one := s.element(id, e)
		elements = append(elements, one)
		if !e.Required && e.Repeat {
			continue
		}
		o := object{{"contains", one}, {"minContains", 0}}
		if e.Required {
			o[1].value = 1
		}
		if !e.Repeat {
			o = o.with("maxContains", 1)
		}
		all = append(all, o)
	}
	if r.AnyEntity {
		elements = append(elements, s.others(ids(r))...)
	}
	if len(elements) == 0 {
		return nil
	}
	g := s.list(object{{"anyOf", elements}}, 1)
	if len(all) > 0 {
		g = g.with("allOf", all)
	}
	return g
}

func (s schema) element(id string, e ir.EntityRule) object {
	if id == ir.Positional {
		return s.str(e.Enum)
	}
	return pair(object{{"const", id}}, s.str(e.Enum))
}

// others is the elements of a group that no rule names.
func (s schema) others(named []string) (list array) {
	if !slices.Contains(named, ir.Positional) {
		list = append(list, s.str(nil))
	}
	id := s.str(nil)
	if len(named) > 0 {
		id = id.with("not", object{{"enum", named}})
	}
	return append(list, pair(id, s.str(nil)))
}

func pair(id, value object) object {
	return object{{"type", "object"}, {"properties", object{{"id", id}, {"value", value}}},
		{"required", []string{"id", "value"}}, {"additionalProperties", false}}
}

// listed is the form with the list entities.
func (s schema) listed() object {
	item := object{{"type", "object"},
		{"properties", object{{"id", s.str(nil)}, {"value", s.str(nil)}, {"action", s.action()}}},
		{"required", []string{"id", "value"}}}
	properties := object{{"intent", s.action()}, {"entities", object{{"type", "array"}, {"items", item}}}}
	properties = append(properties, s.conditions()...)
	properties = append(properties, s.header()...)
	return object{{"type", "object"}, {"properties", properties}, {"required", []string{"intent"}}, {"additionalProperties", false}}
}

// conditions is the members constraints and alternatives, false where the rules
// allow none.
func (s schema) conditions() object {
	o := object{{"constraints", false}, {"alternatives", false}}
	if s.constraints() {
		o[0].value = ref("constraints")
	}
	if s.alternative() != nil {
		o[1].value = ref("alternatives")
	}
	return o
}

// header is the members of a header, which a text has only WithMeta.
func (s schema) header() object {
	if !s.WithMeta {
		return object{{"silp", false}, {"version", false}, {"meta", false}}
	}
	text := object{{"type", "string"}}
	meta := object{{"type", "object"}, {"properties", object{
		{"req_id", false}, {"session_id", text}, {"priority", object{{"type", "integer"}}},
		{"confidence", object{{"type", "number"}, {"minimum", 0}, {"maximum", 1}}},
		{"seq", object{{"type", "array"}, {"items", text}}}, {"out", text}, {"next_agent", text},
	}}}
	return object{{"silp", object{{"type", "string"}, {"pattern", "^v[0-9]+$"}}}, {"version", text}, {"meta", meta}}
}

func (s schema) defs() object {
	o := object{}
	if s.verbs == nil || slices.ContainsFunc(s.verbs, func(v ir.Action) bool { return s.verbRule(v).AnyEntity }) {
		o = o.with("slot", s.slot(ir.EntityRule{Repeat: true}))
	}
	if s.verbs == nil {
		o = o.with("group", s.list(object{{"anyOf", s.others(nil)}}, 1))
	}
	for _, v := range s.verbs {
		if g := s.group(v); g != nil && len(s.verbs) > 1 && s.MaxCalls != 1 {
			o = o.with(ir.GroupPrefix+v.Func(), g)
		}
	}
	if s.constraints() {
		o = o.with("constraints", s.list(s.constraint(), 0))
	}
	if a := s.alternative(); a != nil {
		o = o.with("alternatives", s.list(a, 0))
	}
	return o
}

// anyOf is one of some schemas, nil for none.
func anyOf(list array) any {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return object{{"anyOf", list}}
}

// constraint is a constraint. Other members are extras.
func (s schema) constraint() any {
	var list array
	one := func(kind object, r ir.ConstraintRule) {
		properties := object{{"type", kind}, {"value", s.str(r.Enum)}, {"time", s.str(nil)}}
		required := []string{"type", "value"}
		if len(r.Operators) > 0 {
			ops := slices.DeleteFunc(slices.Clone(r.Operators), func(op string) bool { return op == "" })
			properties = properties.with("operator", operators(ops))
			if len(ops) == len(r.Operators) {
				required = append(required, "operator")
			}
		}
		list = append(list, object{{"type", "object"}, {"properties", properties}, {"required", required}})
	}
	names := slices.Sorted(maps.Keys(s.rules.Constraints))
	for _, name := range names {
		one(object{{"const", name}}, s.rules.Constraints[name])
	}
	if s.rules.AnyConstraint {
		kind := s.str(nil)
		if len(names) > 0 {
			kind = kind.with("not", object{{"enum", names}})
		}
		one(kind, ir.ConstraintRule{})
	}
	return anyOf(list)
}

func operators(ops []string) any {
	if len(ops) == 0 {
		return false
	}
	return object{{"type", "string"}, {"enum", ops}}
}

// alternative is an alternative, nil if there is none. A target follows the rule
// of the entity "act", a location that of "loc".
func (s schema) alternative() any {
	if !s.rules.Alternatives {
		return nil
	}
	if s.open() {
		return object{{"type", "object"},
			{"properties", object{{"action", s.action()}, {"target", s.str(nil)}, {"location", s.str(nil)}}},
			{"required", []string{"action"}}}
	}
	var list array
	for _, v := range s.verbs {
		r := s.verbRule(v)
		if missing(r, ir.Positional, ir.Location) {
			continue
		}
		properties, required := object{{"action", object{{"const", string(v)}}}}, []string{"action"}
		for _, part := range alternativeParts(r) {
			value := any(false)
			if part.allowed {
				value = s.str(part.rule.Enum)
			}
			properties = properties.with(part.name, value)
			if part.rule.Required {
				required = append(required, part.name)
			}
		}
		list = append(list, object{{"type", "object"}, {"properties", properties}, {"required", required}})
	}
	return anyOf(list)
}

// alternativePart is target or location, and the rule that it follows.
type alternativePart struct {
	name    string
	rule    ir.EntityRule
	allowed bool
}

func alternativeParts(r ir.VerbRule) (list []alternativePart) {
	for _, p := range [...][2]string{{"target", ir.Positional}, {"location", ir.Location}} {
		e, ok := r.Entities[p[1]]
		list = append(list, alternativePart{p[0], e, ok || r.AnyEntity})
	}
	return list
}
