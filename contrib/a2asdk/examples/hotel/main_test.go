package main

import (
	"os"
	"strings"
	"testing"
)

func Example_main() {
	main()
	// Output:
	// notify(booked,order=42)
	// decode_failed: /intent: this agent books, nothing else true
}

// TestPage: the page about A2A shows this program as it is.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/carriers/a2a.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```go\n"+string(program)+"```\n") {
		t.Error("docs/carriers/a2a.md does not show examples/hotel/main.go as it is")
	}
}
