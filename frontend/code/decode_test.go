package code_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/internal/cputime"
	"github.com/silp-protocol/silp-go/ir"
)

// How an error says what to do; code and place are in the vectors.
func TestHints(t *testing.T) {
	for _, c := range []struct{ name, text, msg string }{
		{"upper-case function", `CANCEL(x)`, "function names are lower case"},
		{"prose", `Please cancel my flight.`, "function names are lower case"},
		{"single quotes", `cancel('a')`, "quote with double quotes"},
		{"curly quotes", `cancel(“a”)`, "in double quotes"},
		{"emoji bare", `cancel(😀)`, "in double quotes"},
		{"bad escape", `cancel("a\x")`, `\uXXXX`},
		{"lone surrogate", `cancel("\ud800")`, "write both"},
		{"raw newline in quotes", "cancel(\"a\n\")", "escape it"},
		{"keyword bare", `cancel(if)`, `"if"`},
		{"ellipsis", `cancel(a...)`, "write what was left out"},
		{"with (A.5)", `email(x) with timeout`, "if timeout(30s)"},
		{"with as a function", `with timeout(30s)`, "if timeout(30s)"},
		{"trailing semicolon", `cancel(x);`, `joined by "; "`},
		{"newline between calls", "cancel(x)\nemail(y)", "one line"},
		{"mixed joints", `a() -> b(); c()`, "join all calls"},
		{"else without an action", `cancel() else`, "an else-branch is"},
		{"two calls of one action", `email(a); email(b)`, "into one call"},
		{"unknown label", `if c(v,unit=kg): a()`, "value= subject= time= operator="},
		{"negation of a value", `if !category(billing): a()`, "value= or time="},
		{"quoted name with !", `if "!x"(v): a()`, "in front of the quotes"},
		{"single equals", `if a=b: a()`, `write "=="`},
		{"operator behind two words", `if a(s,v)>1: a()`, "write name(subject)>value"},
		{"or", `if a(b) or c(d): a()`, "no or"},
		{"colon without a blank", `if a(b):a()`, "one blank follows"},
		{"comment", `cancel(x) // note`, "no comments"},
		{"comment behind #", `cancel(x) # note`, "no comments"},
		{"id in the annotation", `cancel(x) #{"entities":{"0":{"id":"y"}}}`, "in the text in front"},
		{"index with a leading zero", `cancel(x) #{"entities":{"00":{"a":1}}}`, "no leading zeros"},
		{"empty object", `cancel(x) #{}`, "leave it out"},
	} {
		if _, err := code.Decode(c.text); err == nil || !strings.Contains(err.Error(), c.msg) {
			t.Errorf("%s: message %v does not say %q", c.name, err, c.msg)
		}
	}
}

// Every proper prefix of a text is an error or a payload of its own that is
// shorter; none may come back as the whole.
func TestTruncated(t *testing.T) {
	for _, v := range list(t) {
		if v.Group != "compile" {
			continue
		}
		x, err := code.Decode(v.Text)
		if err != nil {
			t.Fatal(err)
		}
		for n := range len(v.Text) {
			y, err := code.Decode(v.Text[:n])
			if err == nil && ir.Equivalent(x, y) {
				t.Errorf("%s: %q decodes as %q", v.Name, v.Text[:n], v.Text)
			}
		}
	}
}

// Hostile texts of about 1 MB give a typed error in time and memory that are a
// small multiple of the text.
func TestHostileTexts(t *testing.T) {
	const n = 1 << 20
	fill := func(prefix, s string) string { return prefix + strings.Repeat(s, (n-len(prefix))/len(s)) }
	for _, c := range []struct{ name, text string }{
		{"parentheses", fill("", "(")}, {"nested calls", fill("", "a(")}, {"blanks", fill("", " ")}, {"quotes", fill("", `"`)},
		{"quoted words", fill("a(", `"",`)}, {"escapes", fill(`a("`, `\n`)}, {"backslashes", fill(`a("`, `\`)}, {"a long name", fill("", "a")},
		{"a long word", fill("a(", "a")}, {"colons", fill("a(", ":")}, {"conditions", fill("if ", "!a and ")}, {"calls", fill("", "a(); b(); ")},
		{"annotation of brackets", fill(`a(x) #{"entities":{"0":{"k":`, "[")}, {"invalid UTF-8", fill("", "\xff")}, {"NUL", fill("", "\x00")},
		{"marks", fill("a(", "\u0301")}, {"over the limit", fill("a(", "x") + strings.Repeat("x", n)},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := cputime.Now()
			_, err := code.Decode(c.text)
			if _, ok := errors.AsType[*ir.Error](err); !ok {
				t.Fatalf("got %v", err)
			}
			t.Logf("%v: %v", cputime.Now()-start, err)
		})
	}
	bytes := testing.Benchmark(func(b *testing.B) {
		text := fill("a(", `"",`)
		b.ReportAllocs()
		for b.Loop() {
			_, _ = code.Decode(text)
		}
	}).AllocedBytesPerOp()
	// 350,000 entities of 56 bytes each, and the slices on the way to them.
	if limit := int64(128 * n); bytes > limit {
		t.Errorf("%d bytes for %d arguments of 3 bytes, over %d", bytes, n/3, limit)
	}
}

func TestDecodeInto(t *testing.T) {
	x := ir.IR{Intent: "!OLD", SILP: "v9", Meta: ir.Meta{ReqID: "abcd", Priority: 3, Seq: []string{"s"}}}
	if err := plain.DecodeInto(&x, "a(b)"); err != nil {
		t.Fatal(err)
	}
	want := &ir.IR{Intent: "!A", Entities: []ir.Entity{{ID: "act", Value: "b"}}}
	if !ir.Equivalent(&x, want) || x.Meta.ReqID != "abcd" {
		t.Errorf("got %+v; only req_id may stay", x)
	}
	if err := plain.DecodeInto(&x, "a(b"); err == nil || x.Intent != "" || len(x.Entities) != 0 || x.Meta.ReqID != "abcd" {
		t.Errorf("after an error (%v) x is %+v", err, x)
	}
	if err := (code.Frontend{MaxBytes: 3}).DecodeInto(&x, "a(b)"); !errors.Is(err, ir.InvalidSyntax) {
		t.Errorf("over MaxBytes: %v", err)
	}
}
