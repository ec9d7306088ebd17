package sanitize

import (
	"testing"

	"github.com/silp-protocol/silp-go/internal/codescan"
)

// The fast test against the slow one: every byte at every place of strings of
// every length around the block sizes.
func TestIsPlain(t *testing.T) {
	for n := range 140 {
		buf := make([]byte, n)
		for i := range buf {
			for c := 0; c < 256; c += 1 + n/75 {
				for j := range buf {
					buf[j] = "a~ \t"[(i+j)%4]
				}
				buf[i] = byte(c)
				s := string(buf)
				if got, want := isPlain(s), plainBytes(s); got != want {
					t.Fatalf("isPlain(%q) = %t", s, got)
				}
				if got, want := isPlainText(s), plainBytes(s) && c != '\\'; got != want {
					t.Fatalf("isPlainText(%q) = %t", s, got)
				}
			}
		}
	}
}

func TestIsBareIsTheScanners(t *testing.T) {
	for c := byte(0); c < 0x80; c++ {
		// The scanner takes colons off the end of a run.
		want := codescan.Bare(string([]byte{c, 'a'}), 0, codescan.Anywhere) == 2
		if isBare(c) != want {
			t.Errorf("isBare(%q) = %t", c, !want)
		}
	}
}

func TestRawOffset(t *testing.T) {
	const literal = `"a\n\u00e9\ud83d\ude00é\"z"`
	s := codescan.Unquote(literal, true)
	for _, tt := range []struct{ i, want int }{{0, 1}, {1, 2}, {2, 4}, {4, 10}, {8, 22}, {10, 24}, {11, 26}, {len(s), len(literal) - 1}} {
		if got := rawOffset(literal, tt.i); got != tt.want {
			t.Errorf("rawOffset(%d) = %d, want %d", tt.i, got, tt.want)
		}
	}
}
