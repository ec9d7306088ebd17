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
	// counts as an entity "act" of its verb, a location as an entity "loc".
	Alternatives bool `json:"alternatives,omitempty"`
}

// VerbRule says which entities a call of one verb may have.
type VerbRule struct {
	// Entities are the entities that may stand in a call, by ID.
	Entities map[string]EntityRule `json:"entities,omitempty"`
	// AnyEntity allows every entity that Entities does not name.
	AnyEntity bool `json:"any_entity,omitempty"`
}

// EntityRule says what an entity may be.
type EntityRule struct {
	Required bool     `json:"required,omitempty"` // must stand in every call of the verb
	Repeat   bool     `json:"repeat,omitempty"`   // may stand in a call more than once
	Enum     []string `json:"enum,omitempty"`     // the values it may have; empty means any
}

// ConstraintRule says what a constraint may be.
type ConstraintRule struct {
	// Operators are the operators that it may have, "" for none. Empty means
	// any, and none.
	Operators []string `json:"operators,omitempty"`
	// Enum lists the values that it may have; empty means any.
	Enum []string `json:"enum,omitempty"`
}

// Location is the entity ID whose rule an alternative's location follows.
const Location = "loc"

// Check returns nil if x fits the rules, else a *Error with code decode_failed,
// the path of the first member that does not fit, and a hint that says what
// would.
func (r *Rules) Check(x *IR) error {
	c := rulesCheck{rules: r}
	start := 0
	for verb, args := range x.Calls() {
		c.call(verb, args, start)
		start += len(args)
	}
	for i := range x.Constraints {
		c.constraint(i, &x.Constraints[i])
	}
	if len(x.Alternatives) > 0 && !r.Alternatives {
		c.fail("/alternatives", "alternatives are not allowed", "leave the else-branch out")
	}
	for i := range x.Alternatives {
		c.alternative(i, &x.Alternatives[i])
	}
	if c.err != nil {
		return c.err
	}
	return nil
}

// rulesCheck keeps the first fault.
type rulesCheck struct {
	rules *Rules
	err   *Error
}

func (c *rulesCheck) fail(path, msg, hint string) {
	if c.err == nil {
		c.err = invalid(path, msg, hint)
	}
}

// verb returns the rule of a verb, or reports that there is none.
func (c *rulesCheck) verb(a Action, path string) (VerbRule, bool) {
	rule, ok := c.rules.Verbs[a]
	if !ok {
		c.fail(path, "verb "+show.Plain(string(a), 32)+" is not allowed", "allowed: "+choices(c.rules.Verbs))
	}
	return rule, ok
}

// call checks one call; its first entity is entity start of the IR.
func (c *rulesCheck) call(verb Action, args []Entity, start int) {
	at := "/intent"
	if len(args) > 0 && args[0].Action != "" {
		at = pathAt("/entities", start, "/action")
	}
	rule, ok := c.verb(verb, at)
	if !ok {
		return
	}
	seen := make(map[string]bool, len(args))
	for i := range args {
		id := args[i].ID
		if c.entity(&rule, verb, id, args[i].Value, pathAt("/entities", start+i, "")) && seen[id] && !rule.Entities[id].Repeat {
			if _, named := rule.Entities[id]; named {
				c.fail(pathAt("/entities", start+i, "/id"), "entity "+show.Quote(id)+" stands twice", "write it once")
			}
		}
		seen[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(rule.Entities)) {
		if rule.Entities[id].Required && !seen[id] {
			c.fail(at, "call of "+show.Plain(string(verb), 32)+" without the entity "+show.Quote(id), "add it"+values(rule.Entities[id].Enum))
		}
	}
}

// entity checks an ID and its value. Path is that of the entity.
func (c *rulesCheck) entity(rule *VerbRule, verb Action, id, value, path string) bool {
	e, ok := rule.Entities[id]
	switch {
	case !ok && !rule.AnyEntity:
		c.fail(path+"/id", "entity "+show.Quote(id)+" of "+show.Plain(string(verb), 32)+" is not allowed", "allowed: "+choices(rule.Entities))
		return false
	case ok && len(e.Enum) > 0 && !slices.Contains(e.Enum, value):
		c.fail(path+"/value", "value "+show.Quote(value)+" of "+show.Quote(id)+" is not allowed", "allowed: "+list(e.Enum))
		return false
	}
	return true
}

func (c *rulesCheck) constraint(i int, k *Constraint) {
	rule, ok := c.rules.Constraints[k.Type]
	if !ok {
		if !c.rules.AnyConstraint {
			c.fail(pathAt("/constraints", i, "/type"), "constraint "+show.Quote(k.Type)+" is not allowed", "allowed: "+choices(c.rules.Constraints))
		}
		return
	}
	// An operator that is no string is none of the strings that are allowed.
	op, odd := "", k.Extra["operator"] != nil
	if k.Operator != nil {
		op = *k.Operator
	}
	if len(rule.Operators) > 0 && (odd || !slices.Contains(rule.Operators, op)) {
		c.fail(pathAt("/constraints", i, "/operator"), "operator "+show.Quote(op)+" of "+show.Quote(k.Type)+" is not allowed", "allowed: "+list(rule.Operators))
	}
	if len(rule.Enum) > 0 && !slices.Contains(rule.Enum, k.Value) {
		c.fail(pathAt("/constraints", i, "/value"), "value "+show.Quote(k.Value)+" of "+show.Quote(k.Type)+" is not allowed", "allowed: "+list(rule.Enum))
	}
}

func (c *rulesCheck) alternative(i int, a *Alternative) {
	rule, ok := c.verb(a.Action, pathAt("/alternatives", i, "/action"))
	if !ok {
		return
	}
	at := pathAt("/alternatives", i, "")
	for _, part := range []struct {
		name, id string
		value    *string
	}{{"/target", Positional, a.Target}, {"/location", Location, a.Location}} {
		e, named := rule.Entities[part.id]
		switch {
		case part.value == nil && e.Required:
			c.fail(at, "alternative "+show.Plain(string(a.Action), 32)+" without its "+part.name[1:], "add it"+values(e.Enum))
		case part.value == nil:
		case !named && !rule.AnyEntity:
			c.fail(at+part.name, "alternative "+show.Plain(string(a.Action), 32)+" must not have a "+part.name[1:], "allowed: "+choices(rule.Entities))
		case len(e.Enum) > 0 && !slices.Contains(e.Enum, *part.value):
			c.fail(at+part.name, "value "+show.Quote(*part.value)+" is not allowed", "allowed: "+list(e.Enum))
		}
	}
}

// choices lists the keys of a map for a message.
func choices[K ~string, V any](m map[K]V) string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, string(k))
	}
	slices.Sort(keys)
	return list(keys)
}

// list prints at most eight names.
func list(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
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
	return ": " + list(enum)
}
