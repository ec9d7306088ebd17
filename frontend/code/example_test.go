package code_test

import (
	"fmt"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/ir"
)

// The example of draft Appendix A.2.
func ExampleCompile() {
	x := ir.Task("!CANCEL", ir.Arg("flight"), ir.Named("time", "t+1pm")).
		Then("!EMAIL", ir.Arg("zhangsan")).
		If(ir.Is("loc", "Beijing").At("t+1am").Of("me"))
	text, err := code.Compile(x)
	fmt.Println(text, err)
	// Output: if loc(me,Beijing,t+1am): cancel(flight,t+1pm); email(zhangsan) <nil>
}

// A value that is not plainly a word is quoted, so that it cannot become
// structure.
func ExampleCompile_quoted() {
	text, err := code.Compile(ir.Task("!EMAIL", ir.Arg("x); cancel(all"), ir.Named("city", "San Francisco, CA")))
	fmt.Println(text, err)
	// Output: email("x); cancel(all",city="San Francisco, CA") <nil>
}

func ExampleDecode() {
	x, err := code.Decode("if budget<=500 and rating>=4.0: book(hotel,downtown,t+5)")
	if err != nil {
		panic(err)
	}
	for _, c := range x.Constraints {
		fmt.Println(c.Type, *c.Operator, c.Value)
	}
	for _, e := range x.Entities {
		fmt.Println(e.ID, e.Value)
	}
	// Output:
	// budget <= 500
	// rating >= 4.0
	// act hotel
	// act downtown
	// time t+5
}

func ExampleDecode_error() {
	for _, text := range []string{"book(hotel", "book(San Francisco)", "if budget=500: book(hotel)", "Book(hotel)"} {
		_, err := code.Decode(text)
		fmt.Println(err)
	}
	// Output:
	// invalid_syntax: expected "," or ")", found the end of the text (offset 10)
	// invalid_syntax: expected "," or ")", found a blank (offset 8)
	// invalid_syntax: "=" is no operator (offset 9); write "==" to compare
	// invalid_syntax: expected a function name, found 'B' (offset 0); function names are lower case
}

// A text that travels alone takes the protocol data with it.
func ExampleFrontend_AppendCompile() {
	x := ir.Task("!FETCH", ir.Arg("data"))
	x.Meta = ir.Meta{SessionID: new("a1"), Priority: 2}
	text, err := code.Frontend{WithMeta: true}.AppendCompile(nil, x)
	fmt.Println(string(text), err)
	// Output: fetch(data) #{"meta":{"priority":2,"session_id":"a1"}} <nil>
}

// DecodeInto fills memory that exists already and leaves req_id to the caller.
func ExampleFrontend_DecodeInto() {
	var surface code.Frontend
	x := ir.New()
	for _, text := range []string{"start(hike)", "switch(backup_mode)"} {
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
	diags, err := code.Frontend{}.DecodeTolerant(x, "Here it is:\n```\nIF rain(t+1): start(San Francisco)\n```")
	if err != nil {
		panic(err)
	}
	fmt.Println(x.Intent, x.Entities[0].Value)
	for _, d := range diags {
		fmt.Printf("%d:%d %s: %s\n", d.Line, d.Column, d.Code, d.Message)
	}
	// Output:
	// !START San Francisco
	// 1:1 leading_text: left out the text in front of the payload
	// 3:1 keyword_spelling: read IF as if
	// 3:1 code_fence: took the payload out of its backticks
	// 3:21 unquoted_blank: put quotes around a value with blanks inside
}

func ExampleFrontend_FindAll() {
	found, err := code.Frontend{}.FindAll("First cancel(x), then:\n\nbook(hotel)\n")
	if err != nil {
		panic(err)
	}
	for _, f := range found {
		fmt.Println(f.Start, f.End, f.IR.Intent)
	}
	// Output: 24 35 !BOOK
}

func ExampleFrontend_NewStream() {
	s := code.Frontend{}.NewStream()
	for _, chunk := range []string{`if !rain: book(hotel,`, `city="New Yo`, `rk")`} {
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
	// 1 entities, then  ""
	// 1 entities, then /entities/1/value "New Yo"
	// 2 entities, then  ""
	// 2 New York <nil>
}

func ExampleFrontend_NewTolerantStream() {
	s := code.Frontend{}.NewTolerantStream()
	if _, err := s.Write([]byte("Here it is:\n```\nbook( hotel )\n```")); err != nil {
		fmt.Println(err)
		return
	}
	x, diags, err := s.Close()
	fmt.Println(x.Entities[0].Value, err)
	for _, d := range diags {
		fmt.Println(d.Code)
	}
	// Output:
	// hotel <nil>
	// leading_text
	// code_fence
	// whitespace
	// whitespace
}
