package ir_test

import (
	"errors"
	"fmt"

	"github.com/silp-protocol/silp-go/ir"
)

const hike = `{"intent":"!START","entities":[{"id":"act","value":"hike"},{"id":"act","value":"zhangsan","action":"!EMAIL"}],` +
	`"constraints":[{"type":"!rain","value":"true","time":"t+1"}],"meta":{"req_id":"a1b2c3d4","confidence":0.95}}`

func ExampleParse() {
	x, err := ir.Parse(hike)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(x.Intent, x.Entities[0].Value, *x.Constraints[0].Time, *x.Meta.Confidence)
	// Output: !START hike t+1 0.95
}

func ExampleParse_error() {
	_, err := ir.Parse(`{"intent":"!START","meta":{"req_id":"a1b2c3d4","out":null}}`)
	fmt.Println(err)
	e, ok := errors.AsType[*ir.Error](err)
	fmt.Println(ok, e.Code, e.Path, e.Offset)
	// Output:
	// decode_failed: /meta/out: expected a string, got null (offset 53); leave the member out, or read null as absent (Options.NullAsAbsent, silpc --null-as-absent)
	// true decode_failed /meta/out 53
}

func ExampleOptions_Parse() {
	x, err := ir.Options{NullAsAbsent: true}.Parse(`{"intent":"!START","meta":{"req_id":"a1b2c3d4","out":null}}`)
	fmt.Println(x.Meta.Out == nil, err)
	// Output: true <nil>
}

func ExampleParseInto() {
	x := ir.New() // one allocation for many texts
	for _, text := range []string{hike, `{"intent":"!CANCEL","meta":{"req_id":"abcd"}}`} {
		if err := ir.ParseInto(x, text); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(x.Intent, len(x.Entities))
	}
	// Output:
	// !START 2
	// !CANCEL 0
}

func ExampleAppendJSON() {
	x := &ir.IR{
		Intent:      "!CANCEL",
		Entities:    []ir.Entity{{ID: ir.Positional, Value: "flight"}},
		Constraints: []ir.Constraint{{Type: "budget", Value: "300", Operator: new("<=")}},
		Meta:        ir.Meta{ReqID: "a1b2c3d4"},
	}
	out, err := ir.AppendJSON(nil, x)
	fmt.Printf("%s %v\n", out, err)
	// Output: {"intent":"!CANCEL","entities":[{"id":"act","value":"flight"}],"constraints":[{"type":"budget","value":"300","operator":"<="}],"meta":{"req_id":"a1b2c3d4"}} <nil>
}

func ExampleIR_Validate() {
	x := &ir.IR{Intent: "CANCEL"}
	fmt.Println(x.Validate())
	// Output: decode_failed: /intent: "CANCEL" is not an action code; write "!" and an upper-case verb, as in !CANCEL
}

func ExampleEquivalent() {
	a, _ := ir.Parse(`{"intent":"!BOOK","entities":[{"id":"act","value":"x"}],"meta":{"req_id":"abcd","n":1}}`)
	b, _ := ir.Parse(`{"silp":"v1","intent":"!BOOK","entities":[{"id":"act","value":"x","action":"!BOOK"}],"meta":{"req_id":"0123","n":1.0}}`)
	fmt.Println(ir.Equivalent(a, b))
	// Output: true
}

func ExampleDiff() {
	a, _ := ir.Parse(hike)
	b := a.Clone()
	b.Entities[0].Value = "hi\u200bke"
	b.Meta.Priority = 2
	for _, change := range ir.Diff(a, b) {
		fmt.Println(change)
	}
	// Output:
	// /entities/0/value: "hike" -> "hi\u200bke"
	// /meta/priority: 0 -> 2
}

func ExampleIR_Calls() {
	x, _ := ir.Parse(hike)
	for verb, args := range x.Calls() {
		fmt.Println(verb, len(args), args[0].Value)
	}
	// Output:
	// !START 1 hike
	// !EMAIL 1 zhangsan
}

func ExampleReqID() {
	fmt.Println(ir.ReqID("start(hike)", 8), ir.ReqID("start(hike)", 4))
	// Output: cba38e6e cba3
}

func ExampleVerbs_Check() {
	x := &ir.IR{Intent: "!SWITCH_TOOL"}
	fmt.Println(ir.Verbs{}.Check(x))
	fmt.Println(ir.Verbs{Also: []ir.Action{"!SWITCH_TOOL"}}.Check(x))
	// Output:
	// decode_failed: /intent: verb !SWITCH_TOOL is excluded by draft Table 8: it is 2 or 3 tokens on every tokenizer; use !SWITCH
	// <nil>
}

func ExamplePosition() {
	text := "{\n  \"intent\": \"!中\"\n}"
	_, err := ir.Parse(text)
	e, _ := errors.AsType[*ir.Error](err)
	line, column := ir.Position(text, e.Offset)
	fmt.Printf("%d:%d %s\n", line, column, e.Msg)
	// Output: 2:13 "!\u4e2d" is not an action code
}

func ExampleError() {
	_, err := ir.Parse(`{"intent":"!START"`)
	fmt.Println(errors.Is(err, ir.InvalidSyntax), errors.Is(err, ir.DecodeFailed))
	// Output: true false
}

func ExampleActionOf() {
	a, ok := ir.ActionOf("cancel")
	fmt.Println(a, a.Func(), ok)
	// Output: !CANCEL cancel true
}

func ExampleError_Feedback() {
	_, err := ir.Parse(`{"intent":"book","meta":{"req_id":"a1b2c3d4"}}`)
	if e, ok := errors.AsType[*ir.Error](err); ok {
		fmt.Println(e.Feedback())
	}
	// Output:
	// Your payload was refused (decode_failed) at /intent: "book" is not an action code; write "!" and an upper-case verb, as in !CANCEL. Right form, for example: {"intent":"!BOOK","entities":[{"id":"act","value":"x"}],"meta":{"req_id":"a1b2c3d4"}}
}

func ExampleAppendReqID() {
	fmt.Printf("%s\n", ir.AppendReqID(nil, []byte("book(hotel)"), ir.ReqIDDigits))
	// Output: 8e72c113
}
