package grammar_test

import (
	"fmt"
	"strings"

	"github.com/silp-protocol/silp-go/frontend/grammar"
	"github.com/silp-protocol/silp-go/ir"
)

// hotel is what a receiver allows.
func hotel() *ir.Rules {
	rules, err := ir.ParseRules(`{"verbs":{"!BOOK":{"entities":{"act":{"required":true,"enum":["hotel","flight"]},"nights":{"enum":["1","2"]}}}}}`)
	if err != nil {
		panic(err)
	}
	return rules
}

func ExampleOptions_GBNF() {
	text, err := grammar.Options{Rules: hotel()}.GBNF()
	fmt.Print(text, err)
	// Output:
	// root ::= actions
	// actions ::= book
	// book ::= "book(" book-args ")"
	// book-args ::= (book-act book-rest | book-nights book-rest-2)
	// book-act ::= value
	// value ::= ("flight" | "hotel")
	// book-rest ::= ("," book-nights)?
	// book-nights ::= "nights=" value-2
	// value-2 ::= ("1" | "2")
	// book-rest-2 ::= "," book-act
	// <nil>
}

func ExampleOptions_Lark() {
	text, err := grammar.Options{Rules: hotel()}.Lark()
	fmt.Print(text, err)
	// Output:
	// start: actions
	// actions: book
	// book: "book(" book_args ")"
	// book_args: (book_act book_rest | book_nights book_rest_2)
	// book_act: VALUE
	// VALUE: ("flight" | "hotel")
	// book_rest: ("," book_nights)?
	// book_nights: "nights=" VALUE_2
	// VALUE_2: ("1" | "2")
	// book_rest_2: "," book_act
	// <nil>
}

func ExampleOptions_Regex() {
	text, err := grammar.Options{Rules: hotel()}.Regex()
	fmt.Println(text, err)

	_, err = grammar.Options{}.Regex()
	fmt.Println(err)
	// Output:
	// book\x28(?:(?:flight|hotel)(?:,nights=(?:1|2))?|nights=(?:1|2),(?:flight|hotel))\x29 <nil>
	// decode_failed: a regular expression over the limit of 1048576 bytes; allow fewer verbs, calls, slots, constraints or free words, or set AnyLetter
}

func ExampleOptions_Schema() {
	text, err := grammar.Options{Rules: hotel()}.Schema()
	fmt.Println(text, err)
	// Output:
	// {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"intent":{"const":"!BOOK"},"act":{"type":"string","enum":["hotel","flight"]},"nights":{"type":"string","enum":["1","2"]},"constraints":false,"alternatives":false,"entities":false,"silp":false,"version":false,"meta":false},"required":["intent","act"],"additionalProperties":false} <nil>
}

func ExampleOptions_OpenAISchema() {
	text, err := grammar.Options{Rules: hotel()}.OpenAISchema()
	fmt.Println(text, err)
	// Output:
	// {"type":"object","properties":{"intent":{"type":"string","enum":["!BOOK"]},"act":{"type":"string","enum":["hotel","flight"]},"nights":{"type":["string","null"],"enum":["1","2",null]}},"required":["intent","act","nights"],"additionalProperties":false} <nil>
}

// Rules for some verbs and nothing else: any entity, any constraint. What is not
// wanted is switched off.
func ExampleOnly() {
	rules := grammar.Only("!BOOK", "!EMAIL")
	rules.AnyConstraint, rules.Alternatives = false, false
	text, err := grammar.Options{Rules: rules, AnyLetter: true}.GBNF()
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "root") || strings.HasPrefix(line, "actions") {
			fmt.Print(line)
		}
	}
	// Output:
	// root ::= actions
	// actions ::= (book ("; " email "; " book)* ("; " email)? | email ("; " book "; " email)* ("; " book)?)
}

func ExampleOptions_Tool() {
	tool := grammar.Options{Rules: hotel()}.Tool("book", "Book hotels and flights.")
	definition, err := tool.MCP()
	fmt.Println(string(definition), err)
	// Output:
	// {"name":"book","description":"Book hotels and flights. The arguments are a SILP payload of the json surface: intent is the action, then its entities.","inputSchema":{"type":"object","properties":{"intent":{"type":"string","enum":["!BOOK"]},"act":{"type":"string","enum":["hotel","flight"]},"nights":{"type":["string","null"],"enum":["1","2",null]}},"required":["intent","act","nights"],"additionalProperties":false}} <nil>
}

func ExampleTool_MCP() {
	_, err := grammar.Options{}.Tool("two words", "").MCP()
	fmt.Println(err)
	// Output:
	// decode_failed: the name of a tool is "two words"; use 1 to 64 ASCII letters, digits, _ and -
}

func ExampleTool_OpenAIFunction() {
	tool := grammar.Options{Rules: hotel()}.Tool("book", "")
	definition, err := tool.OpenAIFunction(grammar.Responses)
	fmt.Println(string(definition), err)
	// Output:
	// {"type":"function","name":"book","description":"The arguments are a SILP payload of the json surface: intent is the action, then its entities.","parameters":{"type":"object","properties":{"intent":{"type":"string","enum":["!BOOK"]},"act":{"type":"string","enum":["hotel","flight"]},"nights":{"type":["string","null"],"enum":["1","2",null]}},"required":["intent","act","nights"],"additionalProperties":false},"strict":true} <nil>
}

func ExampleTool_OpenAICustom() {
	rules := &ir.Rules{Verbs: map[ir.Action]ir.VerbRule{"!START": {}}}
	tool := grammar.Options{Rules: rules}.Tool("start", "Start it.")
	definition, err := tool.OpenAICustom(grammar.ChatCompletions)
	fmt.Println(string(definition), err)
	// Output:
	// {"type":"custom","custom":{"name":"start","description":"Start it. The input is one SILP payload of the code surface, as in: if budget<=500: book(hotel,nights=2)","format":{"type":"grammar","grammar":{"syntax":"lark","definition":"start: actions\nactions: \"start()\"\n"}}}} <nil>
}
