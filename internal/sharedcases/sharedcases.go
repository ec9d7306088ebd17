// Package sharedcases reads the IRs that stand beside the repository, for the
// tests of whatever carries IRs. The repository does not need them.
package sharedcases

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

// random is how many of the random IRs are used.
const random = 500

// IRs returns the 27 published IRs and 500 random ones. Where they are not
// beside the repository the test is skipped.
func IRs(t testing.TB) []*ir.IR {
	t.Helper()
	list := Find(t)
	if list == nil {
		t.Skip("the shared cases are not beside the repository")
	}
	return list
}

// Find is IRs, but nil where they are not beside the repository.
func Find(t testing.TB) (list []*ir.IR) {
	t.Helper()
	root := "."
	for {
		if _, err := os.Stat(filepath.Join(root, "testdata", "vectors")); err == nil {
			break
		}
		if root = filepath.Join("..", root); len(root) > 100 {
			t.Fatal("not inside the repository")
		}
	}
	shared := filepath.Join(root, "..", "shared")
	files, _ := filepath.Glob(filepath.Join(shared, "reference", "examples", "*.json"))
	raw, err := os.ReadFile(filepath.Join(shared, "cases", "ir-random.jsonl"))
	if err != nil || len(files) == 0 {
		return nil
	}
	lines := strings.Split(string(raw), "\n")
	if len(files) != 27 || len(lines) < random {
		t.Fatalf("%d examples and %d random cases, want 27 and at least %d", len(files), len(lines), random)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, parse(t, string(raw)))
	}
	for _, line := range lines[:random] {
		list = append(list, parse(t, line))
	}
	return list
}

func parse(t testing.TB, text string) *ir.IR {
	t.Helper()
	x, err := ir.Options{NullAsAbsent: true}.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return x
}
