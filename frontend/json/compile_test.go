package json

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

// compileRows are IR JSON and the text it compiles to; the first one is the
// example of draft section 4.2.
var compileRows = []struct{ name, ir, text string }{
	{"draft 4.2",
		`{"intent":"!CANCEL","entities":[{"id":"act","value":"flight","action":"!CANCEL"},{"id":"act","value":"zhangsan","action":"!EMAIL"}],"constraints":[{"type":"loc","value":"Beijing","time":"t+1am","subject":"me"}],"meta":{"req_id":"e5f6a7b8"}}`,
		`{"intent":"!CANCEL","act":"flight","action_email":["zhangsan"],"constraints":[{"type":"loc","value":"Beijing","time":"t+1am","subject":"me"}]}`},
	{"draft A.1",
		`{"intent":"!START","entities":[{"id":"act","value":"hike"}],"constraints":[{"type":"!rain","value":"true","time":"t+1"}],"alternatives":[{"action":"!START","target":"cards","location":"indoor"}],"meta":{"req_id":"a1b2"}}`,
		`{"intent":"!START","act":"hike","constraints":[{"type":"!rain","value":"true","time":"t+1"}],"alternatives":[{"action":"!START","target":"cards","location":"indoor"}]}`},
	{"nothing but the intent", `{"intent":"!A_","entities":[],"meta":{"req_id":"a1b2"}}`, `{"intent":"!A_"}`},
	{"keyword slots", entities(`{"id":"src","value":"a"},{"id":"tgt","value":""}`), flatText(`"src":"a","tgt":""`)},
	{"the same id in a row", entities(`{"id":"act","value":"a"},{"id":"act","value":"b","action":"!BOOK"},{"id":"k","value":"c"}`),
		flatText(`"act":["a","b"],"k":"c"`)},
	{"empty id", entities(`{"id":"","value":"a"},{"id":"","value":"a","action":"!EMAIL"}`),
		flatText(`"":"a","action_email":[{"id":"","value":"a"}]`)},
	{"labelled elements", entities(`{"id":"cc","value":"a","action":"!EMAIL"},{"id":"act","value":"b","action":"!EMAIL"},{"id":"action_x","value":"c","action":"!EMAIL"}`),
		flatText(`"action_email":[{"id":"cc","value":"a"},"b",{"id":"action_x","value":"c"}]`)},
	{"two groups", entities(`{"id":"act","value":"a","action":"!SWITCH_TOOL"},{"id":"act","value":"b","action":"!SWITCH_TOOL"},{"id":"act","value":"c","action":"!EMAIL"}`),
		flatText(`"action_switch_tool":["a","b"],"action_email":["c"]`)},
	{"names near to reserved ones", entities(`{"id":"Intent","value":"a"},{"id":"action","value":"b"},{"id":"Action_x","value":"c"},{"id":"req_id","value":"d"}`),
		flatText(`"Intent":"a","action":"b","Action_x":"c","req_id":"d"`)},
	{"reserved id in a group", entities(`{"id":"intent","value":"a","action":"!EMAIL"}`), flatText(`"action_email":[{"id":"intent","value":"a"}]`)},
	{"no HTML escapes", entities(`{"id":"act","value":"<a&b>"}`), flatText(`"act":"<a&b>"`)},
	{"escapes", entities(`{"id":"a\n","value":"\u200b\"\\/"}`), flatText(`"a\n":"\u200b\"\\/"`)},

	{"reserved id", entities(`{"id":"intent","value":"a"}`), listText(`{"id":"intent","value":"a"}`)},
	{"reserved id behind others", entities(`{"id":"act","value":"a"},{"id":"meta","value":"b"}`), listText(`{"id":"act","value":"a"},{"id":"meta","value":"b"}`)},
	{"id entities", entities(`{"id":"entities","value":"a"}`), listText(`{"id":"entities","value":"a"}`)},
	{"id silp", entities(`{"id":"silp","value":"v2"}`), listText(`{"id":"silp","value":"v2"}`)},
	{"id version", entities(`{"id":"version","value":"2"}`), listText(`{"id":"version","value":"2"}`)},
	{"id constraints", entities(`{"id":"constraints","value":""}`), listText(`{"id":"constraints","value":""}`)},
	{"id alternatives", entities(`{"id":"alternatives","value":""}`), listText(`{"id":"alternatives","value":""}`)},
	{"id like a group", entities(`{"id":"action_email","value":"a"}`), listText(`{"id":"action_email","value":"a"}`)},
	{"id like the prefix", entities(`{"id":"action_","value":"a"}`), listText(`{"id":"action_","value":"a"}`)},
	{"id comes back", entities(`{"id":"a","value":"1"},{"id":"b","value":"2"},{"id":"a","value":"3"}`),
		listText(`{"id":"a","value":"1"},{"id":"b","value":"2"},{"id":"a","value":"3"}`)},
	{"action comes back", entities(`{"id":"act","value":"1","action":"!EMAIL"},{"id":"act","value":"2","action":"!FETCH"},{"id":"act","value":"3","action":"!EMAIL"}`),
		listText(`{"id":"act","value":"1","action":"!EMAIL"},{"id":"act","value":"2","action":"!FETCH"},{"id":"act","value":"3","action":"!EMAIL"}`)},
	{"secondary first", entities(`{"id":"act","value":"1","action":"!EMAIL"},{"id":"act","value":"2","action":"!BOOK"}`),
		listText(`{"id":"act","value":"1","action":"!EMAIL"},{"id":"act","value":"2"}`)},
	{"extras", entities(`{"id":"act","value":"1","z":1e2,"note":{"b":1.0,"a":[]}}`), listText(`{"id":"act","value":"1","note":{"a":[],"b":1.0},"z":1e2}`)},
	{"extras in a group", entities(`{"id":"act","value":"1","action":"!EMAIL","":""}`), listText(`{"id":"act","value":"1","action":"!EMAIL","":""}`)},
	{"extras elsewhere",
		`{"intent":"!BOOK","constraints":[{"value":"1","type":"t","subject":1,"operator":"<","z":null,"a":true}],"alternatives":[{"x":[1],"action":"!FETCH"}],"meta":{"req_id":"a1b2"}}`,
		`{"intent":"!BOOK","constraints":[{"type":"t","value":"1","operator":"<","a":true,"subject":1,"z":null}],"alternatives":[{"action":"!FETCH","x":[1]}]}`},
}

