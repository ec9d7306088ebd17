package code_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/ir"
)

// cases pairs IRs with their one canonical text. Every row is compiled,
// decoded and compiled again.
var cases = []struct {
	name, ir, text string
}{
	{"draft A.1",
		`{"intent":"!START","entities":[{"id":"act","value":"hike","action":"!START"}],"constraints":[{"type":"!rain","value":"true","time":"t+1"}],"alternatives":[{"action":"!START","target":"cards","location":"indoor"}],"meta":{"req_id":"a1b2c3d4"}}`,
		`if !rain(t+1): start(hike) else: start(cards@indoor)`},
	{"draft A.2",
		`{"intent":"!CANCEL","entities":[{"id":"act","value":"flight"},{"id":"time","value":"t+1pm"},{"id":"act","value":"zhangsan","action":"!EMAIL"}],"constraints":[{"type":"loc","value":"Beijing","time":"t+1am","subject":"me"}],"meta":{"req_id":"e5f6a7b8"}}`,
		`if loc(me,Beijing,t+1am): cancel(flight,t+1pm); email(zhangsan)`},
	{"draft A.3",
		`{"intent":"!TRANSLATE","entities":[{"id":"src","value":"fr_rev_bold"},{"id":"tgt","value":"shakespeare_en"},{"id":"style","value":"archaic_heavy"}],"meta":{"req_id":"1a2b3c4d"}}`,
		`translate(src=fr_rev_bold,tgt=shakespeare_en,style=archaic_heavy)`},
	{"draft A.4",
		`{"intent":"!BOOK","entities":[{"id":"act","value":"hotel"},{"id":"act","value":"downtown"},{"id":"time","value":"t+5"}],"constraints":[{"type":"budget","value":"500","operator":"<="},{"type":"rating","value":"4.0","operator":">="}],"meta":{"req_id":"a1b2c3d4"}}`,
		`if budget<=500 and rating>=4.0: book(hotel,downtown,t+5)`},
	{"percent is bare", one(`{"type":"disk","value":"90%","operator":">"}`), `if disk>90%: cancel()`},
	{"quoted value", two("San Francisco, CA"), `cancel("San Francisco, CA")`},
	{"a value cannot close the call", two("x); email(boss"), `cancel("x); email(boss")`},
	{"negation with a value", one(`{"type":"!rain","value":"false"}`), `if !rain(value=false): cancel()`},
	{"time that is not time-like", one(`{"type":"loc","value":"Beijing","time":"tomorrow"}`), `if loc(Beijing,time=tomorrow): cancel()`},
	{"operator with a subject", one(`{"type":"price","value":"800","subject":"flight","operator":"<="}`), `if price(flight)<=800: cancel()`},
	{"operator with subject and time", one(`{"type":"price","value":"8","subject":"a b","operator":"==","time":"next week"}`), `if price("a b")==8, "next week": cancel()`},
	{"negated operator form", one(`{"type":"!temp","value":"30","operator":">"}`), `if !temp>30: cancel()`},
	{"negation with everything", one(`{"type":"!a b","value":"v","time":"noon","subject":"s","operator":"in"}`), `if !"a b"(value=v,subject=s,time=noon,operator=in): cancel()`},
	{"negation of nothing", one(`{"type":"!","value":"true"}`), `if !"": cancel()`},
	{"negation of a negation", one(`{"type":"!!x","value":"true"}`), `if !"!x": cancel()`},
	{"three positional words", one(`{"type":"c","value":"v","subject":"s","time":"noon"}`), `if c(s,v,noon): cancel()`},
	{"time-like value behind a subject", one(`{"type":"deadline","value":"t+1","subject":"me"}`), `if deadline(me,"t+1"): cancel()`},
	{"time-like value alone", one(`{"type":"deadline","value":"t+1"}`), `if deadline(t+1): cancel()`},
	{"time-like value and time", one(`{"type":"deadline","value":"t+1","time":"t+2"}`), `if deadline(t+1,t+2): cancel()`},
	{"operator that is none of the six", one(`{"type":"c","value":"v","operator":"<>"}`), `if c(v,operator="<>"): cancel()`},
	{"empty parts of a constraint", one(`{"type":"","value":"","time":"","subject":"","operator":""}`), `if ""("","","",operator=""): cancel()`},
	{"operator value that begins like an operator", one(`{"type":"c","value":"=5","operator":">"}`), `if c>"=5": cancel()`},
	{"keyword as a word", one(`{"type":"if","value":"else","operator":"=="}`), `if "if"=="else": cancel()`},
	{"keyword in capitals is no keyword", two("IF"), `cancel(IF)`},
	{"colon inside", two("10:30"), `cancel(10:30)`},
	{"colon at an end", two("a:"), `cancel("a:")`},
	{"at inside", two("bob@example.com"), `cancel(bob@example.com)`},
	{"at in front", two("@bob"), `cancel("@bob")`},
	{"ellipsis", two("a...b"), `cancel("a...b")`},
	{"two dots", two("a..b"), `cancel(a..b)`},
	{"letters of other scripts are bare", two("中文"), `cancel(中文)`},
	{"emoji is quoted", two("😀"), `cancel("😀")`},
	{"combining mark in front", two("\u0301a"), `cancel("\u0301a")`},
	{"combining mark behind an escape", two("\n\u0301"), `cancel("\n\u0301")`},
	{"combining mark behind a letter", two("e\u0301"), "cancel(e\u0301)"},
	{"zero-width space", two("a\u200bb"), `cancel("a\u200bb")`},
	{"fullwidth quotation mark", two("x＂); email(＂boss"), `cancel("x\uff02); email(\uff02boss")`},
	{"tag character is a surrogate pair", two("a\U000e0041"), `cancel("a\udb40\udc41")`},
	{"controls", two("a\x00\b\f\n\r\t\x7f"), `cancel("a\u0000\b\f\n\r\t\u007f")`},
	{"quote and backslash", two(`a"\b`), `cancel("a\"\\b")`},
	{"time-like value of act", two("t+1"), `cancel("t+1")`},
	{"value of act that a hop makes time-like", two("t+１"), `cancel("t+１")`},
	{"entity time that is not time-like", ents(`{"id":"time","value":"noon"}`), `cancel(time=noon)`},
	{"empty value of act", ents(`{"id":"act","value":""}`), `cancel("")`},
	{"odd ids", ents(`{"id":"a b","value":"x=y"},{"id":"","value":""},{"id":"new-value","value":"v"}`), `cancel("a b"="x=y",""="",new-value=v)`},
	{"secondary call with an id", ents(`{"id":"notify","value":"zhangsan","action":"!EMAIL"}`), `cancel(); email(notify=zhangsan)`},
	{"secondary call without arguments", ents(`{"id":"act","value":"x"},{"id":"act","value":"","action":"!EMAIL"}`), `cancel(x); email()`},
	{"secondary call with two arguments, one empty", ents(`{"id":"act","value":"","action":"!EMAIL"},{"id":"act","value":"y","action":"!EMAIL"}`), `cancel(); email("",y)`},
	{"the intent comes back", ents(`{"id":"act","value":"1","action":"!EMAIL"},{"id":"act","value":"2"},{"id":"act","value":"","action":"!A__B"},{"id":"act","value":""}`), `cancel(); email(1); cancel(2); a__b(); cancel()`},
	{"alternative without target", alts(`{"action":"!BOOK"}`), `cancel() else: book()`},
	{"alternative with a location only", alts(`{"action":"!BOOK","location":"a@b"}`), `cancel() else: book(loc="a@b")`},
	{"at in a target", alts(`{"action":"!BOOK","target":"bob@example.com","location":"x y"},{"action":"!BOOK","target":""}`), `cancel() else: book("bob@example.com"@"x y"); book("")`},
	{"target that looks like a location", alts(`{"action":"!BOOK","target":"loc=a"},{"action":"!BOOK","target":"loc"}`), `cancel() else: book("loc=a"); book(loc)`},
	{"actions named like keywords", `{"intent":"!IF","entities":[{"id":"act","value":"x","action":"!ELSE"}],"alternatives":[{"action":"!ELSE"}],"meta":{"req_id":"a1b2c3d4"}}`, `if(); else(x) else: else()`},
	{"extras", `{"intent":"!CANCEL","entities":[{"id":"act","value":"x"},{"id":"act","value":"y","seat":"12A","":[1.0,{"b":null,"a":1e2}]}],"constraints":[{"type":"c","value":"v","unit":"kg","subject":5}],"alternatives":[{"action":"!BOOK","reason":"r"}],"meta":{"req_id":"a1b2c3d4"}}`,
		`if c(v): cancel(x,y) else: book() #{"alternatives":{"0":{"reason":"r"}},"constraints":{"0":{"subject":5,"unit":"kg"}},"entities":{"1":{"":[1.0,{"a":1e2,"b":null}],"seat":"12A"}}}`},
}

