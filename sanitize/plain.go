package sanitize

import (
	"strings"
	"unicode/utf8"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// isPlain reports whether s has nothing to look at: printable ASCII, TAB, LF
// and CR. A byte c is printable ASCII exactly if neither c-0x20 nor c+1 has its
// high bit; a byte that borrows or carries has failed the test itself. So one
// test does for 64 bytes, and only a block that fails is read byte by byte.
//
// The comparisons are > and not >=, so that s[64:] needs no care not to point
// behind the string.
func isPlain(s string) bool {
	for len(s) > 64 {
		a, b, c, d := load(s), load(s[8:]), load(s[16:]), load(s[24:])
		e, f, g, h := load(s[32:]), load(s[40:]), load(s[48:]), load(s[56:])
		if (odd(a)|odd(b)|odd(c)|odd(d)|odd(e)|odd(f)|odd(g)|odd(h))&highs != 0 && !plainBytes(s[:64]) {
			return false
		}
		s = s[64:]
	}
	for len(s) > 8 {
		if odd(load(s))&highs != 0 && !plainBytes(s[:8]) {
			return false
		}
		s = s[8:]
	}
	return plainBytes(s)
}

func odd(v uint64) uint64 { return (v - 0x20*ones) | (v + ones) }

// isPlainText is isPlain for texts with escapes: a backslash is not plain.
func isPlainText(s string) bool { return strings.IndexByte(s, '\\') < 0 && isPlain(s) }

// load makes one machine load of eight bytes.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func plainBytes(s string) bool {
	for i := range len(s) {
		if !plainByte(s[i]) {
			return false
		}
	}
	return true
}

func plainByte(c byte) bool {
	return ' ' <= c && c < 0x7f || c == '\t' || c == '\n' || c == '\r'
}

func appendRune(dst []byte, r rune) []byte { return utf8.AppendRune(dst, r) }
