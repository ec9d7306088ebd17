package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/chars"
)

// Columns of source that excerpt shows before and behind the place.
const (
	columnsBefore = 44
	columnsBehind = 32
)

// visible returns s, cut to about limit bytes, with nothing in it that acts on
// a terminal or that nobody can see.
func visible(s string, limit int) string {
	rest := ""
	if len(s) > limit {
		s, rest = s[:runeStart(s, limit)], "..."
	}
	var b strings.Builder
	for len(s) > 0 {
		shown, _, n := glyph(s)
		b.WriteString(shown)
		s = s[n:]
	}
	return b.String() + rest
}

// excerpt returns the line of text around offset as visible prints it, cut to a
// screen's width, and the column, from 0, at which the place is printed.
func excerpt(text string, offset int) (line string, caret int) {
	offset = max(0, min(offset, len(text)))
	// No more is looked at than could be shown: the line may be a megabyte.
	const most = 4 * columnsBefore
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	cutStart := offset-start > most
	if cutStart {
		start = runeStart(text, offset-most)
	}
	before, width := tail(text[start:offset], columnsBefore)
	if cutStart || len(before) < offset-start {
		line, caret = "...", 3
	}
	caret += width
	line += visible(before, len(before))
	return line + head(text[offset:]), caret
}

// tail returns the end of s that is printed in at most columns columns, and how
// many it takes.
func tail(s string, columns int) (end string, width int) {
	total := 0
	for rest := s; rest != ""; {
		_, w, n := glyph(rest)
		total += w
		rest = rest[n:]
	}
	for total > columns {
		_, w, n := glyph(s)
		total -= w
		s = s[n:]
	}
	return s, total
}

// head prints s up to its line end, in about columnsBehind columns. The
// character at fault comes first, so a tab is named and not blanked out.
func head(s string) string {
	var b strings.Builder
	if strings.HasPrefix(s, "\t") {
		b.WriteString(escaped('\t'))
		s = s[1:]
	}
	for width := 0; s != "" && s[0] != '\n' && s != "\r" && !strings.HasPrefix(s, "\r\n"); {
		shown, w, n := glyph(s)
		if width += w; width > columnsBehind && b.Len() > 0 {
			return b.String() + "..."
		}
		b.WriteString(shown)
		s = s[n:]
	}
	return b.String()
}

// glyph returns how the character that s begins with is printed, the columns
// that this takes on a terminal, and the length of the character. What is
// printed as it stands has a width that is known: controls, hidden characters,
// combining marks, bytes that are no UTF-8, and the scripts that run from right
// to left are named in angle brackets. A tab is one blank.
func glyph(s string) (shown string, columns, n int) {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && n == 1:
		shown = fmt.Sprintf("<0x%02X>", s[0])
	case r == '\t':
		return " ", 1, 1
	case chars.Of(r)&(chars.Escape|chars.Mark) != 0 || rightToLeft(r):
		shown = escaped(r)
	case wide(r):
		return s[:n], 2, n
	default:
		return s[:n], 1, n
	}
	return shown, len(shown), n
}

func escaped(r rune) string { return fmt.Sprintf("<U+%04X>", r) }

// rightToLeft holds the blocks of the scripts that a terminal may turn round,
// which would part the caret from its place.
func rightToLeft(r rune) bool {
	return 0x590 <= r && r <= 0x8ff || 0xfb1d <= r && r <= 0xfdff || 0xfe70 <= r && r <= 0xfeff ||
		0x10800 <= r && r <= 0x10fff || 0x1e800 <= r && r <= 0x1efff
}

// wide holds the blocks that terminals print two columns wide.
func wide(r rune) bool {
	return 0x1100 <= r && r <= 0x115f || 0x2e80 <= r && r <= 0xa4cf || 0xac00 <= r && r <= 0xd7a3 ||
		0xf900 <= r && r <= 0xfaff || 0xfe30 <= r && r <= 0xfe6f || 0xff00 <= r && r <= 0xff60 ||
		0xffe0 <= r && r <= 0xffe6 || 0x1f300 <= r && r <= 0x1faff || 0x20000 <= r && r <= 0x3ffff
}

// runeStart moves i back to where a character of s begins. Bytes that are no
// UTF-8 stay where they are.
func runeStart(s string, i int) int {
	for k := i; k > 0 && k > i-utf8.UTFMax; k-- {
		if utf8.RuneStart(s[k]) {
			return k
		}
	}
	return i
}
