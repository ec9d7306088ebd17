package frontend_test

import (
	"fmt"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/ir"
)

// Blanks at the ends are no part of a payload and none of its request ID.
func ExampleTrim() {
	fmt.Printf("%q\n", frontend.Trim(" cancel(x)\r\n"))
	// Output: "cancel(x)"
}

func ExampleLocate() {
	diags := []frontend.Diagnostic{{Code: frontend.Comment, Offset: 13}}
	frontend.Locate("cancel(x);\n  # done", diags)
	fmt.Println(diags[0].Line, diags[0].Column)
	// Output: 2 3
}

// A surface of its own makes its streams of two functions.
func ExampleNewStream() {
	decode := func(x *ir.IR, text string) ([]frontend.Diagnostic, error) {
		return nil, code.Frontend{}.DecodeInto(x, text)
	}
	partial := func(text string) frontend.Partial {
		return frontend.Partial{Open: text}
	}
	s := frontend.NewStream(decode, partial, 1000)
	if _, err := s.Write([]byte("book(ho")); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Snapshot().Open)
	x, _, err := s.Close()
	fmt.Println(x, err)
	// Output:
	// book(ho
	// <nil> invalid_syntax: expected "," or ")", found the end of the text (offset 7)
}

func ExampleLocateAll() {
	const text = "cancel( x)\n\nbook(y,)"
	found := []frontend.Found{
		{Diagnostics: []frontend.Diagnostic{{Code: frontend.Whitespace, Offset: 7}}},
		{Diagnostics: []frontend.Diagnostic{{Code: frontend.TrailingComma, Offset: 18}}},
	}
	frontend.LocateAll(text, found)
	for _, f := range found {
		for _, d := range f.Diagnostics {
			fmt.Println(d.Code, d.Line, d.Column)
		}
	}
	// Output:
	// whitespace 1 8
	// trailing_comma 3 7
}
