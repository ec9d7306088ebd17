package code_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

// repaired pairs what a model may write with the strict text that it means and
// the codes of the repairs.
var repaired = []struct {
	name, text, strict string
	codes              []string
}{
	{"blanks between tokens", `if  a ( b ) : cancel ( x , k = v ) `, `if a(b): cancel(x,k=v)`, []string{"whitespace"}},
	{"lines", "if a>5\n  and b(c)\n:\n  cancel(x);\n  email(y)\nelse:\n  book(z)", `if a>5 and b(c): cancel(x); email(y) else: book(z)`, []string{"whitespace"}},
	{"blanks around operators", `if disk > 90% : cancel()`, `if disk>90%: cancel()`, []string{"whitespace"}},
	{"blanks around @ and !", `if ! rain: cancel() else: start( cards @ indoor )`, `if !rain: cancel() else: start(cards@indoor)`, []string{"whitespace"}},
	{"a comment behind a call", "cancel(x)  # take it back", `cancel(x)`, []string{"comment"}},
	{"comments between arguments", "cancel(\n  a, // first\n  b  // second\n)", `cancel(a,b)`, []string{"comment", "whitespace"}},
	{"single quotes", `search(query='red, size 9')`, `search(query="red, size 9")`, []string{"single_quoted_string"}},
	{"curly quotes", `search(“a b”,‘c’)`, `search("a b","c")`, []string{"curly_quoted_string"}},
	{"a blank inside a value", `book(San Francisco,city=New York)`, `book("San Francisco",city="New York")`, []string{"unquoted_blank"}},
	{"a blank inside a compared value", `if state==in progress and a(b): cancel()`, `if state=="in progress" and a(b): cancel()`, []string{"unquoted_blank"}},
	{"capital keywords", `IF a(b) AND c(d): cancel() ELSE: book()`, `if a(b) and c(d): cancel() else: book()`, []string{"keyword_spelling"}},
	{"THEN", `if a>1 THEN cancel()`, `if a>1: cancel()`, []string{"keyword_spelling"}},
	{"ampersands", `if a(b) && c(d): cancel()`, `if a(b) and c(d): cancel()`, []string{"keyword_spelling"}},
	{"ampersands behind a parenthesis", `if a(b)&& c(d): cancel()`, `if a(b) and c(d): cancel()`, []string{"keyword_spelling", "whitespace"}},
	{"not", `if not rain(t+1): start(hike)`, `if !rain(t+1): start(hike)`, []string{"keyword_spelling"}},
	{"mathematical operators", `if a≤1 and b ≥ 2 and c(x)≠3: cancel()`, `if a<=1 and b>=2 and c(x)!=3: cancel()`, []string{"operator_spelling", "whitespace"}},
	{"parentheses around the condition", `if (a>1 and b(c)): cancel()`, `if a>1 and b(c): cancel()`, []string{"parenthesized_condition"}},
	{"trailing comma", `book(hotel,)`, `book(hotel)`, []string{"trailing_comma"}},
	{"trailing comma of an alternative", `book() else: book(hotel, )`, `book() else: book(hotel)`, []string{"trailing_comma"}},
	{"trailing semicolon before a line end", "cancel(x);\n", `cancel(x)`, []string{"trailing_semicolon"}},
	{"trailing semicolon before a comment", "cancel(x); # done", `cancel(x)`, []string{"trailing_semicolon", "comment"}},
	{"a step without parentheses", `fetch(data) -> process -> email(result)`, `fetch(data) -> process() -> email(result)`, []string{"bare_step"}},
	{"two calls of one action", `email(a); email(b)`, `email(a,b)`, []string{"merged_calls"}},
	{"three calls of one action", `cancel(x); email(a); email(b); email(c)`, `cancel(x); email(a,b,c)`, []string{"merged_calls"}},
	{"a fence", "```\ncancel(x)\n```", `cancel(x)`, []string{"code_fence"}},
	{"a fence with a tag, text around", "Here it is:\n```silp\ncancel(x)\n```\nDone.", `cancel(x)`, []string{"leading_text", "code_fence", "trailing_text"}},
	{"backticks", "`cancel(x)`", `cancel(x)`, []string{"code_fence"}},
	{"backticks in a value", "```silp\nnotify(dev,msg=\"run ```make``` now\")\n```", "notify(dev,msg=\"run ```make``` now\")", []string{"code_fence"}},
	{"text behind", "search(hotels,city=Oslo)\nObservation: found 3 hotels", `search(hotels,city=Oslo)`, []string{"trailing_text"}},
	{"a label", "Payload: cancel(x)", `cancel(x)`, []string{"leading_text"}},
	{"a bullet", "Steps\n1. cancel(x)", `cancel(x)`, []string{"leading_text"}},
	{"the same payload twice", "cancel(x)\n\ncancel( x )", `cancel(x)`, []string{"trailing_text"}},
	{"an annotation on its own line", "cancel(x)\n #{\"entities\":{\"0\":{\"k\":1}}}", `cancel(x) #{"entities":{"0":{"k":1}}}`, []string{"whitespace"}},
	{"any verb, if nothing else is there", ` run ( x )`, `run(x)`, []string{"whitespace"}},
}

