// Package pagetest holds pages to the programs that they show.
package pagetest

import (
	"os"
	"strings"
	"testing"
)

// Shows fails the test if a page does not show a source file as it is, in a
// block of Go, so that what the page shows compiles.
func Shows(t *testing.T, page, source string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "```go\n"+string(code)+"```\n") {
		t.Errorf("%s does not show %s as it is", page, source)
	}
}
