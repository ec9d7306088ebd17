package sanitize

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/internal/chars"
	"github.com/silp-protocol/silp-go/internal/visible"
)

// Explain says in one line of ASCII what a character is: its code point, what
// kind of hidden character it is or what it looks like.
func Explain(r rune) string {
	s := describe(r)
	class := visible.Of(r)
	switch {
	case class&visible.Hidden != 0:
		s += ": nobody sees it"
	case r < 0x80 || chars.LookAlike(r) != "":
	case class&visible.Mark != 0:
		s += ", a combining mark"
	case class&visible.Letter != 0:
		s += ", a letter"
	case class&visible.Emoji != 0:
		s += ", an emoji"
	case chars.Of(r)&chars.Unassigned != 0:
		s += ", not a character in Unicode " + visible.UnicodeVersion
	}
	return s
}

// describe names a character: U+200B (zero-width space), U+0430, which looks
// like "a", U+4E2D.
func describe(r rune) string {
	if r >= ' ' && r < 0x7f {
		return strconv.QuoteRune(r)
	}
	s := fmt.Sprintf("U+%04X", uint32(r))
	if name := hiddenName(r); name != "" {
		return s + " (" + name + ")"
	}
	if look := chars.LookAlike(r); look != "" {
		if look == " " {
			return s + ", which looks like a blank"
		}
		return s + ", which looks like " + strconv.Quote(look)
	}
	return s
}

// sentence names a character and says why it cannot stay.
func sentence(r rune, why string) string {
	s := describe(r)
	if strings.Contains(s, ", ") && strings.HasPrefix(why, "in ") {
		s += ","
	}
	return s + " " + why
}

// hiddenNames are the hidden characters that turn up; the others are named by
// their kind.
var hiddenNames = [...]struct {
	r    rune
	name string
}{
	{0x00AD, "soft hyphen"}, {0x034F, "combining grapheme joiner"}, {0x061C, "Arabic letter mark"},
	{0x115F, "Hangul filler"}, {0x1160, "Hangul filler"}, {0x180E, "Mongolian vowel separator"},
	{0x200B, "zero-width space"}, {0x200C, "zero-width non-joiner"}, {0x200D, "zero-width joiner"},
	{0x200E, "left-to-right mark"}, {0x200F, "right-to-left mark"},
	{0x202A, "left-to-right embedding"}, {0x202B, "right-to-left embedding"}, {0x202C, "end of embedding"},
	{0x202D, "left-to-right override"}, {0x202E, "right-to-left override"},
	{0x2060, "word joiner"}, {0x2061, "invisible function application"}, {0x2062, "invisible times"},
	{0x2063, "invisible separator"}, {0x2064, "invisible plus"},
	{0x2066, "left-to-right isolate"}, {0x2067, "right-to-left isolate"}, {0x2068, "first strong isolate"},
	{0x2069, "end of isolate"}, {0x2800, "blank Braille pattern"}, {0x3164, "Hangul filler"},
	{0xFEFF, "byte order mark"}, {0xFFA0, "Hangul filler"}, {0xFFF9, "annotation anchor"},
}

func hiddenName(r rune) string {
	if visible.Of(r)&visible.Hidden == 0 {
		return ""
	}
	for i := range hiddenNames {
		if hiddenNames[i].r == r {
			return hiddenNames[i].name
		}
	}
	switch kindOf(r) {
	case NUL, Control:
		return "control character"
	case Tag:
		return "tag character"
	case VariationSelector:
		return "variation selector"
	case Noncharacter:
		return "noncharacter"
	}
	return "invisible character"
}

// reasonOf says why a character cannot stay.
func reasonOf(kind Kind, where Where) string {
	switch kind {
	case MarkFlood:
		return "is one of more than 30 combining marks in a row"
	case Control, NUL, Noncharacter, Tag:
		return "in " + article(where)
	case BidiUnbalanced:
		return "in " + article(where) + ", without its partner or without right-to-left text"
	}
	return "in " + article(where) + ", where the writing does not need it"
}

func article(where Where) string {
	switch where {
	case WhereID:
		return "an entity id"
	case WhereType:
		return "a constraint type"
	case WhereKey:
		return "the name of a member"
	case WhereSeparator:
		return "the structure between two words"
	case WherePayload:
		return "the structure of the text"
	}
	return "a " + string(where)
}

// hintOf says what to do about a character.
func hintOf(f Finding) string {
	switch {
	case f.Suggestion != "":
		return "write " + strconv.Quote(f.Suggestion)
	case f.Kind == CombiningMark, f.Kind == Homoglyph, f.Kind == LookalikeOperator, f.Kind == Syntax:
		return "write it in ASCII"
	}
	return "remove it"
}
