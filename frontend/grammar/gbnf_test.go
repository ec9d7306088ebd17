package grammar_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// gbnf is a grammar, read as llama.cpp reads it and no more: no left recursion,
// bounds of repetition under 2,000, the escapes \n \r \t \\ \" \[ \] \xHH \uHHHH,
// names of letters, digits and "-".
type gbnf map[string]expr

// expr is a part of a rule; ends gives every offset where a match that begins at
// i may end, each once.
type expr interface {
	ends(m *matcher, i int) []int
}

type (
	sequence    []expr
	alternation []expr
	repetition  struct {
		of       expr
		min, max int // max < 0: any number
	}
	literal string
	class   struct {
		neg   bool
		spans [][2]rune
	}
	name string
)

type matcher struct {
	g    gbnf
	text string
	memo map[key][]int
}

type key struct {
	name string
	at   int
}

// accepts reports whether the whole text is of a rule.
func (g gbnf) accepts(rule, text string) bool {
	m := &matcher{g, text, map[key][]int{}}
	for _, end := range name(rule).ends(m, 0) {
		if end == len(text) {
			return true
		}
	}
	return false
}

func union(a, b []int) []int {
	for _, x := range b {
		found := false
		for _, y := range a {
			found = found || x == y
		}
		if !found {
			a = append(a, x)
		}
	}
	return a
}

func (s sequence) ends(m *matcher, i int) []int {
	at := []int{i}
	for _, part := range s {
		var next []int
		for _, j := range at {
			next = union(next, part.ends(m, j))
		}
		if at = next; len(at) == 0 {
			return nil
		}
	}
	return at
}

func (a alternation) ends(m *matcher, i int) (all []int) {
	for _, part := range a {
		all = union(all, part.ends(m, i))
	}
	return all
}

func (r repetition) ends(m *matcher, i int) (all []int) {
	at := []int{i}
	for n := 0; len(at) > 0 && (r.max < 0 || n <= r.max); n++ {
		if n >= r.min {
			fresh := at[:0:0]
			for _, j := range at {
				if len(union(all, []int{j})) > len(all) {
					all = append(all, j)
					fresh = append(fresh, j)
				}
			}
			at = fresh
		}
		var next []int
		for _, j := range at {
			next = union(next, r.of.ends(m, j))
		}
		at = next
	}
	return all
}

func (l literal) ends(m *matcher, i int) []int {
	if strings.HasPrefix(m.text[i:], string(l)) {
		return []int{i + len(l)}
	}
	return nil
}

func (c class) ends(m *matcher, i int) []int {
	r, n := utf8.DecodeRuneInString(m.text[i:])
	if n == 0 {
		return nil
	}
	in := false
	for _, s := range c.spans {
		in = in || s[0] <= r && r <= s[1]
	}
	if in == c.neg {
		return nil
	}
	return []int{i + n}
}

func (r name) ends(m *matcher, i int) []int {
	k := key{string(r), i}
	ends, ok := m.memo[k]
	if !ok {
		ends = m.g[string(r)].ends(m, i)
		m.memo[k] = ends
	}
	return ends
}

// readGBNF parses a grammar and fails the test if llama.cpp could not.
func readGBNF(t testing.TB, text string) gbnf {
	t.Helper()
	g := gbnf{}
	p := &gbnfParser{rest: text}
	defer func() {
		if e := recover(); e != nil {
			t.Fatalf("%v in front of %.60q", e, p.rest)
		}
	}()
	first := ""
	for p.blanks(); p.rest != ""; p.blanks() {
		n := p.name()
		if first == "" {
			first = n
		}
		if g[n] != nil {
			panic("a second rule " + n)
		}
		p.must("::=")
		g[n] = p.alternation()
		if !strings.HasPrefix(p.rest, "\n") {
			panic("no end of the rule")
		}
	}
	if first != "root" {
		t.Fatalf("the first rule is %q", first)
	}
	for n, e := range g {
		for _, used := range references(e) {
			if g[used] == nil {
				t.Fatalf("%s uses %s, which is not there", n, used)
			}
		}
		if leftmost(g, e, map[string]bool{n: true}) {
			t.Fatalf("%s begins with itself", n)
		}
	}
	return g
}

type gbnfParser struct{ rest string }

func (p *gbnfParser) blanks() { p.rest = strings.TrimLeft(p.rest, " \t\n") }
func (p *gbnfParser) spaces() { p.rest = strings.TrimLeft(p.rest, " \t") }

func (p *gbnfParser) must(s string) {
	p.spaces()
	var ok bool
	if p.rest, ok = strings.CutPrefix(p.rest, s); !ok {
		panic("expected " + s)
	}
}

func (p *gbnfParser) take(s string) (ok bool) {
	p.spaces()
	p.rest, ok = strings.CutPrefix(p.rest, s)
	return ok
}

