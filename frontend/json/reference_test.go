package json_test

import (
	stdjson "encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
)

const shared = "../../../shared/"

// lines returns the lines of a file of the shared folder, or skips the test.
func lines(t *testing.T, file string) []string {
	t.Helper()
	b, err := os.ReadFile(shared + file)
	if err != nil {
		t.Skipf("the shared folder is not here: %v", err)
	}
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

// The texts that another implementation published for its examples: 21 are
// ours byte for byte; 6 drop the ids of secondary entities, which ours keep.
func TestPublishedTexts(t *testing.T) {
	files, _ := filepath.Glob(shared + "reference/examples/*.json")
	if len(files) == 0 {
		t.Skip("the shared folder is not here")
	}
	var texts []string
	for _, line := range lines(t, "reference/compile.lock.jsonl") {
		var record struct{ Frontend, Compiled string }
		if err := stdjson.Unmarshal([]byte(line), &record); err != nil {
			t.Fatal(err)
		}
		if record.Frontend == "json" {
			texts = append(texts, record.Compiled)
		}
	}
	if len(files) != 27 || len(texts) != 27 {
		t.Fatalf("%d examples, %d texts, want 27", len(files), len(texts))
	}
	equal := 0
	for i, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		x := parse(t, string(raw))
		roundTrip(t, x)
		if _, err := json.Decode(texts[i]); err != nil {
			t.Errorf("%s: %v", texts[i], err)
		}
		text, err := json.Compile(x)
		if err != nil {
			t.Fatal(err)
		}
		if text == texts[i] {
			equal++
			continue
		}
		base := filepath.Base(file)
		if !strings.HasPrefix(base, "case1_") && !strings.HasPrefix(base, "case1b") && !strings.HasPrefix(base, "case1c") && !strings.HasPrefix(base, "case7") {
			t.Errorf("%s\ngot  %s\nwant %s", base, text, texts[i])
		}
		for j := range x.Entities {
			if x.Entities[j].Of(x.Intent) != x.Intent {
				x.Entities[j].ID = ir.Positional
			}
		}
		if text, err := json.Compile(x); err != nil || text != texts[i] {
			t.Errorf("%s without ids\ngot  %s\nwant %s", base, text, texts[i])
		}
	}
	if equal != 21 {
		t.Errorf("%d texts are equal, want 21", equal)
	}
}

func TestHardCases(t *testing.T) {
	for _, line := range lines(t, "cases/ir-hard.jsonl") {
		var row struct {
			Class, What string
			IR          stdjson.RawMessage
		}
		if err := stdjson.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		x, err := ir.Options{NullAsAbsent: true}.Parse(string(row.IR))
		if row.Class == "C05" || row.Class == "J05" { // lone surrogates
			if err == nil {
				t.Errorf("%s parses", row.Class)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %s: %v", row.Class, row.What, err)
			continue
		}
		roundTrip(t, x)
		json.CheckFlat(t, x)
	}
}

func TestRandomCases(t *testing.T) {
	for _, line := range lines(t, "cases/ir-random.jsonl") {
		x := parse(t, line)
		roundTrip(t, x)
		json.CheckFlat(t, x)
	}
}
