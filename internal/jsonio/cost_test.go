package jsonio

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// spent returns how many bytes f allocates.
func spent(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// 1 MB of garbage is refused, in memory that is a small multiple of its size.
func TestHugeGarbage(t *testing.T) {
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for name, text := range map[string]string{
		"arrays":          fill("["),
		"quotes":          fill(`"`),
		"objects":         fill(`{"a":`),
		"arrays, objects": fill(`[{"":`),
		"backslashes":     fill(`\`),
		"escapes":         `"` + fill(`\\`),
		"unicode escapes": `"` + fill(`\u0041`),
		"surrogates":      `"` + fill(`\ud83d\ude00`) + `\ud800"`,
		"digits":          fill("1"),
		"digits in array": "[" + fill("1") + "]",
		"zeros":           fill("0"),
		"exponent":        "1e" + fill("9"),
		"blanks":          fill(" "),
		"blanks inside":   "[" + fill("\n"),
		"commas":          "[" + fill(","),
		"literals":        "[" + fill("null,"),
		"a string":        `"` + fill("x"),
		"a name":          `{"` + fill("x") + `":!}`,
		"names":           "{" + fill(`"a":1,`),
		"bad bytes":       fill("\xff"),
		"NULs":            fill("\x00"),
		"letters":         fill("中"),
		"late error":      "[" + fill(`"abc",`) + "!",
	} {
		if n := spent(func() {
			if _, err := AppendCanonical(nil, text, 0); err == nil {
				t.Errorf("%s: accepted", name)
			}
		}); n > 16*size {
			t.Errorf("%s: %d bytes for a text of %d", name, n, size)
		}
	}
}

// The cost of a member does not grow with their number, and a huge text leaves
// nothing big behind in the pool.
func TestManyMembers(t *testing.T) {
	object := func(n int) string {
		var b strings.Builder
		b.WriteByte('{')
		for i := range n {
			// From the last to the first, so that they must be sorted.
			b.WriteString(`"m` + strconv.Itoa(n-i) + `":` + strconv.Itoa(i) + `,`)
		}
		return b.String() + `"":0}`
	}
	small, large := object(1000), object(100_000)
	perByte := func(text string) float64 {
		n := spent(func() {
			if _, err := AppendCanonical(nil, text, 0); err != nil {
				t.Fatal(err)
			}
		})
		return float64(n) / float64(len(text))
	}
	a, b := perByte(small), perByte(large)
	if b > 40 || b > 3*a {
		t.Errorf("%.1f bytes per byte of a small object, %.1f of a large one", a, b)
	}
}

// A comparison of large texts copies nothing.
func TestEqualCanonicalOfLargeTexts(t *testing.T) {
	a := []byte("[" + strings.Repeat("1.0,", 10_000) + "1]")
	b := []byte("[" + strings.Repeat("1,", 10_000) + "1]")
	if n := testing.AllocsPerRun(5, func() {
		if !EqualCanonical(a, b) {
			t.Fatal("not equal")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
