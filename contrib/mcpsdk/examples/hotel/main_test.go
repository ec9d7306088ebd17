package main

import (
	"testing"

	"github.com/silp-protocol/silp-go/internal/pagetest"
)

func Example_main() {
	main()
	// Output:
	// if budget<=500: book(hotel) for 2 nights
	// decode_failed: at most 30 nights true
}

// The page shows this program, so what it shows compiles.
func TestPage(t *testing.T) { pagetest.Shows(t, "../../../../docs/carriers/mcp.md", "main.go") }
