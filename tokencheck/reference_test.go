package tokencheck_test

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/tokencheck"
)

// The reference data of the draft's author, in a folder beside the clone.
const (
	census = "../../shared/reference/census/"
	cases  = "../../shared/cases/token-counts.jsonl"
)

// rows reads a CSV file with a header.
func rows(t *testing.T, name string, want int) (list []map[string]string) {
	t.Helper()
	f, err := os.Open(census + name)
	if err != nil {
		t.Skip("the reference data is not here")
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all[1:] {
		m := make(map[string]string)
		for i, cell := range row {
			m[all[0][i]] = cell
		}
		list = append(list, m)
	}
	if len(list) != want {
		t.Fatalf("%s has %d rows, want %d", name, len(list), want)
	}
	return list
}

func byName(t *testing.T) map[string]tokencheck.Tokenizer {
	m := make(map[string]tokencheck.Tokenizer)
	for _, x := range tokenizers(t) {
		m[x.Name()] = x
	}
	return m
}

// shown is a token as the reference prints it: llama-2's without the blank, a
// cut character as U+FFFD.
func shown(name string, pieces []string) []string {
	list := slices.Clone(pieces)
	for i, p := range list {
		if name == "llama-2" {
			p = strings.TrimPrefix(p, " ")
		}
		list[i] = strings.ToValidUTF8(p, "\ufffd")
	}
	return list
}

// checkRow compares a row's count, and its token list if it has one.
func checkRow(t *testing.T, x tokencheck.Tokenizer, text, count, tokens string) bool {
	t.Helper()
	pieces, err := x.Pieces(text)
	if err != nil {
		t.Fatal(err)
	}
	if strconv.Itoa(len(pieces)) != count {
		t.Errorf("%s, %q: %d tokens, the reference has %s", x.Name(), text, len(pieces), count)
		return false
	}
	if tokens == "" {
		return true
	}
	var want []string
	if err := json.Unmarshal([]byte(tokens), &want); err != nil {
		t.Fatal(err)
	}
	if got := shown(x.Name(), pieces); !slices.Equal(got, want) {
		t.Errorf("%s, %q: %q, the reference has %q", x.Name(), text, got, want)
		return false
	}
	return true
}

// Counts and token lists of single words, of compiled texts, and of texts with
// a header.
func TestReferenceLists(t *testing.T) {
	for _, file := range []struct {
		name, text string
		rows       int
	}{
		{"tokenizer_census_verbs.csv", "string", 258},
		{"tokenizer_census_outputs.csv", "string", 270},
		{"probe_trigger_head.csv", "header", 90},
	} {
		list, measured, equal := rows(t, file.name, file.rows), 0, 0
		m := byName(t)
		for _, row := range list {
			x, ok := m[row["tokenizer"]]
			if !ok {
				continue
			}
			measured++
			if checkRow(t, x, row[file.text], row["token_count"], row["tokens"]) {
				equal++
			}
		}
		t.Logf("%s: %d of %d rows measured, %d equal", file.name, measured, file.rows, equal)
	}
}

// Draft section 8.1: words with a hidden character, or a look-alike one.
func TestReferenceZeroWidth(t *testing.T) {
	m := byName(t)
	for _, row := range rows(t, "probe_zerowidth.csv", 144) {
		x, ok := m[row["tokenizer"]]
		if !ok {
			continue
		}
		injected, err := strconv.Unquote(`"` + strings.Trim(row["injected_string_repr"], "'") + `"`)
		if err != nil {
			t.Fatal(err)
		}
		checkRow(t, x, row["verb"], row["clean_token_count"], "")
		checkRow(t, x, injected, row["injected_token_count"], "")
		if row["clean_token_count"] == row["injected_token_count"] {
			t.Errorf("%s, %q: the draft says that the tokens change", x.Name(), injected)
		}
	}
}

// Compiled texts in three containers and granularities; the CSV cuts long ones.
func TestReferenceMatrix(t *testing.T) {
	list := rows(t, "ab_token_matrix.csv", 1458)
	raw, err := os.ReadFile(census + "ab_full.json")
	if err != nil {
		t.Fatal(err)
	}
	var full map[string]string
	if err := json.Unmarshal(raw, &full); err != nil {
		t.Fatal(err)
	}
	m := byName(t)
	for _, row := range list {
		text, ok := full[row["case_id"]+"|"+row["granularity"]+"|"+row["container"]+"|"+row["frontend"]]
		if !ok || !strings.HasPrefix(text, strings.TrimSuffix(row["compiled"], "...")) {
			t.Fatalf("no full text for %v", row)
		}
		if x, ok := m[row["tokenizer"]]; ok {
			checkRow(t, x, text, row["token_count"], "")
		}
	}
}

// 1,500 hostile texts, all six.
func TestReferenceHostile(t *testing.T) {
	f, err := os.Open(cases)
	if err != nil {
		t.Skip("the cases are not here")
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	list, n := tokenizers(t), 0
	for in.Scan() {
		var c struct {
			Text   string         `json:"text"`
			Counts map[string]int `json:"counts"`
		}
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		n++
		for _, x := range list {
			if got, err := x.Count(c.Text); err != nil || got != c.Counts[x.Name()] {
				t.Errorf("%s, %q: got %d, %v, want %d", x.Name(), c.Text, got, err, c.Counts[x.Name()])
			}
		}
	}
	if n != 1500 {
		t.Errorf("%d cases, want 1500", n)
	}
}
