package tokencheck

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// joiner is U+034F, which x/text puts behind every 30 combining marks in a row
// (UAX #15, Stream-Safe Text Format). The tokenizers do not.
const joiner = "\u034f"

// normalize returns s in a composed form: NFC or NFKC.
func normalize(form norm.Form, s string) string {
	out := form.String(s)
	if strings.Count(out, joiner) == strings.Count(s, joiner) {
		return out
	}
	return compose(decompose(form, s))
}

// mark is a character with its canonical combining class.
type mark struct {
	r     rune
	class uint8
}

// decompose returns the characters of s fully decomposed and in canonical order
// (UAX #15, section 1.3).
func decompose(form norm.Form, s string) []mark {
	into := norm.NFD
	if form == norm.NFKC {
		into = norm.NFKD
	}
	var list []mark
	for _, c := range s {
		// One character never is over x/text's limit.
		for _, r := range into.String(string(c)) {
			list = append(list, mark{r, norm.NFD.PropertiesString(string(r)).CCC()})
		}
	}
	for start := 0; start < len(list); start++ {
		end := start
		for end < len(list) && list[end].class != 0 {
			end++
		}
		slices.SortStableFunc(list[start:end], func(a, b mark) int { return int(a.class) - int(b.class) })
		start = end
	}
	return list
}

// compose joins each character with the last starter before it where the two
// make one and nothing between them is in the way.
func compose(list []mark) string {
	out := make([]rune, 0, len(list))
	starter, last := -1, -1 // its index in out; the class of what was written behind it, -1 if nothing
	for _, m := range list {
		if starter >= 0 && last < int(m.class) {
			if r, ok := pair(out[starter], m.r); ok {
				out[starter] = r
				continue
			}
		}
		if m.class == 0 {
			starter, last = len(out), -1
		} else {
			last = int(m.class)
		}
		out = append(out, m.r)
	}
	return string(out)
}

// pair returns the character that a starter and the one behind it make.
func pair(a, b rune) (rune, bool) {
	if norm.NFC.PropertiesString(string(b)).BoundaryBefore() {
		return 0, false
	}
	s := norm.NFC.String(string(a) + string(b))
	r, size := utf8.DecodeRuneInString(s)
	return r, size == len(s)
}
