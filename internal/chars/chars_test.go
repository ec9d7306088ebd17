package chars

import (
	"math"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	wordStable = Word | Stable
	markStable = Word | Mark | Stable
)

// Facts about single characters, in the order of the classes that they are
// about.
var facts = []struct {
	r     rune
	name  string
	class Class
	fold  string
}{
	// ASCII: letters and digits are words, controls are escaped, and the rest
	// is left to the grammar.
	{0x0000, "NULL", Escape, ""},
	{0x0009, "TAB", Escape, ""},
	{0x001F, "UNIT SEPARATOR", Escape, ""},
	{' ', "SPACE", 0, ""},
	{'"', "QUOTATION MARK", 0, ""},
	{'\\', "REVERSE SOLIDUS", 0, ""},
	{'_', "LOW LINE", 0, ""},
	{'.', "FULL STOP", 0, ""},
	{':', "COLON", 0, ""},
	{'@', "COMMERCIAL AT", 0, ""},
	{'0', "DIGIT ZERO", wordStable, ""},
	{'A', "LATIN CAPITAL LETTER A", wordStable, ""},
	{'z', "LATIN SMALL LETTER Z", wordStable, ""},
	{0x007F, "DELETE", Escape, ""},

	// Letters and numbers that normalisation leaves a word.
	{'é', "LATIN SMALL LETTER E WITH ACUTE", wordStable, ""},
	{'ß', "LATIN SMALL LETTER SHARP S", wordStable, ""},
	{'Ω', "GREEK CAPITAL LETTER OMEGA", wordStable, ""},
	{'中', "CJK UNIFIED IDEOGRAPH-4E2D", wordStable, ""},
	{'한', "HANGUL SYLLABLE HAN", wordStable, ""},
	{'٣', "ARABIC-INDIC DIGIT THREE", wordStable, ""},
	{0x00AA, "FEMININE ORDINAL INDICATOR", wordStable, "a"},
	{0x00B2, "SUPERSCRIPT TWO", wordStable, "2"},
	{0x01C3, "LATIN LETTER RETROFLEX CLICK", wordStable, ""},
	{0x212A, "KELVIN SIGN", wordStable, "K"},
	{0x2460, "CIRCLED DIGIT ONE", wordStable, "1"},
	{0x2488, "DIGIT ONE FULL STOP", wordStable, "1."},
	{0xFB00, "LATIN SMALL LIGATURE FF", wordStable, "ff"},
	{0xFF21, "FULLWIDTH LATIN CAPITAL LETTER A", wordStable, "A"},
	{0xFF9E, "HALFWIDTH KATAKANA VOICED SOUND MARK", wordStable, ""},
	{0x0E33, "THAI CHARACTER SARA AM", wordStable, ""},
	{0x1D42D, "MATHEMATICAL BOLD SMALL T", wordStable, "t"},
	{0x1D7D8, "MATHEMATICAL DOUBLE-STRUCK DIGIT ZERO", wordStable, "0"},
	{0x20000, "CJK UNIFIED IDEOGRAPH-20000", wordStable, ""},
	{0x323B0, "CJK UNIFIED IDEOGRAPH-323B0, new in 17.0", wordStable, ""},

	// Letters and numbers that normalisation takes out of a bare word.
	{0x00BD, "VULGAR FRACTION ONE HALF, with U+2044", Word, ""},
	{0x013F, "LATIN CAPITAL LETTER L WITH MIDDLE DOT", Word, ""},
	{0x037A, "GREEK YPOGEGRAMMENI, with a blank", Word, ""},
	{0x2474, "PARENTHESIZED DIGIT ONE", Word, "(1)"},
	{0x3220, "PARENTHESIZED IDEOGRAPH ONE", Word, ""},
	{0xFDFA, "ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM, with blanks", Word, ""},
	{0x1F101, "DIGIT ZERO COMMA", Word, "0,"},

	// Marks; the default-ignorable ones are no words.
	{0x0301, "COMBINING ACUTE ACCENT", markStable, ""},
	{0x0338, "COMBINING LONG SOLIDUS OVERLAY", markStable, ""},
	{0x093E, "DEVANAGARI VOWEL SIGN AA, spacing", markStable, ""},
	{0x20DD, "COMBINING ENCLOSING CIRCLE", markStable, ""},
	{0x034F, "COMBINING GRAPHEME JOINER", Mark | Escape, ""},
	{0x17B4, "KHMER VOWEL INHERENT AQ", Mark | Escape, ""},
	{0xFE0F, "VARIATION SELECTOR-16", Mark | Escape, ""},
	{0xE0100, "VARIATION SELECTOR-17", Mark | Escape, ""},

	// Letters that nobody sees.
	{0x115F, "HANGUL CHOSEONG FILLER", Escape, ""},
	{0x3164, "HANGUL FILLER", Escape, ""},
	{0xFFA0, "HALFWIDTH HANGUL FILLER", Escape, ""},

	// Format characters, controls, separators.
	{0x0085, "NEXT LINE", Escape, ""},
	{0x00A0, "NO-BREAK SPACE", Escape, " "},
	{0x00AD, "SOFT HYPHEN", Escape, ""},
	{0x061C, "ARABIC LETTER MARK", Escape, ""},
	{0x1680, "OGHAM SPACE MARK", Escape, ""},
	{0x180E, "MONGOLIAN VOWEL SEPARATOR", Escape, ""},
	{0x200B, "ZERO WIDTH SPACE", Escape, ""},
	{0x200D, "ZERO WIDTH JOINER", Escape, ""},
	{0x2028, "LINE SEPARATOR", Escape, ""},
	{0x2029, "PARAGRAPH SEPARATOR", Escape, ""},
	{0x202E, "RIGHT-TO-LEFT OVERRIDE", Escape, ""},
	{0x2066, "LEFT-TO-RIGHT ISOLATE", Escape, ""},
	{0x3000, "IDEOGRAPHIC SPACE", Escape, " "},
	{0xFEFF, "ZERO WIDTH NO-BREAK SPACE", Escape, ""},
	{0xFFF9, "INTERLINEAR ANNOTATION ANCHOR, Cf and not ignorable", Escape, ""},
	{0xE0041, "TAG LATIN CAPITAL LETTER A", Escape, ""},

	// Look-alikes of the characters that end or escape inside a quoted word.
	{0xFF02, "FULLWIDTH QUOTATION MARK", Escape, "\""},
	{0xFF3C, "FULLWIDTH REVERSE SOLIDUS", Escape, "\\"},
	{0xFE68, "SMALL REVERSE SOLIDUS", Escape, "\\"},

	// Punctuation and symbols: quoted, raw.
	{0x037E, "GREEK QUESTION MARK", 0, ";"},
	{0x201C, "LEFT DOUBLE QUOTATION MARK", 0, ""},
	{0x2026, "HORIZONTAL ELLIPSIS", 0, "..."},
	{0x2100, "ACCOUNT OF", 0, "a/c"},
	{0x2260, "NOT EQUAL TO", 0, ""},
	{0x2800, "BRAILLE PATTERN BLANK", 0, ""},
	{0x33C2, "SQUARE AM", 0, "a.m."},
	{0xFE13, "PRESENTATION FORM FOR VERTICAL COLON", 0, ":"},
	{0xFF08, "FULLWIDTH LEFT PARENTHESIS", 0, "("},
	{0xFF1A, "FULLWIDTH COLON", 0, ":"},
	{0xFF20, "FULLWIDTH COMMERCIAL AT", 0, "@"},
	{0xFFFD, "REPLACEMENT CHARACTER", 0, ""},
	{0x1CCD6, "OUTLINED LATIN CAPITAL LETTER A, new in 16.0", 0, "A"},
	{0x1F600, "GRINNING FACE", 0, ""},

	// No characters, or not yet.
	{0x0378, "unassigned", Unassigned | Escape, ""},
	{0x3FFFD, "unassigned, a plane without characters", Unassigned | Escape, ""},
	{0x2065, "unassigned, default-ignorable", Escape, ""},
	{0xE0FFF, "unassigned, default-ignorable", Escape, ""},
	{0xFFFF, "noncharacter", Escape, ""},
	{0xFDD0, "noncharacter", Escape, ""},
	{0x1FFFE, "noncharacter", Escape, ""},
	{0x10FFFF, "noncharacter", Escape, ""},
	{0xD800, "first surrogate", Escape, ""},
	{0xDFFF, "last surrogate", Escape, ""},
	{0xE000, "private use", Escape, ""},
	{0x10FFFD, "private use", Escape, ""},
	{-1, "below the code space", Escape, ""},
	{0x110000, "above the code space", Escape, ""},
	{math.MinInt32, "least int32", Escape, ""},
	{math.MaxInt32, "greatest int32", Escape, ""},
}

