package grammar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/silp-protocol/silp-go/internal/codescan"
)

// words makes the words of the code surface: the bare ones from the tables of
// the decoder's scanner, the quoted ones from the grammar of JSON strings.
type words struct {
	max       int // of characters, 0 for any number
	anyLetter bool
	flat      bool // see flatBare
	cache     map[string]*rule
}

// maxCount is how often a printed grammar repeats a part at most: readers of
// GBNF refuse more than 2,000.
const maxCount = 1900

func newWords(o Options, flat bool) *words {
	return &words{o.MaxWord, o.AnyLetter, flat, map[string]*rule{}}
}

func (w *words) count() int {
	if w.max == 0 {
		return inf
	}
	return w.max
}

// once returns the terminal of a name, made on first use.
func (w *words) once(name string, build func() node) *rule {
	r, ok := w.cache[name]
	if !ok {
		r = token(name, nil)
		w.cache[name] = r
		r.body = build()
	}
	return r
}

// word is any word of a place.
func (w *words) word(p codescan.Place) *rule {
	name := "word"
	if p == codescan.Target {
		name = "target"
	}
	return w.once(name, func() node { return oneOf(w.anyBare(p), w.quoted(nil, false)) })
}

// anyBare is any bare word of a place.
func (w *words) anyBare(p codescan.Place) *rule {
	name := "bare"
	if p == codescan.Target {
		name = "bare-target"
	}
	return w.once(name, func() node { return w.bare(p, nil, false) })
}

// notTime is a word that does not read as a time: a quoted one never does.
func (w *words) notTime() *rule {
	return w.once("plain-word", func() node { return oneOf(w.bare(codescan.Anywhere, nil, true), w.quoted(nil, false)) })
}

// timeLike is a bare word that reads as a time (codescan.TimeLike).
func (w *words) timeLike() *rule {
	return w.once("time-like", func() node {
		return seq{lit("t"), charsOf("+-"), rep{charsOf(digits), 1, w.count()}, many(charsOf(lower), w.count())}
	})
}

const (
	digits = "0123456789"
	lower  = "abcdefghijklmnopqrstuvwxyz"
)

// except is any word but those of names. A bang says that a quoted one does not
// begin with "!" either.
func (w *words) except(names []string, bang bool) *rule {
	switch {
	case len(names) > 0:
		return token("other-name", oneOf(w.bare(codescan.Anywhere, names, false), w.quoted(names, bang)))
	case bang:
		return w.once("name", func() node { return oneOf(w.anyBare(codescan.Anywhere), w.quoted(nil, true)) })
	}
	return w.word(codescan.Anywhere)
}

// exactly is one of the given words as the compiler writes them.
func exactly(list []string, spell func(s string) string) node {
	var out []node
	for _, s := range list {
		out = append(out, lit(spell(s)))
	}
	// A longer one goes first: what reads from left to right and takes the first
	// that fits still finds it.
	slices.SortStableFunc(out, func(a, b node) int { return len(b.(lit)) - len(a.(lit)) })
	return oneOf(out...)
}

func spellWord(s string) string {
	b, _ := codescan.AppendWord(nil, s, codescan.Anywhere)
	return string(b)
}

func spellTarget(s string) string {
	b, _ := codescan.AppendWord(nil, s, codescan.Target)
	return string(b)
}

func spellNotTime(s string) string {
	b, _ := codescan.AppendNotTime(nil, s)
	return string(b)
}

// quoted is a quoted word that stands for none of names and, with bang, for
// nothing that begins with "!".
func (w *words) quoted(names []string, bang bool) node {
	char := w.once("char", func() node { return w.char(nil) })
	if len(names) == 0 && !bang {
		return w.once("quoted", func() node { return chain(lit(`"`), many(char, w.count()), lit(`"`)) })
	}
	var list []node
	empty := false
	for _, s := range prefixes(names) {
		next := s.next
		if bang && s.text == "" {
			next = append(next, '!')
		}
		var at []node
		for _, r := range s.text {
			at = append(at, spelled(r))
		}
		word := !slices.Contains(names, s.text)
		if bang && strings.HasPrefix(s.text, "!") {
			continue
		}
		list = append(list, chain(chain(at...), w.char(next), many(char, w.count())))
		if word && s.text == "" {
			empty = true
		} else if word {
			list = append(list, chain(at...))
		}
	}
	body := oneOf(list...)
	if empty {
		body = opt(body)
	}
	return chain(lit(`"`), body, lit(`"`))
}