func entities(list string) string {
	return `{"intent":"!BOOK","entities":[` + list + `],"meta":{"req_id":"a1b2c3d4"}}`
}
func flatText(members string) string { return `{"intent":"!BOOK",` + members + `}` }
func listText(list string) string    { return `{"intent":"!BOOK","entities":[` + list + `]}` }

func TestCompile(t *testing.T) {
	for _, row := range compileRows {
		t.Run(row.name, func(t *testing.T) {
			x := parse(t, row.ir)
			text, err := Compile(x)
			if err != nil || text != row.text {
				t.Fatalf("got  %s\nwant %s\nerror %v", text, row.text, err)
			}
			roundTrip(t, x)
		})
	}
}

func parse(t testing.TB, text string) *ir.IR {
	t.Helper()
	x, err := ir.Options{NullAsAbsent: true, MaxBytes: 1 << 25}.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return x
}

// roundTrip holds the invariant of draft section 4.6, with and without meta.
func roundTrip(t testing.TB, x *ir.IR) {
	t.Helper()
	full := Frontend{WithMeta: true, MaxBytes: 1 << 25}
	text, err := full.AppendCompile(nil, x)
	if err != nil {
		t.Fatalf("compile: %v", err)
	}
	y := ir.New()
	if err := full.DecodeInto(y, string(text)); err != nil {
		t.Fatalf("%s\ndecode: %v", text, err)
	}
	if !ir.Equivalent(x, y) {
		t.Fatalf("%s\nchanges: %v", text, ir.Diff(x, y))
	}
	plain := Frontend{MaxBytes: 1 << 25}
	text, err = plain.AppendCompile(nil, x)
	if err != nil {
		t.Fatalf("compile: %v", err)
	}
	if err := plain.DecodeInto(y, string(text)); err != nil {
		t.Fatalf("%s\ndecode: %v", text, err)
	}
	y.SILP, y.Version, y.Meta = x.SILP, x.Version, x.Meta
	if !ir.Equivalent(x, y) {
		t.Fatalf("%s\nchanges: %v", text, ir.Diff(x, y))
	}
}

