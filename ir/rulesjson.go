package ir

import (
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
)

// ParseRules reads rules from JSON, as in
//
//	{"verbs":{"!BOOK":{"entities":{"act":{"required":true,"enum":["hotel","flight"]},"nights":{}}}},
//	 "constraints":{"budget":{"operators":["<=","<"]}},"alternatives":true}
//
// It is strict: a member that Rules does not have is refused, so that a typing
// error cannot loosen or lose a rule.
func ParseRules(text string) (*Rules, error) {
	r := jsonio.NewReader(text)
	defer r.Release()
	p := rulesParser{r}
	rules := p.rules()
	r.End()
	if err := ReadError(r, ""); err != nil {
		return nil, err
	}
	return &rules, nil
}

type rulesParser struct{ *jsonio.Reader }

// object reads an object; member reads the value of a name and returns false if
// it knows no such name.
func (p rulesParser) object(member func(name string) bool) {
	if !p.Object() {
		return
	}
	for {
		name, ok := p.Name()
		if !ok {
			return
		}
		if !member(name) {
			p.Fail("unknown member "+show.Quote(name), "")
		}
	}
}

func (p rulesParser) rules() (r Rules) {
	p.object(func(name string) bool {
		switch name {
		case "verbs":
			r.Verbs = make(map[Action]VerbRule)
			p.object(func(verb string) bool {
				if !Action(verb).Valid() {
					p.Fail(show.Quote(verb)+" is not an action code", `write "!" and an upper-case verb, as in !BOOK`)
				}
				r.Verbs[Action(verb)] = p.verb()
				return true
			})
		case "constraints":
			r.Constraints = make(map[string]ConstraintRule)
			p.object(func(kind string) bool {
				r.Constraints[kind] = p.constraint()
				return true
			})
		case "any_constraint":
			r.AnyConstraint = p.Bool()
		case "alternatives":
			r.Alternatives = p.Bool()
		default:
			return false
		}
		return true
	})
	return r
}

func (p rulesParser) verb() (v VerbRule) {
	p.object(func(name string) bool {
		switch name {
		case "entities":
			v.Entities = make(map[string]EntityRule)
			p.object(func(id string) bool {
				v.Entities[id] = p.entity()
				return true
			})
		case "any_entity":
			v.AnyEntity = p.Bool()
		default:
			return false
		}
		return true
	})
	return v
}

func (p rulesParser) entity() (e EntityRule) {
	p.object(func(name string) bool {
		switch name {
		case "required":
			e.Required = p.Bool()
		case "repeat":
			e.Repeat = p.Bool()
		case "enum":
			e.Enum = p.strings()
		default:
			return false
		}
		return true
	})
	return e
}

func (p rulesParser) constraint() (c ConstraintRule) {
	p.object(func(name string) bool {
		switch name {
		case "operators":
			c.Operators = p.strings()
		case "enum":
			c.Enum = p.strings()
		default:
			return false
		}
		return true
	})
	return c
}

// strings reads a list that is not empty: an empty one would mean "any" where
// its writer meant "none".
func (p rulesParser) strings() (list []string) {
	if !p.Array() {
		return nil
	}
	for p.More() {
		list = append(list, p.Text())
	}
	if len(list) == 0 {
		p.Fail("empty list", "leave the member out to allow any value")
	}
	return list
}
