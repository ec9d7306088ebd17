package json_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/cputime"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

// repaired pairs what a model may write with the strict text that it means and
// the codes of the repairs.
var repaired = []struct {
	name, text, strict string
	codes              []string
}{
	{"a number", `{"intent":"!BOOK","nights":2}`, `{"intent":"!BOOK","nights":"2"}`, []string{"number_as_string"}},
	{"every digit of a number", `{"intent":"!BOOK","n":-0.10e+400,"m":12345678901234567890.000}`, `{"intent":"!BOOK","n":"-0.10e+400","m":"12345678901234567890.000"}`, []string{"number_as_string"}},
	{"a long number", `{"intent":"!BOOK","n":` + strings.Repeat("9", 100) + `}`, `{"intent":"!BOOK","n":"` + strings.Repeat("9", 100) + `"}`, []string{"number_as_string"}},
	{"booleans", `{"intent":"!BOOK","a":true,"b":false}`, `{"intent":"!BOOK","a":"true","b":"false"}`, []string{"number_as_string"}},
	{"numbers in a slot's array", `{"intent":"!BOOK","n":[1, "x", true]}`, `{"intent":"!BOOK","n":["1","x","true"]}`, []string{"number_as_string"}},
	{"numbers in a group", `{"intent":"!BOOK","action_email":[7,{"id":"n","value":8}]}`, `{"intent":"!BOOK","action_email":["7",{"id":"n","value":"8"}]}`, []string{"number_as_string"}},
	{"a number under an escaped name", `{"intent":"!BOOK","action\u005femail":[7]}`, `{"intent":"!BOOK","action_email":["7"]}`, []string{"number_as_string"}},
	{"a number in a slot of another case", `{"intent":"!BOOK","Meta":1}`, `{"intent":"!BOOK","Meta":"1"}`, []string{"number_as_string"}},
	{"numbers of extras and meta stay", `{"intent":"!BOOK","constraints":[{"type":"t","value":"v","n":1.50}],"meta":{"priority":2,"x":[3]},}`, `{"intent":"!BOOK","constraints":[{"type":"t","value":"v","n":1.50}],"meta":{"priority":2,"x":[3]}}`, []string{"trailing_comma"}},
	{"trailing commas", "{\"intent\":\"!BOOK\",\"a\":[\"b\",\"c\" , ],\"constraints\":[{\"type\":\"t\",\"value\":\"v\",},],\n}", `{"intent":"!BOOK","a":["b","c"],"constraints":[{"type":"t","value":"v"}]}`, []string{"trailing_comma"}},
	{"a trailing comma in an extra", `{"intent":"!BOOK","alternatives":[{"action":"!A","x":[1,{"y":2,},]}]}`, `{"intent":"!BOOK","alternatives":[{"action":"!A","x":[1,{"y":2}]}]}`, []string{"trailing_comma"}},
	{"comments", "{ // the hotel\n\"intent\": // now\n \"!BOOK\" // then\n, // \"x\":\"y\",\n\"a\":\"http://x\"}", `{"intent":"!BOOK","a":"http://x"}`, []string{"comment"}},
	{"comments around", "// one\n{\"intent\":\"!BOOK\"}\n// two", `{"intent":"!BOOK"}`, []string{"comment"}},
	{"a comment behind a number", "{\"intent\":\"!BOOK\",\"n\":1// one\n}", `{"intent":"!BOOK","n":"1"}`, []string{"comment", "number_as_string"}},
	{"a comma and a comment", "{\"intent\":\"!BOOK\", // last\n}", `{"intent":"!BOOK"}`, []string{"comment", "trailing_comma"}},
	{"raw line breaks", "{\"intent\":\"!BOOK\",\"a\":\"one\r\n\ttwo\x00\x1f\n\"}", `{"intent":"!BOOK","a":"one\r\n\ttwo\u0000\u001f\n"}`, []string{"raw_control_char"}},
	{"a raw line break in a name", "{\"intent\":\"!BOOK\",\"a\nb\":1}", `{"intent":"!BOOK","a\nb":"1"}`, []string{"number_as_string", "raw_control_char"}},
	{"a raw tab in an extra", "{\"intent\":\"!BOOK\",\"constraints\":[{\"type\":\"t\",\"value\":\"v\",\"x\":[\"\t\"]}]}", `{"intent":"!BOOK","constraints":[{"type":"t","value":"v","x":["\t"]}]}`, []string{"raw_control_char"}},
	{"escaped apostrophes", `{"intent":"!BOOK","a":"\'can\\\'t\' wait\'"}`, `{"intent":"!BOOK","a":"'can\\'t' wait'"}`, []string{"invalid_escape"}},
	{"an escaped apostrophe in a group's name", `{"intent":"!BOOK","it\'s":1}`, `{"intent":"!BOOK","it's":"1"}`, []string{"invalid_escape", "number_as_string"}},
	{"meta.req_id first", `{"intent":"!BOOK","meta":{"req_id":"a1b2","priority":1}}`, `{"intent":"!BOOK","meta":{"priority":1}}`, []string{"req_id_ignored"}},
	{"meta.req_id last", `{"meta":{"priority":1, "req_id" : "req 7" },"intent":"!BOOK"}`, `{"meta":{"priority":1},"intent":"!BOOK"}`, []string{"req_id_ignored"}},
	{"meta.req_id in the middle", `{"intent":"!BOOK","meta":{"priority":1,"req_id":"","out":"x"}}`, `{"intent":"!BOOK","meta":{"priority":1,"out":"x"}}`, []string{"req_id_ignored"}},
	{"meta.req_id alone", `{"intent":"!BOOK","meta":{"req_id":"a1b2"}}`, `{"intent":"!BOOK","meta":{}}`, []string{"req_id_ignored"}},
	{"meta.req_id and a trailing comma", "{\"intent\":\"!BOOK\",\"meta\":{\"out\":\"x\", // y\n\"req_id\":\"a1b2\" , // z\n}}", `{"intent":"!BOOK","meta":{"out":"x"}}`, []string{"comment", "req_id_ignored", "trailing_comma"}},
	{"req_id elsewhere is no meta.req_id", `{"intent":"!BOOK","req_id":1,"meta":{"x":{"req_id":"a"}}}`, `{"intent":"!BOOK","req_id":"1","meta":{"x":{"req_id":"a"}}}`, []string{"number_as_string"}},
	{"a fence", "```\n{\"intent\":\"!BOOK\"}\n```", `{"intent":"!BOOK"}`, []string{"code_fence"}},
	{"a fence with a tag, text around", "Here it is:\n```json\n{\"intent\":\"!BOOK\"}\n```\nDone.", `{"intent":"!BOOK"}`, []string{"code_fence", "leading_text", "trailing_text"}},
	{"a fence in one line", "```json {\"intent\":\"!BOOK\"} ```", `{"intent":"!BOOK"}`, []string{"code_fence"}},
	{"a fence that does not close", "```json\n{\"intent\":\"!BOOK\"}", `{"intent":"!BOOK"}`, []string{"leading_text"}},
	{"backticks", "Send `{\"intent\":\"!BOOK\"}`.", `{"intent":"!BOOK"}`, []string{"code_fence", "leading_text", "trailing_text"}},
	{"a fence of something else in front", "```\nx\n```\n{\"intent\":\"!BOOK\"}", `{"intent":"!BOOK"}`, []string{"leading_text"}},
	{"backticks in a value", "```json\n{\"intent\":\"!BOOK\",\"a\":\"run\n```\nx\n```\"}\n```", `{"intent":"!BOOK","a":"run\n` + "```" + `\nx\n` + "```" + `"}`, []string{"code_fence", "raw_control_char"}},
	{"text in front", "Here is `the` payload: {\"intent\":\"!BOOK\"}", `{"intent":"!BOOK"}`, []string{"leading_text"}},
	{"text behind", "{\"intent\":\"!BOOK\"}, which books. {}", `{"intent":"!BOOK"}`, []string{"trailing_text"}},
	{"a call around", `send({"intent":"!BOOK"});`, `{"intent":"!BOOK"}`, []string{"leading_text", "trailing_text"}},
	{"a byte order mark", "\ufeff{\"intent\":\"!BOOK\"}", `{"intent":"!BOOK"}`, []string{"leading_text"}},
	{"prose with braces", `{x} {"quoted"} { 'y': 1 } {{"z"}} {} {"intent":"!BOOK"} {"a";}`, `{"intent":"!BOOK"}`, []string{"leading_text", "trailing_text"}},
	{"objects without an intent", `{"thought":[1,{"a":"{"}]} {"intent":"!BOOK"} {"done":null}`, `{"intent":"!BOOK"}`, []string{"leading_text", "trailing_text"}},
	{"the same payload twice", "{\"intent\":\"!BOOK\",\"n\":1}\n{ \"intent\":\"!BOOK\", \"n\":\"1\"}", `{"intent":"!BOOK","n":"1"}`, []string{"number_as_string", "trailing_text"}},
	{"an object with intent in an extra", `{"constraints":[{"type":"t","value":"v","x":{"intent":1}}],"intent":"!BOOK"}.`, `{"intent":"!BOOK","constraints":[{"type":"t","value":"v","x":{"intent":1}}]}`, []string{"trailing_text"}},
}

