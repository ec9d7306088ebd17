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
// It is strict JSON of at most 1 MiB, and a member that Rules does not have is
// refused, so that a typing error cannot loosen or lose a rule. The error is a
// *Error, with an offset.
func ParseRules(text string) (*Rules, error) {
	if err := CheckSize(len(text), 0); err != nil {
		err.Hint = "keep rules under 1 MiB"
		return nil, err
	}
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

// UnmarshalJSON is ParseRules: rules inside a larger configuration are read as
// strictly. On an error r stays as it is.
func (r *Rules) UnmarshalJSON(raw []byte) error {
	rules, err := ParseRules(string(raw))
	if err != nil {
		return err
	}
	*r = *rules
	return nil
}

type rulesParser struct{ *jsonio.Reader }

// object reads an object; member reads the value of a name and returns false if
// it knows no such name. known lists the names for people.
func (p rulesParser) object(known string, member func(name string) bool) {
	for name := range p.Members() {
		if !member(name) {
			p.Fail("unknown member "+show.Quote(name), known)
		}
	}
}

// each reads an object whose names are the user's.
func (p rulesParser) each(member func(name string)) {
	p.object("", func(name string) bool {
		member(name)
		return true
	})
}

func (p rulesParser) rules() (r Rules) {
	p.object("rules have verbs, constraints, any_constraint and alternatives", func(name string) bool {
		switch name {
		case "verbs":
			r.Verbs = make(map[Action]VerbRule)
			p.each(func(verb string) {
				if !Action(verb).Valid() {
					p.Fail(show.Quote(verb)+" is not an action code", `write "!" and an upper-case verb, as in !BOOK`)
				}
				r.Verbs[Action(verb)] = p.verb()
			})
		case "constraints":
			r.Constraints = make(map[string]ConstraintRule)
			p.each(func(kind string) { r.Constraints[kind] = p.constraint() })
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
	p.object("a verb has entities and any_entity", func(name string) bool {
		switch name {
		case "entities":
			v.Entities = make(map[string]EntityRule)
			p.each(func(id string) { v.Entities[id] = p.entity() })
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
	p.object("an entity has required, repeat and enum", func(name string) bool {
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
	p.object("a constraint has operators and enum", func(name string) bool {
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
		p.Fail("empty list", "leave the member out to allow anything")
	}
	return list
}
