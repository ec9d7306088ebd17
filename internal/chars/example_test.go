package chars_test

import (
	"fmt"

	"github.com/silp-protocol/silp-go/internal/chars"
)

func ExampleOf() {
	for _, r := range "é（½" {
		c := chars.Of(r)
		fmt.Printf("%c word=%t stable=%t\n", r, c&chars.Word != 0, c&chars.Stable != 0)
	}
	// Output:
	// é word=true stable=true
	// （ word=false stable=false
	// ½ word=true stable=false
}

func ExampleFoldASCII() {
	fmt.Printf("%q %q %q\n", chars.FoldASCII('Ａ'), chars.FoldASCII('…'), chars.FoldASCII('é'))
	// Output: "A" "..." ""
}
