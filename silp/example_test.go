package silp_test

import (
	"fmt"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

func ExampleCodec_Encode() {
	codec := silp.New(silp.Options{})
	x := ir.Task("!START", ir.Arg("hike")).If(ir.Not("rain").At("t+1")).Else(ir.Alt("!START", "cards").In("indoor"))
	x.Meta.Priority = 1
	p, err := codec.Encode(x)
	fmt.Println(p.Encoding, p.Text, err)
	back, _, err := codec.Decode(p)
	fmt.Println(ir.Equivalent(x, back), back.Meta.Priority, back.Meta.ReqID, err)
	// Output:
	// code if !rain(t+1): start(hike) else: start(cards@indoor) <nil>
	// true 1 925dda38 <nil>
}

func ExampleCodec_EncodeAs() {
	codec := silp.New(silp.Options{})
	x := ir.Task("!BOOK", ir.Arg("hotel"), ir.Named("city", "Paris"))
	for _, name := range []string{"code", "json", "natural", "nl_json", "math"} {
		p, err := codec.EncodeAs(name, x)
		fmt.Println(p.Text, err)
	}
	// Output:
	// book(hotel,city=Paris) <nil>
	// {"intent":"!BOOK","act":"hotel","city":"Paris"} <nil>
	// book hotel, Paris. <nil>
	// {"task_description":"book hotel, Paris."} <nil>
	//  unsupported_frontend: no frontend named "math"; the frontends of draft Table 9 here are code, json, natural and nl_json
}

func ExampleCodec_Decode() {
	codec := silp.New(silp.Options{})
	_, _, err := codec.Decode(silp.Payload{Encoding: "code", Text: "switch_tool(hammer)"})
	fmt.Println(err)
	_, _, err = codec.Decode(silp.Payload{Encoding: "code", Text: "switch(hammer"})
	fmt.Println(err)
	// Output:
	// decode_failed: /intent: verb !SWITCH_TOOL is excluded by draft Table 8: it is 2 or 3 tokens on every tokenizer; use !SWITCH
	// invalid_syntax: expected "," or ")", found the end of the text (offset 13)
}

// Rules narrow what a receiver takes; lint says what it took but wonders about.
func ExampleOptions_rules() {
	rules, err := ir.ParseRules(`{"verbs":{"!BOOK":{"entities":{"act":{"enum":["hotel","flight"]},"nights":{"repeat":true}}}}}`)
	if err != nil {
		panic(err)
	}
	codec := silp.New(silp.Options{Rules: rules, Lint: true})
	for _, text := range []string{"book(hotel,nights=2)", "book(car)", "cancel(hotel)", "book(nights=2,nights=3)"} {
		_, report, err := codec.Decode(silp.Payload{Encoding: "code", Text: text})
		fmt.Println(err)
		for _, w := range report.Warnings {
			fmt.Println(w.Severity, w.Path, w.Message)
		}
	}
	// Output:
	// <nil>
	// decode_failed: /entities/0/value: value "car" of "act" is not allowed; allowed: hotel, flight
	// decode_failed: /intent: verb !CANCEL is not allowed; allowed: !BOOK
	// <nil>
	// warning /entities/1/id ID "nights" stands twice in one call
}

func ExampleCompile() {
	text, err := silp.Compile("code", ir.Task("!CANCEL", ir.Arg("order_42")))
	fmt.Println(text, err)
	x, err := silp.Decode("code", text)
	fmt.Println(x.Intent, x.Entities[0].Value, x.Meta.ReqID, err)
	// Output:
	// cancel(order_42) <nil>
	// !CANCEL order_42 dd209c26 <nil>
}

func ExampleCodec_DecodeInto() {
	codec := silp.New(silp.Options{})
	x := ir.New()
	for _, text := range []string{`book(hotel)`, `cancel(flight)`} {
		if _, err := codec.DecodeInto(x, silp.Payload{Encoding: "code", Text: text}); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(x.Intent, x.Entities[0].Value)
	}
	// Output:
	// !BOOK hotel
	// !CANCEL flight
}

func ExampleCodec_AppendText() {
	text, err := silp.New(silp.Options{}).AppendText([]byte("payload="), "code", ir.Task("!BOOK", ir.Arg("hotel")))
	fmt.Println(string(text), err)
	// Output: payload=book(hotel) <nil>
}
