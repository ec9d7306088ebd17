package ir_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

const hotelRules = `{
 "verbs":{
  "!BOOK":{"entities":{"act":{"required":true,"enum":["hotel","flight"]},"nights":{},"guest":{"repeat":true},"loc":{"enum":["downtown"]}}},
  "!EMAIL":{"entities":{"act":{"required":true}},"any_entity":true},
  "!CANCEL":{},
  "!ROUTE":{"entities":{"via":{"required":true}},"any_entity":true},
  "!START":{"entities":{"loc":{"required":true,"enum":["indoor","outdoor"]}}}},
 "constraints":{"budget":{"operators":["<=","<"],"enum":["100","500"]},"!rain":{},"loc":{"operators":["","=="]}},
 "alternatives":true}`

func rules(t testing.TB, text string) *ir.Rules {
	t.Helper()
	r, err := ir.ParseRules(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

func TestRulesCheck(t *testing.T) {
	hotel := `"entities":[{"id":"act","value":"hotel"}]`
	for _, row := range []struct{ name, text, path, msg, hint string }{ // path "" where the IR fits
		{"fits", doc(`"entities":[{"id":"act","value":"hotel"},{"id":"guest","value":"a"},{"id":"guest","value":"b"},{"id":"x","value":"","action":"!EMAIL"},{"id":"act","value":"me","action":"!EMAIL"},{"id":"x","value":"","action":"!EMAIL"}]`,
			`"constraints":[{"type":"budget","value":"500","operator":"<=","time":"t+1"},{"type":"!rain","value":"true"},{"type":"loc","value":"a"},{"type":"loc","value":"a","operator":"=="}]`,
			`"alternatives":[{"action":"!BOOK","target":"flight","location":"downtown"},{"action":"!EMAIL","target":"x"},{"action":"!CANCEL"},{"action":"!START","location":"indoor"}]`), "", "", ""},
		{"verb of the intent", `{"intent":"!RUN","meta":{"req_id":"abcd"}}`, "/intent", "verb !RUN is not allowed", "allowed: !BOOK, !CANCEL, !EMAIL, !ROUTE, !START"},
		{"verb of the intent, spelled out at its entity", `{"intent":"!RUN","entities":[{"id":"act","value":"","action":"!RUN"}],"meta":{"req_id":"abcd"}}`, "/intent", "verb !RUN is not allowed", "allowed: !BOOK"},
		{"verb of a secondary call", doc(`"entities":[{"id":"act","value":"hotel"},{"id":"act","value":"","action":"!RUN"}]`), "/entities/1/action", "verb !RUN is not allowed", "allowed: !BOOK"},
		{"verb of an alternative", doc(hotel, `"alternatives":[{"action":"!CANCEL"},{"action":"!RUN"}]`), "/alternatives/1/action", "verb !RUN is not allowed", "allowed: !BOOK"},
		{"entity ID", doc(`"entities":[{"id":"act","value":"hotel"},{"id":"price","value":"1"}]`), "/entities/1/id", `entity "price" of !BOOK is not allowed`, "allowed: act, guest, loc, nights"},
		{"entity of a verb that has none", `{"intent":"!CANCEL","entities":[{"id":"act","value":""}],"meta":{"req_id":"abcd"}}`, "/entities/0/id", `entity "act" of !CANCEL is not allowed`, "the rules allow no entity here"},
		{"required", doc(`"entities":[{"id":"nights","value":"2"}]`), "/intent", `call of !BOOK without the entity "act"`, "add it; allowed: hotel, flight"},
		{"required in an empty call", doc(), "/intent", `call of !BOOK without the entity "act"`, "add it"},
		{"required in the intent's call, that of another verb is no help", doc(`"entities":[{"id":"act","value":"x","action":"!EMAIL"}]`), "/intent", `call of !BOOK without`, "add it"},
		{"required in a secondary call", doc(`"entities":[{"id":"act","value":"hotel"},{"id":"x","value":"","action":"!EMAIL"}]`), "/entities/1/action", `call of !EMAIL without the entity "act"`, "add it"},
		{"required when the intent comes back", doc(`"entities":[{"id":"act","value":"hotel"},{"id":"act","value":"me","action":"!EMAIL"},{"id":"nights","value":"2"}]`), "/entities/2", `call of !BOOK without the entity "act"`, "add it"},
		{"repeated", doc(`"entities":[{"id":"act","value":"hotel"},{"id":"nights","value":"1"},{"id":"guest","value":""},{"id":"nights","value":"1"}]`), "/entities/3/id", `entity "nights" of !BOOK stands twice`, "it may stand once in a call"},
		{"repeated in another call", doc(`"entities":[{"id":"act","value":"hotel"},{"id":"act","value":"me","action":"!EMAIL"},{"id":"act","value":"hotel"}]`), "", "", ""},
		{"enum", doc(`"entities":[{"id":"act","value":"Hotel"}]`), "/entities/0/value", `value "Hotel" of "act" is not allowed`, "allowed: hotel, flight"},
		{"constraint name", doc(hotel, `"constraints":[{"type":"rain","value":"true"}]`), "/constraints/0/type", `constraint "rain" is not allowed`, "allowed: !rain, budget, loc"},
		{"operator", doc(hotel, `"constraints":[{"type":"budget","value":"500","operator":">"}]`), "/constraints/0/operator", `operator ">" of "budget" is not allowed`, "allowed: <=, <"},
		{"operator where none must be", doc(hotel, `"constraints":[{"type":"loc","value":"a","operator":"<"}]`), "/constraints/0/operator", `operator "<" of "loc" is not allowed`, "allowed: no operator, =="},
		{"no operator", doc(hotel, `"constraints":[{"type":"budget","value":"500"}]`), "/constraints/0", `constraint "budget" without an operator`, "allowed: <=, <"},
		{"operator that is no string", doc(hotel, `"constraints":[{"type":"budget","value":"500","operator":1}]`), "/constraints/0/operator", `the operator of "budget" is not a string`, "allowed: <=, <"},
		{"any operator, also none that is a string", doc(hotel, `"constraints":[{"type":"!rain","value":"","operator":1},{"type":"!rain","value":"","operator":"x"}]`), "", "", ""},
		{"constraint value", doc(hotel, `"constraints":[{"type":"budget","value":"200","operator":"<"}]`), "/constraints/0/value", `value "200" of "budget" is not allowed`, "allowed: 100, 500"},
		{"target", doc(hotel, `"alternatives":[{"action":"!BOOK","target":"car"}]`), "/alternatives/0/target", `target "car" of !BOOK is not allowed`, "allowed: hotel, flight"},
		{"location", doc(hotel, `"alternatives":[{"action":"!BOOK","target":"hotel","location":"x"}]`), "/alternatives/0/location", `location "x" of !BOOK is not allowed`, "allowed: downtown"},
		{"no such target", doc(hotel, `"alternatives":[{"action":"!START","target":"x","location":"indoor"}]`), "/alternatives/0/target", `the alternative !START may not have a target`, `leave it out: the rules have no entity "act" of this verb`},
		{"no such location", doc(hotel, `"alternatives":[{"action":"!CANCEL","location":"x"}]`), "/alternatives/0/location", `the alternative !CANCEL may not have a location`, `leave it out: the rules have no entity "loc" of this verb`},
		{"required target", doc(hotel, `"alternatives":[{"action":"!BOOK","location":"downtown"}]`), "/alternatives/0", `the alternative !BOOK is without the entity "act"`, "add it as the target; allowed: hotel, flight"},
		{"required location", doc(hotel, `"alternatives":[{"action":"!START"}]`), "/alternatives/0", `the alternative !START is without the entity "loc"`, "add it as the location; allowed: indoor, outdoor"},
		{"required and without a place", doc(hotel, `"alternatives":[{"action":"!ROUTE","target":"x","location":"y"}]`), "/alternatives/0", `the alternative !ROUTE is without the entity "via"`, "an alternative has no place for it"},
	} {
		t.Run(row.name, func(t *testing.T) {
			checkRules(t, rules(t, hotelRules), parse(t, row.text), row.path, row.msg, row.hint)
		})
	}
}

// checkRules expects a refusal at path, or none if path is empty, and that the
// IR stays as it is.
func checkRules(t *testing.T, r *ir.Rules, x *ir.IR, path, msg, hint string) {
	t.Helper()
	before := x.Clone()
	err := r.Check(x)
	if d := same(before, x); d != "" {
		t.Errorf("Check changed the IR: %s", d)
	}
	if path == "" {
		if err != nil {
			t.Errorf("got %v", err)
		}
		return
	}
	e := asError(t, err)
	if e.Code != ir.DecodeFailed || e.Offset != -1 || e.Path != path || !strings.HasPrefix(e.Msg, msg) || !strings.HasPrefix(e.Hint, hint) || e.Hint == "" {
		t.Errorf("got %v\npath %s, message %s, hint %s", err, e.Path, e.Msg, e.Hint)
	}
	plain(t, err.Error())
}

// What the zero rules, and rules that allow one thing, do not take.
func TestRulesAreClosed(t *testing.T) {
	open := map[ir.Action]ir.VerbRule{"!BOOK": {AnyEntity: true}}
	constraint, alternative := doc(`"constraints":[{"type":"a","value":""}]`), doc(`"alternatives":[{"action":"!BOOK","target":"x"}]`)
	for _, row := range []struct {
		name       string
		r          ir.Rules
		text       string
		path, hint string
	}{
		{"zero", ir.Rules{}, doc(), "/intent", "the rules allow no verb here"},
		{"only constraints and alternatives", ir.Rules{AnyConstraint: true, Alternatives: true}, doc(), "/intent", "the rules allow no verb"},
		{"only a verb", ir.Rules{Verbs: map[ir.Action]ir.VerbRule{"!BOOK": {}}}, doc(`"entities":[{"id":"act","value":""}]`), "/entities/0/id", "the rules allow no entity"},
		{"no constraints", ir.Rules{Verbs: open}, constraint, "/constraints/0/type", "the rules allow no constraint"},
		{"any constraint", ir.Rules{Verbs: open, AnyConstraint: true}, constraint, "", ""},
		{"any constraint but a ruled one", ir.Rules{Verbs: open, AnyConstraint: true, Constraints: map[string]ir.ConstraintRule{"a": {Enum: []string{"1"}}}}, constraint, "/constraints/0/value", "allowed: 1"},
		{"no alternatives", ir.Rules{Verbs: open}, alternative, "/alternatives", "leave the else-branch out"},
		{"alternatives", ir.Rules{Verbs: open, Alternatives: true}, alternative, "", ""},
		{"ruled entity beside any", ir.Rules{Verbs: map[ir.Action]ir.VerbRule{"!BOOK": {AnyEntity: true, Entities: map[string]ir.EntityRule{"k": {Enum: []string{""}}}}}},
			doc(`"entities":[{"id":"x","value":"1"},{"id":"k","value":"1"}]`), "/entities/1/value", `allowed: ""`},
		{"many choices", ir.Rules{Verbs: map[ir.Action]ir.VerbRule{"!A": {}, "!B": {}, "!C": {}, "!D": {}, "!E": {}, "!F": {}, "!G": {}, "!H": {}, "!I": {}, "!J": {}}},
			doc(), "/intent", "allowed: !A, !B, !C, !D, !E, !F, !G, !H and 2 more"},
	} {
		t.Run(row.name, func(t *testing.T) { checkRules(t, &row.r, parse(t, row.text), row.path, "", row.hint) })
	}
	for seed := range uint64(200) {
		if err := new(ir.Rules).Check(irgen.Random(seed).IR()); err == nil {
			t.Fatalf("seed %d: the zero rules take an IR", seed)
		}
	}
}

func TestRulesRepeatLittle(t *testing.T) {
	verb, other := ir.Action("!"+long), "other"
	named := func(e ir.EntityRule) map[ir.Action]ir.VerbRule {
		return map[ir.Action]ir.VerbRule{verb: {Entities: map[string]ir.EntityRule{long: e}}}
	}
	x := &ir.IR{Intent: verb, Entities: []ir.Entity{{ID: long, Value: long}, {ID: long}}, Constraints: []ir.Constraint{{Type: long, Value: long, Operator: &long}},
		Alternatives: []ir.Alternative{{Action: verb, Target: &long}}}
	free := map[ir.Action]ir.VerbRule{verb: {AnyEntity: true}}
	for name, r := range map[string]ir.Rules{
		"verb":        {},
		"id":          {Verbs: map[ir.Action]ir.VerbRule{verb: {}}},
		"repeat":      {Verbs: named(ir.EntityRule{})},
		"enum":        {Verbs: named(ir.EntityRule{Enum: []string{other}})},
		"constraint":  {Verbs: free},
		"operator":    {Verbs: free, Constraints: map[string]ir.ConstraintRule{long: {Operators: []string{other}}}},
		"value":       {Verbs: free, Constraints: map[string]ir.ConstraintRule{long: {Enum: []string{other}}}},
		"alternative": {Verbs: free, AnyConstraint: true},
		"target":      {Verbs: map[ir.Action]ir.VerbRule{verb: {AnyEntity: true, Entities: map[string]ir.EntityRule{"act": {Enum: []string{other}}}}}, AnyConstraint: true, Alternatives: true},
	} {
		e := asError(t, r.Check(x))
		if n := strings.Count(e.Error(), "Q"); n > 64 {
			t.Errorf("%s: %d bytes repeated in %v", name, n, e)
		}
	}
}

// rulesFor returns the narrowest rules that take x.
func rulesFor(x *ir.IR) *ir.Rules {
	r := &ir.Rules{Verbs: map[ir.Action]ir.VerbRule{}, Constraints: map[string]ir.ConstraintRule{}, Alternatives: len(x.Alternatives) > 0}
	calls := make(map[ir.Action][]map[string]int) // how often each ID stands in each call
	add := func(a ir.Action, args []ir.Entity) {
		v := r.Verbs[a]
		if v.Entities == nil {
			v.Entities = map[string]ir.EntityRule{}
		}
		n := make(map[string]int)
		for _, e := range args {
			n[e.ID]++
			rule := v.Entities[e.ID]
			rule.Enum = append(rule.Enum, e.Value)
			v.Entities[e.ID] = rule
		}
		r.Verbs[a] = v
		calls[a] = append(calls[a], n)
	}
	for verb, args := range x.Calls() {
		add(verb, args)
	}
	for _, a := range x.Alternatives {
		var args []ir.Entity
		if a.Target != nil {
			args = append(args, ir.Arg(*a.Target))
		}
		if a.Location != nil {
			args = append(args, ir.Named(ir.Location, *a.Location))
		}
		add(a.Action, args)
	}
	for a, v := range r.Verbs {
		for id, rule := range v.Entities {
			rule.Required = true
			for _, n := range calls[a] {
				rule.Required = rule.Required && n[id] > 0
				rule.Repeat = rule.Repeat || n[id] > 1
			}
			v.Entities[id] = rule
		}
	}
	for _, c := range x.Constraints {
		k := r.Constraints[c.Type]
		k.Enum = append(k.Enum, c.Value)
		if _, odd := c.Extra["operator"]; !odd {
			op := ""
			if c.Operator != nil {
				op = *c.Operator
			}
			k.Operators = append(k.Operators, op)
		}
		r.Constraints[c.Type] = k
	}
	for kind, k := range r.Constraints {
		if len(k.Operators) < len(k.Enum) { // one of them has an operator that is no string
			k.Operators = nil
		}
		r.Constraints[kind] = k
	}
	return r
}

// Rules made from an IR take it, also after a way through JSON, and refuse it
// when one of the things that they allow is taken out.
func TestRulesOfRandomIRs(t *testing.T) {
	for seed := range uint64(1000) {
		x := irgen.Random(seed).IR()
		before := x.Clone()
		r := rulesFor(x)
		if err := r.Check(x); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := rules(t, string(raw)).Check(x); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, raw)
		}
		for name, narrow := range narrowed(r) {
			if err := narrow.Check(x); err == nil {
				t.Fatalf("seed %d: accepted without %s\n%s", seed, name, raw)
			} else if again := narrow.Check(x.Clone()); again.Error() != err.Error() {
				t.Fatalf("seed %d: %v, then %v", seed, err, again)
			} else {
				plain(t, err.Error())
			}
		}
		if d := same(before, x); d != "" {
			t.Fatalf("seed %d: Check changed the IR: %s", seed, d)
		}
	}
}

