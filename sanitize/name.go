package sanitize

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/chars"
	"github.com/silp-protocol/silp-go/internal/visible"
)

// reservedNames are the names that have a meaning of their own somewhere: the
// members of an IR and its objects, the labels of the code surface. A name that
// is one of them is not judged here; one that only looks like one is refused.
var reservedNames = [...]string{
	"intent", "entities", "constraints", "alternatives", "meta", "silp", "version",
	"act", "id", "value", "action", "type", "time", "subject", "operator", "target", "location", "loc",
	"req_id", "session_id", "priority", "confidence", "seq", "out", "next_agent",
}

const groupPrefix = "action_"

// delimiters part the words of the code surface. "!" is judged only where a
// constraint type begins: elsewhere it is no delimiter, and U+01C3 is a letter.
const delimiters = `(),;:=<>@"#`

// name checks an entity id, a constraint type or the name of an extra member:
// the rules for values, then those against names that pose as another.
func (c *checker) name(s string, where Where) string {
	if isPlain(s) || c.err != nil {
		return s
	}
	// Nothing hidden has business in a name that otherwise is ASCII, a soft
	// hyphen neither: it would be a second name that looks the same.
	out := c.hidden(s, where, isPlain(visibleOnly(s)))
	if c.err == nil && !isPlain(out) {
		// Offsets into what is left say little about s; the rules below name
		// the character, and the place is that of the name.
		c.poses(out, where, out == s)
	}
	return out
}

// poses refuses a name that looks like another one, or like structure.
func (c *checker) poses(s string, where Where, same bool) {
	p := posing{c: c, s: s, where: where, same: same}
	body := s
	if where == WhereType {
		body = strings.TrimLeft(s, "!")
		if r, _ := utf8.DecodeRuneInString(body); strings.HasPrefix(chars.LookAlike(r), "!") {
			p.refuse(len(s)-len(body), Homoglyph, "in front of a constraint type, where \"!\" is a negation", `write "!", or name the constraint without it`)
			return
		}
	}
	skip := len(s) - len(body)
	shown := visibleOnly(body)
	mix := mixOf(body)
	if !mix.foreign {
		for _, w := range reservedNames {
			if foldsTo(shown, w) {
				p.refuse(skip+firstNonASCII(body), ReservedKey, "in a name that looks like "+w+" and is not", `write "`+w+`", or another name`)
				return
			}
		}
	}
	if !strings.HasPrefix(body, groupPrefix) && foldsToPrefix(shown, groupPrefix) {
		p.refuse(skip+firstNonASCII(body), ReservedKey, "in a name that looks like "+groupPrefix+" and is not", "write it in ASCII, or another name")
		return
	}
	p.delimiters(body, skip)
	if mix.isMixed() {
		p.refuse(skip+mix.at, Homoglyph, "in a name of ASCII letters", "write the name in one script")
	}
}

// posing looks at one name.
type posing struct {
	c     *checker
	s     string
	where Where
	same  bool // nothing was removed from the name, so that offsets hold
}

// delimiters refuses a look-alike of a delimiter that the name does not have.
func (p *posing) delimiters(body string, skip int) {
	for i, r := range body {
		if r < utf8.RuneSelf {
			continue
		}
		if d := delimiterOf(r); d != 0 && strings.IndexByte(body, d) < 0 {
			p.refuse(skip+i, Homoglyph, "in a name that has no such delimiter", "write "+strconv.Quote(string(rune(d)))+", or name it without")
			return
		}
	}
}

func (p *posing) refuse(i int, kind Kind, why, hint string) {
	f, n := runeAt(p.s, i, kind, p.where)
	f.Suggestion = chars.LookAlike(f.Rune)
	if !p.same {
		i, n = 0, 0
	}
	if p.c.o.Policy == Inspect {
		f.Action = Reported
		p.c.note(f, i, n)
		return
	}
	if p.c.err == nil {
		p.c.refuse(f, i, n, sentence(f.Rune, why), hint)
	}
}

func firstNonASCII(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return i
		}
	}
	return 0
}

// delimiterOf returns the delimiter that r looks like or decomposes to, or 0.
func delimiterOf(r rune) byte {
	switch r { // canonically an ASCII operator and U+0338
	case 0x2260:
		return '='
	case 0x226E:
		return '<'
	case 0x226F:
		return '>'
	}
	first, second := chars.LookAlikes(r)
	for _, look := range [...]string{first, second} {
		if i := strings.IndexAny(look, delimiters); i >= 0 {
			return look[i]
		}
	}
	return 0
}

// wordMix tells whether a word mixes ASCII letters with look-alikes so that
// all of it looks ASCII.
type wordMix struct {
	letters, looks bool
	foreign        bool // something looks like no ASCII
	at             int  // where the first look-alike is
}

func (m *wordMix) add(r rune, i int) {
	if r < utf8.RuneSelf {
		m.letters = m.letters || isASCIILetter(r)
		return
	}
	look := chars.LookAlike(r)
	if look == "" {
		m.foreign = m.foreign || visible.Of(r)&visible.Hidden == 0
		return
	}
	if !m.looks && isImpostor(r, look) {
		m.looks, m.at = true, i
	}
}

func mixOf(s string) wordMix {
	var m wordMix
	for i, r := range s {
		m.add(r, i)
	}
	return m
}

func (m *wordMix) isMixed() bool { return m.letters && m.looks && !m.foreign }

// isImpostor reports whether a look-alike is a letter or digit that has no
// place beside ASCII letters. The Latin letters of ordinary spelling have: the
// ae of Danish, the dotless i of Turkish; and so have superscripts and the
// like.
func isImpostor(r rune, look string) bool {
	if r == 0xAA || r == 0xB5 || r == 0xBA || 0xC0 <= r && r <= 0x17E && r != 0x149 {
		return false
	}
	c := look[0]
	alnum := '0' <= c && c <= '9' || isASCIILetter(rune(c))
	return alnum && visible.Of(r)&visible.Number == 0
}

func isASCIILetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// mixedWords reports the words of a value that mix ASCII letters and
// look-alikes. They stay: a value is not judged by its looks.
func (c *checker) mixedWords(s string, where Where) {
	word := wordMix{}
	report := func() {
		if word.isMixed() {
			f, n := runeAt(s, word.at, MixedScript, where)
			f.Action = Kept
			f.Suggestion = chars.LookAlike(f.Rune)
			c.note(f, word.at, n)
		}
	}
	for i, r := range s {
		if isWordRune(r) {
			word.add(r, i)
			continue
		}
		report()
		word = wordMix{}
	}
	report()
}

func isWordRune(r rune) bool {
	return visible.Of(r)&(visible.Letter|visible.Mark|visible.Hidden) != 0 || '0' <= r && r <= '9' || r == '_' || r == '-'
}
