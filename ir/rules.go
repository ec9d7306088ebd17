package ir

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/internal/show"
)

// Rules say which IRs a receiver takes: draft revision 02, section 10.2, wants
// consequential actions checked outside the codec. The zero value takes nothing;
// each member allows something. Rules are checked on the decoded IR and never
// change it. Extras are not their matter: receivers ignore unknown members.
type Rules struct {
	// Verbs are the actions that may be called, and with which entities.
	Verbs map[Action]VerbRule `json:"verbs,omitempty"`
	// Constraints are the constraints that may stand in the condition, by type
	// as it is written, with the "!" of a negation.
	Constraints map[string]ConstraintRule `json:"constraints,omitempty"`
	// AnyConstraint allows every constraint that Constraints does not name.
	AnyConstraint bool `json:"any_constraint,omitempty"`
	// Alternatives allows an else-branch. Its actions must be in Verbs; a target
	// counts as an entity "act" of its verb, a location as an entity "loc". So a
	// verb that requires another entity cannot be an alternative.
	Alternatives bool `json:"alternatives,omitempty"`
}

// VerbRule says which entities a call of one verb may have.
type VerbRule struct {
	// Entities are the entities that may stand in a call, by ID.
	Entities map[string]EntityRule `json:"entities,omitempty"`
	// AnyEntity allows every entity that Entities does not name, as often as it
	// comes.
	AnyEntity bool `json:"any_entity,omitempty"`
}

// EntityRule says what an entity may be.
type EntityRule struct {
	Required bool     `json:"required,omitempty"` // must stand in every call of the verb
	Repeat   bool     `json:"repeat,omitempty"`   // may stand in a call more than once
	Enum     []string `json:"enum,omitempty"`     // the values it may have; empty means any
}

// ConstraintRule says what a constraint may be. It does not look at time and
// subject.
type ConstraintRule struct {
	// Operators are the operators that it may have, "" for none. Empty means
	// any, and none.
	Operators []string `json:"operators,omitempty"`
	// Enum lists the values that it may have; empty means any.
	Enum []string `json:"enum,omitempty"`
}

// Location is the entity ID whose rule an alternative's location follows.
const Location = "loc"

// Clone returns a copy that shares no memory with r but the bytes of strings.
func (r *Rules) Clone() *Rules {
	c := *r
	c.Verbs = maps.Clone(r.Verbs)
	for a, v := range c.Verbs {
		v.Entities = maps.Clone(v.Entities)
		for id, e := range v.Entities {
			e.Enum = slices.Clone(e.Enum)
			v.Entities[id] = e
		}
		c.Verbs[a] = v
	}
	c.Constraints = maps.Clone(r.Constraints)
	for kind, k := range c.Constraints {
		c.Constraints[kind] = ConstraintRule{slices.Clone(k.Operators), slices.Clone(k.Enum)}
	}
	return &c
}

// Check returns nil if x fits the rules, else a *Error with code decode_failed,
// the path of the first member that does not fit, and a hint that says what
// would. Calls come first, then constraints, then alternatives. The hint names
// at most eight of what the rules allow.
func (r *Rules) Check(x *IR) error {
	if err := r.check(x); err != nil {
		return err
	}
	return nil
}

