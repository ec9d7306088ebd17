package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/chars"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, tt := range []struct {
		name, before, after string
		line                string
		caret               int
	}{
		{"plain", `cancel(`, `,)`, `cancel(,)`, 7},
		{"start", ``, `x`, `x`, 0},
		{"end", `cancel(`, ``, `cancel(`, 7},
		{"empty", ``, ``, ``, 0},
		{"only the line", "one\n tw", "o\nthree", ` two`, 3},
		{"CRLF", "one\r\ntw", "o\r\nthree", `two`, 2},
		{"lone CR", "a\rb", "c", `a<U+000D>bc`, 10},
		{"escape sequence", "a\x1b[31mb", "c", `a<U+001B>[31mbc`, 14},
		{"at the escape", "a", "\x1b[31m", `a<U+001B>[31m`, 1},
		{"bidi override", "a\u202eb", "c", `a<U+202E>bc`, 10},
		{"zero width", "a\u200bb", "c", `a<U+200B>bc`, 10},
		{"tag character", "a\U000E0041", "c", `a<U+E0041>c`, 10},
		{"no-break space", "a\u00a0", "c", `a<U+00A0>c`, 9},
		{"line separator", "a\u2028", "c", `a<U+2028>c`, 9},
		{"combining mark", "e\u0301", "c", `e<U+0301>c`, 9},
		{"not UTF-8", "a\xff\xc3", "c", `a<0xFF><0xC3>c`, 13},
		{"tab before", "\ta\t", "c", ` a c`, 3},
		{"tab at the place", "a", "\tc", `a<U+0009>c`, 1},
		{"wide", "日本語", "x", "日本語x", 6},
		{"emoji", "🙂", "x", "🙂x", 2},
		{"accent and sign", "né€", "x", "né€x", 3},
		{"right to left", "\u05d0", "x", "<U+05D0>x", 8},
		{"long before", long, "y", "..." + long[:44] + "y", 47},
		{"long behind", "y", long, "y" + long[:32] + "...", 1},
		{"long wide", strings.Repeat("語", 500), "y", "..." + strings.Repeat("語", 22) + "y", 47},
		{"long hidden", strings.Repeat("\u200b", 500), "y", "..." + strings.Repeat("<U+200B>", 5) + "y", 43},
	} {
		line, caret := excerpt(tt.before+tt.after, len(tt.before))
		if line != tt.line || caret != tt.caret {
			t.Errorf("%s: %q, caret %d; want %q, %d", tt.name, line, caret, tt.line, tt.caret)
		}
	}
}

// What is printed around a place can neither act on a terminal nor hide, and is
// short, whatever the text is.
func FuzzExcerpt(f *testing.F) {
	f.Add("cancel(\x1b[31m\u202e\xff\t)", 8)
	f.Add(strings.Repeat("\u200b", 300)+"\r\n\r", 500)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		line, caret := excerpt(text, offset)
		if !utf8.ValidString(line) || len(line) > 600 || caret < 0 || caret > columnsBefore+3 {
			t.Errorf("%q, caret %d", line, caret)
		}
		for _, r := range line {
			if r < ' ' || chars.Of(r)&(chars.Escape|chars.Mark) != 0 {
				t.Errorf("%q holds %U", line, r)
			}
		}
		if v := visible(text, 50); !utf8.ValidString(v) || len(v) > 9*50+3 {
			t.Errorf("visible: %q", v)
		}
	})
}