func TestTolerant(t *testing.T) {
	for _, c := range repaired {
		t.Run(c.name, func(t *testing.T) {
			want, err := json.Decode(c.strict)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := json.Decode(c.text); err == nil {
				t.Fatal("the text is strict")
			}
			x := &ir.IR{Meta: ir.Meta{ReqID: "0f0f"}}
			diags, err := json.Frontend{}.DecodeTolerant(x, c.text)
			if err != nil {
				t.Fatal(err)
			}
			if d := ir.Diff(want, x); len(d) > 0 || x.Meta.ReqID != "0f0f" {
				t.Error(d, x.Meta.ReqID)
			}
			var codes []string
			for _, d := range diags {
				codes = append(codes, d.Code)
				if line, column := ir.Position(c.text, d.Offset); line != d.Line || column != d.Column {
					t.Errorf("%+v stands at line %d, column %d", d, line, column)
				}
			}
			slices.Sort(codes)
			if codes = slices.Compact(codes); !slices.Equal(codes, c.codes) {
				t.Errorf("diagnostics %v, want %v", codes, c.codes)
			}
		})
	}
}

// Where the repairs stand in the text.
func TestTolerantOffsets(t *testing.T) {
	const text = "Say:\n```json\n{\"intent\":\"!BOOK\",\"n\":[1,], // one\n\"a\":\"b\n\\'\",\"meta\":{\"req_id\":\"a1b2\"}}\n```\nok"
	diags, err := json.Frontend{}.DecodeTolerant(ir.New(), text)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for i, want := range []struct{ code, at string }{
		{"leading_text", "Say"}, {"code_fence", "```json"}, {"number_as_string", "1,]"}, {"trailing_comma", ",], "}, {"comment", "// one"},
		{"raw_control_char", "\n\\'"}, {"invalid_escape", `\'`}, {"req_id_ignored", `"req_id"`}, {"trailing_text", "ok"},
	} {
		at += strings.Index(text[at:], want.at)
		if i >= len(diags) || diags[i].Code != want.code || diags[i].Offset != at {
			t.Fatalf("diagnostic %d of %+v, want %s at %d", i, diags, want.code, at)
		}
	}
}

