package grammars

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/frontend/grammar"
	"github.com/silp-protocol/silp-go/internal/corpus"
	"github.com/silp-protocol/silp-go/ir"
)

// xgrammar is the version of the npm package @mlc-ai/web-xgrammar.
const xgrammar = "0.1.27"

// missing skips a test whose engine is not there. Where SILP_ENGINES is set, as
// in the checks before a change, it fails.
func missing(t *testing.T, what string) {
	if os.Getenv("SILP_ENGINES") != "" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// input is what both scripts read.
type input struct {
	Grammars map[string]string `json:"grammars"`
	Regexes  map[string]string `json:"regexes"`
	Schemas  []string          `json:"schemas"`
	Checks   [][2]string       `json:"checks"`
	Every    int               `json:"every"`

	want []bool
}

func (in *input) check(name, text string, want bool) {
	in.Checks = append(in.Checks, [2]string{name, text})
	in.want = append(in.want, want)
}

// run gives the input to a command and compares the verdicts. It returns what
// the command printed behind them.
func (in *input) run(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	raw, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(raw), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %.2000s", err, stderr.String())
	}
	t.Log(lastLines(stderr.String()))
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) < len(in.Checks) {
		t.Fatalf("%d verdicts for %d texts", len(lines), len(in.Checks))
	}
	faults, accepted := 0, 0
	for i, c := range in.Checks {
		got := lines[i] == "1"
		if got {
			accepted++
		}
		if got != in.want[i] {
			if faults++; faults <= 10 {
				t.Errorf("%s: %q: the engine says %v, want %v", c[0], c[1], got, in.want[i])
			}
		}
	}
	t.Logf("%d texts, %d accepted, %d faults", len(in.Checks), accepted, faults)
	return strings.Join(lines[len(in.Checks):], "\n")
}

// lastLines leaves out the warnings of XGrammar.
func lastLines(s string) string {
	var keep []string
	for line := range strings.Lines(s) {
		if !strings.HasPrefix(line, "[") {
			keep = append(keep, line)
		}
	}
	return strings.Join(keep, "")
}

const narrow = `{"verbs":{
	"!BOOK":{"entities":{"act":{"required":true,"enum":["hotel","hot","hotel_2","flight","a b"]},"n":{},"nights":{},"город":{"repeat":true}}},
	"!CANCEL":{"any_entity":true,"entities":{"k":{"enum":["x","xy"]},"key":{"required":true},"if":{}}},
	"!EMAIL":{"entities":{"act":{"repeat":true}}}},
	"constraints":{"budget":{"operators":["<=","<"]},"!rain":{"operators":[""]}}}`

// texts are the compiled texts, the mutations and the set of their verbs.
func texts(t *testing.T) (compiled, mutated []string, verbs ir.Verbs) {
	list, err := corpus.IRs(os.DirFS("../../testdata"), 2000)
	if err != nil {
		t.Fatal(err)
	}
	compiled = corpus.Code(list)
	if len(compiled) < 1000 {
		t.Fatalf("only %d texts", len(compiled))
	}
	return compiled, corpus.Mutations(compiled, 5000), corpus.Verbs(list)
}

