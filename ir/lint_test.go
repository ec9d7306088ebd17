package ir_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

var update = flag.Bool("update", false, "rewrite the pages in docs that come from the code")

// lintRows hold, a rule, what just breaks it and what just does not. Want is
// path, message and hint of each warning of the rule.
var lintRows = []struct {
	rule, name, text string
	want             []string
}{
	{"whitelist", "approved verbs", doc(`"entities":[{"id":"act","value":"","action":"!EMAIL"}]`, `"alternatives":[{"action":"!NOTIFY"}]`), nil},
	{"whitelist", "intent", `{"intent":"!RUN","meta":{"req_id":"abcd"}}`, []string{
		`/intent | verb !RUN is not on the whitelist | use one of the 13 verbs of draft Table 7, or agree on it: a receiver refuses it unless it was told to take it`}},
	{"whitelist", "intent with its entities", `{"intent":"!RUN","entities":[{"id":"act","value":"","action":"!RUN"},{"id":"a","value":""}],"meta":{"req_id":"abcd"}}`, []string{"/intent | verb !RUN"}},
	{"whitelist", "a call is reported once, at its first entity", doc(`"entities":[{"id":"act","value":""},{"id":"act","value":"","action":"!RUN"},{"id":"b","value":"","action":"!RUN"}]`), []string{"/entities/1/action | verb !RUN"}},
	{"whitelist", "the first entity is of another action", doc(`"entities":[{"id":"act","value":"","action":"!RUN"}]`), []string{"/entities/0/action | verb !RUN"}},
	{"whitelist", "back to the intent", `{"intent":"!RUN","entities":[{"id":"act","value":"","action":"!EMAIL"},{"id":"a","value":""}],"meta":{"req_id":"abcd"}}`, []string{"/intent | verb !RUN", "/entities/1 | verb !RUN"}},
	{"whitelist", "alternative", doc(`"alternatives":[{"action":"!EMAIL"},{"action":"!RUN"}]`), []string{"/alternatives/1/action | verb !RUN"}},
	{"whitelist", "an excluded verb has its own rule", `{"intent":"!ESCALATE","meta":{"req_id":"abcd"}}`, nil},

	{"excluded_verb", "approved verb", `{"intent":"!SWITCH","meta":{"req_id":"abcd"}}`, nil},
	{"excluded_verb", "another verb", `{"intent":"!SWITCH_TOOLS","meta":{"req_id":"abcd"}}`, nil},
	{"excluded_verb", "with a replacement", `{"intent":"!SWITCH_TOOL","meta":{"req_id":"abcd"}}`, []string{
		`/intent | verb !SWITCH_TOOL must not be used: it is 2 or 3 tokens on every tokenizer | use !SWITCH`}},
	{"excluded_verb", "without one", doc(`"alternatives":[{"action":"!ESCALATE"}]`), []string{
		`/alternatives/0/action | verb !ESCALATE must not be used: it is 2 or 3 tokens, and its piece "ate" has a meaning of its own | use one of the 13 verbs of draft Table 7`}},

	{"duplicate_entity_id", "act may repeat", doc(`"entities":[{"id":"act","value":"1"},{"id":"act","value":"2"}]`), nil},
	{"duplicate_entity_id", "other calls", doc(`"entities":[{"id":"k","value":"1"},{"id":"k","value":"2","action":"!EMAIL"},{"id":"k","value":"3"}]`), nil},
	{"duplicate_entity_id", "case counts", doc(`"entities":[{"id":"k","value":"1"},{"id":"K","value":"2"}]`), nil},
	{"duplicate_entity_id", "twice", doc(`"entities":[{"id":"k","value":"1"},{"id":"act","value":""},{"id":"k","value":"1"},{"id":"k","value":"3"}]`), []string{
		`/entities/2/id | ID "k" stands twice in one call | give it another ID: this one is that of /entities/0`,
		`/entities/3/id | ID "k" stands twice in one call | give it another ID: this one is that of /entities/0`}},
	{"duplicate_entity_id", "in a secondary call", doc(`"entities":[{"id":"act","value":""},{"id":"","value":"1","action":"!EMAIL"},{"id":"","value":"2","action":"!EMAIL"}]`), []string{
		`/entities/2/id | ID "" stands twice in one call | give it another ID: this one is that of /entities/1`}},

	{"operator_validity", "the six and none", doc(`"constraints":[{"type":"a","value":""},{"type":"a","value":"","operator":"=="},{"type":"a","value":"","operator":"!="},{"type":"a","value":"","operator":"<="},{"type":"a","value":"","operator":">="},{"type":"a","value":"","operator":"<"},{"type":"a","value":"","operator":">"}]`), nil},
	{"operator_validity", "others", doc(`"constraints":[{"type":"a","value":"","operator":"in"},{"type":"a","value":"","operator":"<"},{"type":"a","value":"","operator":""},{"type":"a","value":"","operator":"< "}]`), []string{
		`/constraints/0/operator | operator "in" is none of the six | the operators are == != <= >= < >`,
		`/constraints/2/operator | operator "" is none of the six | `, `/constraints/3/operator | operator "< " is none of the six | `}},
	{"operator_validity", "no string", doc(`"constraints":[{"type":"a","value":"","operator":null}]`), []string{
		`/constraints/0/operator | the operator is not a string | the operators are == != <= >= < >`}},

	{"alternative_completeness", "one of both, or empty", doc(`"alternatives":[{"action":"!EMAIL","target":"a"},{"action":"!EMAIL","location":"a"},{"action":"!EMAIL","target":""}]`), nil},
	{"alternative_completeness", "neither", doc(`"alternatives":[{"action":"!EMAIL","target":"a"},{"action":"!EMAIL","x":1}]`), []string{
		`/alternatives/1 | the alternative has neither target nor location | add a target: what the fallback acts on`}},

	{"seq_integrity", "calls, IDs and keywords", `{"intent":"!BOOK","entities":[{"id":"k","value":""},{"id":"act","value":"","action":"!EMAIL"}],"meta":{"req_id":"abcd","seq":["!EMAIL","!BOOK","k","act","parallel","sequential","reason_first","reason_last"]}}`, nil},
	{"seq_integrity", "others", `{"intent":"!BOOK","alternatives":[{"action":"!NOTIFY"}],"meta":{"req_id":"abcd","seq":["!BOOK","email","!NOTIFY",""]}}`, []string{
		`/meta/seq/1 | "email" names no call and no entity | list the action codes of the calls, as in !BOOK`,
		`/meta/seq/2 | "!NOTIFY" names no call`, `/meta/seq/3 | "" names no call`}},

	{"session_id_length", "none", doc(), nil},
	{"session_id_length", "two characters", meta(`"session_id":"中é"`), nil},
	{"session_id_length", "one", meta(`"session_id":"a"`), []string{`/meta/session_id | session_id has 1 characters instead of 2 | use the ID that the session was opened with`}},
	{"session_id_length", "empty", meta(`"session_id":""`), []string{`/meta/session_id | session_id has 0 characters`}},
	{"session_id_length", "three", meta(`"session_id":"s12"`), []string{`/meta/session_id | session_id has 3 characters`}},

	{"else_without_if", "both", doc(`"constraints":[{"type":"a","value":""}]`, `"alternatives":[{"action":"!EMAIL"}]`), nil},
	{"else_without_if", "neither", doc(), nil},
	{"else_without_if", "only the else", doc(`"alternatives":[{"action":"!EMAIL"}]`, `"constraints":[]`), []string{
		`/alternatives | alternatives without a condition | add a constraint, or leave the alternatives out`}},

	{"empty_entities", "one", doc(`"entities":[{"id":"","value":""}]`), nil},
	{"empty_entities", "none", doc(), []string{`/entities | no entities | name what the intent acts on, if there is anything`}},
	{"empty_entities", "an empty list", doc(`"entities":[]`), []string{"/entities | no entities"}},

	{"json_unsafe_id", "names that are near", doc(`"entities":[{"id":"Intent","value":""},{"id":"action","value":""},{"id":"","value":""},{"id":"k","value":""},{"id":"k","value":""}]`), nil},
	{"json_unsafe_id", "IDs of a secondary call", doc(`"entities":[{"id":"k","value":""},{"id":"meta","value":"","action":"!EMAIL"},{"id":"k","value":"","action":"!EMAIL"},{"id":"meta","value":"","action":"!EMAIL"}]`), nil},
	{"json_unsafe_id", "a member", doc(`"entities":[{"id":"act","value":""},{"id":"meta","value":""},{"id":"silp","value":""}]`), []string{
		`/entities/1/id | ID "meta" has a meaning of its own in the json surface | rename it`}},
	{"json_unsafe_id", "a group", doc(`"entities":[{"id":"action_","value":""}]`), []string{`/entities/0/id | ID "action_" has a meaning`}},
	{"json_unsafe_id", "comes back", doc(`"entities":[{"id":"a","value":""},{"id":"b","value":""},{"id":"a","value":""}]`), []string{
		`/entities/2/id | ID "a" comes back after another ID | put entities of one ID next to each other`}},
}

