package ir_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

// Decision: two IRs are equivalent when they are equal after absent members
// mean their documented defaults (draft Tables 2 and 6). Each pair of texts,
// and the one path at which they differ ("" for none).
var pairs = []struct{ name, a, b, path string }{
	{"silp absent", doc(), doc(`"silp":"v1"`), ""},
	{"silp", doc(), doc(`"silp":"v2"`), "/silp"},
	{"silp, leading zero", doc(`"silp":"v1"`), doc(`"silp":"v01"`), "/silp"},
	{"version absent", doc(), doc(`"version":"ir-v0.1"`), ""},
	{"version", doc(), doc(`"version":"ir-v0.2"`), "/version"},
	{"version empty", doc(), doc(`"version":""`), "/version"},
	{"priority absent", meta(`"out":"x"`), meta(`"out":"x","priority":0`), ""},
	{"priority spelling", meta(`"priority":1e2`), meta(`"priority":100.0`), ""},
	{"priority", meta(`"priority":1`), meta(`"priority":-1`), "/meta/priority"},
	{"confidence absent", meta(`"out":"x"`), meta(`"out":"x","confidence":1.0`), ""},
	{"confidence -0", meta(`"confidence":0`), meta(`"confidence":-0`), ""},
	{"confidence 0 is not absent", meta(`"out":"x"`), meta(`"out":"x","confidence":0`), "/meta/confidence"},
	{"confidence", meta(`"confidence":0.1`), meta(`"confidence":0.11`), "/meta/confidence"},
	{"out absent", meta(`"priority":1`), meta(`"priority":1,"out":"natural"`), ""},
	{"out empty", meta(`"priority":1`), meta(`"priority":1,"out":""`), "/meta/out"},
	{"seq absent", meta(`"priority":1`), meta(`"priority":1,"seq":[]`), ""},
	{"seq order", meta(`"seq":["a","b"]`), meta(`"seq":["b","a"]`), "/meta/seq"},
	{"seq length", meta(`"seq":["a"]`), meta(`"seq":["a","a"]`), "/meta/seq"},
	{"session_id empty is not absent", meta(`"priority":1`), meta(`"priority":1,"session_id":""`), "/meta/session_id"},
	{"next_agent empty is not absent", meta(`"priority":1`), meta(`"priority":1,"next_agent":""`), "/meta/next_agent"},
	{"lists absent", doc(), doc(`"entities":[]`, `"constraints":[]`, `"alternatives":[]`), ""},
	{"4.6 req_id does not count", doc(), strings.Replace(doc(), "a1b2", "b2a1", 1), ""},
	{"4.6 intent", doc(), strings.Replace(doc(), "BOOK", "COOK", 1), "/intent"},
	{"3.2 action absent", doc(`"entities":[{"id":"a","value":"b"}]`), doc(`"entities":[{"id":"a","value":"b","action":"!BOOK"}]`), ""},
	{"3.2 action", doc(`"entities":[{"id":"a","value":"b"}]`), doc(`"entities":[{"id":"a","value":"b","action":"!EMAIL"}]`), "/entities/0/action"},
	{"3.2 id", doc(`"entities":[{"id":"a","value":"b"}]`), doc(`"entities":[{"id":"act","value":"b"}]`), "/entities/0/id"},
	{"3.2 value", doc(`"entities":[{"id":"a","value":"b"}]`), doc(`"entities":[{"id":"a","value":""}]`), "/entities/0/value"},
	{"values are not normalised", doc(`"entities":[{"id":"a","value":"é"}]`), doc(`"entities":[{"id":"a","value":"e\u0301"}]`), "/entities/0/value"},
	{"3.2 one more", doc(`"entities":[{"id":"a","value":"b"}]`), doc(`"entities":[{"id":"a","value":"b"},{"id":"a","value":"b"}]`), "/entities/1"},
	{"3.3 one more", doc(), doc(`"constraints":[{"type":"a","value":"b"}]`), "/constraints/0"},
	{"3.3 type", doc(`"constraints":[{"type":"a","value":"b"}]`), doc(`"constraints":[{"type":"!a","value":"b"}]`), "/constraints/0/type"},
	{"3.3 value", doc(`"constraints":[{"type":"a","value":"b"}]`), doc(`"constraints":[{"type":"a","value":"B"}]`), "/constraints/0/value"},
	{"3.3 time empty is not absent", doc(`"constraints":[{"type":"a","value":"b"}]`), doc(`"constraints":[{"type":"a","value":"b","time":""}]`), "/constraints/0/time"},
	{"3.3 operator", doc(`"constraints":[{"type":"a","value":"b","operator":"<"}]`), doc(`"constraints":[{"type":"a","value":"b","operator":"<="}]`), "/constraints/0/operator"},
	{"3.3 subject empty is not absent", doc(`"constraints":[{"type":"a","value":"b","subject":""}]`), doc(`"constraints":[{"type":"a","value":"b"}]`), "/constraints/0/subject"},
	{"3.3 subject null is not absent", doc(`"constraints":[{"type":"a","value":"b","subject":null}]`), doc(`"constraints":[{"type":"a","value":"b"}]`), "/constraints/0/subject"},
	{"3.4 one more", doc(`"alternatives":[{"action":"!A"}]`), doc(), "/alternatives/0"},
	{"3.4 action", doc(`"alternatives":[{"action":"!A"}]`), doc(`"alternatives":[{"action":"!B"}]`), "/alternatives/0/action"},
	{"3.4 target empty is not absent", doc(`"alternatives":[{"action":"!A"}]`), doc(`"alternatives":[{"action":"!A","target":""}]`), "/alternatives/0/target"},
	{"3.4 location", doc(`"alternatives":[{"action":"!A","location":"x"}]`), doc(`"alternatives":[{"action":"!A","location":"y"}]`), "/alternatives/0/location"},
	{"extra", meta(`"x":1`), meta(`"x":2`), "/meta/x"},
	{"extra absent", meta(`"x":null,"y":1`), meta(`"y":1`), "/meta/x"},
	{"extra in an entity", doc(`"entities":[{"id":"a","value":"b","x":1}]`), doc(`"entities":[{"id":"a","value":"b","x":"1"}]`), "/entities/0/x"},
	{"extra in a constraint", doc(`"constraints":[{"type":"a","value":"b","x":1}]`), doc(`"constraints":[{"type":"a","value":"b","x":[1]}]`), "/constraints/0/x"},
	{"extra in an alternative", doc(`"alternatives":[{"action":"!A","a/b~":1}]`), doc(`"alternatives":[{"action":"!A","a/b~":true}]`), "/alternatives/0/a~1b~0"},
	{"extra members in any order", meta(`"x":{"a":1,"b":[{"c":1,"d":2}]}`), meta(`"x":{"b":[{"d":2,"c":1}],"a":1}`), ""},
	{"extra, order of a list", meta(`"x":[1,2]`), meta(`"x":[2,1]`), "/meta/x"},
	{"extra, escapes", meta(`"x":"\u0041"`), meta(`"x":"A"`), ""},
	{"extra, text of a number", meta(`"x":1`), meta(`"x":"1"`), "/meta/x"},
	{"extra numbers: 1.0", meta(`"x":1`), meta(`"x":1.0`), ""},
	{"extra numbers: 10e-1", meta(`"x":[1]`), meta(`"x":[10e-1]`), ""},
	{"extra numbers: -0", meta(`"x":0`), meta(`"x":-0.0e5`), ""},
	{"extra numbers: 10e399", meta(`"x":1e400`), meta(`"x":10e399`), ""},
	{"extra numbers: beyond float64", meta(`"x":1e400`), meta(`"x":1e399`), "/meta/x"},
	{"extra numbers: beyond 53 bits", meta(`"x":12345678901234567890`), meta(`"x":12345678901234567891`), "/meta/x"},
	{"extra numbers: long fraction", meta(`"x":0.1`), meta(`"x":0.10000000000000000000000001`), "/meta/x"},
}

