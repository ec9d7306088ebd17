package jsonio

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/chars"
)

const hex = "0123456789abcdef"

// plain marks the ASCII bytes that stand raw in a string.
var plain = [utf8.RuneSelf]bool{
	' ': true, '!': true, '#': true, '$': true, '%': true, '&': true, '\'': true, '(': true, ')': true, '*': true,
	'+': true, ',': true, '-': true, '.': true, '/': true, ':': true, ';': true, '<': true, '=': true, '>': true,
	'?': true, '@': true, '[': true, ']': true, '^': true, '_': true, '`': true, '{': true, '|': true, '}': true, '~': true,
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'A': true, 'B': true, 'C': true, 'D': true, 'E': true, 'F': true, 'G': true, 'H': true, 'I': true, 'J': true, 'K': true, 'L': true, 'M': true,
	'N': true, 'O': true, 'P': true, 'Q': true, 'R': true, 'S': true, 'T': true, 'U': true, 'V': true, 'W': true, 'X': true, 'Y': true, 'Z': true,
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true, 'i': true, 'j': true, 'k': true, 'l': true, 'm': true,
	'n': true, 'o': true, 'p': true, 'q': true, 'r': true, 's': true, 't': true, 'u': true, 'v': true, 'w': true, 'x': true, 'y': true, 'z': true,
}

// AppendString appends s as a JSON string in the module's one spelling:
// \" \\ \b \f \n \r \t, and \u with four lower-case digits for every character
// that a hop may strip or that nobody can see (chars.Escape). A combining mark
// behind the opening quote or behind an escape is escaped too: a hop that
// normalises would melt it into the quote or the escape. ok is false, and dst
// as it was, if s is not UTF-8.
func AppendString(dst []byte, s string) (out []byte, ok bool) { return appendString(dst, s, false) }

// AppendName is AppendString for the name of a member. It escapes besides what
// a hop that normalises would turn into ASCII, so that no name can become one
// that the surface gives a meaning: a slot U+FF41 "ction_email" is no group.
func AppendName(dst []byte, s string) (out []byte, ok bool) { return appendString(dst, s, true) }

func appendString(dst []byte, s string, isName bool) (out []byte, ok bool) {
	old := len(dst)
	dst = append(dst, '"')
	start, glued := 0, true
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if plain[c] {
				glued = false
				i++
				continue
			}
			dst = append(dst, s[start:i]...)
			dst = appendEscapeASCII(dst, c)
			glued = true
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return dst[:old], false
		}
		class := chars.Of(r)
		if class&chars.Escape != 0 || glued && class&chars.Mark != 0 || isName && chars.FoldASCII(r) != "" {
			dst = append(dst, s[start:i]...)
			dst = appendEscapeRune(dst, r)
			glued = true
			start = i + n
		} else {
			glued = false
		}
		i += n
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"'), true
}

func appendEscapeASCII(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	return appendUnit(dst, rune(c))
}

func appendEscapeRune(dst []byte, r rune) []byte {
	if r > 0xffff {
		r -= 0x10000
		dst = appendUnit(dst, 0xd800+r>>10)
		r = 0xdc00 + r&0x3ff
	}
	return appendUnit(dst, r)
}

func appendUnit(dst []byte, u rune) []byte {
	return append(dst, '\\', 'u', hex[u>>12&15], hex[u>>8&15], hex[u>>4&15], hex[u&15])
}

// AppendValue reads the next value and appends it in its canonical spelling:
// compact, strings as AppendString writes them, numbers as they stand, members
// sorted by the code points of their names at every depth.
func (r *Reader) AppendValue(dst []byte) []byte {
	switch r.Kind() {
	case 0:
		r.value() // says what is wrong here, if Err does not yet
	case '"':
		dst, _ = AppendString(dst, r.str())
	case '0':
		dst = append(dst, r.Number()...)
	case '[':
		dst = r.appendArray(dst)
	case '{':
		dst = r.appendObject(dst)
	default:
		dst = append(dst, r.value()...)
	}
	return dst
}

func (r *Reader) appendArray(dst []byte) []byte {
	dst = append(dst, '[')
	if !r.Array() {
		return dst
	}
	for n := 0; r.More(); n++ {
		if n > 0 {
			dst = append(dst, ',')
		}
		dst = r.AppendValue(dst)
	}
	return append(dst, ']')
}

// member is a member of an object that was appended to dst: its name, and
// where "name":value stands.
type member struct {
	name       string
	start, end int
}

func (r *Reader) appendObject(dst []byte) []byte {
	dst = append(dst, '{')
	if !r.Object() {
		return dst
	}
	open := len(dst)
	var ms []member
	sorted := true
	for {
		name, ok := r.Name()
		if !ok {
			break
		}
		if n := len(ms); n > 0 {
			sorted = sorted && ms[n-1].name < name
			dst = append(dst, ',')
		}
		m := member{name: name, start: len(dst)}
		dst, _ = AppendName(dst, name)
		dst = append(dst, ':')
		dst = r.AppendValue(dst)
		m.end = len(dst)
		ms = append(ms, m)
	}
	if !sorted && r.err == nil {
		sortMembers(dst, open, ms)
	}
	return append(dst, '}')
}

// sortMembers puts the members that stand from dst[open] on into order. The
// order of UTF-8 bytes is the order of code points.
func sortMembers(dst []byte, open int, ms []member) {
	slices.SortFunc(ms, func(a, b member) int { return strings.Compare(a.name, b.name) })
	old := bytes.Clone(dst[open:])
	out := dst[:open]
	for i, m := range ms {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, old[m.start-open:m.end-open]...)
	}
}

// AppendCanonical appends a JSON text in canonical spelling. inside is how many
// objects and arrays the text stands in; they count towards MaxDepth.
func AppendCanonical(dst []byte, text string, inside int) ([]byte, *Error) {
	r := NewReader(text)
	defer r.Release()
	r.inside = inside
	old := len(dst)
	dst = r.AppendValue(dst)
	r.End()
	if err := r.Err(); err != nil {
		return dst[:old], err
	}
	return dst, nil
}

// EqualCanonical reports whether two canonical texts are the same JSON value,
// numbers compared exactly: 1, 1.0 and 10e-1 are equal. Of other texts it only
// promises not to panic.
func EqualCanonical(a, b []byte) bool {
	for len(a) > 0 && len(b) > 0 {
		na, nb := tokenLen(a), tokenLen(b)
		if isNumber(a[0]) && isNumber(b[0]) {
			if !EqualNumbers(string(a[:na]), string(b[:nb])) {
				return false
			}
		} else if !bytes.Equal(a[:na], b[:nb]) {
			return false
		}
		a, b = a[na:], b[nb:]
	}
	return len(a) == len(b)
}

func isNumber(c byte) bool { return c == '-' || '0' <= c && c <= '9' }

// tokenLen returns the length of the string or number that b begins with, 1
// for anything else.
func tokenLen(b []byte) int {
	switch {
	case b[0] == '"':
		for i := 1; i < len(b); i++ {
			if b[i] == '\\' {
				i++
			} else if b[i] == '"' {
				return i + 1
			}
		}
		return len(b)
	case isNumber(b[0]):
		n := 1
		for n < len(b) && (isNumber(b[n]) || b[n] == '.' || b[n] == 'e' || b[n] == 'E' || b[n] == '+') {
			n++
		}
		return n
	}
	return 1
}