func TestLint(t *testing.T) {
	for _, row := range lintRows {
		t.Run(row.rule+"/"+row.name, func(t *testing.T) {
			x := parse(t, row.text)
			before := x.Clone()
			var got []ir.Warning
			for _, w := range ir.Lint(x) {
				if w.Rule == row.rule {
					got = append(got, w)
				}
			}
			if d := same(before, x); d != "" {
				t.Errorf("Lint changed the IR: %s", d)
			}
			if len(got) != len(row.want) {
				t.Fatalf("got %v, want %q", got, row.want)
			}
			for i, w := range got {
				// A row may give the beginning only.
				if s := w.Path + " | " + w.Message + " | " + w.Hint; !strings.HasPrefix(s, row.want[i]) {
					t.Errorf("got %s, want %s", s, row.want[i])
				}
			}
		})
	}
}

// The names are part of the API: receivers filter by them.
func TestLintRules(t *testing.T) {
	want := []string{"whitelist", "excluded_verb", "duplicate_entity_id", "operator_validity", "alternative_completeness", "seq_integrity",
		"session_id_length", "else_without_if", "empty_entities", "json_unsafe_id"}
	rules := ir.LintRules()
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
		if r.Severity != ir.SeverityWarning && r.Severity != ir.SeverityInfo || r.Source == "" || !strings.HasSuffix(r.Definition, ".") || !strings.HasSuffix(r.Fix, ".") {
			t.Errorf("%+v", r)
		}
		broken, kept := false, false
		for _, row := range lintRows {
			broken = broken || row.rule == r.Name && row.want != nil
			kept = kept || row.rule == r.Name && row.want == nil
		}
		if !broken || !kept {
			t.Errorf("%s: no row that breaks it, or none that does not", r.Name)
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	rules[0].Name = "changed"
	if ir.LintRules()[0].Name != "whitelist" {
		t.Error("the caller's slice is the package's")
	}
}

// Warnings are in the order of the rules, say what to do, point into the IR and
// are the same each time; no IR makes Lint panic.
func TestLintRandom(t *testing.T) {
	order := make(map[string]int)
	severity := make(map[string]ir.Severity)
	for i, r := range ir.LintRules() {
		order[r.Name], severity[r.Name] = i, r.Severity
	}
	found := make(map[string]int)
	for seed := range uint64(2000) {
		x := irgen.Random(seed).IR()
		list := ir.Lint(x)
		if !slices.Equal(list, ir.Lint(x.Clone())) {
			t.Fatalf("seed %d: two answers", seed)
		}
		last := 0
		for _, w := range list {
			found[w.Rule]++
			if order[w.Rule] < last || w.Severity != severity[w.Rule] || w.Message == "" || w.Hint == "" || !strings.HasPrefix(w.Path, "/") {
				t.Fatalf("seed %d: %+v", seed, w)
			}
			last = order[w.Rule]
			plain(t, w.Message+w.Hint)
		}
	}
	for _, r := range ir.LintRules() {
		if found[r.Name] == 0 {
			t.Errorf("no random IR breaks %s", r.Name)
		}
	}
}

// plain checks that a message is short and printable ASCII.
func plain(t testing.TB, s string) {
	t.Helper()
	if i := strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r > '~' }); i >= 0 || len(s) > 500 {
		t.Fatalf("message %q", s)
	}
}