func TestFacts(t *testing.T) {
	for _, f := range facts {
		if got := Of(f.r); got != f.class {
			t.Errorf("Of(%U %s) = %05b, want %05b", f.r, f.name, got, f.class)
		}
		if got := FoldASCII(f.r); got != f.fold {
			t.Errorf("FoldASCII(%U %s) = %q, want %q", f.r, f.name, got, f.fold)
		}
	}
}

// What a caller may rely on without looking at a table.
func TestClassesFitTogether(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		c := Of(r)
		switch {
		case c&Stable != 0 && c&Word == 0:
			t.Errorf("%U is Stable and not Word", r)
		case c&Word != 0 && c&(Escape|Unassigned) != 0:
			t.Errorf("%U is Word and in %05b", r, c)
		case c&Unassigned != 0 && c != Unassigned|Escape:
			t.Errorf("%U is Unassigned and in %05b", r, c)
		case c&Mark != 0 && (c&Word != 0) == (c&Escape != 0):
			t.Errorf("%U is a Mark, and not exactly one of Word and Escape", r)
		}
	}
}

// Go's unicode package is the oracle for General_Category, as far as it goes:
// a character that is assigned there must have the same classes here. These
// are the versions of it that were compared with ours, and for each the
// characters that are letters, marks or numbers in only one of the two.
//
// None is known. From 15.0 to 17.0 two characters changed their category,
// U+0295 (Ll to Lo) and U+1171E (Mn to Mc); both stay letter and mark.
var regrouped = map[string][]rune{
	"15.0.0": nil,
	"17.0.0": nil,
}

