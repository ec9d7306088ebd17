package natural_test

import (
	"fmt"

	"github.com/silp-protocol/silp-go/frontend/natural"
	"github.com/silp-protocol/silp-go/ir"
)

func ExampleFrontend_AppendCompile() {
	x := ir.Task("!START", ir.Arg("hike")).If(ir.Not("rain").At("t+1")).Else(ir.Alt("!START", "cards").In("indoor"))
	text, err := natural.Frontend{}.AppendCompile([]byte("Task: "), x)
	fmt.Println(string(text), err)
	// Output: Task: If not rain at t+1, start hike otherwise start cards at indoor. <nil>
}

func ExampleNLJSON_AppendCompile() {
	text, err := natural.NLJSON{}.AppendCompile(nil, ir.Task("!CANCEL", ir.Arg("flight")))
	fmt.Println(string(text), err)
	// Output: {"task_description":"cancel flight."} <nil>
}
