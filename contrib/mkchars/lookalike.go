package main

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// maxLooks is how many ASCII texts are kept for one character.
const maxLooks = 2

// computeLooks lists, by code point, the non-ASCII characters that look like
// ASCII or that a normalisation or case map turns into ASCII, with the texts:
// the likeliest first, a second one where the sources disagree by more than
// case. Texts are joined by a zero byte.
//
// The first is that of NFKC and NFKD, which say what a character is; then lower
// case; then the confusables of UTS #39, whose prototypes stand for a class (l
// for I, 1 and |; rn for m), a capital letter of the class l given as I; then
// upper case.
func computeLooks(p *properties) []fold {
	upper, caseFold := cases.Upper(language.Und), cases.Fold()
	var looks []fold
	for r := rune(utf8.RuneSelf); r < numRunes; r++ {
		if p.category[r] == "Cs" {
			continue
		}
		s := string(r)
		proto := confusable.GetReplacement(r)
		if proto == "l" && p.category[r] == "Lu" {
			proto = "I"
		}
		texts := distinct(norm.NFKC.String(s), norm.NFKD.String(s), string(unicode.ToLower(r)),
			caseFold.String(s), proto, string(unicode.ToUpper(r)), string(unicode.ToTitle(r)), upper.String(s))
		if len(texts) > 0 {
			looks = append(looks, fold{r, strings.Join(texts, "\x00")})
		}
	}
	return looks
}

// distinct keeps the first maxLooks texts that are printable ASCII and differ
// by more than case.
func distinct(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if len(out) < maxLooks && isPrintableASCII(t) &&
			!slices.ContainsFunc(out, func(o string) bool { return strings.EqualFold(o, t) }) {
			out = append(out, t)
		}
	}
	return out
}
