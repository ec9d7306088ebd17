package ir_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

// Section 3.7, and the decision that the schema's pattern is the rule.
var pattern = regexp.MustCompile(`\A![A-Z][A-Z_]*\z`)

func TestActionValid(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		b := []byte("!")
		for range rnd.IntN(6) {
			b = append(b, "AZ_az0!\n@[`{"[rnd.IntN(12)])
		}
		a := ir.Action(b[rnd.IntN(2)*rnd.IntN(2):])
		if got, want := a.Valid(), pattern.MatchString(string(a)); got != want {
			t.Fatalf("%q: %v", a, got)
		}
	}
	for b := range 256 {
		a := ir.Action("!A" + string([]byte{byte(b)}))
		if a.Valid() != pattern.MatchString(string(a)) {
			t.Errorf("%q: %v", a, a.Valid())
		}
	}
}

func TestActionNames(t *testing.T) {
	for a, want := range map[ir.Action]string{
		"!CANCEL": "cancel", "!SWITCH_TOOL": "switch_tool", "!A__B_": "a__b_", "!X": "x",
		"": "", "!": "", "CANCEL": "", "!_A": "", "!a": "", "!A1": "", "!CANCEL\n": "",
	} {
		if got := a.Func(); got != want {
			t.Errorf("%q: %q", a, got)
		}
		out, ok := a.AppendFunc([]byte("before"))
		if string(out) != "before"+want || ok != (want != "") {
			t.Errorf("%q: %q %v", a, out, ok)
		}
	}
	for name, want := range map[string]ir.Action{
		"cancel": "!CANCEL", "switch_tool": "!SWITCH_TOOL", "a__b_": "!A__B_",
		"": "", "_a": "", "Cancel": "", "CANCEL": "", "!cancel": "", "a1": "", "a-b": "", "сancel": "", "cancel\n": "", "can cel": "",
	} {
		if got, ok := ir.ActionOf(name); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v", name, got, ok)
		}
	}
}

