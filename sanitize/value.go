package sanitize

import (
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/visible"
)

// maxMarks is how many combining marks may stand in a row, the limit of the
// Stream-Safe Text Format (UAX #15).
const maxMarks = 30

// value checks a value and reports what is worth a look in it.
func (c *checker) value(s string, where Where) string {
	if isPlain(s) || c.err != nil {
		return s
	}
	out := c.hidden(s, where, false)
	if c.err == nil {
		c.mixedWords(s, where)
	}
	return out
}

// hidden applies the rules for hidden characters: kept where the writing needs
// them, dropped elsewhere. A rule looks back at what was kept, and ahead only
// at a character that no rule drops (no mark, nothing hidden): so two hidden
// characters never justify each other, and a second pass finds nothing. With
// none set no context excuses any.
func (c *checker) hidden(s string, where Where, none bool) string {
	if !c.validUTF8(s, where) {
		return s
	}
	h := context{s: s, prev: -1}
	b := builder{s: s}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		class := visible.Of(r)
		keep, kind := true, MarkFlood
		if class&visible.Hidden != 0 {
			if r >= 0xE0000 && r <= 0xE007F {
				n = h.flag(i, n)
			}
			keep, kind = !none && h.needed(i, n, r), kindOf(r)
		}
		if h.crossed > 0 {
			c.refuseCrossed(s, h.crossed, where)
			return s
		}
		if class&visible.Mark == 0 {
			if class&visible.Hidden == 0 {
				h.marks = 0
			}
		} else if keep {
			if h.marks++; h.marks > maxMarks {
				keep, kind = false, MarkFlood
			}
		}
		if !keep {
			if !c.drop(s, i, n, kind, where) {
				return s
			}
			b.cut(i, i+n, "")
		} else {
			h.keep(r, class)
			c.noteLineSeparator(s, i, r, where)
		}
		i += n
	}
	out := b.result()
	if out == "" && s != "" {
		f, n := runeAt(s, 0, Empty, where)
		c.refuse(f, 0, n, "nothing that shows is left of it: it begins with "+describe(f.Rune), "send a value that can be seen")
	}
	return out
}

func (c *checker) refuseCrossed(s string, i int, where Where) {
	f, n := runeAt(s, i, BidiUnbalanced, where)
	c.refuse(f, i, n, describe(f.Rune)+" closes across another pair of bidi controls", "close the pairs in the order in which they opened, last first")
}

func (c *checker) noteLineSeparator(s string, i int, r rune, where Where) {
	if r == 0x2028 || r == 0x2029 {
		f, n := runeAt(s, i, LineSeparator, where)
		f.Action = Kept
		c.note(f, i, n)
	}
}

// context is what the rules for hidden characters see of a string.
type context struct {
	s     string
	prev  rune          // the last character that was kept, -1 at the start
	class visible.Class // its class
	base  visible.Class // of the last one that shows, for what follows a selector
	marks int           // combining marks in a row
	rtl   int8          // right-to-left text: 0 not known yet, 1 none, 2 some

	bidi    []bool // verdicts about the bidi controls of s that come in pairs, in order
	seen    int    // how many of them came by
	crossed int    // where one closes across another, 0 if none does
}

func (h *context) keep(r rune, class visible.Class) {
	if class&visible.Hidden == 0 {
		h.base = class
	}
	h.prev, h.class = r, class
}

// after reports whether the last character that was kept shows and is of one
// of the given classes.
func (h *context) after(c visible.Class) bool {
	return h.prev >= 0 && h.class&visible.Hidden == 0 && h.class&c != 0
}

// before reports whether the character at j shows, is no mark, and is of one of
// the given classes. The characters of these classes are never dropped.
func (h *context) before(j int, c visible.Class) bool {
	r, n := utf8.DecodeRuneInString(h.s[j:])
	if n == 0 {
		return false
	}
	next := visible.Of(r)
	return next&(visible.Hidden|visible.Mark) == 0 && next&c != 0
}

