package silp_test

import (
	"os/exec"
	"strings"
	"testing"
)

// What an importer links is a promise: no schema validator, no command line, no
// tokenizer, no network, no subprocess.
func TestDependencies(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not there")
	}
	for _, pkg := range []string{"../silp", "../frontend/code", "../frontend/json", "../frontend/natural", "../frontend/grammar", "../negotiation", "../ir", "../lock", "../carrier", "../carrier/mcp", "../carrier/a2a", "../carrier/iacp", "../sanitize"} {
		out, err := exec.Command("go", "list", "-deps", pkg).Output()
		if err != nil {
			t.Fatalf("go list -deps %s: %v", pkg, err)
		}
		deps := strings.Fields(string(out))
		if len(deps) < 10 {
			t.Fatalf("%s has %d dependencies; the list cannot be right", pkg, len(deps))
		}
		for _, dep := range deps {
			for _, bad := range []string{"jsonschema", "cobra", "tiktoken", "regexp2", "tokencheck", "os/exec", "text/unicode/norm", "internal/laws", "internal/irgen"} {
				if strings.Contains(dep, bad) {
					t.Errorf("%s links %s", pkg, dep)
				}
			}
			if dep == "net" || strings.HasPrefix(dep, "net/") {
				t.Errorf("%s links %s", pkg, dep)
			}
		}
	}
}

// The vocabularies are linked by who imports their package, and nobody else.
func TestVocabulariesAreApart(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not there")
	}
	out, err := exec.Command("go", "list", "-deps", "../tokencheck").Output()
	if err != nil {
		t.Fatal(err)
	}
	if deps := string(out); !strings.Contains(deps, "tiktoken-go") || strings.Contains(deps, "tokencheck/vocab\n") || strings.Contains(deps, "internal/source") {
		t.Errorf("tokencheck links\n%s", deps)
	}
}
