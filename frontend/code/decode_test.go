package code_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/ir"
)

// What the draft prints, and other spellings that the grammar admits, with the
// canonical text (header included) of what they mean.
func TestDecodeSpellings(t *testing.T) {
	for _, c := range []struct{ name, text, canonical string }{
		{"4.1: else without a colon", `if !rain(t+1): start(hike) else start(cards@indoor)`, `if !rain(t+1): start(hike) else: start(cards@indoor)`},
		{"4.1: then", `if weather>rain then switch(indoor_activity)`, `if weather>rain: switch(indoor_activity)`},
		{"4.1: a blank behind a comma", `translate(src=fr_rev_bold, tgt=shakespeare_en, style=archaic_heavy)`, `translate(src=fr_rev_bold,tgt=shakespeare_en,style=archaic_heavy)`},
		{"a blank behind a comma of a constraint", `if loc(me, Beijing, t+1am): cancel()`, `if loc(me,Beijing,t+1am): cancel()`},
		{"Appendix B: sequencing", `fetch(data) -> process() -> email(result)`, `fetch(data) -> process() -> email(result)`},
		{"blanks at the ends", "\r\n \tcancel(x) \n", `cancel(x)`},
		{"any JSON escape", `cancel("\u0061\/\ud83d\ude00")`, `cancel("a/😀")`},
		{"quoted though bare", `if "loc"("x"): cancel("k"="v")`, `if loc(x): cancel(k=v)`},
		{"a quoted time is a value", `cancel("t+1")`, `cancel("t+1")`},
		{"keyword act is positional", `cancel(act=x,time=t+1)`, `cancel(x,t+1)`},
		{"empty parentheses of a negation", `if !rain(): cancel()`, `if !rain: cancel()`},
		{"labelled time that is time-like", `if !rain(time=t+1) and loc(x,time=t+1): cancel()`, `if !rain(t+1) and loc(x,t+1): cancel()`},
		{"value=true of a negation", `if !rain(value=true): cancel()`, `if !rain: cancel()`},
		{"labelled operator of the six", `if !a(operator=">") and b(v,operator="<"): cancel()`, `if !a>true and b<v: cancel()`},
		{"unassigned characters are bare on input", "cancel(a\u0378)", `cancel("a\u0378")`},
		{"hidden characters in quotes are the sanitizer's", "cancel(\"a\u200b\")", `cancel("a\u200b")`},
		{"annotation in any order, with blanks", `cancel(x) #{ "silp" : "v2", "entities" : { "0" : { "b" : 1 , "a" : [ ] } } }`, `cancel(x) #{"entities":{"0":{"a":[],"b":1}},"silp":"v2"}`},
		{"default silp in the annotation", `cancel() #{"silp":"v1"}`, `cancel()`},
		{"priority spelled as 1e2", `cancel() #{"meta":{"priority":1e2}}`, `cancel() #{"meta":{"priority":100}}`},
		{"arrows and an annotation with other meta", `a() -> b() #{"meta":{"priority":1}}`, `a() -> b() #{"meta":{"priority":1}}`},
		{"an entity may have a time of its own", `cancel(x) #{"entities":{"0":{"time":"noon"}}}`, `cancel(x) #{"entities":{"0":{"time":"noon"}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, err := code.Decode(c.text)
			if err != nil {
				t.Fatal(err)
			}
			out, err := full.AppendCompile(nil, x)
			if err != nil || string(out) != c.canonical {
				t.Errorf("\n got %s\nwant %s (%v)", out, c.canonical, err)
			}
			if want := ir.ReqID(strings.Trim(c.text, " \t\r\n"), 8); x.Meta.ReqID != want {
				t.Errorf("req_id %s, want %s: blanks at the ends do not count", x.Meta.ReqID, want)
			}
		})
	}
}

// «» marks where the error is. What stands between them in the message is not
// compared, but the text behind => must be part of it.
func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct {
		name, text, msg string
	}{
		{"empty", `«`, "expected a function name, found the end"},
		{"blank", `«   `, "expected a function name"},
		{"prose", `«Please cancel my flight.`, "lower case"},
		{"no parenthesis", `cancel«`, `expected "("`},
		{"upper-case function", `«CANCEL(x)`, "lower case"},
		{"digit in a function name", `cancel«2(x)`, `expected "("`},
		{"function name begins with _", `«_a()`, "function name"},
		{"unclosed call", `cancel(x«`, `expected "," or ")"`},
		{"trailing comma", `cancel(x,«)`, "expected a word"},
		{"comma first", `cancel(«,x)`, "expected a word"},
		{"two blanks behind a comma", `cancel(x, « y)`, "expected a word"},
		{"blank before a comma", `cancel(x« ,y)`, `expected "," or ")"`},
		{"blank inside a bare word", `cancel(a« b)`, `expected "," or ")"`},
		{"single quotes", `cancel(«'a')`, "double quotes"},
		{"curly quotes", `cancel(«“a”)`, "double quotes"},
		{"emoji bare", `cancel(«😀)`, "double quotes"},
		{"unterminated quotes", `cancel(«"a)`, "closing quote"},
		{"backslash at the end", `cancel(«"a\`, "closing quote"},
		{"bad escape", `cancel("a«\x")`, "escape"},
		{"short unicode escape", `cancel("«\u12")`, "escape"},
		{"lone high surrogate", `cancel("«\ud800")`, "surrogate"},
		{"lone low surrogate", `cancel("«\udc00")`, "surrogate"},
		{"high surrogate and a letter", `cancel("«\ud800\u0041")`, "surrogate"},
		{"raw newline in quotes", "cancel(\"a«\n\")", "control"},
		{"raw NUL in quotes", "cancel(\"a«\x00\")", "control"},
		{"NUL", "cancel(«\x00)", "expected a word"},
		{"text behind quotes", `cancel("a"«b)`, `expected "," or ")"`},
		{"keyword bare", `cancel(«if)`, "keyword"},
		{"keyword as a key", `cancel(«not=x)`, "keyword"},
		{"ellipsis", `cancel(a«...)`, `"..."`},
		{"ellipsis alone", `cancel(«...)`, `"..."`},
		{"colon in front", `cancel(«:a)`, "begins with"},
		{"colon at the end", `cancel(a«:)`, `expected "," or ")"`},
		{"at in front", `cancel(«@a)`, "begins with"},
		{"combining mark in front", "cancel(«\u0301)", "begins with"},
		{"key without a value", `cancel(a=«)`, "expected a word"},
		{"two values", `cancel(a=b«=c)`, `expected "," or ")"`},
		{"text behind the payload", `cancel(x)« now`, "end of the payload"},
		{"with (A.5)", `email(x)« with timeout`, "if timeout(30s)"},
		{"step without parentheses (A.5)", `fetch(data) -> process« -> email(x)`, `expected "("`},
		{"trailing semicolon", `cancel(x)«;`, `"; "`},
		{"semicolon without a blank", `cancel(x)«;email(y)`, "end of the payload"},
		{"newline between calls", "cancel(x)«\nemail(y)", "one line"},
		{"mixed joints", `a() -> b()«; c()`, "join all calls"},
		{"mixed joints, the other way", `a(); b()« -> c()`, "join all calls"},
		{"else without an action", `cancel()« else: `, "a call"},
		{"two else branches", `cancel() else: a()« else: b()`, "end of the payload"},
		{"arrow in the else branch", `cancel() else: a()« -> b()`, "end of the payload"},
		{"two targets", `cancel() else: a(x«,y)`, `"@" or ")"`},
		{"keyword argument in a target", `cancel() else: a(k«=y)`, `"@" or ")"`},
		{"location without a target", `cancel() else: a(«@x)`, "expected a word"},
		{"two locations", `cancel() else: a(x@y«@z)`, `expected "@" or ")"`},
		{"empty condition", `if «: cancel()`, "expected a word"},
		{"constraint without parts", `if rain«: cancel()`, "or an operator"},
		{"constraint without a value", `if rain(«): cancel()`, "without a value"},
		{"only a label", `if rain(«time=x): cancel()`, "without a value"},
		{"four positional words", `if c(a,b,c,«d): cancel()`, "fourth"},
		{"unknown label", `if c(v,«unit=kg): cancel()`, "no part"},
		{"quoted label", `if c(v,«"time"=x): cancel()`, "no part"},
		{"label twice", `if !c(value=a,«value=b): cancel()`, "twice"},
		{"labels out of order", `if !c(time=a,«value=b): cancel()`, "order"},
		{"positional behind a label", `if c(v,time=x,«y): cancel()`, "positional"},
		{"value= of a func-call", `if c(«value=x): cancel()`, "for negations"},
		{"time twice in a func-call", `if c(«v,t+1,time=noon): cancel()`, "twice"},
		{"time twice behind three words", `if c(«s,v,t,time=noon): cancel()`, "twice"},
		{"time twice in a negation", `if !c(«t+1,time=noon): cancel()`, "twice"},
		{"negation of a value", `if !category(«billing): route(x)`, "value= or time="},
		{"negation of a quoted time", `if !c(«"t+1"): route(x)`, "value= or time="},
		{"negation of two words", `if !c(«t+1,t+2): route(x)`, "value= or time="},
		{"quoted name with !", `if «"!x"(v): cancel()`, "in front of the quotes"},
		{"single equals", `if a«=b: cancel()`, `"=="`},
		{"operator behind two words", `if a«(s,v)>1: cancel()`, "subject alone"},
		{"operator behind a label", `if !a«(value=v)>1: cancel()`, "subject alone"},
		{"operator without a value", `if a>«: cancel()`, "expected a word"},
		{"time of an operator form without a blank", `if a>1«,t+1: cancel()`, `" and " or ": "`},
		{"or", `if a(b)« or c(d): cancel()`, "no or"},
		{"colon without a blank", `if a(b)«:cancel()`, "blank follows"},
		{"no colon", `if a(b)« cancel()`, `" and " or ": "`},
		{"upper-case keyword", `«IF a(b): cancel()`, "lower case"},
		{"look-alike parenthesis", `cancel«（x)`, `expected "("`},
		{"look-alike operator", `if a«≤1: cancel()`, "or an operator"},
		{"NBSP as a blank", "if«\u00a0a(b): cancel()", "expected"},
		{"comment", `cancel(x) #« note`, "JSON object"},
		{"comment in code style", `cancel(x)« // note`, "no comments"},
		{"empty annotation", `cancel(x) #{«}`, "empty object"},
		{"empty section", `cancel(x) #{"entities":{«}}`, "empty object"},
		{"empty element", `cancel(x) #{"entities":{"0":{«}}}`, "empty object"},
		{"empty meta", `cancel(x) #{"meta":{«}}`, "empty object"},
		{"unknown section", `cancel(x) #{«"intent":"!A"}`, "unknown section"},
		{"index out of range", `cancel(x) #{"entities":{«"1":{"a":1}}}`, "index"},
		{"index with a leading zero", `cancel(x) #{"entities":{«"00":{"a":1}}}`, "index"},
		{"index with a sign", `cancel(x) #{"entities":{«"+0":{"a":1}}}`, "index"},
		{"negative index", `cancel(x) #{"entities":{«"-1":{"a":1}}}`, "index"},
		{"index of nothing", `cancel() #{"constraints":{«"0":{"a":1}}}`, "index"},
		{"id in the annotation", `cancel(x) #{"entities":{"0":{«"id":"y"}}}`, "in front"},
		{"value in the annotation", `cancel(x) #{"entities":{"0":{«"value":"y"}}}`, "in front"},
		{"action in the annotation", `cancel(x) #{"entities":{"0":{«"action":"!A"}}}`, "in front"},
		{"type in the annotation", `if a(b): c() #{"constraints":{"0":{«"type":"y"}}}`, "in front"},
		{"time in the annotation", `if a(b): c() #{"constraints":{"0":{«"time":"y"}}}`, "in front"},
		{"string subject in the annotation", `if a(b): c() #{"constraints":{"0":{«"subject":"y"}}}`, "in front"},
		{"string operator in the annotation", `if a(b): c() #{"constraints":{"0":{«"operator":"y"}}}`, "in front"},
		{"subject in text and annotation", `if a(s,b): c() #{"constraints":{"0":{«"subject":5}}}`, "in front"},
		{"operator in text and annotation", `if a>b: c() #{"constraints":{"0":{«"operator":null}}}`, "in front"},
		{"target in the annotation", `a() else: b() #{"alternatives":{"0":{«"target":"y"}}}`, "in front"},
		{"req_id in the annotation", `a() #{"meta":{«"req_id":"a1b2c3d4"}}`, "req_id"},
		{"seq in arrows and annotation", `a() -> b() #{"meta":{"seq":["!A"]«}}`, "twice"},
		{"duplicate names in the annotation", `a(x) #{"entities":{"0":{"k":1,«"k":2}}}`, "duplicate"},
		{"duplicate indexes", `a(x) #{"entities":{"0":{"k":1},«"0":{"l":2}}}`, "duplicate"},
		{"text behind the annotation", `a() #{"silp":"v2"} «b()`, "after the end"},
		{"cut annotation", `a() #{"silp":«`, "unexpected end"},
		{"lone surrogate in the annotation", `a(x) #{"entities":{"0":{"k":"«\ud800"}}}`, "surrogate"},
		{"number with a huge exponent in the annotation", `a(x) #{"entities":{"0":{"k":«1e1000001}}}`, "exponent"},
		{"array as a section", `a(x) #{"entities":«[1]}`, "an object"},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := strings.Index(c.text, "«")
			text := strings.Replace(c.text, "«", "", 1)
			x, err := code.Decode(text)
			e, ok := errors.AsType[*ir.Error](err)
			if !ok {
				t.Fatalf("got %+v, %v", x, err)
			}
			want := ir.InvalidSyntax
			if strings.Contains(c.name, "as a section") {
				want = ir.DecodeFailed
			}
			if e.Code != want || e.Offset != at || e.Frontend != "code" {
				t.Errorf("code %s, offset %d, want %s, %d (%v)", e.Code, e.Offset, want, at, err)
			}
			if !strings.Contains(err.Error(), c.msg) {
				t.Errorf("message %q does not say %q", err, c.msg)
			}
		})
	}
}

// Grammatical, but no valid IR: decode_failed with a path.
func TestDecodeFailed(t *testing.T) {
	for _, c := range []struct{ name, text, path string }{
		{"two calls of one action", `email(a); email(b)`, "/entities"},
		{"two secondary calls of one action", `a(); email(a); email(b)`, "/entities"},
		{"two calls of one action in sequence", `a() -> a()`, "/entities"},
		{"silp", `a() #{"silp":"1"}`, "/silp"},
		{"silp that is no string", `a() #{"silp":1}`, "/silp"},
		{"version", `a() #{"version":null}`, "/version"},
		{"meta", `a() #{"meta":[]}`, "/meta"},
		{"priority", `a() #{"meta":{"priority":1.5}}`, "/meta/priority"},
		{"confidence", `a() #{"meta":{"confidence":-1e-399}}`, "/meta/confidence"},
		{"seq", `a() #{"meta":{"seq":["x",1]}}`, "/meta/seq/1"},
	} {
		_, err := code.Decode(c.text)
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || e.Code != ir.DecodeFailed || e.Path != c.path {
			t.Errorf("%s: %v, want %s", c.name, err, c.path)
		}
	}
}

// Every proper prefix of a text is an error or a payload of its own that is
// shorter; none may come back as the whole.
func TestTruncated(t *testing.T) {
	for _, c := range cases {
		x, err := code.Decode(c.text)
		if err != nil {
			t.Fatal(err)
		}
		for n := range len(c.text) {
			y, err := code.Decode(c.text[:n])
			if err == nil && ir.Equivalent(x, y) {
				t.Errorf("%s: %q decodes as %q", c.name, c.text[:n], c.text)
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
			start := time.Now()
			_, err := code.Decode(c.text)
			if _, ok := errors.AsType[*ir.Error](err); !ok {
				t.Fatalf("got %v", err)
			}
			t.Logf("%v: %v", time.Since(start), err)
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
