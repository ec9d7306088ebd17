package grammar

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/codescan"
)

// wide is the non-ASCII characters of a bare word without some. It is written as
// all but the others: there are fewer spans that way, and an engine that knows
// only ASCII in such a set takes too many characters and never too few.
func (w *words) wide(begins bool, without []rune) node {
	name := "letter"
	if begins && !w.anyLetter {
		name = "first-letter"
	}
	build := func() node {
		spans := []span{{0, 0x7f}}
		for _, s := range spansOf(0x80, maxRune, func(r rune) bool {
			switch {
			case slices.Contains(without, r):
				return true
			case w.anyLetter:
				return false
			case begins:
				return !codescan.Begins(r, codescan.Anywhere)
			}
			return !codescan.Stands(r, codescan.Anywhere)
		}) {
			if s.lo == spans[len(spans)-1].hi+1 {
				spans[len(spans)-1].hi = s.hi
				continue
			}
			spans = append(spans, s)
		}
		// XGrammar fails on a span that ends with U+xx80. Such a span takes the
		// character behind with it, which then stands beside the set.
		list := []node{nil}
		for i := range spans {
			if s := &spans[i]; s.hi&0xff == 0x80 {
				s.hi++
				list = append(list, lit(string(s.hi)))
			}
		}
		list[0] = set{neg: true, spans: spans}
		return oneOf(list...)
	}
	if len(without) > 0 {
		return build()
	}
	return w.once(name, build)
}

// ascii is the ASCII characters of a bare word that stand for themselves: not
// "." and ":", which have conditions.
func ascii(p codescan.Place, begins bool, without []rune, also string) node {
	spans := spansOf(0, 0x7f, func(r rune) bool {
		if strings.ContainsRune(also, r) {
			return true
		}
		ok := codescan.Stands(r, p)
		if begins {
			ok = codescan.Begins(r, p)
		}
		return ok && r != '.' && r != ':' && !slices.Contains(without, r)
	})
	if len(spans) == 0 {
		return nil
	}
	return set{spans: spans}
}

// The rest of a bare word behind a character that is neither "." nor ":". It
// holds no "..." and does not end with ":".
func (w *words) tail(p codescan.Place) *rule {
	name := "rest"
	if p == codescan.Target {
		name = "target-rest"
	}
	return w.once(name, func() node {
		unit := chain(dotRun(0, 2), oneOf(ascii(p, false, nil, ":"), w.wide(false, nil)))
		// In front of the units and behind them stands a character.
		count := w.count()
		if count != inf {
			count = max(count-2, 0)
		}
		return chain(many(unit, count), oneOf(chain(dotRun(0, 2), w.plain(p)), dotRun(1, 2)))
	})
}

func dotRun(low, high int) node {
	if high == 0 {
		return nil
	}
	return rep{lit("."), low, high}
}

// plain is one character of a bare word that is neither "." nor ":".
func (w *words) plain(p codescan.Place) node {
	return oneOf(ascii(p, false, nil, ""), w.wide(false, nil))
}

// stem is a beginning of words that a bare word must not be: keywords, names and,
// on demand, times. Any character but next leaves them.
type stem struct {
	text     node // from the beginning of the word on; nil for nothing
	step     node // its last part
	next     []rune
	word     bool // may be a word by itself
	dots     int  // how many "." it ends with
	children []*stem
}

// stems returns the empty beginning, with the others below it.
func (w *words) stems(names []string, notTime bool) *stem {
	var list []string
	for _, k := range codescan.Keywords() {
		list = append(list, k)
	}
	for _, s := range names {
		if end, fault := codescan.Word(s, 0, codescan.Anywhere); end == len(s) && fault == codescan.None {
			list = append(list, s)
		}
	}
	all := map[string]*stem{}
	for _, p := range prefixes(list) {
		s := &stem{next: p.next}
		all[p.text] = s
		if p.text == "" {
			continue
		}
		r, n := utf8.DecodeLastRuneInString(p.text)
		s.text, s.step = lit(p.text), lit(string(r))
		s.word = !slices.Contains(list, p.text) && !strings.HasSuffix(p.text, ":")
		s.dots = len(p.text) - len(strings.TrimRight(p.text, "."))
		parent := all[p.text[:len(p.text)-n]]
		parent.children = append(parent.children, s)
	}
	if notTime {
		all[""].time(all["t"], w.count())
	}
	return all[""]
}

// time adds the beginnings of times: t, its sign, its number, its letters, of
// which there are at most most.
func (s *stem) time(t *stem, most int) {
	if t == nil {
		t = &stem{text: lit("t"), step: lit("t"), word: true}
		s.next = append(s.next, 't')
		s.children = append(s.children, t)
	}
	add := func(to *stem, step node, first, next string) *stem {
		n := &stem{text: chain(to.text, step), step: step, next: []rune(next)}
		to.next = append(to.next, []rune(first)...)
		to.children = append(to.children, n)
		return n
	}
	sign := add(t, charsOf("+-"), "+-", "")
	sign.word = true
	number := add(sign, rep{charsOf(digits), 1, most}, digits, digits)
	add(number, rep{charsOf(lower), 1, most}, lower, lower)
}

// wideNext is the non-ASCII characters among next.
func (s *stem) wideNext() (out []rune) {
	for _, r := range s.next {
		if r >= utf8.RuneSelf {
			out = append(out, r)
		}
	}
	return out
}

// walk calls f for s and what is below it.
func (s *stem) walk(f func(*stem)) {
	f(s)
	for _, c := range s.children {
		c.walk(f)
	}
}

// prefix is a beginning of some words and the characters that follow in them.
type prefix struct {
	text string
	next []rune
}

