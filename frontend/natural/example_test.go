package natural_test

import (
	"fmt"

	"github.com/silp-protocol/silp-go/frontend/natural"
	"github.com/silp-protocol/silp-go/ir"
)

// The IR of draft appendix A.1.
func hike() *ir.IR {
	return &ir.IR{
		Intent:       "!START",
		Entities:     []ir.Entity{{ID: "act", Value: "hike"}},
		Constraints:  []ir.Constraint{{Type: "!rain", Value: "true", Time: new("t+1")}},
		Alternatives: []ir.Alternative{{Action: "!START", Target: new("cards"), Location: new("indoor")}},
	}
}

// The example of draft section 4.3.
func ExampleCompile() {
	text, err := natural.Compile(hike())
	if err != nil {
		panic(err)
	}
	fmt.Println(text)
	// Output:
	// If not rain at t+1, start hike otherwise start cards at indoor.
}

// The example of draft section 4.4.
func ExampleCompileNLJSON() {
	text, err := natural.CompileNLJSON(hike())
	if err != nil {
		panic(err)
	}
	fmt.Println(text)
	// Output:
	// {"task_description":"If not rain at t+1, start hike otherwise start cards at indoor."}
}