// char is a character of a quoted word, raw or escaped, without some.
func (w *words) char(without []rune) node {
	raw := set{neg: true, spans: spansOf(0, maxRune, func(r rune) bool {
		return r < ' ' || r == '"' || r == '\\' || slices.Contains(without, r)
	})}
	short := ""
	for i, r := range codescan.Escaped {
		if !slices.Contains(without, r) {
			short += codescan.Escapes[i : i+1]
		}
	}
	var plain, pairs []string
	for _, r := range without {
		if h := hex(r); len(h) == 4 {
			plain = append(plain, h)
		} else {
			pairs = append(pairs, h)
		}
	}
	return oneOf(raw, chain(lit(`\`), oneOf(charsOf(short), chain(lit("u"), w.unit(plain, pairs)))))
}

const hexDigits = "0123456789abcdef"

// unit is the hex digits behind \u, a surrogate pair as one.
func (w *words) unit(plain, pairs []string) node {
	build := func() node {
		return oneOf(
			digitsExcept([]string{"0123456789abcef", hexDigits, hexDigits, hexDigits}, plain),
			digitsExcept([]string{"d", "01234567", hexDigits, hexDigits}, plain),
			digitsExcept([]string{"d", "89ab", hexDigits, hexDigits, "d", "cdef", hexDigits, hexDigits}, pairs))
	}
	if len(plain)+len(pairs) == 0 {
		return w.once("unit", build)
	}
	return build()
}

// digitsExcept is hex digits, one of each place, but not the given ones. Behind
// four of eight stands another \u.
func digitsExcept(places, without []string) node {
	without = slices.Clone(without)
	without = slices.DeleteFunc(without, func(s string) bool { return !strings.Contains(places[0], s[:1]) })
	rest := func(places []string) node {
		var out []node
		for i, digits := range places {
			if len(places)-i == 4 && i > 0 {
				out = append(out, lit(`\u`))
			}
			out = append(out, bothCases(digits))
		}
		return chain(out...)
	}
	join := func(n int) node {
		if n == 5 { // four of eight are read
			return lit(`\u`)
		}
		return nil
	}
	if len(without) == 0 {
		return rest(places)
	}
	if len(places) == 1 {
		left := places[0]
		for _, s := range without {
			left = strings.ReplaceAll(left, s, "")
		}
		if left == "" {
			return nil
		}
		return bothCases(left)
	}
	groups := map[string][]string{}
	left := places[0]
	for _, s := range without {
		groups[s[:1]] = append(groups[s[:1]], s[1:])
		left = strings.ReplaceAll(left, s[:1], "")
	}
	var list []node
	if left != "" {
		list = append(list, chain(bothCases(left), join(len(places)), rest(places[1:])))
	}
	for _, d := range []byte(places[0]) {
		if g := groups[string(d)]; g != nil {
			list = append(list, chain(bothCases(string(d)), join(len(places)), digitsExcept(places[1:], g)))
		}
	}
	return oneOf(list...)
}

func bothCases(digits string) node { return charsOf(digits + strings.ToUpper(digits)) }

// hex returns the digits of the escapes of a character: four, or two times four.
func hex(r rune) string {
	if r < 0x10000 {
		return fmt.Sprintf("%04x", r)
	}
	r -= 0x10000
	return fmt.Sprintf("%04x%04x", 0xd800+r>>10, 0xdc00+r&0x3ff)
}

// spelled is a character of a quoted word in every spelling.
func spelled(r rune) node {
	var list []node
	if r >= ' ' && r != '"' && r != '\\' {
		list = append(list, lit(string(r)))
	}
	if i := strings.IndexRune(codescan.Escaped, r); i >= 0 {
		list = append(list, lit(`\`+codescan.Escapes[i:i+1]))
	}
	at := []node{lit(`\u`)}
	for i, d := range hex(r) {
		if i == 4 {
			at = append(at, lit(`\u`))
		}
		at = append(at, bothCases(string(d)))
	}
	return oneOf(append(list, chain(at...))...)
}