// free reports whether no hidden character stands in front.
func (h *context) free() bool { return h.class&visible.Hidden == 0 }

// beside reports whether a character of one of the given classes stands on
// either side, and nothing hidden in front.
func (h *context) beside(j int, c visible.Class) bool {
	return h.after(c) || h.free() && h.before(j, c)
}

// needed reports whether the hidden character r, n bytes at i, belongs there.
func (h *context) needed(i, n int, r rune) bool {
	switch {
	case r == 0x200D && h.emojiInFront() && h.before(i+n, visible.Emoji):
		return true
	case r == 0x200C, r == 0x200D: // ZWNJ, ZWJ
		return h.after(visible.Joining) || isFVS(h.prev) && h.base&visible.Joining != 0
	case r == 0x200B: // ZWSP
		return h.beside(i+n, visible.Breaks)
	case r == 0xFE0E, r == 0xFE0F: // text or emoji style
		return h.after(visible.Emoji) || '0' <= h.prev && h.prev <= '9' || h.prev == '#' || h.prev == '*'
	case 0xFE00 <= r && r <= 0xFE0D:
		return h.free() && h.prev >= 0x80 && h.class&visible.Mark == 0
	case 0xE0100 <= r && r <= 0xE01EF:
		return h.after(visible.Han)
	case isFVS(r):
		return h.after(visible.Mongolian)
	case r == 0x180E: // MVS
		return h.after(visible.Mongolian) || isFVS(h.prev) && h.base&visible.Mongolian != 0
	case r == 0x200E, r == 0x200F, r == 0x061C:
		return !isDirectionMark(h.prev) && h.hasRTL()
	case isBidiPair(r):
		return h.paired()
	case r == 0x00AD: // SHY
		return h.after(visible.Letter|visible.Mark) && h.before(i+n, visible.Letter)
	case r == 0x034F, r == 0x2060: // CGJ, WJ
		return h.free() && h.prev >= 0x80
	case isHangulFiller(r):
		return h.beside(i+n, visible.Jamo)
	case r == 0x2800:
		return h.beside(i+n, visible.Braille) || h.prev == 0x2800 && h.before(i+n, visible.Braille)
	case r >= 0xE0000 && r <= 0xE007F:
		return n > 4 // a whole flag
	}
	return false
}

func (h *context) emojiInFront() bool {
	return h.after(visible.Emoji) || h.prev == 0xFE0F && h.base&visible.Emoji != 0
}

// flags are the three sequences of tag characters that stand for a flag behind
// U+1F3F4 (England, Scotland, Wales).
var flags = [...]string{
	"\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
	"\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F",
	"\U000E0067\U000E0062\U000E0077\U000E006C\U000E0073\U000E007F",
}

// flag returns the length of the flag that begins with the tag character at i,
// n if there is none.
func (h *context) flag(i, n int) int {
	if h.prev == 0x1F3F4 {
		for _, f := range flags {
			if strings.HasPrefix(h.s[i:], f) {
				return len(f)
			}
		}
	}
	return n
}

func isFVS(r rune) bool { return 0x180B <= r && r <= 0x180D || r == 0x180F }

func isHangulFiller(r rune) bool {
	return r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0
}

// kindOf names what a hidden character is.
func kindOf(r rune) Kind {
	switch {
	case r == 0:
		return NUL
	case r < 0x20, 0x7F <= r && r < 0xA0:
		return Control
	case 0x200B <= r && r <= 0x200D, r == 0xFEFF:
		return ZeroWidth
	case 0xE0000 <= r && r <= 0xE007F:
		return Tag
	case 0xFE00 <= r && r <= 0xFE0F, 0xE0100 <= r && r <= 0xE01EF, isFVS(r):
		return VariationSelector
	case isDirectionMark(r):
		return Bidi
	case isBidiPair(r):
		return BidiUnbalanced
	case isHangulFiller(r), r == 0x2800:
		return Blank
	case r&0xFFFE == 0xFFFE, 0xFDD0 <= r && r <= 0xFDEF:
		return Noncharacter
	}
	return Invisible
}