// long is a value whose repetition in a message shows.
var long = strings.Repeat("Q", 1000)

func TestLintRepeatsLittle(t *testing.T) {
	verb := ir.Action("!" + long)
	x := &ir.IR{Intent: verb, Constraints: []ir.Constraint{{Operator: &long}},
		Entities: []ir.Entity{{ID: long}, {ID: "k"}, {ID: long}, {ID: "action_" + long, Action: verb + "A"}},
		Meta:     ir.Meta{SessionID: &long, Seq: []string{long + "x"}}}
	list := ir.Lint(x)
	if len(list) < 7 {
		t.Errorf("only %v", list)
	}
	for _, w := range list {
		if n := strings.Count(w.Path+w.Message+w.Hint, "Q"); n > 64 {
			t.Errorf("%d bytes repeated: %+v", n, w)
		}
	}
}

func TestLintStopsAtMaxWarnings(t *testing.T) {
	x := &ir.IR{Intent: "!START"}
	for range 10 * ir.MaxWarnings {
		x.Entities = append(x.Entities, ir.Entity{ID: "k"})
	}
	if list := ir.Lint(x); len(list) != ir.MaxWarnings || list[ir.MaxWarnings-1].Path != fmt.Sprintf("/entities/%d/id", ir.MaxWarnings) {
		t.Errorf("%d warnings", len(list))
	}
}

