package main

import (
	"os"
	"strings"
	"testing"
)

func Example_main() {
	main()
	// Output:
	// if budget<=500: book(hotel) for 2 nights
	// decode_failed: at most 30 nights true
}

// The page shows this program, so what it shows compiles.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/carriers/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```go\n"+string(source)+"```\n") {
		t.Error("docs/carriers/mcp.md does not show examples/hotel/main.go as it is")
	}
}