func TestTolerant(t *testing.T) {
	for _, c := range repaired {
		t.Run(c.name, func(t *testing.T) {
			want, err := code.Decode(c.strict)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := code.Decode(c.text); err == nil {
				t.Fatal("the text is strict")
			}
			var x ir.IR
			diags, err := plain.DecodeTolerant(&x, c.text)
			if err != nil {
				t.Fatal(err)
			}
			if !ir.Equivalent(want, &x) {
				t.Error(ir.Diff(want, &x))
			}
			var codes []string
			for _, d := range diags {
				if !slices.Contains(codes, d.Code) {
					codes = append(codes, d.Code)
				}
				if line, column := ir.Position(c.text, d.Offset); line != d.Line || column != d.Column {
					t.Errorf("%+v stands at line %d, column %d", d, line, column)
				}
			}
			slices.Sort(codes)
			sorted := slices.Sorted(slices.Values(c.codes))
			for _, code := range sorted {
				if !slices.Contains(codes, code) {
					t.Errorf("diagnostics %v, want %v among them", codes, sorted)
				}
			}
			for _, code := range codes {
				if code != frontend.Whitespace && !slices.Contains(sorted, code) {
					t.Errorf("diagnostics %v, want %v", codes, sorted)
				}
			}
		})
	}
}

// What DecodeTolerant never guesses. The message must say what is wrong.
func TestTolerantRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, msg string }{
		{"two payloads", "cancel(x)\nbook(y)", "second payload"},
		{"two payloads in fences", "```\ncancel(x)\n```\n```\nbook(y)\n```", "second payload"},
		{"single equals", `if a=b: cancel()`, `"=="`},
		{"or", `if a(b) or c(d): cancel()`, "no or"},
		{"or between calls", `search(x) or suggest(y)`, "end of the payload"},
		{"ellipsis", `if auth(operator,admin): update(...)`, `"..."`},
		{"ellipsis as a condition", `if ...: update(x)`, `"..."`},
		{"cut behind an argument", `book(hotel`, `")"`},
		{"cut behind a comma", `book(hotel,`, "word"},
		{"cut behind a semicolon", `book(hotel);`, "function name"},
		{"cut inside quotes", `book("hotel`, "closing quote"},
		{"cut inside single quotes", `book('hotel`, "closing quote"},
		{"cut behind else", `book() else:`, "function name"},
		{"cut behind an arrow", `a() ->`, "function name"},
		{"cut at a step", `a() -> process`, `"("`},
		{"a fence that does not close", "```\ncancel(x)", "fence"},
		{"a call on a new line", "if a>1:\n    cancel(x)\n    book(y)", "second payload"},
		{"upper-case function", `Cancel (x)`, "lower case"},
		{"with", `email(x) with timeout`, "if timeout(30s)"},
		{"fullwidth parenthesis", `cancel （x)`, `"("`},
		{"fullwidth comma", `cancel (a，b)`, `")"`},
		{"look-alike verb", "c\u0430ncel (x)", "U+0430"},
		{"a quote inside single quotes", `cancel ('what's open')`, "where the quoted word ends"},
		{"an escape inside single quotes", `cancel ('a\'b')`, "where the quoted word ends"},
		{"a name with a blank", `cancel(a b=c)`, "name with a blank"},
		{"a time with blanks", `cancel(t + 1)`, "time with blanks"},
		{"a keyword inside a value", `cancel(this and that)`, `"," or ")"`},
		{"a condition behind a label", "otherwise: start(x)", "function name"},
		{"a condition in a sentence", "Note if it rains: start(hike)", "lower case"},
		{"a line that starts like a payload", "cancel(x)\nif you need more, ask", ""},
		{"a verb that may not start one", "run(x);\n email(y)\nthanks", "may not start one"},
		{"prose", "Please cancel my flight.", "lower case"},
		{"text behind the call in its line", "cancel(x) please", "end of the payload"},
		{"a broken annotation", `cancel( x ) #{"entities":`, "unexpected end"},
		{"calls of one action with keywords", `email(a=1); email(b=2)`, "same action"},
		{"calls of one action, one empty", `email(); email(b)`, "same action"},
		{"two values without a comma", "cancel(a\nb)", `"," or ")"`},
		{"negation of a value", `if not category(billing): cancel()`, "value= or time="},
	} {
		var x ir.IR
		diags, err := plain.DecodeTolerant(&x, c.text)
		e, ok := err.(*ir.Error)
		if !ok {
			t.Errorf("%s: %q gave %+v, %v", c.name, c.text, x, diags)
			continue
		}
		if !strings.Contains(err.Error(), c.msg) || e.Frontend != "code" || e.Offset < 0 || e.Offset > len(c.text) {
			t.Errorf("%s: %v, want %q", c.name, err, c.msg)
		}
	}
}

