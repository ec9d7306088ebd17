package main

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/schema"
)

func messages(t testing.TB) []message {
	t.Helper()
	ms, err := load(filepath.Join("..", "..", "testdata", "ir"))
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

// The IRs are what testdata/ir/README.md says.
func TestIRs(t *testing.T) {
	ms := messages(t)
	shapes := make(map[string]int)
	for _, m := range ms {
		shapes[m.name[:strings.LastIndexByte(m.name, '-')]]++
		if err := schema.Validate(m.raw); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
		if w := ir.Lint(m.x); len(w) > 0 {
			t.Errorf("%s: %v", m.name, w)
		}
		if strings.Contains(m.text, "null") || strings.Contains(m.text, `\`) {
			t.Errorf("%s holds a null or an escape", m.name)
		}
		if want := ir.ReqID(m.code, ir.ReqIDDigits); m.x.Meta.ReqID != want {
			t.Errorf("%s: req_id %s, want %s", m.name, m.x.Meta.ReqID, want)
		}
		for surface, decode := range map[string]func() (*ir.IR, error){
			"code": func() (*ir.IR, error) { return code.Decode(m.code) },
			"json": func() (*ir.IR, error) { return jsonfrontend.Decode(m.json) },
		} {
			back, err := decode()
			if err != nil {
				t.Fatalf("%s %s: %v", m.name, surface, err)
			}
			takeHeader(back, m.x)
			if !ir.Equivalent(back, m.x) {
				t.Errorf("%s comes back from %s as another IR", m.name, surface)
			}
		}
	}
	for shape, n := range shapes {
		if n != 3 {
			t.Errorf("%s: %d IRs, want 3", shape, n)
		}
	}
	if len(shapes) != 9 {
		t.Errorf("%d shapes, want 9", len(shapes))
	}
	irJSON, text := sizes(ms)
	if math.Abs(irJSON-419) > 0.03*419 || math.Abs(text-74.5) > 0.03*74.5 {
		t.Errorf("%.1f bytes as JSON and %.1f as code, want about 419 and 74.5", irJSON, text)
	}
}

// takeHeader gives an IR that came out of a bare text the header that it had.
func takeHeader(x, from *ir.IR) {
	h := from.Header()
	x.SILP, x.Version, x.Meta = h.SILP, h.Version, h.Meta
}

// The plain struct has a place for every member of the IRs.
func TestPlain(t *testing.T) {
	for _, m := range messages(t) {
		d := json.NewDecoder(bytes.NewReader(m.raw))
		d.DisallowUnknownFields()
		var x plainIR
		if err := d.Decode(&x); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
		sameIR(t, m, x)
	}
}

// sameIR checks a plain struct against the IR that ir.Parse gave.
func sameIR(t *testing.T, m message, x plainIR) {
	t.Helper()
	b, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	back, err := ir.Parse(string(b))
	if err != nil {
		t.Fatalf("%s: %v", m.name, err)
	}
	if !ir.Equivalent(back, m.x) || back.Meta.ReqID != m.x.Meta.ReqID {
		t.Errorf("%s: got %s, want %s", m.name, b, m.text)
	}
}

// Every contestant really does its work, on every IR.
func TestContestants(t *testing.T) {
	checked := 0
	for _, m := range messages(t) {
		for _, c := range contestants([]message{m}) {
			sink.x, sink.plain, sink.text, sink.buf, sink.any, sink.ok = nil, plainIR{}, "", nil, nil, false
			c.run()
			if check(t, m, c) {
				checked++
			}
		}
	}
	if want := 27 * 36; checked < want {
		t.Errorf("%d results checked, want %d", checked, want)
	}
}

// check looks at what a contestant left in sink, if it leaves anything.
func check(t *testing.T, m message, c contestant) bool {
	t.Helper()
	switch {
	case c.group == "IR JSON to IR" && sink.x != nil:
		if !ir.Equivalent(sink.x, m.x) || sink.x.Meta.ReqID != m.x.Meta.ReqID {
			t.Errorf("%s, %s: got %+v", m.name, c.name, sink.x)
		}
	case c.group == "IR JSON to IR":
		if c.name == readSchema || strings.HasPrefix(c.name, "schema.") {
			return false // they judge
		}
		if !reflect.DeepEqual(sink.plain, m.plain) {
			t.Errorf("%s, %s: got %+v", m.name, c.name, sink.plain)
		}
	case c.group == "IR to IR JSON":
		var x plainIR
		read := json.Unmarshal
		if strings.HasPrefix(c.name, "yaml") {
			read = yaml.Unmarshal
		}
		if err := read(sink.buf, &x); err != nil || !sameButEmpty(x, m.plain) {
			t.Errorf("%s, %s: %v, got %s", m.name, c.name, err, sink.buf)
		}
	case c.group == "text to IR" && sink.x != nil:
		x := sink.x.Clone()
		takeHeader(x, m.x)
		if !ir.Equivalent(x, m.x) {
			t.Errorf("%s, %s: got %+v", m.name, c.name, sink.x)
		}
	case c.name == "Codec.Decode":
		if !ir.Equivalent(sink.x, m.x) {
			t.Errorf("%s, %s: got %+v", m.name, c.name, sink.x)
		}
	default:
		return checkText(t, m, c)
	}
	return true
}

// sameButEmpty compares plain structs whose empty lists were left out.
func sameButEmpty(a, b plainIR) bool {
	for _, x := range []*plainIR{&a, &b} {
		if len(x.Entities) == 0 {
			x.Entities = nil
		}
		if len(x.Constraints) == 0 {
			x.Constraints = nil
		}
		if len(x.Alternatives) == 0 {
			x.Alternatives = nil
		}
		if len(x.Meta.Seq) == 0 {
			x.Meta.Seq = nil
		}
	}
	return reflect.DeepEqual(a, b)
}

func checkText(t *testing.T, m message, c contestant) bool {
	t.Helper()
	got, want := sink.text, ""
	switch c.name {
	case "copy of the code text", compileCode:
		got, want = string(sink.buf), m.code
	case floorHash, floorHashJS, compileID:
		got, want = string(sink.hex[:]), ir.ReqID(map[bool]string{true: m.json, false: m.code}[c.name == floorHashJS], ir.ReqIDDigits)
	case "code.Compile + ir.ReqID":
		want = ir.ReqID(m.code, ir.ReqIDDigits)
	case "code.Compile", "Codec.Encode", "sanitize.Code (the code text)":
		want = m.code
	case "code WithMeta AppendCompile, reused":
		text, err := code.Frontend{WithMeta: true}.AppendCompile(nil, m.x)
		must(err)
		got, want = string(sink.buf), string(text)
	case compileJSON:
		got, want = string(sink.buf), m.json
	case "json.Compile", "sanitize.JSON (the json text)":
		want = m.json
	case mapMarshal:
		got, want = canonical(t, sink.buf), canonical(t, []byte(m.json))
	case "ir.Equivalent", "reflect.DeepEqual of two plain structs", "sanitize.IsClean", validUTF8:
		if !sink.ok {
			t.Errorf("%s, %s: false", m.name, c.name)
		}
		return true
	case "sanitize.Value":
		want = m.strings[len(m.strings)-1]
	case "sanitize.IR (all strings of the IR)":
		if sink.x != m.x {
			t.Errorf("%s, %s: changed", m.name, c.name)
		}
		return true
	default:
		return false
	}
	if got != want {
		t.Errorf("%s, %s: got %s, want %s", m.name, c.name, got, want)
	}
	return true
}

// canonical sorts the members of a JSON text.
func canonical(t *testing.T, b []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The judge judges.
func TestJudge(t *testing.T) {
	for text, valid := range map[string]bool{
		shortLine:                      true,
		`{"intent":"!START"}`:          false,
		shortLine[:len(shortLine)-1]:   false,
		`{"intent":1,"meta":{}}`:       false,
		`{"intent":"!BOOK","meta":{}}`: false,
	} {
		if err := judgeText(compileSchema(), []byte(text)); (err == nil) != valid {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Names are unique, and peers and targets name contestants that exist.
func TestNames(t *testing.T) {
	list := contestants(messages(t))
	names := make(map[string]bool)
	for _, c := range list {
		if names[c.name] {
			t.Errorf("two contestants are called %q", c.name)
		}
		names[c.name] = true
	}
	var used []string
	for _, c := range list {
		used = append(used, c.peer)
	}
	for _, a := range allocTargets {
		used = append(used, a.name)
	}
	for _, f := range floorTargets {
		used = append(used, f.name, f.floor)
	}
	for _, s := range speedTargets {
		used = append(used, s.fast, s.slow)
	}
	for _, name := range used {
		if !names[name] {
			t.Errorf("no contestant is called %q", name)
		}
	}
}

// Inputs of each family have the size that is asked for and are valid.
func TestFamilies(t *testing.T) {
	for _, f := range families() {
		for _, g := range growers() {
			x, text := fit(f, g, smallInput)
			if len(text) > smallInput || len(text) < smallInput*9/10 {
				t.Errorf("%s, %s: %d bytes", f.name, g.name, len(text))
			}
			if err := x.Validate(); err != nil {
				t.Errorf("%s: %v", f.name, err)
			}
			sink.err = nil
			g.start(x, text)()
			if sink.err != nil && !strings.HasPrefix(g.name, "sanitize") {
				t.Errorf("%s, %s: %v", f.name, g.name, sink.err)
			}
		}
	}
}

// No strict reader takes garbage.
func TestGarbage(t *testing.T) {
	for _, g := range garbages() {
		if n := len(g.text); n > largeInput || n < largeInput-64 {
			t.Errorf("%s: %d bytes", g.name, n)
		}
		for _, r := range garbageReaders() {
			if r.strict && r.read(g.text) == nil {
				t.Errorf("%s takes %s", r.name, g.name)
			}
		}
	}
}

// silpc writes what the library writes, and the whole report prints.
func TestQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs silpc: leave out -short")
	}
	c := config{root: "../..", rounds: 1, slot: 1, quick: true, only: []string{"growth"}}
	list, err := measureGrowth(c, messages(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		if !g.sameText {
			t.Errorf("%s of %d lines: another output than the library's", g.command, g.lines)
		}
	}
	growthTable(io.Discard, list)
	verdictTable(io.Discard, growthVerdicts(list))
}

func TestStatistics(t *testing.T) {
	if got := ratio([]float64{2, 9, 4}, []float64{1, 3, 4}); got != (spread{2, 1, 3}) {
		t.Errorf("ratio: %v", got)
	}
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("median: %v", got)
	}
}

// BenchmarkWork is the same work one by one, for profiles.
func BenchmarkWork(b *testing.B) {
	for _, c := range contestants(messages(b)) {
		b.Run(c.group+"/"+c.name, func(b *testing.B) {
			for b.Loop() {
				c.run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*c.units), "ns/message")
		})
	}
}

// BenchmarkGarbage gives each garbage to each reader, for profiles.
func BenchmarkGarbage(b *testing.B) {
	for _, r := range garbageReaders() {
		for _, g := range garbages() {
			b.Run(r.name+"/"+g.name, func(b *testing.B) {
				b.SetBytes(int64(len(g.text)))
				for b.Loop() {
					sink.err = r.read(g.text)
				}
			})
		}
	}
}

// BenchmarkLinear is the work on large inputs, for profiles.
func BenchmarkLinear(b *testing.B) {
	for _, g := range growers() {
		for _, f := range families() {
			b.Run(g.name+"/"+f.name, func(b *testing.B) {
				x, text := fit(f, g, largeInput)
				run := g.start(x, text)
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					run()
				}
			})
		}
	}
}

// A target that is missed is explained, or the page says that it is not.
func TestReasons(t *testing.T) {
	var b strings.Builder
	reasonTable(&b, []verdict{
		{"ir.Parse: at least 2x", "", false}, {"ir.Parse: at least 3x", "", false},
		{"code.Decode: at most 4 allocations", "", true}, {"something new: at most 1", "", false},
	})
	got := b.String()
	if strings.Count(got, "* ir.Parse. ") != 1 || !strings.Contains(got, "* something new. Nobody") || strings.Contains(got, "* code.Decode") {
		t.Errorf("%s", got)
	}
	b.Reset()
	if reasonTable(&b, []verdict{{"a: b", "", true}}); b.String() != "" {
		t.Errorf("%s", b.String())
	}
}