func (p *gbnfParser) name() string {
	n := strings.IndexFunc(p.rest, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if n <= 0 {
		panic("expected a name")
	}
	s := p.rest[:n]
	p.rest = p.rest[n:]
	return s
}

func (p *gbnfParser) alternation() expr {
	list := alternation{p.sequence()}
	for p.take("|") {
		list = append(list, p.sequence())
	}
	return list
}

func (p *gbnfParser) sequence() expr {
	var list sequence
	for p.spaces(); p.rest != "" && !strings.ContainsRune("|)\n", rune(p.rest[0])); p.spaces() {
		list = append(list, p.repetition())
	}
	if list == nil {
		panic("an empty alternative")
	}
	return list
}

func (p *gbnfParser) repetition() expr {
	e := p.element()
	switch {
	case p.rest == "":
	case p.rest[0] == '?':
		p.rest = p.rest[1:]
		return repetition{e, 0, 1}
	case p.rest[0] == '*':
		p.rest = p.rest[1:]
		return repetition{e, 0, -1}
	case p.rest[0] == '+':
		p.rest = p.rest[1:]
		return repetition{e, 1, -1}
	case p.rest[0] == '{':
		var min, max int
		end := strings.IndexByte(p.rest, '}')
		if _, err := fmt.Sscanf(p.rest[:end+1], "{%d,%d}", &min, &max); err != nil || max >= 2000 || min > max {
			panic("bad bounds")
		}
		p.rest = p.rest[end+1:]
		return repetition{e, min, max}
	}
	return e
}

func (p *gbnfParser) element() expr {
	switch p.rest[0] {
	case '"':
		p.rest = p.rest[1:]
		var b strings.Builder
		for p.rest[0] != '"' {
			b.WriteRune(p.char())
		}
		p.rest = p.rest[1:]
		if b.Len() == 0 {
			panic("an empty literal")
		}
		return literal(b.String())
	case '[':
		p.rest = p.rest[1:]
		var c class
		if strings.HasPrefix(p.rest, "^") {
			c.neg = true
			p.rest = p.rest[1:]
		}
		for p.rest[0] != ']' {
			lo := p.char()
			hi := lo
			if p.rest[0] == '-' && p.rest[1] != ']' {
				p.rest = p.rest[1:]
				hi = p.char()
			}
			if hi < lo {
				panic("a span that runs backwards")
			}
			c.spans = append(c.spans, [2]rune{lo, hi})
		}
		p.rest = p.rest[1:]
		return c
	case '(':
		p.rest = p.rest[1:]
		e := p.alternation()
		p.must(")")
		return e
	}
	return name(p.name())
}

func (p *gbnfParser) char() rune {
	if p.rest[0] != '\\' {
		r, n := utf8.DecodeRuneInString(p.rest)
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			panic("a raw control character")
		}
		p.rest = p.rest[n:]
		return r
	}
	digits := map[byte]int{'x': 2, 'u': 4}[p.rest[1]]
	if digits == 0 {
		r, ok := map[byte]rune{'n': '\n', 'r': '\r', 't': '\t', '\\': '\\', '"': '"', '[': '[', ']': ']'}[p.rest[1]]
		if !ok {
			panic("an unknown escape")
		}
		p.rest = p.rest[2:]
		return r
	}
	r, err := strconv.ParseUint(p.rest[2:2+digits], 16, 32)
	if err != nil {
		panic(err)
	}
	p.rest = p.rest[2+digits:]
	return rune(r)
}

func references(e expr) (list []string) {
	switch e := e.(type) {
	case sequence:
		for _, part := range e {
			list = append(list, references(part)...)
		}
	case alternation:
		for _, part := range e {
			list = append(list, references(part)...)
		}
	case repetition:
		return references(e.of)
	case name:
		return []string{string(e)}
	}
	return list
}

// leftmost reports whether e can come to a rule of open without a character.
func leftmost(g gbnf, e expr, open map[string]bool) bool {
	switch e := e.(type) {
	case sequence:
		for _, part := range e {
			if leftmost(g, part, open) {
				return true
			}
			if !empty(g, part) {
				return false
			}
		}
	case alternation:
		for _, part := range e {
			if leftmost(g, part, open) {
				return true
			}
		}
	case repetition:
		return leftmost(g, e.of, open)
	case name:
		if open[string(e)] {
			return true
		}
		open[string(e)] = true
		defer delete(open, string(e))
		return leftmost(g, g[string(e)], open)
	}
	return false
}

// empty reports whether e matches nothing.
func empty(g gbnf, e expr) bool {
	switch e := e.(type) {
	case sequence:
		for _, part := range e {
			if !empty(g, part) {
				return false
			}
		}
		return true
	case alternation:
		for _, part := range e {
			if empty(g, part) {
				return true
			}
		}
		return false
	case repetition:
		return e.min == 0 || empty(g, e.of)
	case name:
		return empty(g, g[string(e)])
	}
	return false
}
