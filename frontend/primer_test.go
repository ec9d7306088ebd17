package frontend_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/frontend/natural"
	"github.com/silp-protocol/silp-go/ir"
)

// Every surface has a primer. Each example in it is what the surface writes:
// decoded strictly and compiled again, or compiled from the IR of the same
// example in code.
func TestPrimer(t *testing.T) {
	hike, err := code.Decode("if !rain(t+1): start(hike) else: start(cards@indoor)")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		f        frontend.Frontend
		examples int
	}{
		{code.Frontend{}, 3}, {jsonfrontend.Frontend{}, 2}, {natural.Frontend{}, 1}, {natural.NLJSON{}, 1},
	} {
		n := 0
		for line := range strings.Lines(frontend.Primer(row.f.Name())) {
			example, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "  ")
			if !ok {
				continue
			}
			n++
			x := hike
			if d, ok := row.f.(frontend.Decoder); ok {
				x = ir.New()
				if err := d.DecodeInto(x, example); err != nil {
					t.Errorf("%s: %s: %v", row.f.Name(), example, err)
					continue
				}
			}
			if got, err := row.f.AppendCompile(nil, x); err != nil || string(got) != example {
				t.Errorf("%s: got %s, %v; the primer has %s", row.f.Name(), got, err, example)
			}
			if err := (ir.Verbs{}).Check(x); err != nil {
				t.Errorf("%s: %s: %v", row.f.Name(), example, err)
			}
		}
		if n != row.examples {
			t.Errorf("%s: %d examples in the primer, want %d", row.f.Name(), n, row.examples)
		}
	}
	if got := frontend.Primer("llmlingua2"); got != "" {
		t.Errorf("a primer of a surface that is not here: %s", got)
	}
}

func ExamplePrimer() {
	fmt.Print(frontend.Primer("natural"))
	// Output:
	// Tasks come as one English sentence. t+1 is a time, one step from now.
	//   If not rain at t+1, start hike otherwise start cards at indoor.
}