func export(t *testing.T, text string, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// narrowed adds texts for the grammar that the rules narrow.
func (in *input) narrowed(r *ir.Rules, letters bool) {
	seeds := []string{"book(hotel)", "book(flight,nights=2); email(me)", `book("a b",город=x,город=y)`, "email(a,b); book(hotel)", "if budget<=500: book(hotel)", "if !rain(t+1) and budget<5, t+1: email()",
		"cancel(key=a,k=xy,ke=z,not,\"if\"=b,kk=c)", "book(hot,n=1); cancel(keys=b,key=c); book(hotel_2,nights=1,n=2)", "cancel(t+1,key=a); email()"}
	for _, text := range append(corpus.Mutations(seeds, 2500), seeds...) {
		judged := text
		if letters {
			judged = strings.ReplaceAll(corpus.Letters(strings.ReplaceAll(text, "город", "[id]")), "[id]", "город")
		}
		x := ir.New()
		err := code.Frontend{}.DecodeInto(x, judged)
		if err == nil {
			err = r.Check(x)
		}
		out, _ := code.Frontend{}.AppendCompile(nil, x)
		// Names and values of the rules are in the grammar as the compiler spells
		// them; other texts that fit are of no interest here.
		if err != nil || string(out) == judged {
			in.check("narrow", text, err == nil)
		}
	}
}

// XGrammar takes every compiled text, and of mutations exactly those that the
// strict decoder takes. Its sets know only ASCII: it takes any other character
// for a letter, so the decoder is asked about the text with letters there.
func TestXGrammar(t *testing.T) {
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			missing(t, tool+" is not there")
		}
	}
	dir := t.TempDir()
	install := exec.Command("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", dir, "@mlc-ai/web-xgrammar@"+xgrammar)
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		missing(t, "npm install: "+err.Error()+": "+string(out))
	}
	// The package calls its files ES modules; this one is CommonJS.
	lib, err := os.ReadFile(filepath.Join(dir, "node_modules/@mlc-ai/web-xgrammar/lib/index.js"))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "index.cjs"), lib, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	compiled, mutated, verbs := texts(t)
	r, err := ir.ParseRules(narrow)
	if err != nil {
		t.Fatal(err)
	}
	in := &input{Grammars: map[string]string{}, Every: 100}
	for name, o := range map[string]grammar.Options{
		"plain": {Verbs: verbs}, "letters": {Verbs: verbs, AnyLetter: true}, "all": {Verbs: verbs, AnySpelling: true}, "narrow": {Rules: r},
	} {
		text, err := o.GBNF()
		in.Grammars[name] = export(t, text, err)
		text, err = o.OpenAISchema()
		in.Schemas = append(in.Schemas, export(t, text, err))
	}
	for _, text := range compiled {
		in.check("plain", text, true)
	}
	different := 0
	for _, text := range mutated {
		letters := corpus.Letters(text)
		want := corpus.Accepts(letters, verbs)
		if want != corpus.Accepts(text, verbs) {
			different++
		}
		in.check("all", text, want)
		in.check("plain", text, want && corpus.Plain(letters))
		in.check("letters", text, want && corpus.Plain(letters))
	}
	in.narrowed(r, true)
	both := in.run(t, exec.Command("node", "xgrammar.cjs", dir))
	t.Logf("isGrammarAcceptString judged %s of them too", both)
	t.Logf("%d of %d mutations hold a non-ASCII character where the decoder wants a letter", different, len(mutated))
}

// Lark takes every compiled text, and of mutations exactly those that the strict
// decoder takes; and so does Python's re where there is a regular expression.
func TestLark(t *testing.T) {
	python := "/usr/bin/python3" // Debian's package is for Debian's Python
	if out, err := exec.Command(python, "-c", "import lark").CombinedOutput(); err != nil {
		missing(t, "python3-lark is not there: "+string(out))
	}
	compiled, mutated, verbs := texts(t)
	r, err := ir.ParseRules(narrow)
	if err != nil {
		t.Fatal(err)
	}
	in := &input{Grammars: map[string]string{}, Regexes: map[string]string{}}
	for name, o := range map[string]grammar.Options{
		"plain": {Verbs: verbs}, "all": {Verbs: verbs, AnySpelling: true}, "narrow": {Rules: r}, "short": {Verbs: verbs, MaxWord: 40, MaxCalls: 4, MaxList: 10},
	} {
		text, err := o.Lark()
		in.Grammars[name] = export(t, text, err)
	}
	one, err := ir.ParseRules(`{"verbs":{"!BOOK":{"entities":{"act":{}}},"!EMAIL":{"entities":{"act":{"enum":["me","x y"]}}}}}`)
	if err != nil {
		t.Fatal(err)
	}
	text, err := grammar.Options{Rules: one}.Regex()
	in.Regexes["regex"] = export(t, text, err)
	for _, text := range compiled {
		in.check("plain", text, true)
	}
	for i, text := range mutated {
		want := corpus.Accepts(text, verbs)
		in.check("all", text, want)
		if i%4 == 0 {
			in.check("plain", text, want && corpus.Plain(text))
		}
	}
	in.narrowed(r, false)
	for _, text := range corpus.Mutations([]string{"book(a); email(me); book(ab:c)", "book()", `email("x y")`, `book("a\n"); email("x y")`, "email(me); book(中文)"}, 2000) {
		x := ir.New()
		err := code.Frontend{}.DecodeInto(x, text)
		if err == nil {
			err = one.Check(x)
		}
		out, _ := code.Frontend{}.AppendCompile(nil, x)
		if err != nil || string(out) == text {
			in.check("regex", text, err == nil)
		}
	}
	in.run(t, exec.Command(python, "check_lark.py"))
}
