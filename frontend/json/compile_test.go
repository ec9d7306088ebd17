package json_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
)

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
	full := json.Frontend{WithMeta: true, MaxBytes: 1 << 25}
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
	plain := json.Frontend{MaxBytes: 1 << 25}
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

// What only an IR that was built in Go can have wrong; the vectors hold the
// rest. With and without meta in the text, the error is that of Validate, and
// dst is left alone.
func TestCompileInvalid(t *testing.T) {
	bad := "\xff"
	rows := []struct {
		path string
		x    ir.IR
	}{
		{"/version", ir.IR{Intent: "!A", Version: &bad}},
		{"/entities/0/id", ir.IR{Intent: "!A", Entities: []ir.Entity{{ID: bad}}}},
		{"/entities/1/value", ir.IR{Intent: "!A", Entities: []ir.Entity{{}, {Value: bad}}}},
		{"/entities/0/id", ir.IR{Intent: "!A", Entities: []ir.Entity{{Extra: ir.Extra{"id": []byte("1")}}}}},
		{"/entities/0/x", ir.IR{Intent: "!A", Entities: []ir.Entity{{Extra: ir.Extra{"x": []byte("{")}}}}},
		{"/constraints/0/value", ir.IR{Intent: "!A", Constraints: []ir.Constraint{{Value: bad}}}},
		{"/constraints/0/subject", ir.IR{Intent: "!A", Constraints: []ir.Constraint{{Extra: ir.Extra{"subject": []byte(`"s"`)}}}}},
		{"/alternatives/0/target", ir.IR{Intent: "!A", Alternatives: []ir.Alternative{{Action: "!B", Target: &bad}}}},
		{"/meta/confidence", ir.IR{Intent: "!A", Meta: ir.Meta{Confidence: new(math.NaN())}}},
		{"/meta/seq/1", ir.IR{Intent: "!A", Meta: ir.Meta{Seq: []string{"", bad}}}},
		{"/meta/out", ir.IR{Intent: "!A", Meta: ir.Meta{Extra: ir.Extra{"out": []byte(`1`)}}}},
	}
	for i, row := range rows {
		for _, f := range []json.Frontend{{}, {WithMeta: true}} {
			dst, err := f.AppendCompile([]byte("dst"), &row.x)
			var e *ir.Error
			if !errors.As(err, &e) || e.Code != ir.DecodeFailed || e.Frontend != "json" || e.Path != row.path || string(dst) != "dst" {
				t.Errorf("row %d: %q, %#v; want path %s", i, dst, err, row.path)
			}
		}
		if text, err := json.Compile(&row.x); text != "" || err == nil {
			t.Errorf("row %d: %q, %v", i, text, err)
		}
	}
}

func TestAppendCompileKeepsDst(t *testing.T) {
	got, err := json.Frontend{}.AppendCompile([]byte("dst"), &ir.IR{Intent: "!CANCEL"})
	if err != nil || string(got) != `dst{"intent":"!CANCEL"}` {
		t.Errorf("%s, %v", got, err)
	}
}

func TestAllocs(t *testing.T) {
	x := parse(t, `{"silp":"v2","intent":"!CANCEL","entities":[{"id":"act","value":"flight"},{"id":"act","value":"b"},{"id":"act","value":"zhangsan","action":"!EMAIL"},{"id":"n","value":"中","action":"!FETCH"}],"constraints":[{"type":"loc","value":"Beijing","time":"t+1am","subject":"me"}],"alternatives":[{"action":"!START","target":"a"}],"meta":{"req_id":"a1b2","priority":1,"session_id":"a1","confidence":0.5,"seq":["a"]}}`)
	buf := make([]byte, 0, 1024)
	full := json.Frontend{WithMeta: true}
	if n := testing.AllocsPerRun(100, func() { full.AppendCompile(buf, x) }); n != 0 {
		t.Errorf("flat form: %v allocations", n)
	}
	x.Entities[0].ID = "intent"
	if n := testing.AllocsPerRun(100, func() { full.AppendCompile(buf, x) }); n != 0 {
		t.Errorf("list form: %v allocations", n)
	}
	y := ir.New()
	const text = `{"intent":"!CANCEL","act":"flight","action_email":["zhangsan"],"constraints":[{"type":"loc","value":"Beijing","time":"t+1am","subject":"me"}]}`
	if n := testing.AllocsPerRun(100, func() { json.Frontend{}.DecodeInto(y, text) }); n != 0 {
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
			text, err := json.Compile(x)
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