// What DecodeTolerant never guesses; at is what stands last where the fault is.
func TestTolerantRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, at string }{
		{"duplicate names", `{"intent":"!BOOK","a":1,"a":"2"}`, `"a":"2"`},
		{"duplicate names in an extra", `{"intent":"!BOOK","constraints":[{"type":"t","value":"v","x":{"y":1,"y":1}}],}`, `"y":1}`},
		{"an escaped duplicate", `{"intent":"!BOOK","a":1,"\u0061":2}`, `"\u0061"`},
		{"a duplicate by repair", `{"intent":"!BOOK","it\'s":"1","it's":"2"}`, `"it's"`},
		{"two intents", `{"intent":"!BOOK","intent":"!EMAIL",}`, `"intent":"!EMAIL"`},
		{"two req_id", `{"intent":"!BOOK","meta":{"req_id":"a1b2","req_id":"c3d4"}}`, `"req_id":"c3d4"`},
		{"two meta", `{"intent":"!BOOK","meta":{"req_id":"a1b2"},"meta":{"req_id":"a1b2"}}`, `"meta":{"req_id":"a1b2"}}`},
		{"two payloads", "{\"intent\":\"!BOOK\"}\n{\"intent\":\"!EMAIL\"}", `{"intent":"!EMAIL"}`},
		{"two payloads that differ in meta", `{"intent":"!BOOK"} {"intent":"!BOOK","meta":{"priority":1}}`, `{"intent":"!BOOK","meta`},
		{"a payload in a comment", "// {\"intent\":\"!EMAIL\"}\n{\"intent\":\"!BOOK\"}", `{"intent":"!BOOK"}`},
		{"a payload in a comment behind a brace", "{ // {\"intent\":\"!EMAIL\"}\nx {\"intent\":\"!BOOK\"}", `{"intent":"!BOOK"}`},
		{"an array of payloads", `[{"intent":"!BOOK"},{"intent":"!BOOK"}]`, `[`},
		{"an array of one payload", `Say: [ {"intent":"!BOOK"} ]`, `]`},
		{"an array that was cut off", `[{"intent":"!BOOK"}`, `[`},
		{"a payload in an object", `{"call":{"intent":"!BOOK"}}`, ``},
		{"a payload in an object, and one", `{"call":{"intent":"!EMAIL"}} {"intent":"!BOOK"}`, `{"intent":"!EMAIL"}`},
		{"a payload in a string", `{"call":"{\"intent\":\"!BOOK\"}"}`, ``},
		{"doubled braces", `{{"intent":"!BOOK"}}`, `}`},
		{"closed too early", `{"intent":"!BOOK"},"act":"hotel"}`, `,"act"`},
		{"cut behind a comma", `{"intent":"!BOOK"},`, `,`},
		{"cut behind a value", `{"intent":"!BOOK","act":"hotel"`, ``},
		{"cut inside a string", `{"intent":"!BOOK","act":"Note: meet at 9:`, ``},
		{"cut inside an escape", `{"intent":"!NOTIFY","act":"show(\"ok\`, ``},
		{"cut inside a number", `{"intent":"!BOOK","n":12`, ``},
		{"cut behind a payload", `{"intent":"!BOOK"} {"int`, ``},
		{"cut behind a brace", `{"intent":"!BOOK"} {`, ``},
		{"cut in front of the intent, and a payload", `{"act":"x", {"intent":"!BOOK"}`, `{"intent"`},
		{"a fence behind a cut", "```json\n{\"intent\":\"!BOOK\",\"a\":\"b\"\n```", "```"},
		{"a lone surrogate", `{"intent":"!NOTIFY","act":"x \ud83d y",}`, `\ud83d`},
		{"half a pair and an apostrophe", `{"intent":"!NOTIFY","act":"\ud83d\'"}`, `\ud83d`},
		{"a lone surrogate in a name", `{"intent":"!NOTIFY","\udc00":1}`, `\udc00`},
		{"single quotes", `{"intent":"!BOOK",'act':"x"}`, `'act'`},
		{"a single-quoted value", `{"intent":"!BOOK","act":'x'}`, `'x'`},
		{"single quotes from the start", `{'intent':'!EMAIL'} {"intent":"!BOOK"}`, `'intent'`},
		{"curly quotes", `{“intent”:“!BOOK”}`, `“intent`},
		{"unquoted names", `{intent:"!BOOK"}`, `intent`},
		{"an unquoted name", `{"intent":"!BOOK",act:"x"}`, `act`},
		{"an escaped object", `{\"intent\":\"!BOOK\"}`, `\"intent`},
		{"a missing comma", `{"intent":"!BOOK" "act":"x"}`, `"act"`},
		{"a missing comma behind a req_id", `{"intent":"!BOOK","meta":{"req_id":"a" "out":"x"}}`, `"out"`},
		{"a missing comma in an array", `{"intent":"!BOOK","act":["x" "y"]}`, `"y"`},
		{"a comma in front", `{,"intent":"!BOOK"}`, `,`},
		{"two commas", `{"intent":"!BOOK",,}`, `,}`},
		{"only a comma", `{"intent":"!BOOK","act":[,]}`, `,]`},
		{"other comments", `{"intent":"!BOOK" /* x */}`, `/*`},
		{"shell comments", "{\"intent\":\"!BOOK\" # x\n}", `#`},
		{"NaN", `{"intent":"!BOOK","n":NaN}`, `NaN`},
		{"Infinity", `{"intent":"!BOOK","n":-Infinity}`, `Infinity`},
		{"null", `{"intent":"!BOOK","n":null}`, `null`},
		{"null in an array", `{"intent":"!BOOK","n":[1,null]}`, `null`},
		{"null as a req_id", `{"intent":"!BOOK","meta":{"req_id":null}}`, `"req_id"`},
		{"a leading zero", `{"intent":"!BOOK","n":01}`, `01`},
		{"half a number", `{"intent":"!BOOK","n":1.}`, `}`},
		{"a number and letters", `{"intent":"!BOOK","n":12px}`, `12px`},
		{"True", `{"intent":"!BOOK","n":True}`, `True`},
		{"an object as a slot", `{"intent":"!BOOK","n":{"x":1}}`, `{"x"`},
		{"an array in an array", `{"intent":"!BOOK","n":[[1]]}`, `[1]`},
		{"a number as a constraint's value", `{"intent":"!BOOK","constraints":[{"type":"t","value":1}]}`, `1}]`},
		{"a number as a value in entities", `{"intent":"!BOOK","entities":[{"id":"t","value":1}]}`, `1}]`},
		{"a number as an id", `{"intent":"!BOOK","action_email":[{"id":1,"value":1}]}`, `1,`},
		{"a number as a group", `{"intent":"!BOOK","action_email":1}`, `1}`},
		{"a number as an intent", `{"intent":1,}`, `1,`},
		{"a bad escape", `{"intent":"!BOOK","act":"\x41",}`, `\x41`},
		{"no intent", `{"act":1}`, ``},
		{"an upper-case intent", `{"INTENT":"!BOOK",}`, ``},
		{"a bad action", `{"intent":"book",}`, `"book"`},
		{"nesting", `{"intent":"!BOOK","constraints":` + strings.Repeat("[", 64), ``},
		{"prose", "Please book my flight.", `Please`},
		{"nothing", "", ``},
		{"invalid UTF-8", "{\"intent\":\"!BOOK\",\"a\":\"\xff\",}", "\xff"},
	} {
		x := &ir.IR{Meta: ir.Meta{ReqID: "0f0f"}}
		diags, err := json.Frontend{}.DecodeTolerant(x, c.text)
		if err == nil {
			t.Errorf("%s: %s gave %+v, %v", c.name, c.text, x, diags)
			continue
		}
		e := checkError(t, err)
		if c.at != "" && e.Offset != strings.LastIndex(c.text, c.at) {
			t.Errorf("%s: %s: at %q: %v", c.name, c.text, c.text[e.Offset:], err)
		}
		if !ir.Equivalent(x, &ir.IR{}) || x.Meta.ReqID != "0f0f" || len(diags) > 0 {
			t.Errorf("%s: after the error: %+v, %v", c.name, x, diags)
		}
	}
}

func TestFindAll(t *testing.T) {
	const text = "First:\n```json\n{\"intent\":\"!BOOK\",}\n```\nthen {\"intent\":\"!EMAIL\",\"n\":\n1} {\"a\":1}"
	found, err := json.Frontend{}.FindAll(text)
	if err != nil || len(found) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	for i, want := range []struct {
		text, strict string
		codes        []string
		line         int
	}{
		{`{"intent":"!BOOK",}`, `{"intent":"!BOOK"}`, []string{"code_fence", "trailing_comma"}, 3},
		{"{\"intent\":\"!EMAIL\",\"n\":\n1}", "{\"intent\":\"!EMAIL\",\"n\":\n\"1\"}", []string{"number_as_string"}, 6},
	} {
		f := found[i]
		if got := text[f.Start:f.End]; got != want.text {
			t.Errorf("payload %d is %q, want %q", i, got, want.text)
		}
		x, err := json.Decode(want.strict)
		if err != nil || !ir.Equivalent(x, f.IR) || x.Meta.ReqID != f.IR.Meta.ReqID {
			t.Errorf("payload %d: %v, %v", i, ir.Diff(x, f.IR), err)
		}
		var codes []string
		for _, d := range f.Diagnostics {
			codes = append(codes, d.Code)
		}
		if last := f.Diagnostics[len(codes)-1]; !slices.Equal(codes, want.codes) || last.Line != want.line {
			t.Errorf("payload %d: %+v, want %v", i, f.Diagnostics, want.codes)
		}
	}
	for _, bad := range []string{"nothing here", "", `{"a":1}`, "{\"intent\":\"!BOOK\"} {\"intent\":", "\xff", strings.Repeat(" ", ir.DefaultMaxBytes+1)} {
		found, err := json.Frontend{}.FindAll(bad)
		if checkError(t, err); len(found) > 0 {
			t.Errorf("%.40q: %+v", bad, found)
		}
	}
}

// The strict text of a text at the limit may be longer.
func TestTolerantMaxBytes(t *testing.T) {
	text := "{\"intent\":\"!BOOK\",\"a\":\"\x01\x01\x01\"}"
	if _, err := (json.Frontend{MaxBytes: len(text)}).DecodeTolerant(ir.New(), text); err != nil {
		t.Error(err)
	}
	_, err := json.Frontend{MaxBytes: len(text) - 1}.DecodeTolerant(ir.New(), text)
	if e := checkError(t, err); e.Offset != len(text)-1 {
		t.Error(e)
	}
}

// tolerantLaws: where strict decoding accepts, tolerant gives the same IR and
// says nothing; where only tolerant does, it says what it did, and the result
// compiles to a strict text of the same IR.
func tolerantLaws(t *testing.T, text string) {
	t.Helper()
	full := json.Frontend{WithMeta: true, MaxBytes: 1 << 25}
	var x, y ir.IR
	strict := full.DecodeInto(&x, text)
	diags, err := full.DecodeTolerant(&y, text)
	switch {
	case strict == nil && (err != nil || len(diags) > 0 || len(ir.Diff(&x, &y)) > 0):
		t.Errorf("%q is strict, but tolerant says %v, %v", text, diags, err)
	case strict != nil && err == nil && len(diags) == 0:
		t.Errorf("%q is not strict (%v), but tolerant says nothing", text, strict)
	case err == nil:
		var z ir.IR
		out := appendText(t, full, &y)
		if err := full.DecodeInto(&z, string(out)); err != nil || len(ir.Diff(&y, &z)) > 0 {
			t.Errorf("%q became %q: %v, %v", text, out, err, ir.Diff(&y, &z))
		}
	}
	for _, d := range diags {
		line, column := ir.Position(text, d.Offset)
		if d.Offset < 0 || d.Offset > len(text) || d.Line != line || d.Column != column || d.Message == "" {
			t.Errorf("%q: diagnostic %+v", text, d)
		}
	}
	if err != nil {
		if e := checkError(t, err); e.Offset > len(text) {
			t.Errorf("%q: %v", text, err)
		}
	}
	findAllLaws(t, text, err == nil, &y)
}

// findAllLaws: what FindAll finds stands apart and decodes alone to the same,
// and DecodeTolerant accepts no text in which it finds none.
func findAllLaws(t *testing.T, text string, accepted bool, x *ir.IR) {
	t.Helper()
	found, err := json.Frontend{MaxBytes: 1 << 25}.FindAll(text)
	if accepted && (err != nil || len(ir.Diff(found[0].IR, x)) > 0) || err == nil && len(found) == 0 {
		t.Errorf("%q: FindAll says %+v, %v", text, found, err)
	}
	end := 0
	for _, one := range found {
		if one.Start < end || one.End <= one.Start || text[one.Start] != '{' || text[one.End-1] != '}' {
			t.Errorf("%q: %+v", text, one)
		}
		end = one.End
		var y ir.IR
		if _, err := (json.Frontend{MaxBytes: 1 << 25}).DecodeTolerant(&y, text[one.Start:one.End]); err != nil || len(ir.Diff(one.IR, &y)) > 0 {
			t.Errorf("%q: %q alone: %v, %v", text, text[one.Start:one.End], err, ir.Diff(one.IR, &y))
		}
	}
}

func FuzzTolerant(f *testing.F) {
	for _, c := range repaired {
		f.Add(c.text)
	}
	for _, v := range list(f) {
		f.Add(v.Text)
	}
	f.Fuzz(tolerantLaws)
}

// pieces are what mutate puts into a text.
var pieces = []string{" ", ",", ":", `"`, "\\", `\'`, "'", "{", "}", "[", "]", "//", "\n", "\t", "1", "-0.5", "true", "null", `"intent":`, `{"intent":"!BOOK"}`,
	`"req_id":"a1b2"`, `"meta":{`, `"action_email":[`, "```", "\\ud83d", "\\u0061", "\u0301", "中"}

func mutate(g *irgen.Gen, text string) string { return g.Mutate(text, pieces) }

func TestTolerantLaws(t *testing.T) {
	full := json.Frontend{WithMeta: true, MaxBytes: 1 << 25}
	for i := range uint64(3000) {
		g := irgen.Random(i)
		text := string(appendText(t, full, g.IR()))
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

// fill repeats a text to about n bytes.
func fill(n int, head, s string) string { return head + strings.Repeat(s, (n-len(head))/len(s)) }

// Texts that could make the search for objects or the repairs quadratic: 16
// times the text may not cost much more than 16 times the time.
func TestTolerantHostile(t *testing.T) {
	head := `{"intent":"!BOOK",`
	for _, c := range []struct{ head, s string }{
		{"", "{"}, {"", `"`}, {"", `{"`}, {"", `{"intent":`}, {"", `{"intent":"!A"}`}, {"", "{\"intent\":\"!A\"}\n"}, {"", `{"a":"b"}`}, {"", `{"a":{"intent":"!A"}}`},
		{"", "{//"}, {"", "{ {//"}, {"", "{//\n"}, {"", "//{//{\n"}, {"{", "//{ {//{\n"}, {"", `{"a"//`}, {"", `{"a" `}, {"", "{\"a\"//{\"b\"//\n"}, {"", "{'"}, {"", `{\`},
		{"{//{//{//{//\n\"", "s"}, {"", "{`````"}, {"", "`"}, {"", "``` "}, {"", "`{}`"}, {"", "`{\"intent\":\"!A\"}` "}, {"", "{        "}, {"", "[{\"intent\":"},
		{head + `"a":[`, `1,`}, {head + `"a":[`, `"",`}, {head + `"a":"`, "\n"}, {head + `"a":"`, "\nx"}, {head + `"a":"`, `\'`}, {head + `"a":[`, "1//\n,"}, {head + `"a":[`, "//\n"},
		{head + `"meta":{`, `"req_id":"",`}, {head + `"meta":{`, `"req_id":1,`}, {head + `"meta":{"req_id":"`, `x`}, {head + `"meta":{"a":1,`, `,`}, {head, "\n"}, {head, `"\u0061":1,`}, {head + `"a":`, "1"}, {head, "[1,],"},
	} {
		hostileCase(t, c.head+c.s, func(n int) string { return fill(n, c.head, c.s) })
	}
	// The same with an end, so that a look ahead comes to nothing.
	for _, c := range []struct{ s, middle, long, end string }{
		{"{//", "\n", "x", ""}, {"{ {//", "\n", "x", ""}, {`{"a"//`, "\n", "x", ""}, {"{//", "\n\"", "s", "\" x"}, {"{//", "\n\"", "{", "\" x"},
		{"{//", "\n\"s\"", "//{\"a\"//\n", "x"}, {"{ ", "//", "{//", "\nx"}, {"{\"a\"//", "\n", "//{\n", "x"},
	} {
		hostileCase(t, c.s+c.middle+c.long, func(n int) string { return fill(n/2, "", c.s) + c.middle + fill(n/2-20, "", c.long) + c.end })
	}
}

func hostileCase(t *testing.T, name string, text func(n int) string) {
	small, large := text(1<<16), text(1<<20)
	took := func(text string) time.Duration {
		start := cputime.Now()
		if _, err := (json.Frontend{}).DecodeTolerant(ir.New(), text); err != nil {
			checkError(t, err)
		}
		if _, err := (json.Frontend{}).FindAll(text); err != nil {
			checkError(t, err)
		}
		return cputime.Now() - start
	}
	a, b := min(took(small), took(small)), took(large)
	limit := 100*a + 500*time.Millisecond // a quadratic cost would make it 256 times
	for range 3 {
		if b > limit { // or the machine is busy
			b = took(large)
		}
	}
	if b > limit {
		t.Errorf("%q: %v for 64 KiB, %v for 1 MiB", name, a, b)
	}
}
