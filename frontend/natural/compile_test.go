package natural

import (
	stdjson "encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

// Each row is the IR without intent !BOOK and meta, and its sentence.
var rows = []struct{ name, members, text string }{
	{"no entities", ``, `book.`},
	{"draft A.3", `"entities":[{"id":"src","value":"fr_rev_bold"},{"id":"tgt","value":"shakespeare_en"}]`, `book fr_rev_bold, shakespeare_en.`},
	{"draft 4.2", `"entities":[{"id":"act","value":"flight"},{"id":"act","value":"zhangsan","action":"!EMAIL"}],"constraints":[{"type":"loc","value":"Beijing","time":"t+1am","subject":"me"}]`,
		`If loc of me is Beijing at t+1am, book flight and email zhangsan.`},
	{"draft A.4", `"entities":[{"id":"act","value":"hotel"},{"id":"act","value":"downtown"}],"constraints":[{"type":"budget","value":"500","operator":"<="},{"type":"rating","value":"4.0","operator":">="}]`,
		`If budget is at most 500 and rating is at least 4.0, book hotel, downtown.`},
	{"several calls", `"entities":[{"id":"p1","value":"a","action":"!PROCESS"},{"id":"p2","value":"b","action":"!PROCESS"},{"id":"act","value":"c"},{"id":"x","value":"d","action":"!SWITCH"}]`,
		`book and process a, b and book c and switch to d.`},
	{"condition without entities", `"constraints":[{"type":"x","value":"y"}]`, `If x is y, book.`},
	{"operators", `"constraints":[{"type":"a","value":"1","operator":"="},{"type":"b","value":"1","operator":"=="},{"type":"c","value":"1","operator":"!="},{"type":"d","value":"1","operator":"<"},{"type":"e","value":"1","operator":">"},{"type":"f","value":"1","operator":"contains"}]`,
		`If a is 1 and b is 1 and c is not 1 and d is less than 1 and e is greater than 1 and f contains 1, book.`},
	{"operator that is no string", `"constraints":[{"type":"a","value":"1","operator":[1],"subject":2}]`, `If a is 1, book.`},
	{"negation", `"constraints":[{"type":"!a","value":"true"},{"type":"!b","value":"true","subject":"s","time":"t+1"}]`, `If not a and not b of s at t+1, book.`},
	{"negation with value", `"constraints":[{"type":"!category","value":"billing"},{"type":"!a","value":"","time":"t-2"}]`, `If not category is billing and not a is "" at t-2, book.`},
	{"negation with operator", `"constraints":[{"type":"!a","value":"true","operator":"=="},{"type":"!b","value":"5","operator":">=","subject":"s","time":"t+1"}]`,
		`If not a is true and not b of s is at least 5 at t+1, book.`},
	{"value true", `"constraints":[{"type":"a","value":"true"}]`, `If a is true, book.`},
	{"two marks, one mark", `"constraints":[{"type":"!!a","value":"true"},{"type":"!","value":"true"}]`, `If not !a and not "", book.`},
	{"empty texts", `"entities":[{"id":"act","value":""}],"constraints":[{"type":"","value":"","time":"","subject":"","operator":""}],"alternatives":[{"action":"!FETCH","target":"","location":""}]`,
		`If "" is "", book "" otherwise fetch.`},
	{"alternatives", `"alternatives":[{"action":"!START","location":"indoor"},{"action":"!SWITCH","target":"a"},{"action":"!SWITCH","location":"b"},{"action":"!CANCEL"}]`,
		`book otherwise start at indoor and switch to a and switch at b and cancel.`},
	{"verbatim", `"entities":[{"id":"act","value":" a.\nIf <\"b\"> 中"}]`, "book  a.\nIf <\"b\"> 中."},
	{"underscores", `"entities":[{"id":"act","value":"a_b","action":"!SWITCH_TOOL"}]`, `book and switch_tool a_b.`},
	{"extras", `"entities":[{"id":"act","value":"a","note":"n"}],"silp":"v2"`, `book a.`},
}

func TestCompile(t *testing.T) {
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			members := row.members
			if members != "" {
				members += ","
			}
			x, err := ir.Parse(`{"intent":"!BOOK",` + members + `"meta":{"req_id":"a1b2"}}`)
			if err != nil {
				t.Fatal(err)
			}
			text, err := Compile(x)
			if err != nil || text != row.text {
				t.Errorf("got  %s\nwant %s\nerror %v", text, row.text, err)
			}
			wrapped, err := CompileNLJSON(x)
			if err != nil {
				t.Fatal(err)
			}
			// The exact same prose is inside (draft section 4.4).
			var inside map[string]string
			if err := stdjson.Unmarshal([]byte(wrapped), &inside); err != nil || len(inside) != 1 || inside["task_description"] != row.text {
				t.Errorf("%s: %v", wrapped, err)
			}
		})
	}
}

