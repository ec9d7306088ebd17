package ir_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

// reference has the members of the draft's reference examples.
const reference = `{"silp":"v1","version":"ir-v0.1","intent":"!START",` +
	`"entities":[{"id":"act","value":"hike","action":"!START"},{"id":"time","value":"t+1","action":"!START"},{"id":"act","value":"zhangsan","action":"!EMAIL"}],` +
	`"constraints":[{"type":"!rain","value":"true","time":"t+1"},{"type":"budget","value":"300","operator":"<="},{"type":"category","value":"billing","subject":"order","time":"t-2"}],` +
	`"alternatives":[{"action":"!START","target":"cards","location":"indoor"}],` +
	`"meta":{"req_id":"a1b2c3d4","session_id":"s1","priority":3,"confidence":0.95,"seq":["!START","!EMAIL"],"out":"natural","next_agent":"planner"}}`

// full uses every member and extras everywhere.
const full = `{"silp":"v2","version":"x","intent":"!A","entities":[{"id":"1","value":"2","action":"!B","e":[1]},{"id":"3","value":"4","f":{}}],` +
	`"constraints":[{"type":"t","value":"v","time":"w","subject":"s","operator":"o","g":null},{"type":"t","value":"v","subject":5,"operator":[]}],` +
	`"alternatives":[{"action":"!C","target":"x","location":"y","h":1e400}],` +
	`"meta":{"req_id":"abcd","session_id":"zz","priority":-5,"confidence":0.25,"seq":["a","b"],"out":"o","next_agent":"n","m":"\u200b"}}`

// shapes are texts without escapes and extras.
var shapes = map[string]string{
	"smallest":      doc(),
	"reference":     reference,
	"entities":      doc(`"entities":[{"id":"act","value":"a"},{"id":"b","value":"c","action":"!EMAIL"},{"id":"","value":""}]`),
	"constraints":   doc(`"constraints":[{"type":"a","value":"b","time":"","subject":"","operator":""},{"type":"a","value":"b"},{"type":"!c","value":"true","time":"t+1"}]`),
	"alternatives":  doc(`"alternatives":[{"action":"!A","target":"x"},{"action":"!B","location":"y"}]`),
	"all of meta":   meta(`"session_id":"s","priority":9223372036854775807,"confidence":0.30000000000000004,"seq":["!A","!B"],"out":"x","next_agent":"y"`),
	"small numbers": meta(`"confidence":5e-324,"priority":1e2`),
	"version":       doc(`"silp":"v2"`, `"version":"x"`),
}

// Nothing of what an IR held before is left in it.
func TestParseIntoKeepsNothing(t *testing.T) {
	texts := []string{full, reference, doc(), doc(`"entities":[{"id":"a","value":"b"}]`), doc(`"constraints":[{"type":"a","value":"b"}]`),
		doc(`"alternatives":[{"action":"!Z"}]`), meta(`"out":"o"`)}
	for _, text := range shapes {
		texts = append(texts, text)
	}
	for _, first := range texts {
		for _, second := range texts {
			x := ir.New()
			for _, text := range []string{first, second, first, second} {
				if err := ir.ParseInto(x, text); err != nil {
					t.Fatal(err)
				}
				if d := same(parse(t, text), x); d != "" {
					t.Fatalf("%s\nthen %s: %s", first, second, d)
				}
			}
		}
	}
}

func TestParseIntoRandom(t *testing.T) {
	x := ir.New()
	for seed := range uint64(2000) {
		want := irgen.Random(seed).IR()
		text, err := ir.AppendJSON(nil, want)
		if err != nil {
			t.Fatal(err)
		}
		if err := ir.ParseInto(x, string(text)); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if d := same(parse(t, string(text)), x); d != "" {
			t.Fatalf("seed %d: %s", seed, d)
		}
	}
}

// Pointers that were taken up must not be shared between elements of one IR.
func TestParseIntoSharesNoPointers(t *testing.T) {
	x := ir.New()
	many := doc(`"constraints":[` + strings.Repeat(`{"type":"a","value":"b","time":"1","subject":"2","operator":"3"},`, 9) + `{"type":"a","value":"b","time":"1"}]`)
	none := doc(`"constraints":[{"type":"a","value":"b"}]`)
	for _, text := range []string{many, reference, many, none, reference, doc(), many, full, none, many, shapes["alternatives"], shapes["version"], many} {
		if err := ir.ParseInto(x, text); err != nil {
			t.Fatal(err)
		}
		seen := map[*string]bool{nil: false}
		for _, p := range pointers(x) {
			if seen[p] {
				t.Fatalf("%s: two members share a string", text)
			}
			seen[p] = p != nil
		}
	}
}

func pointers(x *ir.IR) []*string {
	ps := []*string{x.Version, x.Meta.SessionID, x.Meta.Out, x.Meta.NextAgent}
	// The spare capacity keeps strings for the next text.
	for _, c := range x.Constraints[:cap(x.Constraints)] {
		ps = append(ps, c.Time, c.Subject, c.Operator)
	}
	for _, a := range x.Alternatives[:cap(x.Alternatives)] {
		ps = append(ps, a.Target, a.Location)
	}
	return ps
}

