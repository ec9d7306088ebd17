// Package show prints pieces of untrusted input inside messages: short,
// printable ASCII only, with an ellipsis where something was cut.
package show

import (
	"strconv"
	"unicode/utf8"
)

// Plain returns at most n bytes of s, everything outside printable ASCII
// escaped.
func Plain(s string, n int) string {
	rest := ""
	if len(s) > n {
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s, rest = s[:n], "..."
	}
	q := strconv.QuoteToASCII(s)
	return q[1:len(q)-1] + rest
}

// Quote returns at most 32 bytes of s in double quotes.
func Quote(s string) string { return `"` + Plain(s, 32) + `"` }

// Rune names the character that s begins with: a printable ASCII character in
// quotes, any other as U+0041, the end of the text in words.
func Rune(s string) string {
	if s == "" {
		return "the end of the text"
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && n == 1:
		return "an invalid UTF-8 byte"
	case r > ' ' && r < 0x7f:
		return strconv.QuoteRune(r)
	case r == ' ':
		return "a blank"
	case r == '\n' || r == '\r':
		return "a line break"
	}
	return "U+" + codePoint(r)
}

func codePoint(r rune) string {
	h := strconv.FormatInt(int64(r), 16)
	for len(h) < 4 {
		h = "0" + h
	}
	b := []byte(h)
	for i, c := range b {
		if c >= 'a' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}