// WithMeta writes silp, version and meta behind the rest, in this order, where
// they are not the defaults, and never req_id.
func TestCompileWithMeta(t *testing.T) {
	rows := []struct{ header, text string }{
		{``, ``},
		{`"silp":"v1","version":"ir-v0.1",`, ``},
		{`"silp":"v2","version":"x",`, `,"silp":"v2","version":"x"`},
		{`"version":"",`, `,"version":""`},
	}
	metas := []struct{ members, text string }{
		{``, ``},
		{`,"out":"natural","priority":0,"confidence":1.0,"seq":[]`, ``},
		{`,"session_id":"a1","priority":-2,"confidence":0.9,"seq":["s"],"out":"json","next_agent":"","trace":[1.0]`,
			`,"meta":{"confidence":0.9,"next_agent":"","out":"json","priority":-2,"seq":["s"],"session_id":"a1","trace":[1.0]}`},
	}
	for _, row := range rows {
		for _, m := range metas {
			x := parse(t, `{`+row.header+`"intent":"!BOOK","alternatives":[{"action":"!FETCH"}],"meta":{"req_id":"a1b2"`+m.members+`}}`)
			plain := `{"intent":"!BOOK","alternatives":[{"action":"!FETCH"}]`
			if text, err := Compile(x); err != nil || text != plain+"}" {
				t.Errorf("got %s, error %v", text, err)
			}
			text, err := Frontend{WithMeta: true}.AppendCompile(nil, x)
			if want := plain + row.text + m.text + "}"; err != nil || string(text) != want {
				t.Errorf("got  %s\nwant %s\nerror %v", text, want, err)
			}
			roundTrip(t, x)
		}
	}
}

// Every way to be invalid is refused with the error of Validate, with and
// without meta in the text, and leaves dst alone.
func TestCompileInvalid(t *testing.T) {
	bad := "\xff"
	rows := []struct {
		path string
		x    ir.IR
	}{
		{"/intent", ir.IR{}},
		{"/intent", ir.IR{Intent: "!a"}},
		{"/intent", ir.IR{Intent: `!A","x":"`}},
		{"/silp", ir.IR{Intent: "!A", SILP: "1"}},
		{"/version", ir.IR{Intent: "!A", Version: &bad}},
		{"/entities/0/id", ir.IR{Intent: "!A", Entities: []ir.Entity{{ID: bad}}}},
		{"/entities/1/value", ir.IR{Intent: "!A", Entities: []ir.Entity{{}, {Value: bad}}}},
		{"/entities/0/action", ir.IR{Intent: "!A", Entities: []ir.Entity{{Action: "email"}}}},
		{"/entities/1/action", ir.IR{Intent: "!A", Entities: []ir.Entity{{Action: "!B"}, {Action: "!"}}}},
		{"/entities/0/id", ir.IR{Intent: "!A", Entities: []ir.Entity{{Extra: ir.Extra{"id": []byte("1")}}}}},
		{"/entities/0/x", ir.IR{Intent: "!A", Entities: []ir.Entity{{Extra: ir.Extra{"x": []byte("{")}}}}},
		{"/constraints/0/value", ir.IR{Intent: "!A", Constraints: []ir.Constraint{{Value: bad}}}},
		{"/constraints/0/subject", ir.IR{Intent: "!A", Constraints: []ir.Constraint{{Extra: ir.Extra{"subject": []byte(`"s"`)}}}}},
		{"/alternatives/0/action", ir.IR{Intent: "!A", Alternatives: []ir.Alternative{{}}}},
		{"/alternatives/0/target", ir.IR{Intent: "!A", Alternatives: []ir.Alternative{{Action: "!B", Target: &bad}}}},
		{"/meta/req_id", ir.IR{Intent: "!A", Meta: ir.Meta{ReqID: "e5f6g7h8"}}},
		{"/meta/confidence", ir.IR{Intent: "!A", Meta: ir.Meta{Confidence: new(1.5)}}},
		{"/meta/confidence", ir.IR{Intent: "!A", Meta: ir.Meta{Confidence: new(math.NaN())}}},
		{"/meta/seq/1", ir.IR{Intent: "!A", Meta: ir.Meta{Seq: []string{"", bad}}}},
		{"/meta/out", ir.IR{Intent: "!A", Meta: ir.Meta{Extra: ir.Extra{"out": []byte(`1`)}}}},
	}
	for i, row := range rows {
		for _, f := range []Frontend{{}, {WithMeta: true}} {
			dst, err := f.AppendCompile([]byte("dst"), &row.x)
			var e *ir.Error
			if !errors.As(err, &e) || e.Code != ir.DecodeFailed || e.Frontend != "json" || e.Path != row.path || string(dst) != "dst" {
				t.Errorf("row %d: %q, %#v; want path %s", i, dst, err, row.path)
			}
		}
		if text, err := Compile(&row.x); text != "" || err == nil {
			t.Errorf("row %d: %q, %v", i, text, err)
		}
	}
}