func TestParseIntoIsEmptyAfterAnError(t *testing.T) {
	for _, row := range refused {
		x := parse(t, full)
		if err := ir.ParseInto(x, strings.Replace(row.text, "«", "", 1)); err == nil {
			t.Fatalf("%s: accepted", row.name)
		}
		if d := same(&ir.IR{}, x); d != "" {
			t.Errorf("%s: %s", row.name, d)
		}
	}
	x := parse(t, full)
	if err := (ir.Options{MaxBytes: 10}).ParseInto(x, full); err == nil || same(&ir.IR{}, x) != "" {
		t.Errorf("too long: %v %+v", err, x)
	}
	// Cut off anywhere, with everything already read.
	for i := range len(full) {
		if err := ir.ParseInto(x, full[:i]); err == nil || same(&ir.IR{}, x) != "" {
			t.Fatalf("%s: %v %+v", full[:i], err, x)
		}
	}
}

func TestReset(t *testing.T) {
	x := parse(t, full)
	x.Reset()
	if d := same(&ir.IR{}, x); d != "" || cap(x.Entities) == 0 {
		t.Errorf("%s", d)
	}
	if d := same(&ir.IR{}, ir.New()); d != "" {
		t.Errorf("New: %s", d)
	}
}

func TestParseAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates: the run without it counts")
	}
	for name, text := range shapes {
		raw := []byte(text)
		x := ir.New()
		if n := testing.AllocsPerRun(100, func() {
			if ir.ParseInto(x, text) != nil {
				t.Fatal(name)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations into a used IR", name, n)
		}
		if n := testing.AllocsPerRun(100, func() { ir.Parse(text) }); n > 4 {
			t.Errorf("%s: %v allocations by Parse", name, n)
		}
		if n := testing.AllocsPerRun(100, func() { ir.ParseBytes(raw) }); n > 5 {
			t.Errorf("%s: %v allocations by ParseBytes", name, n)
		}
	}
	// Texts of different shapes, one after the other: what one does not point to,
	// the next one does.
	x := ir.New()
	const sure = `"confidence":0.5` // an absent number is the only one that is forgotten
	cycle := []string{meta(`"out":"a",` + sure), reference, doc(`"version":"x"`, `"constraints":[{"type":"a","value":"b"}]`, `"alternatives":[{"action":"!A","target":"x"}]`)}
	cycle[2] = strings.Replace(cycle[2], `"meta":{`, `"meta":{`+sure+`,`, 1)
	if n := testing.AllocsPerRun(100, func() {
		for _, text := range cycle {
			if ir.ParseInto(x, text) != nil {
				t.Fatal(text)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations for texts of different shapes", n)
	}
	if n := testing.AllocsPerRun(100, func() { ir.New() }); n > 1 {
		t.Errorf("New: %v allocations", n)
	}
}

// A caller may reuse raw after ParseBytes and UnmarshalJSON.
func TestParseBytesCopies(t *testing.T) {
	want := parse(t, full)
	for name, read := range map[string]func(raw []byte) (*ir.IR, error){
		"ParseBytes":    ir.ParseBytes,
		"UnmarshalJSON": func(raw []byte) (*ir.IR, error) { x := new(ir.IR); return x, x.UnmarshalJSON(raw) },
	} {
		raw := []byte(full)
		x, err := read(raw)
		if err != nil {
			t.Fatal(err)
		}
		for i := range raw {
			raw[i] = 'x'
		}
		if d := same(want, x); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// The reader's pool is the only thing that parses share.
func TestParseConcurrently(t *testing.T) {
	texts := []string{full, reference, doc(), strings.Repeat(" ", 1<<17) + doc()}
	for _, row := range refused[:40] {
		texts = append(texts, strings.Replace(row.text, "«", "", 1))
	}
	type result struct{ x, err string }
	run := func(text string) result {
		x, err := ir.Parse(text)
		if err != nil {
			return result{err: err.Error()}
		}
		out, _ := ir.AppendJSON(nil, x)
		return result{x: string(out)}
	}
	var want []result
	for _, text := range texts {
		want = append(want, run(text))
	}
	var wg sync.WaitGroup
	errs := make([]string, 16)
	for g := range errs {
		wg.Go(func() {
			for i := range 200 {
				k := (i*7 + g) % len(texts)
				if got := run(texts[k]); got != want[k] {
					errs[g] = fmt.Sprint(got, want[k])
				}
			}
		})
	}
	wg.Wait()
	if i := slices.IndexFunc(errs, func(s string) bool { return s != "" }); i >= 0 {
		t.Error(errs[i])
	}
}

// One IR may be read by many goroutines at once: nothing that reads it writes.
func TestReadConcurrently(t *testing.T) {
	x, y := parse(t, full), parse(t, full)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if !ir.Equivalent(x, y) || len(ir.Diff(x, y)) != 0 || x.Validate() != nil || !ir.Equivalent(x.Clone(), y) {
					t.Error("not equal")
				}
				if _, err := ir.AppendJSON(nil, x); err != nil {
					t.Error(err)
				}
				for range x.Calls() {
				}
			}
		})
	}
	wg.Wait()
}
