// Package chars holds the character classes of this module at one fixed
// Unicode version.
//
// Two builds must never disagree about one text, so nothing here comes from
// Go's unicode package, whose version changes with the toolchain. The code
// frontend asks these classes which characters may stand bare in a word:
//
//   - Word: a letter, mark or number; may stand in a bare word.
//   - Mark: a combining mark; a bare word does not begin with one, and a quoted
//     word writes one as \u behind its opening quote or behind an escape.
//   - Unassigned: has no meaning in this version; a reader takes it as part of
//     a bare word, because a newer sender may know it as a letter.
//   - Stable: a Word that stays in a bare word when a hop normalises the text;
//     a writer leaves only these bare.
//   - Escape: written as \u in a quoted word.
//
// The classes are given for ASCII too, but say nothing about ASCII punctuation:
// what "." or ":" may do in a word is for the grammar.
//
// Stable speaks of one character. A word of Stable characters may still
// normalise to something that the grammar treats apart: to a reserved word
// (fullwidth "if"), to a first character that is a mark (U+FF9E becomes
// U+3099), or to "..." (U+2488 becomes "1.").
//
// The tables are written by the generator in contrib/mkchars. They are string
// constants: no work at start, no state, no allocation.
package chars

// Class is a set of bits; a character may be in several classes or in none.
type Class uint8

const (
	// Word: General_Category L*, M* or N*, and not
	// Default_Ignorable_Code_Point.
	Word Class = 1 << iota

	// Mark: General_Category M*, default-ignorable or not.
	Mark

	// Unassigned: General_Category Cn, neither default-ignorable nor a
	// noncharacter. All of these are in Escape too.
	Unassigned

	// Stable: Word, and the NFKC form has only characters that may stand in a
	// bare word, other than "@" and ":". Those are ASCII letters and digits,
	// _ . + - % / $ * ~ ^ & ? and everything in Word.
	Stable

	// Escape: controls, format characters, default-ignorable characters, bidi
	// controls, separators other than U+0020, private use, surrogates,
	// everything unassigned with the noncharacters, and non-ASCII characters
	// whose NFKC form holds a quotation mark or a backslash. The ASCII
	// quotation mark and backslash themselves are not in it: they have short
	// escapes.
	Escape
)

const maxRune = 0x10FFFF

// Of returns the classes of r. Everything outside U+0000 to U+10FFFF is Escape.
func Of(r rune) Class {
	if uint32(r) > maxRune {
		return Escape
	}
	return Class(classOf[int(blockOf[r>>blockShift])<<blockShift|int(r)&(1<<blockShift-1)])
}

// FoldASCII returns the NFKC form of a non-ASCII character when that form is
// not empty and all printable ASCII (U+0020 to U+007E), else "". It answers
// for every kind of character: U+FF21 gives "A", U+FF08 gives "(", U+00A0
// gives " ", U+2026 gives "...".
func FoldASCII(r rune) string {
	if r < 0x80 || r > maxRune {
		return ""
	}
	// Binary search for the first key that is not below r.
	want := uint32(r) << foldOffsetBits
	lo, hi := 0, len(foldKeys)/4
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if foldKey(mid) < want {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(foldKeys)/4 || foldKey(lo)>>foldOffsetBits != uint32(r) {
		return ""
	}
	at := int(foldKey(lo) & (1<<foldOffsetBits - 1))
	return foldTexts[at+1 : at+1+int(foldTexts[at])]
}

func foldKey(i int) uint32 {
	k := foldKeys[4*i : 4*i+4]
	return uint32(k[0])<<24 | uint32(k[1])<<16 | uint32(k[2])<<8 | uint32(k[3])
}
