package ir_test

import (
	"fmt"
	"strings"

	"github.com/silp-protocol/silp-go/ir"
)

// The example of draft Appendix A.1: hike tomorrow unless it rains, else play
// cards indoors.
func ExampleTask() {
	x := ir.Task("!START", ir.Arg("hike")).
		If(ir.Not("rain").At("t+1")).
		Else(ir.Alt("!START", "cards").In("indoor"))
	x.Meta.ReqID = "a1b2c3d4"
	out, err := ir.AppendJSON(nil, x)
	fmt.Println(string(out), err)
	// Output: {"intent":"!START","entities":[{"id":"act","value":"hike"}],"constraints":[{"type":"!rain","value":"true","time":"t+1"}],"alternatives":[{"action":"!START","target":"cards","location":"indoor"}],"meta":{"req_id":"a1b2c3d4"}} <nil>
}

func ExampleIR_Then() {
	x := ir.Task("!BOOK", ir.Arg("hotel"), ir.Named("nights", "2")).
		Then("!EMAIL", ir.Arg("me")).
		If(ir.Cmp("budget", "<=", "500"), ir.Is("city", "Paris").Of("hotel"))
	for verb, args := range x.Calls() {
		fmt.Println(verb, len(args))
	}
	for _, c := range x.Constraints {
		fmt.Println(c.Type, c.Value, c.Negated())
	}
	// Output:
	// !BOOK 2
	// !EMAIL 1
	// budget 500 false
	// city Paris false
}

func ExampleEntity_Of() {
	x := ir.Task("!BOOK", ir.Arg("hotel")).Then("!EMAIL", ir.Arg("me"))
	for _, e := range x.Entities {
		fmt.Println(e.Value, e.Of(x.Intent))
	}
	// Output:
	// hotel !BOOK
	// me !EMAIL
}

func ExampleCompare() {
	a := ir.Task("!START", ir.Arg("hike")).If(ir.Not("rain").At("t+1"))
	b := ir.Task("!START", ir.Arg("hike")).If(ir.Is("rain", "true").At("t+1"))
	c := ir.Compare(a, b)
	fmt.Println(c.Equivalent, c.Verbs, c.Order, c.Negation)
	for _, change := range c.Changes {
		fmt.Println(change)
	}
	// Output:
	// false false false true
	// /constraints/0/type: "!rain" -> "rain"
}

func ExampleLint() {
	x := ir.Task("!RUN", ir.Arg("report")).Else(ir.Alternative{Action: "!NOTIFY"})
	for _, w := range ir.Lint(x) {
		fmt.Printf("%s %s %s: %s\n", w.Severity, w.Rule, w.Path, w.Message)
	}
	// Output:
	// warning whitelist /intent: verb !RUN is not on the whitelist
	// info alternative_completeness /alternatives/0: the alternative has neither target nor location
	// warning else_without_if /alternatives: alternatives without a condition
}

func ExampleLintRules() {
	for _, r := range ir.LintRules()[:2] {
		fmt.Println(r.Name, r.Severity, r.Source)
	}
	// Output:
	// whitelist warning 3.8, Table 7
	// excluded_verb warning 3.8, Table 8
}

func ExampleRules_Check() {
	rules := &ir.Rules{
		Verbs: map[ir.Action]ir.VerbRule{"!BOOK": {Entities: map[string]ir.EntityRule{
			"act":    {Required: true, Enum: []string{"hotel", "flight"}},
			"nights": {},
		}}},
		Constraints: map[string]ir.ConstraintRule{"budget": {Operators: []string{"<=", "<"}}},
	}
	fmt.Println(rules.Check(ir.Task("!BOOK", ir.Arg("hotel")).If(ir.Cmp("budget", "<=", "500"))))
	fmt.Println(rules.Check(ir.Task("!BOOK", ir.Arg("car"))))
	fmt.Println(rules.Check(ir.Task("!CANCEL", ir.Arg("hotel"))))
	// Output:
	// <nil>
	// decode_failed: /entities/0/value: value "car" of "act" is not allowed; allowed: hotel, flight
	// decode_failed: /intent: verb !CANCEL is not allowed; allowed: !BOOK
}