func TestActionOfIsTheInverse(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		b := []byte{'!', byte('A' + rnd.IntN(26))}
		for range rnd.IntN(20) {
			b = append(b, "ABCXYZ__"[rnd.IntN(8)])
		}
		a := ir.Action(b)
		if back, ok := ir.ActionOf(a.Func()); back != a || !ok {
			t.Fatalf("%s became %s", a, back)
		}
	}
	for _, a := range ir.Whitelist() {
		name := a.Func()
		if n := testing.AllocsPerRun(10, func() {
			if back, ok := ir.ActionOf(name); back != a || !ok || !(ir.Verbs{}).Has(a) {
				t.Fatal(a)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", a, n)
		}
	}
}

// Section 3.8, Tables 7 and 8.
func TestVerbTables(t *testing.T) {
	if got, want := fmt.Sprint(ir.Whitelist()), "[!CANCEL !START !EMAIL !FETCH !PROCESS !TRANSLATE !BOOK !ROUTE !SEARCH !UPDATE !SUGGEST !SWITCH !NOTIFY]"; got != want {
		t.Errorf("Table 7: %s", got)
	}
	var got []string
	for _, e := range ir.Excluded() {
		got = append(got, string(e.Action)+" "+string(e.Replacement))
		if e.Reason == "" || !e.Action.Valid() || (ir.Verbs{}).Has(e.Action) {
			t.Errorf("Table 8: %+v", e)
		}
	}
	if !slices.Equal(got, []string{"!SWITCH_TOOL !SWITCH", "!ESCALATE "}) {
		t.Errorf("Table 8: %q", got)
	}
	ir.Whitelist()[0] = "!X"
	ir.Excluded()[0].Action = "!X"
	if ir.Whitelist()[0] != "!CANCEL" || ir.Excluded()[0].Action != "!SWITCH_TOOL" {
		t.Error("a caller can change the tables")
	}
}

func TestVerbsHas(t *testing.T) {
	also := ir.Verbs{Also: []ir.Action{"!RUN", "!ESCALATE"}}
	for _, row := range []struct {
		name string
		v    ir.Verbs
		a    ir.Action
		want bool
	}{
		{"whitelist", ir.Verbs{}, "!NOTIFY", true},
		{"not on it", ir.Verbs{}, "!RUN", false},
		{"excluded", ir.Verbs{}, "!ESCALATE", false},
		{"look-alike", ir.Verbs{}, "!СANCEL", false},
		{"longer", ir.Verbs{}, "!CANCELS", false},
		{"shorter", ir.Verbs{}, "!CANCE", false},
		{"lower case", ir.Verbs{}, "!cancel", false},
		{"no mark", ir.Verbs{}, "CANCEL", false},
		{"nothing", ir.Verbs{}, "", false},
		{"also", also, "!RUN", true},
		{"also excluded", also, "!ESCALATE", true},
		{"whitelist besides", also, "!CANCEL", true},
		{"not also", also, "!RU", false},
		{"any", ir.Verbs{Any: true}, "!XYZ", true},
		{"any valid one", ir.Verbs{Any: true}, "!x", false},
	} {
		if got := row.v.Has(row.a); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}

func TestVerbsCheck(t *testing.T) {
	x := func(intent, entity, alternative ir.Action) *ir.IR {
		return &ir.IR{Intent: intent, Entities: []ir.Entity{{}, {Action: intent}, {Action: entity}}, Alternatives: []ir.Alternative{{Action: "!START"}, {Action: alternative}},
			Meta: ir.Meta{Seq: []string{"!ESCALATE", "anything"}}}
	}
	const hint = "use one of the 13 verbs of draft Table 7"
	for _, row := range []struct {
		name            string
		v               ir.Verbs
		x               *ir.IR
		path, msg, hint string
	}{
		{"whitelist", ir.Verbs{}, x("!CANCEL", "!EMAIL", "!NOTIFY"), "", "", ""},
		{"intent", ir.Verbs{}, x("!RUN", "!RUN", "!RUN"), "/intent", "verb !RUN is not on the whitelist", hint + ", or allow the verb (Options.Verbs, silpc --verbs)"},
		{"entity", ir.Verbs{}, x("!BOOK", "!RUN", "!RUN"), "/entities/2/action", "verb !RUN is not on the whitelist", hint + ", or allow the verb (Options.Verbs, silpc --verbs)"},
		{"alternative", ir.Verbs{}, x("!BOOK", "!BOOK", "!RUN"), "/alternatives/1/action", "verb !RUN is not on the whitelist", hint + ", or allow the verb (Options.Verbs, silpc --verbs)"},
		{"replacement", ir.Verbs{}, x("!SWITCH_TOOL", "!BOOK", "!BOOK"), "/intent", "verb !SWITCH_TOOL is excluded by draft Table 8: it is 2 or 3 tokens on every tokenizer", "use !SWITCH"},
		{"no replacement", ir.Verbs{}, x("!BOOK", "!ESCALATE", "!BOOK"), "/entities/2/action", `verb !ESCALATE is excluded by draft Table 8: it is 2 or 3 tokens, and its piece "ate" has a meaning of its own`, hint},
		{"also", ir.Verbs{Also: []ir.Action{"!RUN"}}, x("!RUN", "!RUN", "!RUN"), "", "", ""},
		{"any", ir.Verbs{Any: true}, x("!X", "!ESCALATE", "!SWITCH_TOOL"), "", "", ""},
		{"long verb", ir.Verbs{}, x(ir.Action("!"+strings.Repeat("A", 100)), "!BOOK", "!BOOK"), "/intent", "verb !" + strings.Repeat("A", 31) + "... is not on the whitelist", hint + ", or allow the verb (Options.Verbs, silpc --verbs)"},
	} {
		err := row.v.Check(row.x)
		if row.msg == "" {
			if err != nil {
				t.Errorf("%s: %v", row.name, err)
			}
			continue
		}
		e := asError(t, err)
		if e.Path != row.path || e.Msg != row.msg || e.Hint != row.hint || e.Code != ir.DecodeFailed || e.Offset != -1 {
			t.Errorf("%s: %+v", row.name, e)
		}
	}
}

// Section 3.6: SHA-256 of the whole text, 8 digits by default.
func TestReqID(t *testing.T) {
	for n := range 1200 {
		text := strings.Repeat("x中", n/4+1)[:n]
		sum := sha256.Sum256([]byte(text))
		want := hex.EncodeToString(sum[:])
		for digits := -1; digits <= 10; digits++ {
			d := digits
			if d < 4 || d > 8 {
				d = 8
			}
			if got := ir.ReqID(text, digits); got != want[:d] {
				t.Fatalf("%d bytes, %d digits: %s, want %s", n, digits, got, want[:d])
			}
		}
	}
	if got := ir.ReqID("", 8); got != "e3b0c442" || ir.ReqIDDigits != 8 {
		t.Error(got)
	}
	if ir.ReqID("a ", 8) == ir.ReqID("a", 8) {
		t.Error("blanks do not count")
	}
	long := strings.Repeat("x", 1<<16)
	if n := testing.AllocsPerRun(10, func() { ir.ReqID(long, 8) }); n > 3 {
		t.Errorf("%v allocations", n)
	}
	x := &ir.IR{Intent: "!A", Meta: ir.Meta{ReqID: ir.ReqID("x", 4)}}
	if err := x.Validate(); err != nil {
		t.Error(err)
	}
}

// Section 3.2: entities belong to their action, or to the intent.
func TestCalls(t *testing.T) {
	e := func(actions ...ir.Action) (list []ir.Entity) {
		for i, a := range actions {
			list = append(list, ir.Entity{ID: fmt.Sprint(i), Action: a})
		}
		return list
	}
	for _, row := range []struct {
		name     string
		entities []ir.Entity
		want     string
	}{
		{"none", nil, "!A()"},
		{"absent action", e("", ""), "!A(0 1)"},
		{"explicit action", e("", "!A", ""), "!A(0 1 2)"},
		{"secondary action", e("", "!B", "!B"), "!A(0) !B(1 2)"},
		{"secondary first", e("!B", ""), "!A() !B(0) !A(1)"},
		{"back again", e("!A", "!B", "!A", "!B"), "!A(0) !B(1) !A(2) !B(3)"},
		{"three", e("!B", "!C", "!C"), "!A() !B(0) !C(1 2)"},
	} {
		x := &ir.IR{Intent: "!A", Entities: row.entities}
		if got := calls(x); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
		for range x.Calls() {
			break // must not yield again
		}
	}
	// The entities are the IR's own, and appending to them does not reach it.
	x := &ir.IR{Intent: "!A", Entities: e("", "!B")}
	for _, args := range x.Calls() {
		args[0].Value = "set"
		_ = append(args, ir.Entity{ID: "appended"})
	}
	if x.Entities[0].Value != "set" || x.Entities[1].ID != "1" {
		t.Errorf("%+v", x.Entities)
	}
	if n := testing.AllocsPerRun(100, func() {
		for range x.Calls() {
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func calls(x *ir.IR) string {
	var out []string
	for verb, args := range x.Calls() {
		var ids []string
		for _, e := range args {
			ids = append(ids, e.ID)
		}
		out = append(out, string(verb)+"("+strings.Join(ids, " ")+")")
	}
	return strings.Join(out, " ")
}

// The calls hold every entity once and in order, neighbours differ, the first
// is the intent, and no value changes them.
func TestCallsRandom(t *testing.T) {
	for seed := range uint64(2000) {
		x := irgen.Random(seed).IR()
		n, last := 0, ir.Action("")
		for verb, args := range x.Calls() {
			if last == "" && verb != x.Intent || verb == last {
				t.Fatalf("seed %d: %s behind %q", seed, verb, last)
			}
			for i := range args {
				if &args[i] != &x.Entities[n] || args[i].Of(x.Intent) != verb {
					t.Fatalf("seed %d: entity %d in %s", seed, n, verb)
				}
				n++
			}
			last = verb
		}
		if n != len(x.Entities) {
			t.Fatalf("seed %d: %d of %d entities", seed, n, len(x.Entities))
		}
		before := calls(x)
		for i := range x.Entities {
			x.Entities[i].Value = "!EMAIL"
		}
		if after := calls(x); after != before {
			t.Fatalf("seed %d: %s became %s", seed, before, after)
		}
	}
}
