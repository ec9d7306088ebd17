package grammar

import (
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// Options says which payloads a grammar is for. The zero value is what a
// receiver without options takes: the verbs of draft Table 7 with any entity,
// any constraint, and alternatives.
type Options struct {
	// Verbs is the set of action codes, as in a codec's options.
	Verbs ir.Verbs
	// Rules, if not nil, narrow the grammar to what Rules.Check takes. They hold on
	// top of Verbs, as in a codec.
	Rules *ir.Rules
	// AnySpelling takes what strict decoding takes besides what the compiler
	// writes: blanks around the payload and behind a comma, " then ", " else ",
	// " -> ", act= and the empty parentheses of a negation. A model needs none of
	// it. Code surface only.
	AnySpelling bool
	// AnyLetter lets a bare word hold every non-ASCII character, where decoding
	// wants letters, marks and numbers: for engines whose character sets know only
	// ASCII, as those of XGrammar. The grammar is much smaller, and what it takes too
	// many decoding refuses. Code surface only.
	AnyLetter bool
	// WithMeta takes the members silp, version and meta, for texts that carry their
	// header. Json surface only; the grammars of the code surface never take an
	// annotation. OpenAISchema leaves the header out.
	WithMeta bool
	// MaxWord is the largest number of characters in a word or string, at most 1,900;
	// 0 means any number. The length of bare words is not exact: no shorter one is
	// refused, but up to two dots count with the character behind them, and one that
	// begins like a keyword may be a few characters longer.
	MaxWord int
	// MaxCalls is the largest number of calls; 0 means any number. 1 leaves the
	// intent alone.
	MaxCalls int
	// MaxList is the largest number of constraints, of alternatives, and of the
	// arguments of a call that no rule names or that may repeat; at most 1,900, 0
	// means any number.
	MaxList int
}

// Only returns rules that allow calls of these verbs and no others, with any
// entity, any constraint, and alternatives.
func Only(verbs ...ir.Action) *ir.Rules {
	r := &ir.Rules{Verbs: map[ir.Action]ir.VerbRule{}, AnyConstraint: true, Alternatives: true}
	for _, v := range verbs {
		r.Verbs[v] = ir.VerbRule{AnyEntity: true}
	}
	return r
}

// plan is what every export is made of: options, resolved.
type plan struct {
	Options
	rules *ir.Rules
	verbs []ir.Action // nil for any
}

func (o Options) plan() (*plan, error) {
	for _, n := range []struct {
		name       string
		value, max int
	}{{"MaxWord", o.MaxWord, maxCount}, {"MaxCalls", o.MaxCalls, maxCount}, {"MaxList", o.MaxList, maxCount}} {
		if n.value < 0 || n.value > n.max {
			return nil, refuse(n.name+" is "+strconv.Itoa(n.value)+", which is out of range", "it may be 0 to "+strconv.Itoa(n.max))
		}
	}
	p := &plan{Options: o, rules: o.Rules}
	if p.rules == nil {
		if o.Verbs.Any {
			p.rules = Only()
			return p, nil
		}
		p.verbs = ir.Whitelist()
		for _, v := range o.Verbs.Also {
			if !slices.Contains(p.verbs, v) {
				p.verbs = append(p.verbs, v)
			}
		}
		p.rules = Only(p.verbs...)
	} else {
		for _, v := range slices.Sorted(maps.Keys(o.Rules.Verbs)) {
			if o.Verbs.Has(v) {
				p.verbs = append(p.verbs, v)
			}
		}
	}
	for _, v := range p.verbs {
		if !v.Valid() {
			return nil, refuse(show.Quote(string(v))+" in Verbs or Rules is not an action code", `write "!" and an upper-case verb, as in !BOOK`)
		}
	}
	if len(p.verbs) == 0 {
		return nil, refuse("no verb is left for a grammar", "allow one in the rules, and in Verbs if it is not of draft Table 7")
	}
	if !validRules(p.rules) {
		return nil, refuse("a name or value of the rules is not UTF-8", "")
	}
	return p, nil
}

// refuse is the error of options that no grammar can be made of.
func refuse(msg, hint string) *ir.Error {
	return &ir.Error{Code: ir.DecodeFailed, Offset: -1, Msg: msg, Hint: hint}
}

func validRules(r *ir.Rules) bool {
	ok := true
	check := func(list ...string) {
		for _, s := range list {
			ok = ok && utf8.ValidString(s)
		}
	}
	for _, v := range r.Verbs {
		for id, e := range v.Entities {
			check(id)
			check(e.Enum...)
		}
	}
	for name, c := range r.Constraints {
		check(name)
		check(c.Operators...)
		check(c.Enum...)
	}
	return ok
}

// verbRule returns the rule of a verb; any verb has that of Only.
func (p *plan) verbRule(v ir.Action) ir.VerbRule {
	if p.verbs == nil {
		return ir.VerbRule{AnyEntity: true}
	}
	return p.rules.Verbs[v]
}

func (p *plan) constraints() bool { return p.rules.AnyConstraint || len(p.rules.Constraints) > 0 }

// ids returns the entity IDs of a rule, "act" first.
func ids(v ir.VerbRule) []string {
	list := slices.Sorted(maps.Keys(v.Entities))
	slices.SortStableFunc(list, func(a, b string) int {
		switch {
		case (a == ir.Positional) == (b == ir.Positional):
			return 0
		case a == ir.Positional:
			return -1
		}
		return 1
	})
	return list
}

// missing reports whether a rule requires an entity that is none of given.
func missing(v ir.VerbRule, given ...string) bool {
	for id, e := range v.Entities {
		if e.Required && !slices.Contains(given, id) {
			return true
		}
	}
	return false
}

func fits(list []string, value string) bool { return len(list) == 0 || slices.Contains(list, value) }

// bound is what is left of a bound of the options, inf for none.
func bound(most, less int) int {
	if most == 0 {
		return inf
	}
	return most - less
}
