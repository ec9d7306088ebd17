package ir_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/schema"
)

const shared = "../../shared/"

// lines returns the lines of a file that stands beside the repository, or skips
// the test.
func lines(t *testing.T, file string) []string {
	t.Helper()
	b, err := os.ReadFile(shared + file)
	if err != nil {
		t.Skipf("the shared vectors are not beside the repository: %v", err)
	}
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

// The published examples write null for absent members.
func TestReferenceExamples(t *testing.T) {
	files, _ := filepath.Glob(shared + "reference/examples/*.json")
	if len(files) == 0 {
		t.Skip("the reference examples are not beside the repository")
	}
	if len(files) != 27 {
		t.Fatalf("%d examples, want 27", len(files))
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		x, err := ir.Options{NullAsAbsent: true}.Parse(string(raw))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		agree(t, string(raw))
		out, err := ir.AppendJSON(nil, x)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if err := schema.Validate(out); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if d := same(x, parse(t, string(out))); d != "" {
			t.Errorf("%s: %s", file, d)
		}
		if err := (ir.Verbs{}).Check(x); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestHardCases(t *testing.T) {
	n := 0
	for _, line := range lines(t, "cases/ir-hard.jsonl") {
		var row struct {
			Class, What string
			IR          json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		text := string(row.IR)
		agree(t, text)
		x, err := ir.Parse(text)
		if row.Class == "C05" || row.Class == "J05" { // half a surrogate pair
			e := asError(t, err)
			if e.Code != ir.InvalidSyntax || e.Msg != `invalid \u escape` || !strings.Contains(e.Hint, "surrogate") || !strings.HasPrefix(text[e.Offset:], `\ud`) {
				t.Errorf("%s: %v", row.Class, err)
			}
			n++
			continue
		}
		if err != nil {
			t.Errorf("%s %s: %v", row.Class, row.What, err)
			continue
		}
		out, err := ir.AppendJSON(nil, x)
		if err != nil {
			t.Errorf("%s %s: %v", row.Class, row.What, err)
			continue
		}
		if d := same(x, parse(t, string(out))); d != "" {
			t.Errorf("%s %s: %s", row.Class, row.What, d)
		}
	}
	if n != 2 {
		t.Errorf("%d cases of half a pair, want 2", n)
	}
}

func TestRandomCases(t *testing.T) {
	for i, line := range lines(t, "cases/ir-random.jsonl") {
		agree(t, line)
		x := parse(t, line)
		out, err := ir.AppendJSON(nil, x)
		if err != nil {
			t.Errorf("line %d: %v", i+1, err)
			continue
		}
		if d := same(x, parse(t, string(out))); d != "" {
			t.Errorf("line %d: %s", i+1, d)
		}
		// encoding/json's view of the two texts differs in nothing but what is
		// left out: an empty list and a priority of 0.
		var a, b map[string]any
		if json.Unmarshal([]byte(line), &a) != nil || json.Unmarshal(out, &b) != nil {
			t.Fatalf("line %d", i+1)
		}
		for _, name := range []string{"entities", "constraints", "alternatives"} {
			if list, ok := a[name].([]any); ok && len(list) == 0 {
				delete(a, name)
			}
		}
		m := a["meta"].(map[string]any)
		if seq, ok := m["seq"].([]any); ok && len(seq) == 0 {
			delete(m, "seq")
		}
		if m["priority"] == 0.0 {
			delete(m, "priority")
		}
		ja, _ := json.Marshal(a)
		jb, _ := json.Marshal(b)
		if !bytes.Equal(ja, jb) {
			t.Errorf("line %d: %s became %s", i+1, ja, jb)
		}
	}
}