func ExampleParseRules() {
	rules, err := ir.ParseRules(`{"verbs":{"!CANCEL":{"entities":{"act":{"required":true}}}}}`)
	fmt.Println(rules.Check(ir.Task("!CANCEL")), err)
	_, err = ir.ParseRules(`{"verbs":{"!CANCEL":{"entities":{"act":{"requierd":true}}}}}`)
	fmt.Println(err)
	// Output:
	// decode_failed: /intent: call of !CANCEL without the entity "act"; add it <nil>
	// decode_failed: /verbs/!CANCEL/entities/act/requ...: unknown member "requierd" (offset 40); an entity has required, repeat and enum
}

// A codec that is given rules to keep cannot be loosened by its caller later:
// silp.New clones them.
func ExampleRules_Clone() {
	rules := &ir.Rules{Verbs: map[ir.Action]ir.VerbRule{"!BOOK": {}}}
	kept := rules.Clone()
	rules.Verbs["!CANCEL"] = ir.VerbRule{}
	fmt.Println(len(rules.Verbs), len(kept.Verbs))
	// Output: 2 1
}

func ExampleFlatEntities() {
	fmt.Println(ir.FlatEntities(ir.Task("!BOOK", ir.Arg("hotel"), ir.Named("city", "Paris")).Then("!EMAIL", ir.Arg("me"))))
	fmt.Println(ir.FlatEntities(ir.Task("!BOOK", ir.Named("intent", "holiday"))))
	// Output:
	// 2 true
	// 1 false
}

func ExampleOperators() {
	fmt.Println(strings.Join(ir.Operators(), " "))
	// Output: == != <= >= < >
}

func ExampleWhitelist() {
	fmt.Println(len(ir.Whitelist()), ir.Whitelist()[0])
	for _, v := range ir.Excluded() {
		fmt.Println(v.Action, v.Replacement)
	}
	// Output:
	// 13 !CANCEL
	// !SWITCH_TOOL !SWITCH
	// !ESCALATE
}

func ExampleVerbs_Has() {
	verbs := ir.Verbs{Also: []ir.Action{"!RUN"}}
	fmt.Println(verbs.Has("!BOOK"), verbs.Has("!RUN"), verbs.Has("!STOP"))
	// Output: true true false
}

func ExampleAction_Valid() {
	fmt.Println(ir.Action("!BOOK").Valid(), ir.Action("BOOK").Valid(), ir.Action("!book").Valid())
	name, ok := ir.Action("!SWITCH_TOOL").AppendFunc(nil)
	fmt.Println(string(name), ok)
	// Output:
	// true false false
	// switch_tool true
}

func ExampleIR_Header() {
	x := ir.Task("!BOOK", ir.Arg("hotel"))
	x.Meta = ir.Meta{ReqID: "a1b2c3d4", Priority: 2}
	raw, err := x.Header().MarshalJSON()
	fmt.Println(string(raw), err)
	// Output: {"meta":{"priority":2,"req_id":"a1b2c3d4"}} <nil>
}

func ExampleParseBytes() {
	raw := []byte(`{"intent":"!CANCEL","meta":{"req_id":"abcd"}}`)
	x, err := ir.ParseBytes(raw)
	clear(raw) // x keeps nothing of it
	fmt.Println(x.Intent, err)
	x.Reset()
	fmt.Printf("%q\n", x.Intent)
	// Output:
	// !CANCEL <nil>
	// ""
}

func ExampleCheckSize() {
	fmt.Println(ir.CheckSize(5, 4))
	// Output: invalid_syntax: input of 5 bytes is over the limit of 4 (offset 4); raise MaxBytes if the sender may send that much
}
