package sanitize_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
	"unsafe"

	"github.com/silp-protocol/silp-go/internal/cputime"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
)

const plainText = `if loc(me,Beijing,t+1am) and budget<=500: cancel(flight,t+1pm); email("San Francisco, CA") else: start(cards@indoor)`

// A plain ASCII string comes back as it is, the same memory, without allocation.
func TestPlainCostsNothing(t *testing.T) {
	x := ir.Task("!BOOK", ir.Arg("hotel"), ir.Named("note", "a\tb")).If(ir.Cmp("budget", "<=", "500")).Else(ir.Alt("!START", "x").In("y"))
	x.Entities[0].Extra = ir.Extra{"seat": []byte(`"12A"`)}
	x.Meta.Seq = []string{"!BOOK"}
	var out string
	for _, o := range []sanitize.Options{strict, clean, inspect} {
		for name, f := range map[string]function{"Value": valueFn, "Name": nameFn, "Verb": verbFn, "Code": codeFn, "JSON": jsonFn} {
			if n := testing.AllocsPerRun(100, func() { out, _, _ = f(o, plainText) }); n != 0 {
				t.Errorf("%s: %v allocations", name, n)
			}
			if unsafe.StringData(out) != unsafe.StringData(plainText) {
				t.Errorf("%s: another string", name)
			}
		}
		if n := testing.AllocsPerRun(100, func() {
			if y, _, err := o.IR(x); y != x || err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("IR: %v allocations", n)
		}
	}
	if n := testing.AllocsPerRun(100, func() { _ = sanitize.Skeleton(plainText) }); n != 0 {
		t.Errorf("Skeleton: %v allocations", n)
	}
}

// An honest value that is not ASCII, and an honest text with it, cost no
// allocation either where nothing is escaped.
func TestHonestValueAllocatesNothing(t *testing.T) {
	for _, s := range []string{"Zürich", "می\u200cروم", "北京；上海", "👨\u200d👩\u200d👧", "сор"} {
		if n := testing.AllocsPerRun(100, func() { _, _, _ = sanitize.Value(s) }); n > 1 {
			t.Errorf("%+q: %v allocations", s, n)
		}
	}
}

// hostile are inputs that a careless sanitizer takes quadratic time for.
var hostile = []struct {
	name string
	f    function
	make func(n int) string
}{
	{"zero-width spaces", valueFn, func(n int) string { return strings.Repeat("\u200b", n) + "x" }},
	{"isolates", valueFn, func(n int) string { return "א" + strings.Repeat("\u2067", n) }},
	{"nested isolates", valueFn, func(n int) string { return "א" + strings.Repeat("\u2067", n/2) + strings.Repeat("\u2069", n/2) }},
	{"right-to-left marks", valueFn, func(n int) string { return strings.Repeat("\u200f", n) }},
	{"combining marks", valueFn, func(n int) string { return "x" + strings.Repeat("\u0301", n) }},
	{"tags", valueFn, func(n int) string { return "🏴" + strings.Repeat("\U000e0067", n) }},
	{"mixed words", valueFn, func(n int) string { return strings.Repeat("a\u0430 ", n) }},
	{"look-alikes in a name", nameFn, func(n int) string { return strings.Repeat("\u0430", n) + "т" }},
	{"look-alikes in a verb", verbFn, func(n int) string { return strings.Repeat("\U0001d426", n) }},
	{"calls", codeFn, func(n int) string { return strings.Repeat("\u0441ancel(a\u200b); ", n) }},
	{"quoted words", codeFn, func(n int) string { return "a(" + strings.Repeat(`"\u200bx",`, n) + "b)" }},
	{"one long quoted word", codeFn, func(n int) string { return `a("` + strings.Repeat(`\u200bx`, n) + `")` }},
	{"ids", codeFn, func(n int) string {
		var b strings.Builder
		b.WriteString("a(")
		for i := range n {
			fmt.Fprintf(&b, "x\u200b%d=y,", i)
		}
		return b.String()
	}},
	{"members", jsonFn, func(n int) string {
		var b strings.Builder
		b.WriteString(`{"intent":"!A"`)
		for i := range n {
			fmt.Fprintf(&b, `,"x\u200b%d":"\u202e"`, i)
		}
		return b.String() + "}"
	}},
	{"colons", codeFn, func(n int) string { return "\u200bx" + strings.Repeat(":", n) }},
	{"runs of colons", codeFn, func(n int) string { return "é" + strings.Repeat(":é", n) }},
}

// Twice the input takes about twice the time. The best of several runs is
// taken and the bound is loose: quadratic time is four times.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("times are measured in the full run")
	}
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			for _, o := range []sanitize.Options{strict, clean, inspect} {
				small, large := h.make(25_000), h.make(100_000)
				o.MaxBytes = 1 << 24
				for attempt := 0; ; attempt++ {
					a, b := best(o, h.f, small), best(o, h.f, large)
					if b < 9*a+2*time.Millisecond {
						break
					}
					if attempt == 3 {
						t.Fatalf("policy %d: %v for %d bytes, %v for %d", o.Policy, a, len(small), b, len(large))
					}
				}
			}
		})
	}
}

func best(o sanitize.Options, f function, s string) time.Duration {
	least := time.Hour
	for range 2 {
		start := cputime.Now()
		_, _, _ = f(o, s)
		least = min(least, cputime.Now()-start)
	}
	return least
}

// A hostile megabyte costs memory in proportion.
func TestMemory(t *testing.T) {
	for _, h := range hostile {
		s := h.make(100_000)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, _ = h.f(sanitize.Options{Policy: sanitize.Clean, MaxBytes: 1 << 24}, s)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > uint64(len(s))*60+1<<20 {
			t.Errorf("%s: %d bytes for %d", h.name, used, len(s))
		}
	}
}

// BenchmarkPlain also reports how many times the time of utf8.ValidString each
// function takes: the best of many short runs of both, in turns, since other
// programs disturb any one of them.
func BenchmarkPlain(b *testing.B) {
	long := strings.Repeat(plainText+" ", 40)
	for _, f := range []struct {
		name string
		f    function
	}{{"Value", valueFn}, {"Code", codeFn}, {"JSON", jsonFn}} {
		for _, s := range []string{plainText, long} {
			b.Run(fmt.Sprintf("%s/%d", f.name, len(s)), func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				for b.Loop() {
					_, _, _ = f.f(strict, s)
				}
				b.ReportMetric(ratio(func() { _, _, _ = f.f(strict, s) }, func() { valid = utf8.ValidString(s) && valid }), "x-ValidString")
			})
		}
	}
}

var valid = true

func ratio(a, b func()) float64 {
	bestA, bestB := time.Hour, time.Hour
	for range 300 {
		bestA, bestB = min(bestA, batch(a)), min(bestB, batch(b))
	}
	return float64(bestA) / float64(bestB)
}

func batch(f func()) time.Duration {
	start := cputime.Now()
	for range 200 {
		f()
	}
	return cputime.Now() - start
}

func BenchmarkHonestValue(b *testing.B) {
	s := strings.Repeat("می\u200cروم 北京 Zürich 👩\u200d💻 ", 20)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		_, _, _ = strict.Value(s)
	}
}
