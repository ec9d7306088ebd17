package sanitize_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
)

// refusal is the kind and the place of what an error is about.
type refusal struct {
	Kind   sanitize.Kind
	Offset int
}

// vector is a row of testdata/vectors.jsonl. Without "strict" the string passes
// Strict. Clean gives "out", or refuses with "clean".
type vector struct {
	Name, Func, In, Out string
	Strict, Clean       *refusal
	Kept                sanitize.Kind // a finding about something that stays
}

func TestVectors(t *testing.T) {
	b, err := os.ReadFile("testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	functions := map[string]function{"value": valueFn, "name": nameFn, "verb": verbFn, "code": codeFn, "json": jsonFn}
	n := 0
	for line := range strings.Lines(string(b)) {
		var v vector
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		n++
		t.Run(v.Func+"/"+v.Name, func(t *testing.T) {
			f := functions[v.Func]
			out, r, err := f(strict, v.In)
			compare(t, "strict", v.Strict, v.In, out, r, err)
			out, r, err = f(clean, v.In)
			compare(t, "clean", v.Clean, v.Out, out, r, err)
			if v.Kept != "" && (r.Total != 1 || r.Findings[0].Kind != v.Kept || r.Findings[0].Action != sanitize.Kept) {
				t.Errorf("clean: findings %+v, want %s, kept", r.Findings, v.Kept)
			}
			if err := policies(f, v.In); err != nil {
				t.Error(err)
			}
			if v.Func == "value" && v.Strict == nil && v.In != "" {
				honest(t, v.In)
			}
		})
	}
	if n < 120 {
		t.Errorf("%d vectors", n)
	}
}

func compare(t *testing.T, policy string, want *refusal, text, out string, r sanitize.Report, err error) {
	t.Helper()
	if want == nil {
		if err != nil || out != text {
			t.Errorf("%s: %+q, %v, want %+q", policy, out, err, text)
		}
		return
	}
	e, ok := errors.AsType[*ir.Error](err)
	if !ok || e.Code != ir.InvalidSyntax || e.Offset != want.Offset {
		t.Errorf("%s: %+q, %v, want offset %d", policy, out, err, want.Offset)
		return
	}
	last := r.Findings[len(r.Findings)-1]
	if last.Kind != want.Kind || last.Action != sanitize.Refused {
		t.Errorf("%s: %+v, want %s, refused", policy, last, want.Kind)
	}
}