// goRunes calls check for every code point that Go's unicode package assigns,
// and unassigned for the others.
func goRunes(t *testing.T, check, unassigned func(r rune)) {
	t.Helper()
	skip, known := regrouped[unicode.Version]
	if !known {
		t.Skipf("no list of what changed between Unicode %s and %s", unicode.Version, UnicodeVersion)
	}
	skipped := map[rune]bool{}
	for _, r := range skip {
		skipped[r] = true
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		switch {
		case skipped[r]:
		case goAssigned(r):
			check(r)
		default:
			unassigned(r)
		}
	}
}

// goAssigned lists categories one by one, since unicode.C has Cn in it in some
// Go versions.
func goAssigned(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z,
		unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}

// goIgnorable derives Default_Ignorable_Code_Point as the Unicode Character
// Database does in DerivedCoreProperties.
func goIgnorable(r rune) bool {
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector) &&
		!unicode.In(r, unicode.White_Space, unicode.Prepended_Concatenation_Mark) &&
		!(0xFFF9 <= r && r <= 0xFFFB) && !(0x13430 <= r && r <= 0x13440)
}

func goWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N) && !goIgnorable(r)
}

func noncharacter(r rune) bool {
	return r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF
}

func TestGoUnicode(t *testing.T) {
	goRunes(t, func(r rune) {
		var want Class
		if goWord(r) {
			want |= Word
		}
		if unicode.IsMark(r) {
			want |= Mark
		}
		if got := Of(r) & (Word | Mark | Unassigned); got != want {
			t.Errorf("Of(%U) = %05b, want %05b", r, got, want)
		}
	}, func(r rune) {
		c := Of(r)
		switch {
		case goIgnorable(r) || noncharacter(r):
			if c&Unassigned != 0 {
				t.Errorf("Of(%U) = %05b, ignorable or noncharacter", r, c)
			}
		case unicode.Version == UnicodeVersion && c != Unassigned|Escape:
			t.Errorf("Of(%U) = %05b, want Unassigned and Escape", r, c)
		}
		if noncharacter(r) && c != Escape {
			t.Errorf("Of(%U) = %05b, want Escape for a noncharacter", r, c)
		}
	})
}

