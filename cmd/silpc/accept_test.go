package main

import (
	"bytes"
	"encoding/json" // of the test's own cases
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

const shared = "../../../shared"

// cases returns the IRs of the shared cases, each on a line, and what class
// each one is of, "" for those of no class.
func cases(t *testing.T) (lines, classes []string) {
	t.Helper()
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the shared cases are not here:", err)
	}
	files, err := filepath.Glob(shared + "/reference/examples/*.json")
	if err != nil || len(files) != 27 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, name := range files {
		lines = append(lines, compact(t, read(t, name)))
		classes = append(classes, "")
	}
	for line := range strings.Lines(read(t, shared+"/cases/ir-hard.jsonl")) {
		var c struct {
			Class string          `json:"class"`
			IR    json.RawMessage `json:"ir"`
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, compact(t, string(c.IR)))
		classes = append(classes, c.Class)
	}
	n := len(lines)
	for line := range strings.Lines(read(t, shared+"/cases/ir-random.jsonl")) {
		lines = append(lines, strings.TrimSpace(line))
		classes = append(classes, "")
	}
	if random := len(lines) - n; random != 1500 || n < 27+70 {
		t.Fatalf("%d hard and %d random cases", n-27, random)
	}
	return lines, classes
}

func read(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// compact takes out line ends and touches no string.
func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// surrogates says whether a class holds a lone surrogate, which is no Unicode
// text and so refused.
func surrogates(class string) bool { return class == "C05" || class == "J05" }

func runLines(t *testing.T, lines []string, args ...string) []string {
	t.Helper()
	out, errs, _ := silpc(strings.Join(lines, "\n")+"\n", args...)
	if errs != "" {
		t.Fatalf("%v: %s", args, errs)
	}
	got := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(got) != len(lines) {
		t.Fatalf("%v: %d lines in, %d out", args, len(lines), len(got))
	}
	return got
}

// Draft section 4.6, over every shared case: the lossless surfaces are.
func TestRoundtripOfSharedCases(t *testing.T) {
	lines, classes := cases(t)
	for _, args := range [][]string{{"-f", "code"}, {"-f", "json"}, {"-f", "code", "--meta"}, {"-f", "json", "--meta"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			args := append([]string{"roundtrip", "--jsonl", "--verbs", "any", "--null-as-absent"}, args...)
			for i, got := range runLines(t, lines, args...) {
				switch {
				case surrogates(classes[i]):
					if !strings.Contains(got, `"code":"invalid_syntax"`) || !strings.Contains(got, "surrogate") {
						t.Errorf("%s: %s\n%s", classes[i], got, lines[i])
					}
				case !strings.HasPrefix(got, `{"equal":true,"text":`):
					t.Errorf("%s: %s\n%s", classes[i], got, lines[i])
				}
			}
		})
	}
}

// The bare text with --meta is enough for everything but the req_id, which is
// then that of the text: compile and decode agree on it.
func TestCompileAndDecodeSharedCases(t *testing.T) {
	lines, classes := cases(t)
	for _, surface := range []string{"code", "json"} {
		t.Run(surface, func(t *testing.T) {
			texts := runLines(t, lines, "compile", "--jsonl", "--verbs", "any", "--policy", "inspect", "--null-as-absent", "--meta", "-f", surface)
			decoded := runLines(t, texts, "decode", "--jsonl", "--verbs", "any", "--policy", "inspect", "-f", surface)
			for i := range lines {
				x, err := ir.Options{NullAsAbsent: true}.Parse(lines[i])
				if err != nil {
					if !surrogates(classes[i]) || !strings.HasPrefix(texts[i], `{"error":`) {
						t.Errorf("%s: %v\n%s", classes[i], err, texts[i])
					}
					continue
				}
				if x.SILP != "" && x.SILP != ir.DefaultSILP {
					if !strings.HasPrefix(texts[i], `{"error":{"code":"unsupported_version",`) {
						t.Errorf("%s: %s", classes[i], texts[i])
					}
					continue
				}
				checkDecoded(t, x, texts[i], decoded[i])
			}
		})
	}
}

func checkDecoded(t *testing.T, x *ir.IR, text, decoded string) {
	t.Helper()
	var c struct {
		Text  string `json:"text"`
		ReqID string `json:"req_id"`
	}
	var d struct {
		IR json.RawMessage `json:"ir"`
	}
	if err := json.Unmarshal([]byte(text), &c); err != nil || c.Text == "" {
		t.Errorf("%s: %v", text, err)
		return
	}
	if err := json.Unmarshal([]byte(decoded), &d); err != nil || d.IR == nil {
		t.Errorf("%s\n%s: %v", text, decoded, err)
		return
	}
	y, err := ir.Parse(string(d.IR))
	if err != nil {
		t.Errorf("%s\n%s: %v", text, decoded, err)
		return
	}
	if !ir.Equivalent(x, y) {
		t.Errorf("%s\n%s: %v", text, decoded, ir.Diff(x, y))
	}
	if want := ir.ReqID(c.Text, 8); c.ReqID != want || y.Meta.ReqID != want {
		t.Errorf("%s: req_id %s and %s, want %s", text, c.ReqID, y.Meta.ReqID, want)
	}
}

// The schema and the parser have one verdict on every shared case, and what fmt
// prints is a fixed point.
func TestValidateAndFmtSharedCases(t *testing.T) {
	lines, classes := cases(t)
	verdicts := runLines(t, lines, "validate", "--jsonl", "--null-as-absent")
	canonical := runLines(t, lines, "fmt", "--jsonl", "--null-as-absent")
	again := runLines(t, canonical, "fmt", "--jsonl")
	for i := range lines {
		if surrogates(classes[i]) {
			if !strings.HasPrefix(verdicts[i], `{"valid":false,`) || !strings.Contains(verdicts[i], "surrogate") {
				t.Errorf("%s: %s", classes[i], verdicts[i])
			}
			continue
		}
		if !strings.HasPrefix(verdicts[i], `{"valid":true,"errors":[],"warnings":[`) || canonical[i] != again[i] {
			t.Errorf("%s: %s\n%s\n%s", classes[i], verdicts[i], canonical[i], again[i])
		}
	}
}
