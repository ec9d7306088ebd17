package main

import (
	"testing"

	"github.com/silp-protocol/silp-go/internal/pagetest"
)

func Example_main() {
	main()
	// Output:
	// notify(booked,order=42)
	// decode_failed: /intent: this agent books, nothing else true
}

// TestPage: the page about A2A shows this program as it is.
func TestPage(t *testing.T) { pagetest.Shows(t, "../../../../docs/carriers/a2a.md", "main.go") }
