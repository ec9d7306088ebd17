package jsonio

import (
	"strconv"
	"strings"
)

// Numbers beyond these limits make arbitrary-precision arithmetic slow in
// other receivers, and no payload needs them.
const (
	maxNumberLen = 64
	maxNumberExp = 400
	numberLimit  = "number longer than 64 characters or with an exponent beyond 400"
)

// numberInLimits checks a JSON number literal.
func numberInLimits(lit string) bool {
	if len(lit) > maxNumberLen {
		return false
	}
	e := exponent(lit)
	return e >= -maxNumberExp && e <= maxNumberExp
}

// exponent returns the number behind e or E, 0 if there is none.
func exponent(lit string) int {
	i := strings.IndexAny(lit, "eE")
	if i < 0 {
		return 0
	}
	// Atoi answers overflow with the largest int of the right sign.
	e, _ := strconv.Atoi(lit[i+1:])
	return e
}

// Decimal is the exact value of a JSON number: 0.Digits * 10^Exp, negative if
// Neg. Digits has no zeros at its ends; zero has none at all.
type Decimal struct {
	Neg    bool
	Digits string // may hold a '.', which counts for nothing
	Exp    int
}

// ParseDecimal reads a JSON number literal, without allocating.
func ParseDecimal(lit string) Decimal {
	d := Decimal{Exp: exponent(lit)}
	if lit[0] == '-' {
		d.Neg, lit = true, lit[1:]
	}
	if i := strings.IndexAny(lit, "eE"); i >= 0 {
		lit = lit[:i]
	}
	whole, _, _ := strings.Cut(lit, ".")
	d.Exp += len(whole)
	digits := lit
	// Leading zeros lower the exponent, the point among them does not.
	for len(digits) > 0 && (digits[0] == '0' || digits[0] == '.') {
		if digits[0] == '0' {
			d.Exp--
		}
		digits = digits[1:]
	}
	d.Digits = strings.TrimRight(digits, "0.")
	if d.Digits == "" {
		return Decimal{}
	}
	return d
}

// Equal reports whether two decimals are the same number.
func (d Decimal) Equal(o Decimal) bool {
	if d.Neg != o.Neg || d.Exp != o.Exp {
		return false
	}
	i, j := 0, 0
	for {
		if i < len(d.Digits) && d.Digits[i] == '.' {
			i++
		}
		if j < len(o.Digits) && o.Digits[j] == '.' {
			j++
		}
		if i == len(d.Digits) || j == len(o.Digits) {
			return i == len(d.Digits) && j == len(o.Digits)
		}
		if d.Digits[i] != o.Digits[j] {
			return false
		}
		i++
		j++
	}
}

// EqualNumbers reports whether two JSON number literals are the same number.
func EqualNumbers(a, b string) bool {
	return a == b || ParseDecimal(a).Equal(ParseDecimal(b))
}

// IsInteger reports whether a literal is a whole number, as JSON Schema counts
// 1.0 and 1e2.
func IsInteger(lit string) bool {
	d := ParseDecimal(lit)
	return digitCount(d.Digits) <= max(d.Exp, 0)
}

func digitCount(s string) int { return len(s) - strings.Count(s, ".") }

// Int64 returns the value of a whole number; ok is false outside int64.
func Int64(lit string) (n int64, ok bool) {
	d := ParseDecimal(lit)
	if d.Exp > 19 {
		return 0, false
	}
	if d.Digits == "" {
		return 0, true
	}
	b := make([]byte, 0, 24)
	if d.Neg {
		b = append(b, '-')
	}
	b = append(b, strings.ReplaceAll(d.Digits, ".", "")...)
	for range d.Exp - digitCount(d.Digits) {
		b = append(b, '0')
	}
	n, err := strconv.ParseInt(string(b), 10, 64)
	return n, err == nil
}

// AtMostOne reports whether d <= 1.
func (d Decimal) AtMostOne() bool {
	return d.Neg || d.Exp < 1 || d.Exp == 1 && d.Digits == "1"
}
