// Package visible says which characters show, and what the writing around
// those that do not may need them for, at one fixed Unicode version. Package
// sanitize judges by it. The table is written by the generator in
// contrib/mkchars; it is made of string constants: no work at start, no state,
// no allocation. It stands apart from package chars so that the surfaces do not
// link it.
package visible

// Class is a set of bits; a character may be in several classes or in none.
// All but Hidden and Mark are for characters that show.
type Class uint16

const (
	// Hidden: default-ignorable, a bidi control, a control other than TAB, LF
	// and CR, a noncharacter, an interlinear annotation (U+FFF9 to U+FFFB), or
	// U+2800 BRAILLE PATTERN BLANK.
	Hidden Class = 1 << iota
	// Mark: General_Category M*, hidden or not.
	Mark
	// Letter: General_Category L*.
	Letter
	// Joining: a letter or mark of a script (by Script_Extensions) that has
	// joining letters, a virama or the like.
	Joining
	// Emoji: Emoji or Extended_Pictographic, neither ASCII nor a regional
	// indicator.
	Emoji
	// Breaks: of a script whose words are parted by U+200B: Thai, Lao, Khmer,
	// Myanmar, Tibetan, Javanese, Balinese, the Tai scripts, Han, Kana,
	// Bopomofo. No marks.
	Breaks
	// Han: a letter of the Han script.
	Han
	// Mongolian: a letter of the Mongolian or Phags-pa script.
	Mongolian
	// RTL: strong right-to-left (Bidi_Class R or AL), no mark.
	RTL
	// Jamo: a Hangul letter that is no whole syllable.
	Jamo
	// Braille: U+2801 to U+28FF.
	Braille
	// Number: General_Category No: superscripts, fractions, circled digits.
	Number
)

// Of returns the classes of r. Everything outside the code space is Hidden.
func Of(r rune) Class {
	if uint32(r) > 0x10FFFF {
		return Hidden
	}
	n := int(setOf[int(blockOf[r>>blockShift])<<blockShift|int(r)&(1<<blockShift-1)])
	return Class(sets[2*n])<<8 | Class(sets[2*n+1])
}
