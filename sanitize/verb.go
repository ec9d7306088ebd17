package sanitize

import (
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/chars"
	"github.com/silp-protocol/silp-go/internal/visible"
	"github.com/silp-protocol/silp-go/ir"
)

// words says which words may stand in a place of the structure.
type words uint16

const (
	functions words = 1 << iota // cancel
	actions                     // !CANCEL
	kwIf
	kwElse
	kwAnd
	kwThen
	kwNot
	labels     // of a constraint's parts
	kwLoc      // of an alternative
	groupNames // action_cancel
	keywords   = kwIf | kwElse | kwAnd | kwThen | kwNot
	anyWord    = functions | actions | keywords
)

var keywordList = [...]struct {
	set  words
	word string
}{
	{kwIf, "if"}, {kwElse, "else"}, {kwAnd, "and"}, {kwThen, "then"}, {kwNot, "not"},
	{labels, "value"}, {labels, "subject"}, {labels, "time"}, {labels, "operator"}, {kwLoc, "loc"},
}

// verb checks a word of the structure, which is ASCII. Clean removes what is
// hidden in it and folds it if exactly one word of the set matches.
func (c *checker) verb(s string, where Where, set words) string {
	if isPlain(s) || c.err != nil || !c.validUTF8(s, where) {
		return s
	}
	if c.o.Policy == Strict {
		c.refuseInVerb(s, 0, where, c.fold(visibleOnly(s), set))
		return s
	}
	b := builder{s: s}
	rest := false // something non-ASCII that shows
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if visible.Of(r)&visible.Hidden != 0 {
			c.drop(s, i, n, kindInVerb(r), where)
			b.cut(i, i+n, "")
		} else {
			rest = rest || r >= utf8.RuneSelf
		}
		i += n
	}
	out := b.result()
	switch {
	case out == "":
		f, n := runeAt(s, 0, kindInVerb(firstRune(s)), where)
		c.refuse(f, 0, n, describe(f.Rune)+" alone where a word is expected", "remove it")
		return s
	case !rest:
		return out
	}
	word := c.fold(out, set)
	if word == "" {
		c.refuseInVerb(s, 0, where, "")
		return s
	}
	c.noteFold(s, where, word)
	return word
}

// visibleOnly returns s without its hidden characters.
func visibleOnly(s string) string {
	b := builder{s: s}
	for i, r := range s {
		if visible.Of(r)&visible.Hidden != 0 {
			b.cut(i, i+utf8.RuneLen(r), "")
		}
	}
	return b.result()
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// noteFold reports the first look-alike of a word that Clean folds.
func (c *checker) noteFold(s string, where Where, word string) {
	for i, r := range s {
		if r < utf8.RuneSelf || visible.Of(r)&visible.Hidden != 0 {
			continue
		}
		f, n := runeAt(s, i, Homoglyph, where)
		f.Suggestion, f.Action = word, Folded
		if c.o.Policy == Inspect {
			f.Action = Reported
		}
		c.note(f, i, n)
		return
	}
}

// refuseInVerb refuses the first character from i on that has no place in a
// verb or keyword; under Clean the first that shows, since the hidden ones are
// no obstacle.
func (c *checker) refuseInVerb(s string, i int, where Where, word string) {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		hidden := visible.Of(r)&visible.Hidden != 0
		if hidden && c.o.Policy == Strict || !hidden && r >= utf8.RuneSelf {
			f, _ := runeAt(s, i, kindInVerb(r), where)
			f.Suggestion = word
			if f.Kind == LookalikeOperator {
				where = WherePayload
			}
			c.refuseRune(f, i, n, "in "+article(where))
			return
		}
		i += n
	}
}

