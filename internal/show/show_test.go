package show

import (
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for _, row := range []struct {
		name, s string
		n       int
		want    string
	}{
		{"short", "hike", 4, "hike"},
		{"empty", "", 0, ""},
		{"cut", "hiking", 4, "hiki..."},
		{"escapes", "a\"\\\n\x00\x7f", 32, `a\"\\\n\x00\x7f`},
		{"not ASCII", "é中😀", 32, `\u00e9\u4e2d\U0001f600`},
		{"hidden", "\u202e\u200b\ufeff", 32, `\u202e\u200b\ufeff`},
		{"terminal control", "\x1b[2J", 32, `\x1b[2J`},
		{"bad UTF-8", "\xff\xc0", 32, `\xff\xc0`},
		{"a character is not cut", "x中中", 5, `x\u4e2d...`},
		{"only continuation bytes", strings.Repeat("\x80", 40), 32, "..."},
	} {
		if got := Plain(row.s, row.n); got != row.want {
			t.Errorf("%s: got %s, want %s", row.name, got, row.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for s, want := range map[string]string{
		"x":                     `"x"`,
		`say "x"`:               `"say \"x\""`,
		strings.Repeat("x", 32): `"` + strings.Repeat("x", 32) + `"`,
		strings.Repeat("x", 33): `"` + strings.Repeat("x", 32) + `..."`,
	} {
		if got := Quote(s); got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
}

func TestRune(t *testing.T) {
	for s, want := range map[string]string{
		"":             "the end of the text",
		"abc":          "'a'",
		"'":            `'\''`,
		`\`:            `'\\'`,
		" x":           "a blank",
		"\n":           "a line break",
		"\r\n":         "a line break",
		"\t":           "U+0009",
		"\x00":         "U+0000",
		"\x7f":         "U+007F",
		"é":            "U+00E9",
		"\u202e":       "U+202E",
		"😀":            "U+1F600",
		"\U0010ffff":   "U+10FFFF",
		"\ufffd":       "U+FFFD",
		"\xff":         "an invalid UTF-8 byte",
		"\xed\xa0\x80": "an invalid UTF-8 byte",
	} {
		if got := Rune(s); got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
}

func TestInvalidUTF8(t *testing.T) {
	for s, want := range map[string]int{
		"": -1, "aé中😀\uFFFD": -1, "\xff": 0, "\uFFFD\xff": 3, "aé\xc3": 3, "中\xed\xa0\x80": 3, "a\xc0\x80b": 1,
	} {
		if got := InvalidUTF8(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}