func prefixes(list []string) (out []prefix) {
	list = slices.Compact(slices.Sorted(slices.Values(list)))
	at := map[string]int{"": 0}
	out = []prefix{{}}
	for _, s := range list {
		for i, r := range s {
			n := at[s[:i]]
			end := i + utf8.RuneLen(r)
			if _, ok := at[s[:end]]; !ok {
				at[s[:end]] = len(out)
				out[n].next = append(out[n].next, r)
				out = append(out, prefix{text: s[:end]})
			}
		}
	}
	return out
}

// bare is a bare word that is no keyword, none of names and, on demand, no time.
func (w *words) bare(p codescan.Place, names []string, notTime bool) node {
	root := w.stems(names, notTime)
	if w.flat {
		return w.flatBare(p, root)
	}
	return w.nestedBare(p, root, true)
}

// nestedBare is a bare word from s on, one stem inside the other: no two
// alternatives begin alike.
func (w *words) nestedBare(p codescan.Place, s *stem, begins bool) node {
	rest := opt(w.tail(p))
	list := []node{withRest(ascii(p, begins, s.next, ""), rest)}
	dots := w.dots(p, s.dotKey(begins))
	if wide := s.wideNext(); begins || len(wide) > 0 {
		list = append(list, chain(w.wide(begins, wide), rest), dots)
	} else {
		list = append(list, w.once("leave-"+place(p)+s.dotKey(false).name(), func() node {
			return oneOf(chain(w.wide(false, nil), rest), dots)
		}))
	}
	for _, c := range s.children {
		list = append(list, chain(c.step, w.nestedBare(p, c, false)))
	}
	if s.word {
		return opt(oneOf(list...))
	}
	return oneOf(list...)
}

func place(p codescan.Place) string {
	if p == codescan.Target {
		return "target"
	}
	return "word"
}

// flatBare is a bare word as one alternation, each letter set written out as few
// times as can be: for formats where a set has no name.
func (w *words) flatBare(p codescan.Place, root *stem) node {
	var heads, ends, wholes, leave []node
	groups := map[dotKey][]node{}
	var keys []dotKey
	root.walk(func(s *stem) {
		begins := s == root
		heads = append(heads, withText(s.text, ascii(p, begins, s.next, "")))
		if wide := s.wideNext(); begins || len(wide) > 0 {
			heads = append(heads, withText(s.text, w.wide(begins, wide)))
		} else {
			leave = append(leave, s.text)
		}
		if k := s.dotKey(begins); k.dot || k.colon {
			if groups[k] == nil {
				keys = append(keys, k)
			}
			groups[k] = append(groups[k], s.text)
		}
		if s.word {
			wholes = append(wholes, s.text)
		}
	})
	if len(leave) > 0 {
		heads = append(heads, chain(oneOf(leave...), w.wide(false, nil)))
	}
	// Lark sorts alternatives by their least lengths; in this order, whoever takes
	// the first that fits has the longest word.
	for _, k := range keys {
		colon, dotted := w.runs(k)
		more := chain(w.plain(p), opt(w.tail(p)))
		if colon != nil {
			ends = append(ends, chain(stemOf(groups[k]), colon, more))
		}
		ends = append(ends, chain(stemOf(groups[k]), dotted, opt(more)))
	}
	slices.SortStableFunc(wholes, func(a, b node) int { return literalLen(b) - literalLen(a) })
	return oneOf(append(append(ends, chain(oneOf(heads...), opt(w.tail(p)))), wholes...)...)
}

// dotKey says which dots and colons may stand behind a stem.
type dotKey struct {
	dot, colon bool
	max        int // of dots
}

func (s *stem) dotKey(begins bool) dotKey {
	return dotKey{!slices.Contains(s.next, '.') && s.dots < 2, !begins && !slices.Contains(s.next, ':'), 2 - s.dots}
}

func (k dotKey) name() string {
	name := ""
	if !k.dot {
		name += "-no-dot"
	}
	if !k.colon {
		name += "-no-colon"
	}
	return name + strings.Repeat("-dot", 2-k.max)
}

// runs is dots and colons behind a stem: what ends with a colon, behind which a
// character must follow, and what ends with a dot. Either may be nil.
func (w *words) runs(k dotKey) (colon, dotted node) {
	low, high := 0, k.max
	if !k.colon {
		low = 1
	}
	if !k.dot {
		high = 0
	}
	var list []node
	if low <= high {
		colon = chain(dotRun(low, high), lit(":"), many(chain(dotRun(0, 2), lit(":")), w.count()))
		list = append(list, chain(colon, dotRun(1, 2)))
	}
	if k.dot {
		list = append(list, dotRun(1, high))
	}
	return colon, oneOf(list...)
}

// dots is a word that goes on behind a stem with dots or colons, nil if none does.
func (w *words) dots(p codescan.Place, k dotKey) node {
	if !k.dot && !k.colon {
		return nil
	}
	return w.once("dots-"+place(p)+k.name(), func() node {
		colon, dotted := w.runs(k)
		more := chain(w.plain(p), opt(w.tail(p)))
		if colon == nil {
			return chain(dotted, opt(more))
		}
		return oneOf(chain(colon, more), chain(dotted, opt(more)))
	})
}

func literalLen(n node) int {
	if l, ok := n.(lit); ok {
		return len(l)
	}
	return maxRune
}

// stemOf is one of some stems; an empty one among them makes it optional.
func stemOf(list []node) node {
	out := oneOf(list...)
	if out != nil && slices.Contains(list, nil) {
		return opt(out)
	}
	return out
}

func withText(text, n node) node {
	if n == nil {
		return nil
	}
	return chain(text, n)
}

func withRest(n, rest node) node {
	if n == nil {
		return nil
	}
	return chain(n, rest)
}
