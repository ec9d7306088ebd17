package main

import (
	"testing"

	"github.com/silp-protocol/silp-go/internal/pagetest"
)

func Example_main() {
	main()
	// Output: book("San Francisco, CA") true <nil>
}

// The README shows this program, so what it shows compiles.
func TestREADME(t *testing.T) { pagetest.Shows(t, "../../README.md", "main.go") }
