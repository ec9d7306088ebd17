package lock_test

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/lock"
)

// testdata/lock/hashform.json holds IRs with their hash forms.
func TestHashForms(t *testing.T) {
	raw, err := os.ReadFile(data + "hashform.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Name   string          `json:"name"`
		IR     json.RawMessage `json:"ir"`
		Form   string          `json:"form"`
		IRHash string          `json:"ir_hash"`
	}
	if err := json.Unmarshal(raw, &rows); err != nil || len(rows) < 12 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows {
		x, err := ir.ParseBytes(row.IR)
		if err != nil {
			t.Errorf("%s: %v", row.Name, err)
			continue
		}
		form, err := lock.AppendHashForm(nil, x)
		if err != nil || string(form) != row.Form {
			t.Errorf("%s: got\n%s\nwant\n%s\n%v", row.Name, form, row.Form, err)
		}
		if hash, err := lock.IRHash(x); err != nil || hash != row.IRHash {
			t.Errorf("%s: %s, %v", row.Name, hash, err)
		}
	}
}

func TestHashFormRefuses(t *testing.T) {
	for path, x := range map[string]*ir.IR{"/meta/req_id": ir.Task("!BOOK"), "/intent": {Intent: "x"}} {
		out, err := lock.AppendHashForm([]byte("dst"), x)
		if err == nil || string(out) != "dst" || asError(t, err).Path != path {
			t.Errorf("%s: %s, %v", path, out, err)
		}
		if hash, err := lock.IRHash(x); err == nil || hash != "" {
			t.Errorf("%s: %s", path, hash)
		}
	}
}

// slowForm is the hash form once more: the IR's JSON in maps, written by the
// list of names.
func slowForm(t testing.TB, x *ir.IR) string {
	t.Helper()
	raw, err := ir.AppendJSON(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	var root map[string]any
	if err := dec.Decode(&root); err != nil {
		t.Fatal(err)
	}
	preset := func(m map[string]any, name string, v any) {
		if _, ok := m[name]; !ok {
			m[name] = v
		}
	}
	preset(root, "silp", "v1")
	preset(root, "version", "ir-v0.1")
	for _, list := range []string{"entities", "constraints", "alternatives"} {
		preset(root, list, []any{})
	}
	meta := root["meta"].(map[string]any)
	preset(meta, "priority", json.Number("0"))
	preset(meta, "confidence", json.Number("1"))
	preset(meta, "seq", []any{})
	preset(meta, "out", "natural")
	c, err := strconv.ParseFloat(string(meta["confidence"].(json.Number)), 64)
	if err != nil {
		t.Fatal(err)
	}
	s := strconv.FormatFloat(c, 'g', -1, 64)
	switch {
	case c >= 1e-5 || c == 0:
		if s = strconv.FormatFloat(c, 'f', -1, 64); !strings.Contains(s, ".") {
			s += ".0"
		}
	default:
		s = strings.Replace(s, "e-0", "e-", 1)
	}
	meta["confidence"] = json.Number(s)
	w := &slowWriter{}
	w.object(root, "silp", "version", "intent", "entities", "constraints", "alternatives", "meta")
	return w.String()
}

type slowWriter struct{ strings.Builder }

func (w *slowWriter) object(m map[string]any, order ...string) {
	var rest []string
	for name := range m {
		if !slices.Contains(order, name) {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	w.WriteByte('{')
	n := 0
	for _, name := range append(slices.Clone(order), rest...) {
		v, ok := m[name]
		if !ok {
			continue
		}
		if n > 0 {
			w.WriteByte(',')
		}
		n++
		w.value(name, "")
		w.WriteByte(':')
		inner := ""
		if slices.Contains(order, name) {
			inner = name
		}
		w.value(v, inner)
	}
	w.WriteByte('}')
}

// value writes v, which is the member name of the IR if name is not "".
func (w *slowWriter) value(v any, name string) {
	switch v := v.(type) {
	case map[string]any:
		switch name {
		case "entities":
			w.object(v, "id", "value", "action")
		case "constraints":
			w.object(v, "type", "value", "time", "subject", "operator")
		case "alternatives":
			w.object(v, "action", "target", "location")
		case "meta":
			w.object(v, "priority", "confidence", "seq", "out", "next_agent", "req_id", "session_id")
		default:
			w.object(v)
		}
	case []any:
		w.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				w.WriteByte(',')
			}
			w.value(e, name)
		}
		w.WriteByte(']')
	case string:
		w.WriteByte('"')
		for _, r := range v {
			short := strings.IndexRune("\"\\\b\f\n\r\t", r)
			switch {
			case short >= 0:
				w.WriteString(`\` + `"\bfnrt`[short:short+1])
			case r < ' ':
				w.WriteString(`\u00` + strconv.FormatInt(int64(r)+0x100, 16)[1:])
			default:
				w.WriteRune(r)
			}
		}
		w.WriteByte('"')
	case json.Number:
		w.WriteString(string(v))
	case bool:
		w.WriteString(strconv.FormatBool(v))
	case nil:
		w.WriteString("null")
	}
}

// checkForm holds the laws of the hash form: it is the slow one's, it is an IR
// that means the same, and its own hash form.
func checkForm(t testing.TB, g *irgen.Gen, x *ir.IR) {
	t.Helper()
	form, err := lock.AppendHashForm(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	if want := slowForm(t, x); string(form) != want {
		t.Fatalf("got\n%s\nwant\n%s", form, want)
	}
	y, err := ir.Options{MaxBytes: 16 << 20}.Parse(string(form))
	if err != nil || !ir.Equivalent(x, y) {
		t.Fatalf("%s: %v, %v", form, err, ir.Diff(x, y))
	}
	again, err := lock.AppendHashForm(nil, y)
	if err != nil || string(again) != string(form) {
		t.Fatalf("%s became %s: %v", form, again, err)
	}
	// An equivalent IR has the same form, once actions that repeat the intent are
	// written the same.
	z := g.Vary(x)
	if a, b := normal(t, x), normal(t, z); string(a) != string(b) {
		t.Fatalf("equivalent IRs have the forms\n%s\n%s", a, b)
	}
}

func normal(t testing.TB, x *ir.IR) []byte {
	t.Helper()
	y := x.Clone()
	for i := range y.Entities {
		y.Entities[i].Action = y.Entities[i].Of(y.Intent)
	}
	form, err := lock.AppendHashForm(nil, y)
	if err != nil {
		t.Fatal(err)
	}
	return form
}

func TestHashFormLaws(t *testing.T) {
	for seed := range uint64(3000) {
		g := irgen.Random(seed)
		checkForm(t, g, g.IR())
	}
}

func FuzzHashForm(f *testing.F) {
	for seed := range byte(8) {
		f.Add([]byte{seed, 3 * seed, 7 * seed, 1, 2, 3, 4, 5})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g := irgen.FromBytes(data)
		checkForm(t, g, g.IR())
	})
}

func TestHashFormAllocations(t *testing.T) {
	x, err := ir.Parse(`{"intent":"!BOOK","entities":[{"id":"act","value":"` + strings.Repeat(`\u0001`, 1000) + `"}],"meta":{"req_id":"abcd"}}`)
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, 1<<16)
	if n := testing.AllocsPerRun(20, func() { buf, _ = lock.AppendHashForm(buf[:0], x) }); n != 0 {
		t.Errorf("%v allocations for an IR without extras", n)
	}
}
