// Package codescan holds the tokens of the code surface: its fixed words, which
// characters make a bare word, where a word or a quoted word ends, what reads as
// a time. The code frontend's compiler and decoder and the exported grammars
// share it, so that they cannot disagree.
package codescan

import (
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/silp-protocol/silp-go/internal/chars"
	"github.com/silp-protocol/silp-go/internal/jsonio"
)

// The classes of an ASCII byte.
const (
	bare  = 1 << iota // stands in a bare word
	edge              // ":" and "@": stand in a bare word with conditions
	dot               // ".": three of them in a row do not
	lower             // a to z
	digit
)

var class = [256]uint8{
	'_': bare, '.': bare | dot, '+': bare, '-': bare, '%': bare, '/': bare, '$': bare, '*': bare,
	'~': bare, '^': bare, '&': bare, '?': bare, ':': bare | edge, '@': bare | edge,
	'0': bare | digit, '1': bare | digit, '2': bare | digit, '3': bare | digit, '4': bare | digit,
	'5': bare | digit, '6': bare | digit, '7': bare | digit, '8': bare | digit, '9': bare | digit,
	'A': bare, 'B': bare, 'C': bare, 'D': bare, 'E': bare, 'F': bare, 'G': bare, 'H': bare, 'I': bare,
	'J': bare, 'K': bare, 'L': bare, 'M': bare, 'N': bare, 'O': bare, 'P': bare, 'Q': bare, 'R': bare,
	'S': bare, 'T': bare, 'U': bare, 'V': bare, 'W': bare, 'X': bare, 'Y': bare, 'Z': bare,
	'a': bare | lower, 'b': bare | lower, 'c': bare | lower, 'd': bare | lower, 'e': bare | lower, 'f': bare | lower,
	'g': bare | lower, 'h': bare | lower, 'i': bare | lower, 'j': bare | lower, 'k': bare | lower, 'l': bare | lower,
	'm': bare | lower, 'n': bare | lower, 'o': bare | lower, 'p': bare | lower, 'q': bare | lower, 'r': bare | lower,
	's': bare | lower, 't': bare | lower, 'u': bare | lower, 'v': bare | lower, 'w': bare | lower, 'x': bare | lower,
	'y': bare | lower, 'z': bare | lower,
}

