package frontend_test

import (
	"fmt"

	"github.com/silp-protocol/silp-go/frontend"
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