// Nothing built in Go makes Lint, Compare, FlatEntities or Rules.Check panic.
func TestOddIRs(t *testing.T) {
	bad := "\xff"
	for name, x := range map[string]*ir.IR{
		"zero":          {},
		"empty members": {Entities: []ir.Entity{{}}, Constraints: []ir.Constraint{{}}, Alternatives: []ir.Alternative{{}}, Meta: ir.Meta{Seq: []string{""}}},
		"no UTF-8": {Intent: "\xff", Entities: []ir.Entity{{ID: bad, Value: bad, Action: "\xfe"}, {ID: bad}}, Constraints: []ir.Constraint{{Type: bad, Operator: &bad}},
			Alternatives: []ir.Alternative{{Action: "\xff", Target: &bad}}, Meta: ir.Meta{SessionID: &bad, Seq: []string{bad}}},
		"extras": {Entities: []ir.Entity{{Extra: ir.Extra{"": nil}}}, Constraints: []ir.Constraint{{Type: "!!!", Extra: ir.Extra{"operator": nil, "\xff": []byte("{")}}}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, w := range ir.Lint(x) {
				plain(t, w.Path+w.Message+w.Hint)
			}
			ir.FlatEntities(x)
			for _, y := range []*ir.IR{{}, x, {Intent: "!A", Constraints: x.Constraints}} {
				ir.Compare(x, y)
				ir.Compare(y, x)
			}
			open := rulesFor(x)
			for _, r := range []*ir.Rules{{}, {AnyConstraint: true, Alternatives: true}, open} {
				if err := r.Check(x); err != nil {
					plain(t, err.Error())
				}
			}
		})
	}
}

// docs/lint.md is the table of rules.
func TestLintPage(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Lint rules\n\n" +
		"`ir.Lint` (in `silp`: `Options.Lint`, on the command line: `silpc validate`) reports what is legal in an IR but likely a mistake. " +
		"A finding never makes an IR invalid and never changes an exit code. " +
		"A `warning` says that a receiver may refuse the IR or read it otherwise than it was meant; an `info` is worth a look. " +
		fmt.Sprintf("Each finding has the rule, its severity, a JSON pointer, a message and a hint; at most %d are reported for one rule.\n\n", ir.MaxWarnings) +
		"This page is written by `go test ./ir -run LintPage -update`.\n\n" +
		"| rule | severity | draft | reports | fix |\n|---|---|---|---|---|\n")
	for _, r := range ir.LintRules() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", r.Name, r.Severity, r.Source, r.Definition, r.Fix)
	}
	checkPage(t, "../docs/lint.md", b.String())
}

// checkPage compares a page with what it should be, or writes it.
func checkPage(t *testing.T, file, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%s is not what the code says (%v); run go test ./ir -update", file, err)
	}
}