// goBare is the ABNF's bare-char without "@" and ":", spelled out.
func goBare(r rune) bool {
	if r < 0x80 {
		return strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-%/$*~^&?", r)
	}
	return goWord(r)
}

func goEscape(r rune, form string) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs, unicode.Bidi_Control) ||
		unicode.Is(unicode.Zs, r) && r != ' ' || goIgnorable(r) ||
		r >= 0x80 && (strings.Contains(form, `"`) || strings.Contains(form, `\`))
}

// goFold is FoldASCII the slow way.
func goFold(r rune, form string) string {
	for _, f := range form {
		if f < 0x20 || f > 0x7E {
			return ""
		}
	}
	if r < 0x80 {
		return ""
	}
	return form
}

// A character that is assigned in the version of norm's tables keeps its
// normal forms for ever, so an older norm is an oracle for those.
func TestNormalForms(t *testing.T) {
	if norm.Version != unicode.Version {
		t.Skipf("norm has Unicode %s, package unicode %s: no way to tell what norm knows", norm.Version, unicode.Version)
	}
	goRunes(t, func(r rune) {
		form := norm.NFKC.String(string(r))
		stable := goWord(r)
		for _, f := range form {
			stable = stable && goBare(f)
		}
		c := Of(r)
		if got := c&Stable != 0; got != stable {
			t.Errorf("%U: Stable is %t, NFKC is %q", r, got, form)
		}
		if got, want := c&Escape != 0, goEscape(r, form); got != want {
			t.Errorf("%U: Escape is %t, want %t; NFKC is %q", r, got, want, form)
		}
		if got, want := FoldASCII(r), goFold(r, form); got != want {
			t.Errorf("FoldASCII(%U) = %q, want %q", r, got, want)
		}
	}, func(rune) {})
}

// Stable is defined by NFKC; the other three forms must keep a Stable
// character in a bare word too, since a hop may use any of them.
func TestStableInEveryForm(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if Of(r)&Stable == 0 {
			continue
		}
		for _, form := range []norm.Form{norm.NFC, norm.NFD, norm.NFKC, norm.NFKD} {
			for _, f := range form.String(string(r)) {
				if f < 0x80 && !goBare(f) || f >= 0x80 && Of(f)&Word == 0 {
					t.Errorf("%U: form %d holds %U", r, form, f)
				}
			}
		}
	}
}

func TestNoAllocation(t *testing.T) {
	var class Class
	var length int
	if n := testing.AllocsPerRun(10, func() {
		for _, f := range facts {
			class |= Of(f.r)
			length += len(FoldASCII(f.r))
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// mixed is text of several scripts, for the benchmarks.
var mixed = []rune(strings.Repeat("book flight Zürich Ωμέγα Москва 中文字符 हिन्दी 한국어 العربية 😀", 16))

var sink int

// BenchmarkOf also reports how long Go's unicode package takes for the same
// question, as a multiple.
func BenchmarkOf(b *testing.B) {
	const rounds = 500
	start := time.Now()
	for range rounds {
		for _, r := range mixed {
			if unicode.In(r, unicode.L, unicode.M, unicode.N) {
				sink++
			}
		}
	}
	goPerRune := float64(time.Since(start).Nanoseconds()) / rounds / float64(len(mixed))
	for b.Loop() {
		for _, r := range mixed {
			if Of(r)&Word != 0 {
				sink++
			}
		}
	}
	perRune := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(len(mixed))
	b.ReportMetric(perRune, "ns/rune")
	b.ReportMetric(goPerRune/perRune, "unicode/Of")
}

func BenchmarkFoldASCII(b *testing.B) {
	for b.Loop() {
		for _, r := range mixed {
			sink += len(FoldASCII(r))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(mixed)), "ns/rune")
}