// Ends returns where the payload begins and ends in text: blanks, tabs and line
// ends around it are no part of it.
func Ends(text string) (from, to int) {
	to = len(text)
	for to > 0 && blank(text[to-1]) {
		to--
	}
	for from < to && blank(text[from]) {
		from++
	}
	return from, to
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// Place is where a word stands.
type Place uint8

const (
	// Anywhere but in an alternative.
	Anywhere Place = iota
	// Target or location of an alternative, where "@" separates.
	Target
)

// Reserved reports whether s is a keyword, which no bare word may be.
func Reserved(s string) bool {
	for _, k := range Keywords() {
		if s == k {
			return true
		}
	}
	return false
}

// Stands reports whether a bare word may hold r in a place. Whether it may begin
// or end with r is for CheckBare.
func Stands(r rune, p Place) bool {
	if r < 0 || r >= utf8.RuneSelf {
		return chars.Of(r)&(chars.Word|chars.Unassigned) != 0
	}
	return class[r]&bare != 0 && (r != '@' || p != Target)
}

// Begins reports whether a bare word may begin with r.
func Begins(r rune, p Place) bool {
	return Stands(r, p) && r != ':' && r != '@' && chars.Of(r)&chars.Mark == 0
}

// Bare returns where the bare word that begins at text[i] ends: the longest
// run of bare characters, without colons at its end. The text must be UTF-8.
// Whether the run may be a word is for CheckBare.
func Bare(text string, i int, p Place) int {
	end, _ := scan(text, i, p, chars.Word|chars.Unassigned)
	for end > i && text[end-1] == ':' {
		end--
	}
	return end
}

// scan returns where the run of bare characters from text[i] on ends, and which
// classes of ASCII bytes it saw. A non-ASCII character is bare if it is in one
// of the classes of wide.
func scan(text string, i int, p Place, wide chars.Class) (end int, seen uint8) {
	for end = i; end < len(text); {
		c := text[end]
		if c < utf8.RuneSelf {
			k := class[c]
			if k&bare == 0 || c == '@' && p == Target {
				break
			}
			seen |= k
			end++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[end:])
		if chars.Of(r)&wide == 0 {
			break
		}
		end += n
	}
	return end, seen
}

// Fault is why a run of bare characters is no word.
type Fault uint8

// The faults of a bare word.
const (
	None     Fault = iota
	Empty          // nothing there
	BadStart       // begins with ":", "@" or a combining mark
	Ellipsis       // holds "..."
	Keyword        // is reserved
)

// CheckBare tells whether a run that Bare found is a word.
func CheckBare(s string) Fault { return check(s, edge|dot) }

// Word is Bare and CheckBare in one.
func Word(text string, i int, p Place) (end int, f Fault) {
	end, seen := scan(text, i, p, chars.Word|chars.Unassigned)
	for end > i && text[end-1] == ':' {
		end--
	}
	return end, check(text[i:end], seen)
}

// check is CheckBare of a run whose classes are known, so that it looks only for
// what may be there.
func check(s string, seen uint8) Fault {
	switch {
	case s == "":
		return Empty
	case seen&edge != 0 && (s[0] == ':' || s[0] == '@') || startsWithMark(s):
		return BadStart
	case seen&dot != 0 && strings.Contains(s, "..."):
		return Ellipsis
	case len(s) <= len("then") && Reserved(s):
		return Keyword
	}
	return None
}

func startsWithMark(s string) bool {
	if s[0] < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s)
	return chars.Of(r)&chars.Mark != 0
}

// AppendPlain appends s if it is a word of ASCII bytes that are bare anywhere.
// That is a quick answer for most words: what is plain CanBeBare in every place.
// On false, dst comes back as it was, what stands behind it overwritten.
func AppendPlain(dst []byte, s string) ([]byte, bool) {
	if len(s) <= len("then") && (s == "" || Reserved(s)) || cap(dst)-len(dst) < len(s) {
		return dst, false
	}
	out := dst[len(dst) : len(dst)+len(s)]
	all, some := uint8(bare), uint8(0)
	for i := range out {
		c := s[i]
		out[i] = c
		all &= class[c]
		some |= class[c]
	}
	if all == 0 || some&(edge|dot) != 0 {
		return dst, false
	}
	return dst[:len(dst)+len(s)], true
}

// CanBeBare reports whether the compiler leaves s bare. It is narrower than
// what the decoder takes: a non-ASCII character must stay a bare character when
// a hop normalises the text (chars.Stable). What is not UTF-8 is not bare.
func CanBeBare(s string, p Place) bool {
	end, seen := scan(s, 0, p, chars.Stable)
	return end == len(s) && check(s, seen) == None && s[end-1] != ':'
}

// AppendWord appends s as the compiler writes a word: bare where it can be,
// quoted elsewhere. It returns false if s is not UTF-8.
func AppendWord(dst []byte, s string, p Place) ([]byte, bool) {
	if CanBeBare(s, p) {
		return append(dst, s...), true
	}
	return jsonio.AppendString(dst, s)
}

// AppendNotTime is AppendWord in a place where a bare time-like word is a time.
func AppendNotTime(dst []byte, s string) ([]byte, bool) {
	if BecomesTime(s) {
		return jsonio.AppendString(dst, s)
	}
	return AppendWord(dst, s, Anywhere)
}

// TimeLike reports whether s has the form of a relative time, as in t+1 or
// t-2pm: "t" ( "+" / "-" ) 1*DIGIT *lower-case letter.
func TimeLike(s string) bool { return s != "" && s[0] == 't' && timeLike(s) }

