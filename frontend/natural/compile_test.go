package natural_test

import (
	stdjson "encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/natural"
	"github.com/silp-protocol/silp-go/ir"
)

// nl_json holds exactly the prose of natural (draft section 4.4), and nothing
// beside it.
func TestSameProse(t *testing.T) {
	for _, v := range list(t) {
		if v.Group == "compile" {
			x, err := ir.Parse(v.IR)
			if err != nil {
				t.Fatal(err)
			}
			checkProse(t, x)
		}
	}
}

func checkProse(t *testing.T, x *ir.IR) {
	t.Helper()
	sentence, err := natural.Compile(x)
	if err != nil || !strings.HasSuffix(sentence, ".") {
		t.Fatalf("%q, %v", sentence, err)
	}
	wrapped, err := natural.CompileNLJSON(x)
	if err != nil {
		t.Fatal(err)
	}
	var inside map[string]string
	if err := stdjson.Unmarshal([]byte(wrapped), &inside); err != nil || len(inside) != 1 || inside["task_description"] != sentence {
		t.Fatalf("%s: %v", wrapped, err)
	}
}

func TestAppendCompile(t *testing.T) {
	x := &ir.IR{Intent: "!CANCEL"}
	if got, err := (natural.Frontend{}).AppendCompile([]byte("dst"), x); err != nil || string(got) != "dstcancel." {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := (natural.NLJSON{}).AppendCompile([]byte("dst"), x); err != nil || string(got) != `dst{"task_description":"cancel."}` {
		t.Errorf("%s, %v", got, err)
	}
}

// What only an IR that was built in Go can have wrong; the vectors hold the
// rest.
func TestCompileInvalid(t *testing.T) {
	for path, x := range map[string]*ir.IR{
		"/entities/0/value":   {Intent: "!A", Entities: []ir.Entity{{Value: "\xff"}}},
		"/constraints/0/type": {Intent: "!A", Constraints: []ir.Constraint{{Type: "\xff"}}},
		"/entities/0/x":       {Intent: "!A", Entities: []ir.Entity{{Extra: ir.Extra{"x": []byte("{")}}}},
	} {
		for name, compile := range map[string]func([]byte, *ir.IR) ([]byte, error){
			"natural": natural.Frontend{}.AppendCompile, "nl_json": natural.NLJSON{}.AppendCompile,
		} {
			dst, err := compile([]byte("dst"), x)
			var e *ir.Error
			if !errors.As(err, &e) || e.Code != ir.DecodeFailed || e.Frontend != name || e.Path != path || string(dst) != "dst" {
				t.Errorf("%s %s: %q, %#v", name, path, dst, err)
			}
		}
	}
}

// The sentences that another implementation published for its examples. It
// leaves subjects out, writes "notify" for !EMAIL and "indoors" for the draft's
// "at indoor"; with these changed, all are equal.
func TestPublishedSentences(t *testing.T) {
	const shared = "../../../shared/reference/"
	files, _ := filepath.Glob(shared + "examples/*.json")
	raw, err := os.ReadFile(shared + "compile.lock.jsonl")
	if len(files) == 0 || err != nil {
		t.Skip("the shared folder is not here")
	}
	texts := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		var record struct{ Frontend, Compiled string }
		if err := stdjson.Unmarshal([]byte(line), &record); err != nil {
			t.Fatal(err)
		}
		texts[record.Frontend] = append(texts[record.Frontend], record.Compiled)
	}
	equal := 0
	for i, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		x, err := ir.Options{NullAsAbsent: true}.Parse(string(raw))
		if err != nil {
			t.Fatal(err)
		}
		want, wantJSON := texts["natural"][i], texts["nl_json"][i]
		if text, err := natural.Compile(x); err == nil && text == want {
			equal++
		}
		for j := range x.Constraints {
			x.Constraints[j].Subject = nil
		}
		fix := strings.NewReplacer(" notify ", " email ", " indoors.", " at indoor.")
		if text, err := natural.Compile(x); err != nil || text != fix.Replace(want) {
			t.Errorf("%s\ngot  %s\nwant %s\nerror %v", filepath.Base(file), text, want, err)
		}
		wantJSON = strings.NewReplacer(" notify ", " email ", ` indoors."`, ` at indoor."`).Replace(wantJSON)
		if text, err := natural.CompileNLJSON(x); err != nil || text != wantJSON {
			t.Errorf("%s\ngot  %s\nwant %s\nerror %v", filepath.Base(file), text, wantJSON, err)
		}
	}
	t.Logf("%d of %d sentences are equal as they stand", equal, len(files))
}

// FuzzCompile: no valid IR is refused, the sentence ends with a period, and
// nl_json holds exactly the sentence.
func FuzzCompile(f *testing.F) {
	for _, v := range list(f) {
		f.Add(v.IR)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if x, err := ir.Parse(text); err == nil {
			checkProse(t, x)
		}
	})
}
