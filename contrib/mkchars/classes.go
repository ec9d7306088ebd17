package main

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The bits of chars.Class. They are repeated here rather than imported, so
// that the generator still builds when tables.go is missing; the tests of
// package chars hold the tables against its own constants.
const (
	word = 1 << iota
	mark
	unassigned
	stable
	escape
)

// bareASCII are the ASCII characters that may stand in a bare word, without
// letters and digits, and without "@" and ":", which the grammar restricts.
const bareASCII = "_.+-%/$*~^&?"

// computeClasses gives the class bits of every code point.
func computeClasses(p *properties) []uint8 {
	classes := make([]uint8, numRunes)
	for r := range classes {
		classes[r] = baseClass(p, rune(r))
	}
	// Stable needs the Word bits of other characters, hence a second round.
	for r := range classes {
		if classes[r]&word != 0 && isStable(classes, nfkc(rune(r))) {
			classes[r] |= stable
		}
	}
	return classes
}

// baseClass gives every bit but stable.
func baseClass(p *properties, r rune) uint8 {
	var c uint8
	switch p.category[r][0] {
	case 'L', 'N':
		c |= word
	case 'M':
		c |= word | mark
	}
	if p.ignorable[r] {
		c &^= word
	}
	if p.category[r] == "Cn" && !p.ignorable[r] && !p.nonchar[r] {
		c |= unassigned
	}
	if mustEscape(p, r) {
		c |= escape
	}
	return c
}

func mustEscape(p *properties, r rune) bool {
	switch p.category[r] {
	case "Cc", "Cf", "Zl", "Zp", "Co", "Cs", "Cn":
		return true
	case "Zs":
		return r != ' '
	}
	if p.ignorable[r] || p.bidi[r] {
		return true
	}
	// A hop that normalises would end the quoted word here, or escape what
	// follows.
	return r >= utf8.RuneSelf && strings.ContainsAny(nfkc(r), `"\`)
}

func isStable(classes []uint8, form string) bool {
	for _, r := range form {
		if classes[r]&word == 0 && !strings.ContainsRune(bareASCII, r) {
			return false
		}
	}
	return true
}

// nfkc is the NFKC form of one character. Surrogates have none in UTF-8; the
// U+FFFD that Go makes of them is in no class, which is right for them.
func nfkc(r rune) string { return norm.NFKC.String(string(r)) }

// fold is a non-ASCII character whose NFKC form is printable ASCII.
type fold struct {
	from rune
	to   string
}

// computeFolds lists the folds by code point.
func computeFolds() []fold {
	var folds []fold
	for r := rune(utf8.RuneSelf); r < numRunes; r++ {
		if form := nfkc(r); isPrintableASCII(form) {
			folds = append(folds, fold{r, form})
		}
	}
	return folds
}

func isPrintableASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return s != ""
}