func meta(rest string) string { return `{"intent":"!CANCEL",` + rest + `"meta":{"req_id":"a1b2c3d4"}}` }
func one(constraint string) string {
	return meta(`"constraints":[` + constraint + `],`)
}
func ents(list string) string { return meta(`"entities":[` + list + `],`) }
func alts(list string) string { return meta(`"alternatives":[` + list + `],`) }

// two makes the IR of one positional value.
func two(value string) string {
	x := ir.IR{Intent: "!CANCEL", Entities: []ir.Entity{{ID: "act", Value: value}}, Meta: ir.Meta{ReqID: "a1b2c3d4"}}
	out, err := ir.AppendJSON(nil, &x)
	if err != nil {
		panic(err)
	}
	return string(out)
}

func TestCompile(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			x, err := ir.Parse(c.ir)
			if err != nil {
				t.Fatal(err)
			}
			text, err := code.Compile(x)
			if err != nil || text != c.text {
				t.Fatalf("\n got %s\nwant %s (%v)", text, c.text, err)
			}
			y, err := code.Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			if !ir.Equivalent(x, y) {
				t.Error(ir.Diff(x, y))
			}
			if want := ir.ReqID(text, 8); y.Meta.ReqID != want {
				t.Errorf("req_id %s, want %s", y.Meta.ReqID, want)
			}
		})
	}
}

