package visible

import (
	"testing"
	"unicode"

	"github.com/silp-protocol/silp-go/internal/chars"
)

func TestFacts(t *testing.T) {
	for _, f := range []struct {
		r    rune
		name string
		want Class
	}{
		{0x00, "NULL", Hidden},
		{'\t', "TAB", 0},
		{'\n', "LINE FEED", 0},
		{'\r', "CARRIAGE RETURN", 0},
		{' ', "SPACE", 0},
		{'a', "LATIN SMALL LETTER A", Letter},
		{'1', "DIGIT ONE", 0},
		{'#', "NUMBER SIGN", 0},
		{0x7F, "DELETE", Hidden},
		{0x85, "NEXT LINE", Hidden},
		{0xA0, "NO-BREAK SPACE", 0},
		{0xAD, "SOFT HYPHEN", Hidden},
		{0xB2, "SUPERSCRIPT TWO", Number},
		{0x0301, "COMBINING ACUTE ACCENT", Mark},
		{0x034F, "COMBINING GRAPHEME JOINER", Hidden | Mark},
		{0x0430, "CYRILLIC SMALL LETTER A", Letter},
		{0x05D0, "HEBREW LETTER ALEF", Letter | RTL},
		{0x061C, "ARABIC LETTER MARK", Hidden},
		{0x0640, "ARABIC TATWEEL, by Script_Extensions", Letter | Joining | RTL},
		{0x0645, "ARABIC LETTER MEEM", Letter | Joining | RTL},
		{0x0661, "ARABIC-INDIC DIGIT ONE", 0},
		{0x0915, "DEVANAGARI LETTER KA", Letter | Joining},
		{0x094D, "DEVANAGARI SIGN VIRAMA", Mark | Joining},
		{0x0E01, "THAI CHARACTER KO KAI", Letter | Joining | Breaks},
		{0x0E31, "THAI CHARACTER MAI HAN-AKAT", Mark | Joining},
		{0x115F, "HANGUL CHOSEONG FILLER", Hidden},
		{0x1161, "HANGUL JUNGSEONG A", Letter | Jamo},
		{0x180B, "MONGOLIAN FREE VARIATION SELECTOR ONE", Hidden | Mark},
		{0x180E, "MONGOLIAN VOWEL SEPARATOR", Hidden},
		{0x182E, "MONGOLIAN LETTER MA", Letter | Joining | Mongolian},
		{0x200B, "ZERO WIDTH SPACE", Hidden},
		{0x200F, "RIGHT-TO-LEFT MARK", Hidden},
		{0x2028, "LINE SEPARATOR", 0},
		{0x2764, "HEAVY BLACK HEART", Emoji},
		{0x2800, "BRAILLE PATTERN BLANK", Hidden},
		{0x2807, "BRAILLE PATTERN DOTS-123", Braille},
		{0x3042, "HIRAGANA LETTER A", Letter | Breaks},
		{0x845B, "CJK UNIFIED IDEOGRAPH-845B", Letter | Breaks | Han},
		{0xD55C, "HANGUL SYLLABLE HAN", Letter},
		{0xE000, "private use", 0},
		{0xFDD0, "noncharacter", Hidden},
		{0xFEFF, "ZERO WIDTH NO-BREAK SPACE", Hidden},
		{0xFFF9, "INTERLINEAR ANNOTATION ANCHOR", Hidden},
		{0xFFFD, "REPLACEMENT CHARACTER", 0},
		{0x1D173, "MUSICAL SYMBOL BEGIN BEAM", Hidden},
		{0x1F1E9, "REGIONAL INDICATOR SYMBOL LETTER D", 0},
		{0x1F468, "MAN", Emoji},
		{0x1F3FD, "EMOJI MODIFIER FITZPATRICK TYPE-4", Emoji},
		{0xE0041, "TAG LATIN CAPITAL LETTER A", Hidden},
		{0xE0100, "VARIATION SELECTOR-17", Hidden | Mark},
		{0xE0FFF, "unassigned, default-ignorable", Hidden},
		{0x0378, "unassigned", 0},
		{-1, "below the code space", Hidden},
		{0x110000, "above the code space", Hidden},
	} {
		if got := Of(f.r); got != f.want {
			t.Errorf("Of(%U %s) = %b, want %b", f.r, f.name, got, f.want)
		}
	}
}

// The two tables come from one version and agree where they overlap.
func TestAgreesWithChars(t *testing.T) {
	if UnicodeVersion != chars.UnicodeVersion {
		t.Fatalf("Unicode %s here, %s in chars", UnicodeVersion, chars.UnicodeVersion)
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		c, k := Of(r), chars.Of(r)
		if (c&Mark != 0) != (k&chars.Mark != 0) {
			t.Errorf("%U: Mark in one table only", r)
		}
		if c&Hidden != 0 && r != 0x2800 && k&chars.Escape == 0 {
			t.Errorf("%U is Hidden and written raw in a quoted word", r)
		}
		if c&Hidden != 0 && k&chars.Word != 0 {
			t.Errorf("%U is Hidden and a Word", r)
		}
		if c&(Hidden|Mark) != 0 && c&(Letter|Emoji|Breaks|Han|Mongolian|RTL|Jamo|Braille|Number) != 0 {
			t.Errorf("%U: %b mixes hidden or mark with classes of what always shows", r, c)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	var c Class
	if n := testing.AllocsPerRun(10, func() {
		for r := rune(0); r < 0x3000; r += 7 {
			c |= Of(r)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
