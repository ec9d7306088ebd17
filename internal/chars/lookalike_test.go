package chars

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

func TestLookAlikes(t *testing.T) {
	for _, tt := range []struct {
		r             rune
		first, second string
	}{
		{'a', "", ""},
		{0x0430, "a", ""}, // CYRILLIC SMALL LETTER A
		{0x0435, "e", ""},
		{0x0406, "I", ""}, // a capital of the class l
		{0x01C3, "!", ""}, // LATIN LETTER RETROFLEX CLICK
		{0x037E, ";", ""}, // GREEK QUESTION MARK
		{0x02D0, ":", ""}, // MODIFIER LETTER TRIANGULAR COLON
		{0x0130, "i", ""}, // by its lower case
		{0x0131, "i", ""},
		{0x017F, "s", "f"},
		{0x00DF, "ss", ""},
		{0x212A, "K", ""},
		{0xFB06, "st", ""},
		{0xFF08, "(", ""},
		{0x00A0, " ", ""},
		{0x1D426, "m", "rn"},
		{0x0441, "c", ""},
		{0x13DF, "C", ""}, // CHEROKEE LETTER TLI
		{0x0251, "a", ""},
		{0xAB53, "", ""}, // LATIN SMALL LETTER CHI
		{0x4E2D, "", ""},
		{-1, "", ""},
		{0x110000, "", ""},
	} {
		first, second := LookAlikes(tt.r)
		if first != tt.first || second != tt.second || LookAlike(tt.r) != first {
			t.Errorf("LookAlikes(%U) = %q, %q, want %q, %q", tt.r, first, second, tt.first, tt.second)
		}
	}
}

// Everything that FoldASCII knows is a look-alike too, and first.
func TestLookAlikesHoldFolds(t *testing.T) {
	n := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		first, second := LookAlikes(r)
		if f := FoldASCII(r); f != "" && f != first {
			t.Errorf("%U: folds to %q, looks like %q", r, f, first)
		}
		if first != "" {
			n++
		} else if second != "" {
			t.Errorf("%U: only a second text", r)
		}
		for i := range len(first) + len(second) {
			if c := (first + second)[i]; c < ' ' || c > '~' {
				t.Errorf("%U: %q, %q are not printable ASCII", r, first, second)
			}
		}
	}
	if n < 2000 || n > 2600 {
		t.Errorf("%d rows", n)
	}
}

// Go's case maps and norm, as far as they know a character, are the oracle.
func TestLookAlikesAreComplete(t *testing.T) {
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		for _, s := range []string{strings.ToUpper(string(r)), strings.ToLower(string(r)), norm.NFKD.String(string(r))} {
			if ascii(s) && LookAlike(r) == "" {
				t.Errorf("%U becomes %q and looks like nothing", r, s)
			}
		}
	}
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return s != ""
}

func TestLookAlikesAllocateNothing(t *testing.T) {
	length := 0
	if n := testing.AllocsPerRun(10, func() {
		for _, f := range facts {
			first, second := LookAlikes(f.r)
			length += len(first) + len(second)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