func TestEquivalent(t *testing.T) {
	for _, row := range pairs {
		a, b := parse(t, row.a), parse(t, row.b)
		var paths []string
		for _, c := range ir.Diff(a, b) {
			paths = append(paths, c.Path)
		}
		want := []string{row.path}
		if row.path == "" {
			want = nil
		}
		if !slices.Equal(paths, want) || ir.Equivalent(a, b) != (row.path == "") {
			t.Errorf("%s: %v differ, equivalent is %v; want %v", row.name, paths, ir.Equivalent(a, b), want)
		}
		checkLaws(t, a, b)
	}
}

// checkLaws: Equivalent is reflexive and symmetric, and Diff is empty exactly
// if it is true.
func checkLaws(t testing.TB, a, b *ir.IR) {
	t.Helper()
	if !ir.Equivalent(a, a) || !ir.Equivalent(b, b.Clone()) || len(ir.Diff(a, a)) > 0 {
		t.Fatalf("not reflexive: %v", ir.Diff(a, a))
	}
	ab, ba := ir.Diff(a, b), ir.Diff(b, a)
	if ir.Equivalent(a, b) != (len(ab) == 0) || ir.Equivalent(b, a) != (len(ba) == 0) || len(ab) != len(ba) {
		t.Fatalf("verdicts %v and %v, changes %v and %v", ir.Equivalent(a, b), ir.Equivalent(b, a), ab, ba)
	}
	for i := range ab {
		if ab[i].Path != ba[i].Path || ab[i].A != ba[i].B || ab[i].B != ba[i].A {
			t.Fatalf("not symmetric: %v and %v", ab[i], ba[i])
		}
		if ab[i].A == ab[i].B {
			t.Fatalf("no difference: %v", ab[i])
		}
	}
}