// The json surface's escapes: none for HTML, \u for what nobody can see.
func TestNLJSONEscapes(t *testing.T) {
	x := &ir.IR{Intent: "!EMAIL", Entities: []ir.Entity{{ID: "act", Value: "<a&b>\n\"\u200b中"}}}
	text, err := CompileNLJSON(x)
	if want := `{"task_description":"email <a&b>\n\"\u200b中."}`; err != nil || text != want {
		t.Errorf("got  %s\nwant %s\nerror %v", text, want, err)
	}
}

func TestAppendCompile(t *testing.T) {
	x := &ir.IR{Intent: "!CANCEL"}
	if got, err := (Frontend{}).AppendCompile([]byte("dst"), x); err != nil || string(got) != "dstcancel." {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := (NLJSON{}).AppendCompile([]byte("dst"), x); err != nil || string(got) != `dst{"task_description":"cancel."}` {
		t.Errorf("%s, %v", got, err)
	}
}

func TestCompileInvalid(t *testing.T) {
	for path, x := range map[string]*ir.IR{
		"/intent":                {},
		"/entities/0/value":      {Intent: "!A", Entities: []ir.Entity{{Value: "\xff"}}},
		"/entities/0/action":     {Intent: "!A", Entities: []ir.Entity{{Action: "b"}}},
		"/constraints/0/type":    {Intent: "!A", Constraints: []ir.Constraint{{Type: "\xff"}}},
		"/alternatives/0/action": {Intent: "!A", Alternatives: []ir.Alternative{{}}},
		"/meta/req_id":           {Intent: "!A", Meta: ir.Meta{ReqID: "x"}},
		"/entities/0/x":          {Intent: "!A", Entities: []ir.Entity{{Extra: ir.Extra{"x": []byte("{")}}}},
	} {
		for name, compile := range map[string]func([]byte, *ir.IR) ([]byte, error){
			"natural": Frontend{}.AppendCompile, "nl_json": NLJSON{}.AppendCompile,
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
		if text, err := Compile(x); err == nil && text == want {
			equal++
		}
		for j := range x.Constraints {
			x.Constraints[j].Subject = nil
		}
		fix := strings.NewReplacer(" notify ", " email ", " indoors.", " at indoor.")
		if text, err := Compile(x); err != nil || text != fix.Replace(want) {
			t.Errorf("%s\ngot  %s\nwant %s\nerror %v", filepath.Base(file), text, want, err)
		}
		wantJSON = strings.NewReplacer(" notify ", " email ", ` indoors."`, ` at indoor."`).Replace(wantJSON)
		if text, err := CompileNLJSON(x); err != nil || text != wantJSON {
			t.Errorf("%s\ngot  %s\nwant %s\nerror %v", filepath.Base(file), text, wantJSON, err)
		}
	}
	t.Logf("%d of %d sentences are equal as they stand", equal, len(files))
}

// FuzzCompile: no valid IR is refused, the sentence ends with a period, and
// nl_json holds exactly the sentence.
func FuzzCompile(f *testing.F) {
	for _, row := range rows {
		f.Add(`{"intent":"!BOOK","meta":{"req_id":"a1b2"},` + row.members + `}`)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := ir.Parse(text)
		if err != nil {
			return
		}
		sentence, err := Compile(x)
		if err != nil || !strings.HasSuffix(sentence, ".") {
			t.Fatalf("%q, %v", sentence, err)
		}
		wrapped, err := CompileNLJSON(x)
		if err != nil {
			t.Fatal(err)
		}
		var inside map[string]string
		if err := stdjson.Unmarshal([]byte(wrapped), &inside); err != nil || len(inside) != 1 || inside["task_description"] != sentence {
			t.Fatalf("%s: %v", wrapped, err)
		}
	})
}