// narrowed returns, for each thing that r allows, a copy without it.
func narrowed(r *ir.Rules) map[string]*ir.Rules {
	m := make(map[string]*ir.Rules)
	for a := range r.Verbs {
		c := r.Clone()
		delete(c.Verbs, a)
		m[string(a)] = c
		for id := range r.Verbs[a].Entities {
			c := r.Clone()
			delete(c.Verbs[a].Entities, id)
			m[string(a)+" "+id] = c
			c = r.Clone()
			e := c.Verbs[a].Entities[id]
			e.Enum = []string{"nothing that irgen makes"}
			c.Verbs[a].Entities[id] = e
			m[string(a)+" "+id+" enum"] = c
		}
	}
	for kind := range r.Constraints {
		c := r.Clone()
		delete(c.Constraints, kind)
		m["constraint "+kind] = c
	}
	if r.Alternatives {
		c := r.Clone()
		c.Alternatives = false
		m["alternatives"] = c
	}
	return m
}

func TestRulesClone(t *testing.T) {
	r := rules(t, hotelRules)
	c := r.Clone()
	if d := same2(r, c); d != "" {
		t.Error(d)
	}
	c.Verbs["!BOOK"].Entities["act"].Enum[0] = "changed"
	c.Verbs["!EMAIL"].Entities["x"] = ir.EntityRule{}
	c.Constraints["budget"].Operators[0] = ">"
	c.Constraints["budget"].Enum[0] = "0"
	maps.DeleteFunc(c.Verbs, func(a ir.Action, _ ir.VerbRule) bool { return a == "!START" })
	delete(c.Constraints, "loc")
	if d := same2(r, rules(t, hotelRules)); d != "" {
		t.Errorf("the clone shares memory: %s", d)
	}
	if d := same2(new(ir.Rules), new(ir.Rules).Clone()); d != "" {
		t.Error(d)
	}
}

// same2 compares rules by their JSON.
func same2(a, b *ir.Rules) string {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	if errA == nil && errB == nil && slices.Equal(x, y) {
		return ""
	}
	return string(x) + "\n" + string(y)
}