func timeLike(s string) bool {
	state := timeStart
	for i := range len(s) {
		state = state.next(s[i])
	}
	return state == timeDigits || state == timeLetters
}

// BecomesTime reports whether s is time-like, or is once a hop has normalised
// it: U+FF11 becomes "1".
func BecomesTime(s string) bool {
	return s != "" && (s[0] == 't' || s[0] >= utf8.RuneSelf) && becomesTime(s)
}

func becomesTime(s string) bool {
	state := timeStart
	for _, r := range s {
		if r < utf8.RuneSelf {
			state = state.next(byte(r))
			continue
		}
		f := chars.FoldASCII(r)
		if f == "" {
			return false
		}
		for i := range len(f) {
			state = state.next(f[i])
		}
	}
	return state == timeDigits || state == timeLetters
}

// timeState is how much of a time was read.
type timeState uint8

const (
	timeStart   timeState = iota // nothing
	timeT                        // t
	timeSign                     // t+
	timeDigits                   // t+1
	timeLetters                  // t+1p
	noTime
)

func (t timeState) next(c byte) timeState {
	k := class[c]
	switch {
	case t == timeStart && c == 't':
		return timeT
	case t == timeT && (c == '+' || c == '-'):
		return timeSign
	case (t == timeSign || t == timeDigits) && k&digit != 0:
		return timeDigits
	case (t == timeDigits || t == timeLetters) && k&lower != 0:
		return timeLetters
	}
	return noTime
}

// Name returns where the function name that begins at text[i] ends: LOWER
// *( LOWER / "_" ). It is i if there is none.
func Name(text string, i int) int {
	end := i
	for end < len(text) && (class[text[end]]&lower != 0 || text[end] == '_' && end > i) {
		end++
	}
	return end
}

// QuoteFault is why a quoted word is none.
type QuoteFault uint8

// The faults of a quoted word.
const (
	QuoteOK      QuoteFault = iota
	Unterminated            // no closing quote
	Control                 // a raw control character
	BadEscape               // not one of \" \\ \/ \b \f \n \r \t \uXXXX
	Surrogate               // half a surrogate pair
)

// Quoted finds the end of the quoted word, a JSON string literal, that begins
// at text[i]. escaped tells whether it holds an escape. On a fault, end is
// where the fault is.
func Quoted(text string, i int) (end int, escaped bool, fault QuoteFault) {
	for i++; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			return i + 1, escaped, QuoteOK
		case c < ' ':
			return i, escaped, Control
		case c == '\\':
			n, fault := escape(text[i:])
			if fault != QuoteOK {
				return i, true, fault
			}
			escaped = true
			i += n
		default:
			i++
		}
	}
	return i, escaped, Unterminated
}

// escape returns the length of the escape that s begins with, a surrogate pair
// as one.
func escape(s string) (int, QuoteFault) {
	if len(s) < 2 {
		return 0, Unterminated
	}
	if s[1] != 'u' {
		if strings.IndexByte(Escapes, s[1]) < 0 {
			return 0, BadEscape
		}
		return 2, QuoteOK
	}
	u, ok := unit(s)
	switch {
	case !ok:
		return 0, BadEscape
	case u < 0xd800 || u > 0xdfff:
		return 6, QuoteOK
	case u > 0xdbff:
		return 0, Surrogate
	}
	if low, ok := unit(s[6:]); !ok || low < 0xdc00 || low > 0xdfff {
		return 0, Surrogate
	}
	return 12, QuoteOK
}

// unit reads \uXXXX.
func unit(s string) (u rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	for _, c := range []byte(s[2:6]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		u = u<<4 | rune(c)
	}
	return u, true
}

// Unquote returns what a quoted word without faults stands for. It aliases the
// text where nothing is escaped.
func Unquote(word string, escaped bool) string {
	if !escaped {
		return word[1 : len(word)-1]
	}
	out, _ := jsontext.AppendUnquote(make([]byte, 0, len(word)), word)
	return string(out)
}