func TestFindAll(t *testing.T) {
	const text = "First:\n```\ncancel(x)\n```\nthen\n- if a > 1: book(y)\nok"
	found, err := plain.FindAll(text)
	if err != nil || len(found) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	for i, want := range []string{"cancel(x)", "if a > 1: book(y)"} {
		f := found[i]
		if got := text[f.Start:f.End]; got != want {
			t.Errorf("payload %d is %q, want %q", i, got, want)
		}
		if len(f.Diagnostics) == 0 || f.IR.Meta.ReqID == "" {
			t.Errorf("payload %d: %+v", i, f)
		}
	}
	if found, err := plain.FindAll("nothing here"); err == nil && len(found) > 0 {
		t.Errorf("%+v", found)
	}
}

// The texts that models wrote, with what they must come to.
func TestModelEchoes(t *testing.T) {
	for _, line := range sharedLines(t, "cases/model-echoes.jsonl") {
		var c struct{ Snippet, Expect, As string }
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		var x ir.IR
		all := code.Frontend{Verbs: ir.Verbs{Any: true}}
		_, err := all.DecodeTolerant(&x, c.Snippet)
		switch c.Expect {
		case "same":
			want, strict := code.Decode(c.As)
			if strict != nil || err != nil || !ir.Equivalent(want, &x) {
				t.Errorf("%q: %v", c.Snippet, err)
			}
		case "error":
			if err == nil {
				t.Errorf("%q decodes", c.Snippet)
			}
		case "error_or_literal":
			// What the text says, its blanks aside.
			if err != nil {
				continue
			}
			out, _ := code.Compile(&x)
			squeeze := func(s string) string {
				return strings.NewReplacer(" ", "", "\n", "", `"`, "").Replace(s)
			}
			if squeeze(out) != squeeze(c.Snippet) {
				t.Errorf("%q became %q", c.Snippet, out)
			}
		default:
			t.Fatalf("expect %q", c.Expect)
		}
	}
}

func sharedLines(t *testing.T, file string) (lines []string) {
	t.Helper()
	f, err := os.Open("../../../shared/" + file)
	if err != nil {
		t.Skipf("the shared folder is not here: %v", err)
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		lines = append(lines, scanner.Text())
	}
	if len(lines) == 0 || scanner.Err() != nil {
		t.Fatalf("%d lines, %v", len(lines), scanner.Err())
	}
	return lines
}

// tolerantLaws: where strict decoding accepts, tolerant gives the same IR and
// says nothing; where only tolerant does, it says what it did, and the result
// compiles to a strict text of the same IR.
func tolerantLaws(t *testing.T, text string) {
	t.Helper()
	var x, y ir.IR
	strict := plain.DecodeInto(&x, text)
	all := code.Frontend{Verbs: ir.Verbs{Any: true}}
	diags, err := all.DecodeTolerant(&y, text)
	switch {
	case strict == nil && (err != nil || len(diags) > 0 || !ir.Equivalent(&x, &y)):
		t.Errorf("%q is strict, but tolerant says %v, %v", text, diags, err)
	case strict != nil && err == nil && len(diags) == 0:
		t.Errorf("%q is not strict (%v), but tolerant says nothing", text, strict)
	case err == nil:
		out, err := full.AppendCompile(nil, &y)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		var z ir.IR
		if err := full.DecodeInto(&z, string(out)); err != nil || !ir.Equivalent(&y, &z) {
			t.Errorf("%q became %q: %v, %v", text, out, err, ir.Diff(&y, &z))
		}
	}
	for _, d := range diags {
		if d.Offset < 0 || d.Offset > len(text) || d.Line < 1 || d.Column < 1 || d.Message == "" {
			t.Errorf("%q: diagnostic %+v", text, d)
		}
	}
	if e, ok := err.(*ir.Error); err != nil && (!ok || e.Offset > len(text) || e.Offset < 0) {
		t.Errorf("%q: %v", text, err)
	}
}

func FuzzTolerant(f *testing.F) {
	for _, c := range repaired {
		f.Add(c.text)
	}
	f.Fuzz(tolerantLaws)
}

func TestTolerantLaws(t *testing.T) {
	for i := range uint64(5000) {
		g := irgen.Random(i)
		out, err := full.AppendCompile(nil, g.IR())
		if err != nil {
			t.Fatal(err)
		}
		text := string(out)
		for range 3 {
			tolerantLaws(t, text)
			text = mutate(g, text)
		}
	}
	for _, c := range repaired {
		g := irgen.Random(uint64(len(c.text)))
		for range 200 {
			tolerantLaws(t, mutate(g, mutate(g, c.text)))
		}
	}
}
