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