func TestCompileWithMeta(t *testing.T) {
	const calls = `"entities":[{"id":"act","value":"x"},{"id":"act","value":"y","action":"!EMAIL"}],`
	for _, c := range []struct{ name, ir, text string }{
		{"defaults are left out", `{"silp":"v1","version":"ir-v0.1","intent":"!CANCEL","meta":{"req_id":"a1b2c3d4","out":"natural","confidence":1.0,"priority":0,"seq":[]}}`, `cancel()`},
		{"header", `{"silp":"v2","version":"","intent":"!CANCEL","meta":{"req_id":"a1b2c3d4","priority":-3,"confidence":0.9,"out":"code","session_id":"a1","next_agent":"b","x":1}}`,
			`cancel() #{"meta":{"confidence":0.9,"next_agent":"b","out":"code","priority":-3,"session_id":"a1","x":1},"silp":"v2","version":""}`},
		{"seq that is the calls", `{"intent":"!CANCEL",` + calls + `"meta":{"req_id":"a1b2c3d4","seq":["!CANCEL","!EMAIL"]}}`, `cancel(x) -> email(y)`},
		{"seq that is not", `{"intent":"!CANCEL",` + calls + `"meta":{"req_id":"a1b2c3d4","seq":["!EMAIL","!CANCEL"]}}`, `cancel(x); email(y) #{"meta":{"seq":["!EMAIL","!CANCEL"]}}`},
		{"seq of one call", `{"intent":"!CANCEL","meta":{"req_id":"a1b2c3d4","seq":["!CANCEL"]}}`, `cancel() #{"meta":{"seq":["!CANCEL"]}}`},
		{"more than nine elements are sorted as names", `{"intent":"!A","alternatives":[{"action":"!A"},{"action":"!A"},{"action":"!A","x":2},{"action":"!A"},{"action":"!A"},{"action":"!A"},{"action":"!A"},{"action":"!A"},{"action":"!A"},{"action":"!A"},{"action":"!A","x":10}],"meta":{"req_id":"a1b2c3d4"}}`,
			`a() else: a(); a(); a(); a(); a(); a(); a(); a(); a(); a(); a() #{"alternatives":{"10":{"x":10},"2":{"x":2}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, err := ir.Parse(c.ir)
			if err != nil {
				t.Fatal(err)
			}
			out, err := full.AppendCompile([]byte("> "), x)
			if err != nil || string(out) != "> "+c.text {
				t.Fatalf("\n got %s\nwant > %s (%v)", out, c.text, err)
			}
			y, err := code.Decode(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if !ir.Equivalent(x, y) {
				t.Error(ir.Diff(x, y))
			}
		})
	}
}

// An invalid IR is refused with the error of Validate, and dst is not touched.
func TestCompileInvalid(t *testing.T) {
	bad := "\xff"
	for _, c := range []struct {
		path string
		x    ir.IR
	}{
		{"/intent", ir.IR{Intent: "cancel"}},
		{"/intent", ir.IR{Intent: "!CANCEL); email("}},
		{"/entities/0/action", ir.IR{Intent: "!A", Entities: []ir.Entity{{Action: "!a"}}}},
		{"/entities/0/value", ir.IR{Intent: "!A", Entities: []ir.Entity{{Value: bad}}}},
		{"/entities/0/id", ir.IR{Intent: "!A", Entities: []ir.Entity{{ID: bad}}}},
		{"/entities/0/id", ir.IR{Intent: "!A", Entities: []ir.Entity{{Extra: ir.Extra{"id": []byte("1")}}}}},
		{"/constraints/0/type", ir.IR{Intent: "!A", Constraints: []ir.Constraint{{Type: bad}}}},
		{"/constraints/0/subject", ir.IR{Intent: "!A", Constraints: []ir.Constraint{{Extra: ir.Extra{"subject": []byte(`"s"`)}}}}},
		{"/alternatives/0/action", ir.IR{Intent: "!A", Alternatives: []ir.Alternative{{}}}},
		{"/alternatives/0/target", ir.IR{Intent: "!A", Alternatives: []ir.Alternative{{Action: "!A", Target: &bad}}}},
		{"/meta/confidence", ir.IR{Intent: "!A", Meta: ir.Meta{Confidence: new(1.5)}}},
		{"/silp", ir.IR{Intent: "!A", SILP: "1"}},
		{"/version", ir.IR{Intent: "!A", Version: &bad}},
	} {
		dst := []byte("kept")
		out, err := full.AppendCompile(dst, &c.x)
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || e.Path != c.path || e.Code != ir.DecodeFailed || e.Frontend != "code" {
			t.Errorf("%s: %v", c.path, err)
		}
		if string(out) != "kept" {
			t.Errorf("%s: dst became %q", c.path, out)
		}
	}
}

func TestAllocations(t *testing.T) {
	const text = `if !rain(t+1) and price(flight)<=800, t+2 and loc(me,Beijing,time=noon): start(hike,t+1,k=v); email(x) else: start(cards@indoor); book(loc=x)`
	x, err := code.Decode(strings.Replace(text, "Beijing,time=noon", "Beijing,noon", 1))
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() { _, err = full.AppendCompile(buf, x) }); n != 0 || err != nil {
		t.Errorf("compile allocates %v times (%v)", n, err)
	}
	compiled, _ := code.Compile(x)
	if n := testing.AllocsPerRun(100, func() { err = plain.DecodeInto(x, compiled) }); n != 0 || err != nil {
		t.Errorf("decode into a used IR allocates %v times (%v)", n, err)
	}
	if n := testing.AllocsPerRun(100, func() { _, err = code.Decode(compiled) }); n > 4 || err != nil {
		t.Errorf("decode allocates %v times (%v)", n, err)
	}
}
