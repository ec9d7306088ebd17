package main

import (
	"testing"

	"github.com/silp-protocol/silp-go/internal/pagetest"
)

func Example_main() {
	main()
	// Output:
	// {"booked":"book(hotel,city=Oslo)"} <nil> false
	//  decode_failed: no hotels there; name another city true
}

// The page shows this program, so what it shows compiles.
func TestPage(t *testing.T) { pagetest.Shows(t, "../../docs/carriers/aidip.md", "main.go") }
