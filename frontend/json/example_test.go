package json_test

import (
	"errors"
	"fmt"

	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
)

// The example of draft section 4.2.
func ExampleCompile() {
	x := &ir.IR{
		Intent: "!CANCEL",
		Entities: []ir.Entity{
			{ID: "act", Value: "flight"},
			{ID: "act", Value: "zhangsan", Action: "!EMAIL"},
		},
		Constraints: []ir.Constraint{{Type: "loc", Value: "Beijing", Time: new("t+1am"), Subject: new("me")}},
	}
	text, err := json.Compile(x)
	if err != nil {
		panic(err)
	}
	fmt.Println(text)
	// Output:
	// {"intent":"!CANCEL","act":"flight","action_email":["zhangsan"],"constraints":[{"type":"loc","value":"Beijing","time":"t+1am","subject":"me"}]}
}

func ExampleDecode() {
	x, err := json.Decode(`{"intent":"!BOOK","act":"hotel","city":"Shanghai","action_email":["lisi",{"id":"cc","value":"wangwu"}]}`)
	if err != nil {
		panic(err)
	}
	for verb, entities := range x.Calls() {
		fmt.Print(verb)
		for _, e := range entities {
			fmt.Printf(" %s=%s", e.ID, e.Value)
		}
		fmt.Println()
	}
	fmt.Println("req_id", x.Meta.ReqID)
	// Output:
	// !BOOK act=hotel city=Shanghai
	// !EMAIL act=lisi cc=wangwu
	// req_id 390af97a
}

func ExampleDecode_error() {
	_, err := json.Decode(`{"intent":"!BOOK","act":"hotel","nights":2}`)
	fmt.Println(errors.Is(err, ir.InvalidSyntax))
	fmt.Println(err)
	// Output:
	// true
	// invalid_syntax: /nights: expected a string, got a number (offset 41); a slot is a string or a non-empty array of strings
}

// A text that travels alone takes the protocol data with it.
func ExampleFrontend_AppendCompile() {
	x := &ir.IR{
		Intent:   "!FETCH",
		Entities: []ir.Entity{{ID: "act", Value: "data"}},
		Meta:     ir.Meta{SessionID: new("a1"), Priority: 2, Seq: []string{"!FETCH", "!PROCESS"}},
	}
	text, err := json.Frontend{WithMeta: true}.AppendCompile(nil, x)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
	// Output:
	// {"intent":"!FETCH","act":"data","meta":{"priority":2,"seq":["!FETCH","!PROCESS"],"session_id":"a1"}}
}

// DecodeInto fills memory that exists already and leaves req_id to the caller.
func ExampleFrontend_DecodeInto() {
	var surface json.Frontend
	x := ir.New()
	for _, text := range []string{`{"intent":"!START","act":"hike"}`, `{"intent":"!SWITCH","act":"backup_mode"}`} {
		if err := surface.DecodeInto(x, text); err != nil {
			panic(err)
		}
		fmt.Println(x.Intent, x.Entities[0].Value)
	}
	// Output:
	// !START hike
	// !SWITCH backup_mode
}

// What a language model wrote, with the repairs.
func ExampleFrontend_DecodeTolerant() {
	x := ir.New()
	diags, err := json.Frontend{}.DecodeTolerant(x, "Here it is:\n```json\n{\n  \"intent\": \"!BOOK\",\n  \"nights\": 2, // two\n}\n```")
	if err != nil {
		panic(err)
	}
	fmt.Println(x.Intent, x.Entities[0].ID, x.Entities[0].Value)
	for _, d := range diags {
		fmt.Printf("%d:%d %s: %s\n", d.Line, d.Column, d.Code, d.Message)
	}
	// Output:
	// !BOOK nights 2
	// 1:1 leading_text: left out the text in front of the payload
	// 2:1 code_fence: took the payload out of its backticks
	// 5:13 number_as_string: read a number as the string of its characters
	// 5:14 trailing_comma: left out a comma that nothing follows
	// 5:16 comment: left out a comment
}

func ExampleFrontend_FindAll() {
	found, err := json.Frontend{}.FindAll(`First {"intent":"!CANCEL","act":"x"}, then {"intent":"!BOOK"}.`)
	if err != nil {
		panic(err)
	}
	for _, f := range found {
		fmt.Println(f.Start, f.End, f.IR.Intent)
	}
	// Output:
	// 6 36 !CANCEL
	// 43 61 !BOOK
}

func ExampleFrontend_NewStream() {
	s := json.Frontend{}.NewStream()
	for _, chunk := range []string{`{"intent":"!BOOK","act":"ho`, `tel","city":"New Yo`, `rk"}`} {
		if _, err := s.Write([]byte(chunk)); err != nil {
			fmt.Println(err)
			return
		}
		p := s.Snapshot()
		fmt.Printf("%d entities, then %s %q\n", len(p.IR.Entities), p.Path, p.Open)
	}
	x, _, err := s.Close()
	fmt.Println(len(x.Entities), x.Entities[1].Value, err)
	// Output:
	// 0 entities, then /entities/0/value "ho"
	// 1 entities, then /entities/1/value "New Yo"
	// 2 entities, then  ""
	// 2 New York <nil>
}

func ExampleFrontend_NewTolerantStream() {
	s := json.Frontend{}.NewTolerantStream()
	if _, err := s.Write([]byte("Here it is: {\"intent\":\"!BOOK\",\"nights\":2}")); err != nil {
		fmt.Println(err)
		return
	}
	x, diags, err := s.Close()
	fmt.Println(x.Entities[0].Value, err)
	for _, d := range diags {
		fmt.Println(d.Code)
	}
	// Output:
	// 2 <nil>
	// leading_text
	// number_as_string
}
