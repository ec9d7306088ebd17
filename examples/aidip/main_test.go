package main

import (
	"os"
	"strings"
	"testing"
)

func Example_main() {
	main()
	// Output:
	// {"booked":"book(hotel,city=Oslo)"} <nil> false
	//  decode_failed: no hotels there; name another city true
}

// The page shows this program, so what it shows compiles.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/carriers/aidip.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```go\n"+string(source)+"```\n") {
		t.Error("docs/carriers/aidip.md does not show examples/aidip/main.go as it is")
	}
}