func TestDiff(t *testing.T) {
	a := parse(t, full)
	b := parse(t, `{"intent":"!A","entities":[{"id":"1","value":"\u200b","action":"!A","e":[1]}],"constraints":[{"type":"t","value":"v","subject":"s","operator":"o"}],"meta":{"req_id":"0000","seq":["a"],"m":[]}}`)
	var got []string
	for _, c := range ir.Diff(a, b) {
		got = append(got, c.String())
	}
	want := []string{
		`/silp: "v2" -> "v1"`,
		`/version: "x" -> "ir-v0.1"`,
		`/entities/0/value: "2" -> "\u200b"`,
		`/entities/0/action: "!B" -> "!A"`,
		`/entities/1: {"id":"3","value":"4","f":{}} -> absent`,
		`/constraints/0/time: "w" -> absent`,
		`/constraints/0/g: null -> absent`,
		`/constraints/1: {"type":"t","value":"v","operator":[],"subject":5} -> absent`,
		`/alternatives/0: {"action":"!C","target":"x","location":"y","h":1e400} -> absent`,
		`/meta/session_id: "zz" -> absent`,
		`/meta/priority: -5 -> 0`,
		`/meta/confidence: 0.25 -> 1`,
		`/meta/seq: ["a","b"] -> ["a"]`,
		`/meta/out: "o" -> "natural"`,
		`/meta/next_agent: "n" -> absent`,
		`/meta/m: "\u200b" -> []`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Neither panics over IRs that are not valid, and they say what they see.
func TestDiffOfInvalidIRs(t *testing.T) {
	for _, row := range invalidRows() {
		x := &ir.IR{Intent: "!A", Meta: ir.Meta{ReqID: "abcd"}}
		for _, y := range []*ir.IR{x, parse(t, full), row.x.Clone()} {
			for _, c := range ir.Diff(row.x, y) {
				if c.A == c.B && c.A != "" { // a raw extra may be empty, which is invalid
					t.Errorf("%s: %v", row.name, c)
				}
			}
			ir.Equivalent(y, row.x)
		}
	}
	a, b := &ir.IR{Intent: "!A\xff"}, &ir.IR{Intent: "!A\xfe"}
	if d := ir.Diff(a, b); len(d) != 1 || d[0].A != `"!A\xff"` {
		t.Errorf("%v", d)
	}
	a.Meta.Confidence, b.Intent = new(math.NaN()), a.Intent
	if d := ir.Diff(a, b); len(d) != 1 || d[0].Path != "/meta/confidence" {
		t.Errorf("%v", d)
	}
}

// mutations change one field each of an IR that has everything.
func mutations() map[string]func(x *ir.IR) {
	return map[string]func(x *ir.IR){
		"/silp":                    func(x *ir.IR) { x.SILP = "v3" },
		"/version":                 func(x *ir.IR) { x.Version = nil },
		"/intent":                  func(x *ir.IR) { x.Intent = "!Z" },
		"/entities/0/id":           func(x *ir.IR) { x.Entities[0].ID += "x" },
		"/entities/0/value":        func(x *ir.IR) { x.Entities[0].Value += "x" },
		"/entities/0/action":       func(x *ir.IR) { x.Entities[0].Action = "!Z" },
		"/entities/0/e":            func(x *ir.IR) { x.Entities[0].Extra["e"] = []byte("[1,2]") },
		"/entities/1":              func(x *ir.IR) { x.Entities = x.Entities[:1] },
		"/entities/2":              func(x *ir.IR) { x.Entities = append(x.Entities, ir.Entity{}) },
		"/entities/1/new":          func(x *ir.IR) { x.Entities[1].Extra["new"] = []byte("null") },
		"/constraints/0/type":      func(x *ir.IR) { x.Constraints[0].Type += "x" },
		"/constraints/0/value":     func(x *ir.IR) { x.Constraints[0].Value += "x" },
		"/constraints/0/time":      func(x *ir.IR) { x.Constraints[0].Time = nil },
		"/constraints/0/subject":   func(x *ir.IR) { *x.Constraints[0].Subject = "" },
		"/constraints/0/operator":  func(x *ir.IR) { x.Constraints[0].Operator = nil },
		"/constraints/0/g":         func(x *ir.IR) { delete(x.Constraints[0].Extra, "g") },
		"/constraints/1/subject":   func(x *ir.IR) { x.Constraints[1].Extra["subject"] = []byte("6") },
		"/constraints/1":           func(x *ir.IR) { x.Constraints = x.Constraints[:1] },
		"/alternatives/0/action":   func(x *ir.IR) { x.Alternatives[0].Action = "!Z" },
		"/alternatives/0/target":   func(x *ir.IR) { x.Alternatives[0].Target = nil },
		"/alternatives/0/location": func(x *ir.IR) { *x.Alternatives[0].Location = "" },
		"/alternatives/0/h":        func(x *ir.IR) { x.Alternatives[0].Extra["h"] = []byte("1e399") },
		"/alternatives/0":          func(x *ir.IR) { x.Alternatives = nil },
		"/meta/session_id":         func(x *ir.IR) { x.Meta.SessionID = nil },
		"/meta/priority":           func(x *ir.IR) { x.Meta.Priority++ },
		"/meta/confidence":         func(x *ir.IR) { *x.Meta.Confidence = math.Nextafter(*x.Meta.Confidence, 1) },
		"/meta/seq":                func(x *ir.IR) { x.Meta.Seq[1] += "x" },
		"/meta/out":                func(x *ir.IR) { x.Meta.Out = nil },
		"/meta/next_agent":         func(x *ir.IR) { x.Meta.NextAgent = nil },
		"/meta/m":                  func(x *ir.IR) { x.Meta.Extra["m"] = []byte(`"\u200c"`) },
		"/meta/é~0":                func(x *ir.IR) { x.Meta.Extra["é~"] = []byte(`0`) },
	}
}

func TestEveryFieldCounts(t *testing.T) {
	x := parse(t, full)
	for path, change := range mutations() {
		y := x.Clone()
		change(y)
		d := ir.Diff(x, y)
		if path == "/intent" { // and the second entity belongs to the intent
			if len(d) != 2 || d[0].Path != path || d[1].Path != "/entities/1/action" {
				t.Errorf("%s: %v", path, d)
			}
		} else if len(d) != 1 || d[0].Path != path {
			t.Errorf("%s: %v", path, d)
		}
		checkLaws(t, x, y)
		if d := same(parse(t, full), x); d != "" {
			t.Fatalf("%s: the original changed: %s", path, d)
		}
	}
}

func TestEquivalentRandom(t *testing.T) {
	var last *ir.IR
	for seed := range uint64(2000) {
		g := irgen.Random(seed)
		x := g.IR()
		if last == nil {
			last = x
		}
		checkLaws(t, x, last)
		y := g.Vary(x)
		y.Meta.ReqID = "0000"
		if !ir.Equivalent(x, y) {
			t.Fatalf("seed %d: %v", seed, ir.Diff(x, y))
		}
		checkLaws(t, y, last)
		if ir.Equivalent(x, last) != ir.Equivalent(y, last) {
			t.Fatalf("seed %d: not transitive", seed)
		}
		for i := range x.Entities {
			y := x.Clone()
			y.Entities[i].Value += "\u200b"
			if d := ir.Diff(x, y); len(d) != 1 || !strings.HasSuffix(d[0].Path, "/value") {
				t.Fatalf("seed %d: %v", seed, d)
			}
		}
		last = x
	}
}