// kindInVerb names what a character is that has no place in structure.
func kindInVerb(r rune) Kind {
	class := visible.Of(r)
	switch {
	case class&visible.Hidden != 0:
		if k := kindOf(r); k != BidiUnbalanced {
			return k
		}
		return Bidi
	case class&visible.Mark != 0:
		return CombiningMark
	}
	if look := chars.LookAlike(r); look != "" && !isAlnum(look[0]) {
		return LookalikeOperator
	}
	return Homoglyph
}

func isAlnum(c byte) bool { return '0' <= c && c <= '9' || isASCIILetter(rune(c)) }

// vocabularyWord is a word that look-alikes may be folded to.
type vocabularyWord struct {
	set    words
	word   string
	folded string // what is compared: lower case, without the "!" of an action code
}

// vocabulary lists the words, once for a checker.
func (c *checker) vocabulary() []vocabularyWord {
	if c.words != nil {
		return c.words
	}
	for _, k := range keywordList {
		c.words = append(c.words, vocabularyWord{k.set, k.word, k.word})
	}
	for _, list := range [...][]ir.Action{ir.Whitelist(), c.o.Verbs.Also} {
		for _, a := range list {
			if fn := a.Func(); fn != "" {
				c.words = append(c.words, vocabularyWord{functions, fn, fn}, vocabularyWord{actions, string(a), fn},
					vocabularyWord{groupNames, groupPrefix + fn, groupPrefix + fn})
			}
		}
	}
	return c.words
}

// fold returns the one word of the set that s looks like, "" if there is none
// or more than one. An action code keeps its "!".
func (c *checker) fold(s string, set words) string {
	found := ""
	for _, v := range c.vocabulary() {
		body := s
		if v.set == actions {
			if s == "" || s[0] != '!' {
				continue
			}
			body = s[1:]
		}
		if v.set&set == 0 || v.word == found || !foldsTo(body, v.folded) {
			continue
		}
		if found != "" {
			return ""
		}
		found = v.word
	}
	return found
}

// maxFold is the longest word that folds; places in it are bits.
const maxFold = 63

// foldsTo reports whether s, which is not all ASCII, can be read as word, which
// is lower-case ASCII: each look-alike as one of its texts, in any case.
func foldsTo(s, word string) bool {
	end := reach(s, word, false)
	return end&(1<<len(word)) != 0
}

// foldsToPrefix is foldsTo for the beginning of s.
func foldsToPrefix(s, word string) bool { return reach(s, word, true) != 0 }

// reach returns the places in word, as bits, that reading s can end at. With
// prefix it stops as soon as the whole of word is read.
func reach(s, word string, prefix bool) uint64 {
	if len(word) > maxFold {
		return 0
	}
	places := uint64(1)
	for _, r := range s {
		if prefix && places&(1<<len(word)) != 0 {
			return places
		}
		next := uint64(0)
		if r < utf8.RuneSelf {
			next = step(places, word, string(rune(lower(byte(r)))))
		} else {
			first, second := chars.LookAlikes(r)
			next = stepLook(places, word, first) | stepLook(places, word, second)
		}
		if places = next; places == 0 {
			return 0
		}
	}
	if prefix && places&(1<<len(word)) == 0 {
		return 0
	}
	return places
}

// stepLook also reads what the confusables put into one class: l and I, rn and m.
func stepLook(places uint64, word, look string) uint64 {
	if look == "" {
		return 0
	}
	var buf [8]byte
	low := buf[:0]
	for i := range len(look) {
		low = append(low, lower(look[i]))
	}
	next := step(places, word, string(low))
	switch string(low) {
	case "l":
		next |= step(places, word, "i")
	case "i":
		next |= step(places, word, "l")
	case "rn":
		next |= step(places, word, "m")
	}
	return next
}

// step reads look at every place.
func step(places uint64, word, look string) uint64 {
	next := uint64(0)
	for at := 0; at+len(look) <= len(word); at++ {
		if places&(1<<at) != 0 && strings.HasPrefix(word[at:], look) {
			next |= 1 << (at + len(look))
		}
	}
	return next
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