func (r *Rules) check(x *IR) *Error {
	start := 0
	for verb, args := range x.Calls() {
		if err := r.call(x, verb, args, start); err != nil {
			return err
		}
		start += len(args)
	}
	for i := range x.Constraints {
		if err := r.constraint(i, &x.Constraints[i]); err != nil {
			return err
		}
	}
	if len(x.Alternatives) > 0 && !r.Alternatives {
		return invalid("/alternatives", "alternatives are not allowed", "leave the else-branch out")
	}
	for i := range x.Alternatives {
		if err := r.alternative(i, &x.Alternatives[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Rules) verb(a Action, path string) (VerbRule, *Error) {
	rule, ok := r.Verbs[a]
	if !ok {
		return rule, invalid(path, "verb "+verbText(a)+" is not allowed", allowed("verb", keys(r.Verbs)))
	}
	return rule, nil
}

func verbText(a Action) string { return show.Plain(string(a), 32) }

// call checks one call; its first entity is entity start of the IR.
func (r *Rules) call(x *IR, verb Action, args []Entity, start int) *Error {
	at := callPath(x, verb, args, start)
	rule, err := r.verb(verb, at)
	if err != nil {
		return err
	}
	seen := make(map[string]bool, len(rule.Entities))
	for i := range args {
		e, id := &args[i], args[i].ID
		if err := rule.entity(verb, e, start+i); err != nil {
			return err
		}
		entity, named := rule.Entities[id]
		if named && !entity.Repeat && seen[id] {
			return invalid(pathAt("/entities", start+i, "/id"), "entity "+show.Quote(id)+" of "+verbText(verb)+" stands twice",
				"it may stand once in a call")
		}
		if named {
			seen[id] = true
		}
	}
	if id, ok := rule.missing(seen); ok {
		return invalid(at, "call of "+verbText(verb)+" without the entity "+show.Quote(id), "add it"+values(rule.Entities[id].Enum))
	}
	return nil
}

// missing returns the first required entity that was not seen.
func (v *VerbRule) missing(seen map[string]bool) (first string, found bool) {
	for id, e := range v.Entities {
		if e.Required && !seen[id] && (!found || id < first) {
			first, found = id, true
		}
	}
	return first, found
}

// entity checks ID and value of entity i of the IR.
func (v *VerbRule) entity(verb Action, e *Entity, i int) *Error {
	rule, ok := v.Entities[e.ID]
	if !ok && !v.AnyEntity {
		return invalid(pathAt("/entities", i, "/id"), "entity "+show.Quote(e.ID)+" of "+verbText(verb)+" is not allowed",
			allowed("entity", keys(v.Entities)))
	}
	if !fits(rule.Enum, e.Value) {
		return invalid(pathAt("/entities", i, "/value"), "value "+show.Quote(e.Value)+" of "+show.Quote(e.ID)+" is not allowed",
			allowed("value", rule.Enum))
	}
	return nil
}

// fits reports whether a value is in a list that is not empty.
func fits(list []string, value string) bool { return len(list) == 0 || slices.Contains(list, value) }

func (r *Rules) constraint(i int, c *Constraint) *Error {
	rule, ok := r.Constraints[c.Type]
	if !ok {
		if r.AnyConstraint {
			return nil
		}
		return invalid(pathAt("/constraints", i, "/type"), "constraint "+show.Quote(c.Type)+" is not allowed", allowed("constraint", keys(r.Constraints)))
	}
	op := ""
	if c.Operator != nil {
		op = *c.Operator
	}
	_, odd := c.Extra["operator"]
	switch {
	case len(rule.Operators) == 0:
	case odd: // it is none of the strings that are allowed
		return invalid(pathAt("/constraints", i, "/operator"), "the operator of "+show.Quote(c.Type)+" is not a string", allowed("operator", rule.Operators))
	case c.Operator == nil && !slices.Contains(rule.Operators, ""):
		return invalid(pathAt("/constraints", i, ""), "constraint "+show.Quote(c.Type)+" without an operator", allowed("operator", rule.Operators))
	case !slices.Contains(rule.Operators, op):
		return invalid(pathAt("/constraints", i, "/operator"), "operator "+show.Quote(op)+" of "+show.Quote(c.Type)+" is not allowed", allowed("operator", rule.Operators))
	}
	if !fits(rule.Enum, c.Value) {
		return invalid(pathAt("/constraints", i, "/value"), "value "+show.Quote(c.Value)+" of "+show.Quote(c.Type)+" is not allowed", allowed("value", rule.Enum))
	}
	return nil
}

func (r *Rules) alternative(i int, a *Alternative) *Error {
	rule, err := r.verb(a.Action, pathAt("/alternatives", i, "/action"))
	if err != nil {
		return err
	}
	seen := make(map[string]bool, 2)
	for _, part := range [...]struct {
		name, id string
		value    *string
	}{{"target", Positional, a.Target}, {"location", Location, a.Location}} {
		if part.value == nil {
			continue
		}
		path := pathAt("/alternatives", i, "/"+part.name)
		e, named := rule.Entities[part.id]
		if !named && !rule.AnyEntity {
			return invalid(path, "the alternative "+verbText(a.Action)+" may not have a "+part.name, "leave it out: the rules have no entity "+show.Quote(part.id)+" of this verb")
		}
		if !fits(e.Enum, *part.value) {
			return invalid(path, part.name+" "+show.Quote(*part.value)+" of "+verbText(a.Action)+" is not allowed", allowed("value", e.Enum))
		}
		seen[part.id] = true
	}
	if id, ok := rule.missing(seen); ok {
		return invalid(pathAt("/alternatives", i, ""), "the alternative "+verbText(a.Action)+" is without the entity "+show.Quote(id), alternativeHint(id, rule.Entities[id].Enum))
	}
	return nil
}

func alternativeHint(id string, enum []string) string {
	switch id {
	case Positional:
		return "add it as the target" + values(enum)
	case Location:
		return "add it as the location" + values(enum)
	}
	return `an alternative has no place for it: it has a target ("act") and a location ("loc")`
}

func keys[K ~string, V any](m map[K]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, string(k))
	}
	slices.Sort(keys)
	return keys
}

// allowed says which of a kind of thing the rules allow.
func allowed(kind string, names []string) string {
	if len(names) == 0 {
		return "the rules allow no " + kind + " here"
	}
	if i := slices.Index(names, ""); i >= 0 && kind == "operator" {
		names = slices.Clone(names)
		names[i] = "no operator"
	}
	return "allowed: " + list(names)
}

// list prints at most eight names.
func list(names []string) string {
	const most = 8
	var b strings.Builder
	for i, name := range names {
		if i == most {
			return b.String() + " and " + strconv.Itoa(len(names)-most) + " more"
		}
		if i > 0 {
			b.WriteString(", ")
		}
		if name == "" {
			b.WriteString(`""`)
		}
		b.WriteString(show.Plain(name, 32))
	}
	return b.String()
}

func values(enum []string) string {
	if len(enum) == 0 {
		return ""
	}
	return "; allowed: " + list(enum)
}
