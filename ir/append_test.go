package ir_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/laws"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/schema"
)

func TestAppendJSON(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	for _, row := range []struct {
		name string
		x    ir.IR
		want string
	}{
		{"smallest", ir.IR{Intent: "!A", Meta: ir.Meta{ReqID: "abcd"}}, `{"intent":"!A","meta":{"req_id":"abcd"}}`},
		{"explicit defaults stay", ir.IR{SILP: "v1", Version: new("ir-v0.1"), Intent: "!A", Entities: []ir.Entity{{Action: "!A"}},
			Meta: ir.Meta{ReqID: "abcd", Confidence: new(1.0), Out: new("natural")}},
			`{"silp":"v1","version":"ir-v0.1","intent":"!A","entities":[{"id":"","value":"","action":"!A"}],"meta":{"confidence":1,"out":"natural","req_id":"abcd"}}`},
		{"order of the tables", *parse(t, full),
			`{"silp":"v2","version":"x","intent":"!A","entities":[{"id":"1","value":"2","action":"!B","e":[1]},{"id":"3","value":"4","f":{}}],` +
				`"constraints":[{"type":"t","value":"v","time":"w","subject":"s","operator":"o","g":null},{"type":"t","value":"v","operator":[],"subject":5}],` +
				`"alternatives":[{"action":"!C","target":"x","location":"y","h":1e400}],` +
				`"meta":{"confidence":0.25,"m":"\u200b","next_agent":"n","out":"o","priority":-5,"req_id":"abcd","seq":["a","b"],"session_id":"zz"}}`},
		{"extras sorted and canonical", ir.IR{Intent: "!A", Entities: []ir.Entity{{Extra: ir.Extra{"z": raw(" [ 1.0 ] "), "": raw(`{"b":1,"a":"\u0041"}`), "\u200b": raw("0")}}}, Meta: ir.Meta{ReqID: "abcd"}},
			`{"intent":"!A","entities":[{"id":"","value":"","":{"a":"A","b":1},"z":[1.0],"\u200b":0}],"meta":{"req_id":"abcd"}}`},
		{"extras of meta among its members", ir.IR{Intent: "!A", Meta: ir.Meta{ReqID: "abcd", Priority: 1, Extra: ir.Extra{"a": raw("1"), "pr": raw("2"), "s": raw("3"), "zz": raw("4")}}},
			`{"intent":"!A","meta":{"a":1,"pr":2,"priority":1,"req_id":"abcd","s":3,"zz":4}}`},
		{"empty lists", ir.IR{Intent: "!A", Entities: []ir.Entity{}, Constraints: []ir.Constraint{}, Alternatives: []ir.Alternative{}, Meta: ir.Meta{ReqID: "abcd", Seq: []string{}, Extra: ir.Extra{}}},
			`{"intent":"!A","meta":{"req_id":"abcd"}}`},
		{"hidden characters", ir.IR{Intent: "!A", Entities: []ir.Entity{{ID: "\u202e", Value: "\u0301\"\n"}}, Meta: ir.Meta{ReqID: "abcd"}},
			`{"intent":"!A","entities":[{"id":"\u202e","value":"\u0301\"\n"}],"meta":{"req_id":"abcd"}}`},
	} {
		got, err := ir.AppendJSON([]byte("before"), &row.x)
		if err != nil || string(got) != "before"+row.want {
			t.Errorf("%s: %v\ngot  %s\nwant before%s", row.name, err, got, row.want)
		}
		if err := schema.Validate(got[len("before"):]); err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

func TestConfidenceIsWrittenShort(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 1: "1", 0.5: "0.5", 0.30000000000000004: "0.30000000000000004", 1e-6: "0.000001", 9e-7: "9e-07", 5e-324: "5e-324",
		math.Nextafter(1, 0): "0.9999999999999999",
	} {
		out, err := ir.AppendJSON(nil, &ir.IR{Intent: "!A", Meta: ir.Meta{ReqID: "abcd", Confidence: &f}})
		if err != nil || string(out) != `{"intent":"!A","meta":{"confidence":`+want+`,"req_id":"abcd"}}` {
			t.Errorf("%v: %s %v", f, out, err)
		}
		if x := parse(t, string(out)); *x.Meta.Confidence != f {
			t.Errorf("%v comes back as %v", f, *x.Meta.Confidence)
		}
	}
}

// Parse of AppendJSON is the identity, field by field, and the text is stable.
func TestAppendJSONRandom(t *testing.T) {
	buf := make([]byte, 0, 1<<16)
	for seed := range uint64(1000) {
		x := irgen.Random(seed).IR()
		before := x.Clone()
		out, err := ir.AppendJSON(buf, x)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if d := same(before, x); d != "" {
			t.Fatalf("seed %d: AppendJSON changed the IR: %s", seed, d)
		}
		if d := same(canonicalExtras(t, x), parse(t, string(out))); d != "" {
			t.Fatalf("seed %d: %s: %s", seed, out, d)
		}
		if err := laws.JSON(x); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// canonicalExtras is a copy of x with extras as Parse would have stored them.
func canonicalExtras(t testing.TB, x *ir.IR) *ir.IR {
	t.Helper()
	x = x.Clone()
	fix := func(e ir.Extra) {
		for name, v := range e {
			y, err := ir.Parse(meta(`"x":` + string(v)))
			if err != nil {
				t.Fatal(err)
			}
			e[name] = y.Meta.Extra["x"]
		}
	}
	for _, e := range x.Entities {
		fix(e.Extra)
	}
	for _, c := range x.Constraints {
		fix(c.Extra)
	}
	for _, a := range x.Alternatives {
		fix(a.Extra)
	}
	fix(x.Meta.Extra)
	return x
}

func TestAppendJSONRefuses(t *testing.T) {
	for _, row := range invalidRows() {
		dst := []byte("before")
		out, err := ir.AppendJSON(dst, row.x)
		if err == nil || string(out) != "before" {
			t.Errorf("%s: %q %v", row.name, out, err)
			continue
		}
		if want := row.x.Validate(); err.Error() != want.Error() {
			t.Errorf("%s: got %v, want %v", row.name, err, want)
		}
		if out, err := json.Marshal(row.x); err == nil {
			t.Errorf("%s: json.Marshal gives %s", row.name, out)
		}
	}
	x := &ir.IR{Intent: "!A"}
	if err := x.Validate(); err != nil {
		t.Errorf("req_id need not be set: %v", err)
	}
	out, err := ir.AppendJSON([]byte("before"), x)
	if e := asError(t, err); e.Path != "/meta/req_id" || e.Msg != "missing" || string(out) != "before" {
		t.Errorf("%q %v", out, err)
	}
}

func TestAppendJSONAllocatesNothing(t *testing.T) {
	buf := make([]byte, 0, 4096)
	for name, text := range shapes {
		x := parse(t, text)
		if n := testing.AllocsPerRun(100, func() {
			if _, err := ir.AppendJSON(buf, x); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations by AppendJSON", name, n)
		}
		y := x.Clone()
		if n := testing.AllocsPerRun(100, func() {
			if x.Validate() != nil || !ir.Equivalent(x, y) {
				t.Fatal(name)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations by Validate and Equivalent", name, n)
		}
	}
}

func TestMarshalJSON(t *testing.T) {
	x := parse(t, full)
	want, err := ir.AppendJSON(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	type holder struct {
		Value   ir.IR
		Pointer *ir.IR
		None    *ir.IR
	}
	got, err := json.Marshal(holder{*x, x, nil})
	if err != nil || string(got) != `{"Value":`+string(want)+`,"Pointer":`+string(want)+`,"None":null}` {
		t.Errorf("%s %v", got, err)
	}
	var back holder
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatal(err)
	}
	if d := same(x, &back.Value) + same(x, back.Pointer); d != "" || back.None != nil {
		t.Errorf("%s", d)
	}
	var y ir.IR
	if err := json.Unmarshal([]byte(`{"INTENT":"!A","meta":{"req_id":"abcd"}}`), &y); err == nil {
		t.Error("json.Unmarshal folds case")
	}
	if err := json.Unmarshal([]byte(`null`), &y); err == nil {
		t.Error("json.Unmarshal takes null")
	}
}

// What a header writes, and that it comes back.
func TestHeader(t *testing.T) {
	all := parse(t, full).Header()
	for _, row := range []struct {
		name string
		h    ir.Header
		want string
	}{
		{"empty", ir.Header{}, `{}`},
		{"defaults are left out", ir.Header{SILP: "v1", Version: new("ir-v0.1"), Meta: ir.Meta{Confidence: new(1.0), Out: new("natural"), Seq: []string{}, Extra: ir.Extra{}}}, `{}`},
		{"only req_id", ir.Header{Meta: ir.Meta{ReqID: "abcd"}}, `{"meta":{"req_id":"abcd"}}`},
		{"empty strings are not defaults", ir.Header{Version: new(""), Meta: ir.Meta{Out: new(""), SessionID: new("")}}, `{"version":"","meta":{"out":"","session_id":""}}`},
		{"confidence 0", ir.Header{Meta: ir.Meta{Confidence: new(0.0)}}, `{"meta":{"confidence":0}}`},
		{"an extra", ir.Header{Meta: ir.Meta{Extra: ir.Extra{"x": []byte(" 1.0 ")}}}, `{"meta":{"x":1.0}}`},
		{"everything", all, `{"silp":"v2","version":"x","meta":{"confidence":0.25,"m":"\u200b","next_agent":"n","out":"o","priority":-5,"req_id":"abcd","seq":["a","b"],"session_id":"zz"}}`},
	} {
		got, err := json.Marshal(row.h)
		if err != nil || string(got) != row.want {
			t.Errorf("%s: %s %v", row.name, got, err)
			continue
		}
		back := ir.Header{SILP: "v9", Meta: ir.Meta{Priority: 7, Extra: ir.Extra{"old": nil}}}
		if err := json.Unmarshal(got, &back); err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
		a, b := ir.IR{SILP: row.h.SILP, Version: row.h.Version, Meta: row.h.Meta}, ir.IR{SILP: back.SILP, Version: back.Version, Meta: back.Meta}
		if !ir.Equivalent(&a, &b) || a.Meta.ReqID != b.Meta.ReqID {
			t.Errorf("%s: %v", row.name, ir.Diff(&a, &b))
		}
	}
	if d := cmp.Diff(all, parse(t, full).Header(), cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
	for name, h := range map[string]ir.Header{
		"/silp": {SILP: "1"}, "/version": {Version: new("\xff")}, "/meta/req_id": {Meta: ir.Meta{ReqID: "x"}},
		"/meta/confidence": {Meta: ir.Meta{Confidence: new(2.0)}}, "/meta/seq/0": {Meta: ir.Meta{Seq: []string{"\xff"}}},
	} {
		if out, err := h.MarshalJSON(); err == nil || asError(t, err).Path != name || out != nil {
			t.Errorf("%s: %s %v", name, out, err)
		}
	}
}

func TestHeaderRefuses(t *testing.T) {
	for _, row := range []struct {
		name, text string
		code       ir.Code
		path       string
	}{
		{"array", `«[]`, ir.DecodeFailed, ""},
		{"null", `«null`, ir.DecodeFailed, ""},
		{"intent", `{«"intent":"!A"}`, ir.DecodeFailed, "/intent"},
		{"case", `{«"Meta":{}}`, ir.DecodeFailed, "/Meta"},
		{"duplicate", `{"silp":"v1",«"silp":"v1"}`, ir.InvalidSyntax, "/silp"},
		{"silp", `{"silp":«"1"}`, ir.DecodeFailed, "/silp"},
		{"version null", `{"version":«null}`, ir.DecodeFailed, "/version"},
		{"req_id", `{"meta":{"req_id":«""}}`, ir.DecodeFailed, "/meta/req_id"},
		{"confidence", `{"meta":{"req_id":"abcd","confidence":«1.1}}`, ir.DecodeFailed, "/meta/confidence"},
		{"surrogate", `{"meta":{"out":"«\ud800"}}`, ir.InvalidSyntax, "/meta/out"},
		{"trailing", `{"silp":"v2"}«{}`, ir.InvalidSyntax, ""},
		{"cut off", `{"silp":"v2"«`, ir.InvalidSyntax, ""},
	} {
		h := parse(t, full).Header()
		err := h.UnmarshalJSON([]byte(strings.Replace(row.text, "«", "", 1)))
		e := asError(t, err)
		if e.Code != row.code || e.Path != row.path || e.Offset != strings.Index(row.text, "«") {
			t.Errorf("%s: %+v", row.name, e)
		}
		if d := cmp.Diff(ir.Header{}, h, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s: not empty: %s", row.name, d)
		}
	}
	var h ir.Header
	if err := h.UnmarshalJSON([]byte(`{"meta":{}}`)); err != nil {
		t.Errorf("a header needs no req_id: %v", err)
	}
}