func TestAppendCompileKeepsDst(t *testing.T) {
	x := parse(t, compileRows[0].ir)
	got, err := Frontend{}.AppendCompile([]byte("dst"), x)
	if err != nil || string(got) != "dst"+compileRows[0].text {
		t.Errorf("%s, %v", got, err)
	}
}

func TestAllocs(t *testing.T) {
	x := parse(t, `{"silp":"v2","intent":"!CANCEL","entities":[{"id":"act","value":"flight"},{"id":"act","value":"b"},{"id":"act","value":"zhangsan","action":"!EMAIL"},{"id":"n","value":"中","action":"!FETCH"}],"constraints":[{"type":"loc","value":"Beijing","time":"t+1am","subject":"me"}],"alternatives":[{"action":"!START","target":"a"}],"meta":{"req_id":"a1b2","priority":1,"session_id":"a1","confidence":0.5,"seq":["a"]}}`)
	buf := make([]byte, 0, 1024)
	full := Frontend{WithMeta: true}
	if n := testing.AllocsPerRun(100, func() { full.AppendCompile(buf, x) }); n != 0 {
		t.Errorf("flat form: %v allocations", n)
	}
	x.Entities[0].ID = "intent"
	if n := testing.AllocsPerRun(100, func() { full.AppendCompile(buf, x) }); n != 0 {
		t.Errorf("list form: %v allocations", n)
	}
	y, text := ir.New(), compileRows[0].text
	if n := testing.AllocsPerRun(100, func() { Frontend{}.DecodeInto(y, text) }); n != 0 {
		t.Errorf("decode: %v allocations", n)
	}
}

// Lists that could make the choice of the form quadratic, and the reader of
// duplicate names with it.
func TestCompileManyEntities(t *testing.T) {
	const n = 100_000
	prefix := strings.Repeat("x", 20)
	rows := []struct {
		name string
		set  func(i int, e *ir.Entity)
		flat bool
	}{
		{"distinct ids", func(i int, e *ir.Entity) { e.ID = fmt.Sprint(prefix, i) }, true},
		{"one id", func(i int, e *ir.Entity) { e.ID = "act" }, true},
		{"last id comes back", func(i int, e *ir.Entity) { e.ID = fmt.Sprint(prefix, i%(n-1)) }, false},
		{"distinct actions", func(i int, e *ir.Entity) { e.ID, e.Action = "act", verb(i) }, true},
		{"last action comes back", func(i int, e *ir.Entity) { e.ID, e.Action = "k", verb(i%(n-1)) }, false},
		{"two ids in turn", func(i int, e *ir.Entity) { e.ID = fmt.Sprint(i % 2) }, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			x := &ir.IR{Intent: "!BOOK", Entities: make([]ir.Entity, n)}
			for i := range x.Entities {
				row.set(i, &x.Entities[i])
			}
			text, err := Compile(x)
			if err != nil || strings.HasPrefix(text, `{"intent":"!BOOK","entities":`) == row.flat {
				t.Fatalf("%.80s, %v", text, err)
			}
			roundTrip(t, x)
		})
	}
}

func verb(i int) ir.Action {
	b := []byte("!Z")
	for ; i > 0; i /= 26 {
		b = append(b, byte('A'+i%26))
	}
	return ir.Action(b)
}
