package main

import (
	"os"
	"strings"
	"testing"
)

func Example_main() {
	main()
	// Output: book("San Francisco, CA") true <nil>
}

// The README shows this program, so what it shows compiles.
func TestREADME(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "```go\n"+string(source)+"```\n") {
		t.Error("README.md does not show examples/quickstart/main.go as it is")
	}
}
