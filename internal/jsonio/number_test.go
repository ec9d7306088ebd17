package jsonio

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

func TestNumberLimits(t *testing.T) {
	for lit, want := range map[string]bool{
		strings.Repeat("1", 64):                 true,
		strings.Repeat("1", 65):                 false,
		"-" + strings.Repeat("1", 63):           true,
		"-" + strings.Repeat("1", 64):           false,
		"0." + strings.Repeat("0", 62):          true,
		"0." + strings.Repeat("0", 63):          false,
		"1e400":                                 true,
		"1e401":                                 false,
		"1E+400":                                true,
		"1E+401":                                false,
		"1e-400":                                true,
		"1e-401":                                false,
		"1e0400":                                true,
		"0e0400":                                true,
		"0e401":                                 false,
		"1e-" + strings.Repeat("0", 58) + "400": true,
		"1e99999999999999999999999999999999999999": false,
		"-0": true, "0": true, "1.5e-10": true,
	} {
		if got := numberInLimits(lit); got != want {
			t.Errorf("%s: %v", lit, got)
		}
		_, err := AppendCanonical(nil, lit, 0)
		if (err == nil) != want {
			t.Errorf("%s: %v", lit, err)
		}
	}
}

func TestIntegers(t *testing.T) {
	for _, row := range []struct {
		lit     string
		integer bool
		n       int64
		fits    bool
	}{
		{"0", true, 0, true}, {"-0", true, 0, true}, {"0.000", true, 0, true}, {"0e400", true, 0, true}, {"-0.0e-5", true, 0, true},
		{"1", true, 1, true}, {"1.0", true, 1, true}, {"1e2", true, 100, true}, {"1.5e1", true, 15, true}, {"100e-2", true, 1, true},
		{"-12.30e2", true, -1230, true}, {"0.001e3", true, 1, true}, {"10", true, 10, true},
		{"9223372036854775807", true, 9223372036854775807, true}, {"9223372036854775807.0", true, 9223372036854775807, true},
		{"9223372036854775808", true, 0, false}, {"-9223372036854775808", true, -9223372036854775808, true},
		{"-9223372036854775809", true, 0, false}, {"922337203685477580.7e1", true, 9223372036854775807, true},
		{"10000000000000000000", true, 0, false}, {"1e18", true, 1000000000000000000, true}, {"1e19", true, 0, false}, {"1e400", true, 0, false},
		{"1.5", false, 0, false}, {"1e-1", false, 0, false}, {"1e-400", false, 0, false}, {"5e-324", false, 0, false},
		{"1.0000000000000000000000000000000001", false, 0, false}, {"15e-1", false, 0, false}, {"0.1e0", false, 0, false},
	} {
		if got := IsInteger(row.lit); got != row.integer {
			t.Errorf("IsInteger(%s) is %v", row.lit, got)
		}
		if !row.integer {
			continue
		}
		if n, ok := Int64(row.lit); ok != row.fits || ok && n != row.n {
			t.Errorf("Int64(%s) is %d, %v", row.lit, n, ok)
		}
	}
}

func TestAtMostOne(t *testing.T) {
	for lit, want := range map[string]bool{
		"0": true, "1": true, "1.000": true, "10e-1": true, "0.1e1": true, "0.999": true, "1e-400": true, "-5": true, "100e-2": true,
		"2": false, "1.00000000000000000000001": false, "1e400": false, "10": false, "1.1": false, "9e0": false, "0.11e1": false,
	} {
		if got := ParseDecimal(lit).AtMostOne(); got != want {
			t.Errorf("%s: %v", lit, got)
		}
	}
}

func TestNumbersAllocateNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		EqualNumbers("12345678901234567890.50e-3", "1234567890123456.78905e1")
		IsInteger("1.500e3")
		_ = ParseDecimal("-0.001").AtMostOne()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Random literals, near to each other, against exact fractions.
func TestNumbersAgainstFractions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	digits := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "0001259"[rnd.IntN(7)]
		}
		return string(b)
	}
	literal := func() string {
		s := strings.TrimLeft(digits(rnd.IntN(6)), "0")
		if s == "" {
			s = "0"
		}
		if rnd.IntN(3) == 0 {
			s = "-" + s
		}
		if rnd.IntN(2) == 0 {
			s += "." + digits(1+rnd.IntN(5))
		}
		if rnd.IntN(2) == 0 {
			s += fmt.Sprintf("%c%s%d", "eE"[rnd.IntN(2)], []string{"", "+", "-", "-0"}[rnd.IntN(4)], rnd.IntN(7))
		}
		return s
	}
	for range 50_000 {
		checkNumbers(t, literal(), literal())
	}
}

func checkNumbers(t *testing.T, a, b string) {
	t.Helper()
	x, y, one := rat(a), rat(b), big.NewRat(1, 1)
	if got := EqualNumbers(a, b); got != (x.Cmp(y) == 0) {
		t.Fatalf("EqualNumbers(%s, %s) is %v", a, b, got)
	}
	if !EqualNumbers(a, a) || EqualNumbers(a, b) != EqualNumbers(b, a) {
		t.Fatalf("EqualNumbers(%s, %s) is no equivalence", a, b)
	}
	if got := IsInteger(a); got != x.IsInt() {
		t.Fatalf("IsInteger(%s) is %v", a, got)
	}
	d := ParseDecimal(a)
	if d.Neg != (x.Sign() < 0) || d.AtMostOne() != (x.Cmp(one) <= 0) {
		t.Fatalf("%s is %+v, at most one: %v", a, d, d.AtMostOne())
	}
	if !x.IsInt() {
		return
	}
	n, ok := Int64(a)
	if ok != x.Num().IsInt64() || ok && n != x.Num().Int64() {
		t.Fatalf("Int64(%s) is %d, %v", a, n, ok)
	}
}

// FuzzNumber: numbers compare as exact fractions do.
func FuzzNumber(f *testing.F) {
	f.Add("1", "1.0")
	number := regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, lit := range []string{a, b} {
			_, err := AppendCanonical(nil, lit, 0)
			if number.MatchString(lit) && (err == nil) != numberInLimits(lit) {
				t.Fatalf("%q: %v", lit, err)
			}
		}
		if number.MatchString(a) && number.MatchString(b) && numberInLimits(a) && numberInLimits(b) {
			checkNumbers(t, a, b)
		}
	})
}
