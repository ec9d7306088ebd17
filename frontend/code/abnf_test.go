package code_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

// A grammar is what docs/grammar.abnf says: rules by name, as trees.
type grammar map[string]node

// node is a part of a rule. It returns every offset at which a match that
// begins at i may end: the grammar is matched in all ways at once, so that a
// text that the decoder reads in another way would show.
type node interface {
	ends(m *matcher, i int) []int
}

type (
	sequence    []node
	alternation []node
	repeat      struct {
		min, max int // max < 0: any number
		of       node
	}
	literal   string
	charRange struct{ lo, hi rune }
	rule      string
	prose     string
)

// matcher matches one text and remembers what a rule gave at an offset.
type matcher struct {
	g    grammar
	text string
	memo map[string][]int
}

// accepts reports whether the text is a payload.
func (g grammar) accepts(text string) bool {
	m := &matcher{g: g, text: text, memo: map[string][]int{}}
	for _, end := range rule("payload").ends(m, 0) {
		if end == len(text) {
			return true
		}
	}
	return false
}

func (s sequence) ends(m *matcher, i int) []int {
	at := []int{i}
	for _, part := range s {
		var next []int
		for _, j := range at {
			next = union(next, part.ends(m, j))
		}
		at = next
	}
	return at
}

func (a alternation) ends(m *matcher, i int) (all []int) {
	for _, part := range a {
		all = union(all, part.ends(m, i))
	}
	return all
}

func (r repeat) ends(m *matcher, i int) (all []int) {
	at := []int{i}
	for n := 0; len(at) > 0 && (r.max < 0 || n <= r.max); n++ {
		if n >= r.min {
			before := len(all)
			all = union(all, at)
			if n > r.min && len(all) == before {
				break // nothing new
			}
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

func (c charRange) ends(m *matcher, i int) []int {
	r, n := utf8.DecodeRuneInString(m.text[i:])
	if n == 0 || r == utf8.RuneError && n == 1 || r < c.lo || r > c.hi {
		return nil
	}
	return []int{i + n}
}

func (r rule) ends(m *matcher, i int) []int {
	key := string(r) + "@" + strconv.Itoa(i)
	ends, ok := m.memo[key]
	if !ok {
		def, known := m.g[string(r)]
		if !known {
			panic("no rule " + string(r))
		}
		ends = def.ends(m, i)
		m.memo[key] = ends
	}
	return ends
}

// ends of a prose-val: what the grammar says in words.
func (p prose) ends(m *matcher, i int) (ends []int) {
	switch p {
	case "bare":
		return bareEnds(m.text, i, func(string) bool { return true })
	case "bare-without-at":
		return bareEnds(m.text, i, func(s string) bool { return !strings.Contains(s, "@") })
	case "quoted-without-bang":
		for _, end := range rule("quoted").ends(m, i) {
			var s string
			if json.Unmarshal([]byte(m.text[i:end]), &s) == nil && !strings.HasPrefix(s, "!") {
				ends = append(ends, end)
			}
		}
		return ends
	case "json-object":
		rest := strings.TrimRight(m.text[i:], " \t\r\n")
		if strings.HasPrefix(rest, "{") && json.Valid([]byte(rest)) {
			return []int{i + len(rest)}
		}
		return nil
	}
	panic("no prose " + string(p))
}

// bareEnds tries every prefix, without knowing where the decoder stops.
func bareEnds(text string, i int, also func(string) bool) (ends []int) {
	for end := i; end < len(text); {
		r, n := utf8.DecodeRuneInString(text[end:])
		if codescan.Bare(string(r)+"x", 0, codescan.Anywhere) != len(string(r))+1 {
			break // not a bare-char; the x shows that a ":" is one
		}
		end += n
		if s := text[i:end]; !strings.HasSuffix(s, ":") && codescan.CheckBare(s) == codescan.None && also(s) {
			ends = append(ends, end)
		}
	}
	return ends
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

// parseABNF reads rules in the syntax of RFC 5234, strings case-sensitive.
func parseABNF(t *testing.T, source string) grammar {
	g := grammar{}
	var rules []string
	for line := range strings.Lines(source) {
		line = stripComment(strings.TrimRight(line, "\n"))
		switch {
		case strings.TrimSpace(line) == "":
		case line[0] == ' ':
			rules[len(rules)-1] += " " + strings.TrimSpace(line)
		default:
			rules = append(rules, line)
		}
	}
	for _, r := range rules {
		name, def, ok := strings.Cut(r, "=")
		name = strings.TrimSpace(name)
		if !ok || g[name] != nil {
			t.Fatalf("rule %q", r)
		}
		p := &abnfParser{t: t, rest: strings.TrimSpace(def)}
		g[name] = p.alternation()
		if p.rest != "" {
			t.Fatalf("rule %s: %q is left", name, p.rest)
		}
	}
	return g
}

// stripComment cuts at a ";" outside quotes.
func stripComment(line string) string {
	quoted := false
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ';' && !quoted:
			return line[:i]
		}
	}
	return line
}

type abnfParser struct {
	t    *testing.T
	rest string
}

func (p *abnfParser) skip() { p.rest = strings.TrimLeft(p.rest, " ") }

func (p *abnfParser) take(s string) bool {
	p.skip()
	var ok bool
	p.rest, ok = strings.CutPrefix(p.rest, s)
	return ok
}

func (p *abnfParser) alternation() node {
	list := alternation{p.sequence()}
	for p.take("/") {
		list = append(list, p.sequence())
	}
	return list
}

func (p *abnfParser) sequence() node {
	var list sequence
	for p.skip(); p.rest != "" && !strings.ContainsRune(")]/", rune(p.rest[0])); p.skip() {
		list = append(list, p.repetition())
	}
	return list
}

func (p *abnfParser) repetition() node {
	low := p.digits()
	if p.rest[0] == '*' {
		p.rest = p.rest[1:]
		r := repeat{min: 0, max: -1}
		if low != "" {
			r.min, _ = strconv.Atoi(low)
		}
		if high := p.digits(); high != "" {
			r.max, _ = strconv.Atoi(high)
		}
		r.of = p.element()
		return r
	}
	if low != "" {
		n, _ := strconv.Atoi(low)
		return repeat{n, n, p.element()}
	}
	return p.element()
}

func (p *abnfParser) digits() string {
	n := 0
	for n < len(p.rest) && p.rest[n] >= '0' && p.rest[n] <= '9' {
		n++
	}
	s := p.rest[:n]
	p.rest = p.rest[n:]
	return s
}

func (p *abnfParser) until(end string) string {
	s, rest, ok := strings.Cut(p.rest, end)
	if !ok {
		p.t.Fatalf("%q has no %q", p.rest, end)
	}
	p.rest = rest
	return s
}

func (p *abnfParser) element() node {
	switch {
	case p.take("("):
		n := p.alternation()
		p.until(")")
		return n
	case p.take("["):
		n := repeat{0, 1, p.alternation()}
		p.until("]")
		return n
	case p.take(`"`):
		return literal(p.until(`"`))
	case p.take("<"):
		return prose(p.until(">"))
	case p.take("%x"):
		n := strings.IndexFunc(p.rest, func(r rune) bool { return !strings.ContainsRune("0123456789ABCDEF-", r) })
		if n < 0 {
			n = len(p.rest)
		}
		lo, hi, isRange := strings.Cut(p.rest[:n], "-")
		p.rest = p.rest[n:]
		if !isRange {
			hi = lo
		}
		a, errA := strconv.ParseUint(lo, 16, 32)
		b, errB := strconv.ParseUint(hi, 16, 32)
		if errA != nil || errB != nil {
			p.t.Fatalf("range %q-%q", lo, hi)
		}
		return charRange{rune(a), rune(b)}
	}
	n := strings.IndexFunc(p.rest, func(r rune) bool { return r != '-' && (r < 'A' || r > 'z' || r > 'Z' && r < 'a') })
	if n < 0 {
		n = len(p.rest)
	}
	if n == 0 {
		p.t.Fatalf("no element: %q", p.rest)
	}
	name := p.rest[:n]
	p.rest = p.rest[n:]
	return rule(name)
}

func loadGrammar(t *testing.T) grammar {
	source, err := os.ReadFile("../../docs/grammar.abnf")
	if err != nil {
		t.Fatal(err)
	}
	return parseABNF(t, string(source))
}

// beyond says why a text that the grammar accepts is refused all the same: what
// a context-free grammar cannot say.
func beyond(text string, err error) bool {
	e, ok := err.(*ir.Error)
	if !ok {
		return false
	}
	return e.Code == ir.DecodeFailed || // two calls of one action, a wrong header
		strings.Contains(text, " #{") && e.Offset >= strings.Index(text, " #{") || // what an annotation may hold
		strings.Contains(e.Msg, "time stands twice") // the second word decides whether it is a time
}

// TestABNF compares the decoder with the grammar on compiled texts and on
// mutations of them.
func TestABNF(t *testing.T) {
	g := loadGrammar(t)
	accepted, refused := 0, 0
	for i := range uint64(3000) {
		gen := irgen.Random(i)
		out, err := full.AppendCompile(nil, gen.IR())
		if err != nil || len(out) > 200 {
			continue
		}
		text := string(out)
		if !g.accepts(text) {
			t.Fatalf("seed %d: the grammar refuses the compiled text %q", i, text)
		}
		for range 4 {
			text = mutate(gen, text)
			switch err := plain.DecodeInto(&ir.IR{}, text); {
			case err == nil && !g.accepts(text):
				t.Fatalf("seed %d: the decoder accepts %q, the grammar does not", i, text)
			case err != nil && g.accepts(text) && !beyond(text, err):
				t.Fatalf("seed %d: the grammar accepts %q, the decoder says %v", i, text, err)
			case err == nil:
				accepted++
			default:
				refused++
			}
		}
	}
	if accepted < 500 || refused < 500 {
		t.Errorf("%d mutations were accepted and %d refused: that shows too little", accepted, refused)
	}
}

// pieces are what mutate puts into a text.
var pieces = []string{" ", ",", ", ", "(", ")", "=", ":", ": ", ";", "; ", "!", "@", `"`, "\\", " and ", " else ", " else: ", " then ", " -> ", "t+1", "value=", "time=", "operator=", "loc=", "...", "if ", "x", "\u0301", "中"}

func mutate(g *irgen.Gen, text string) string { return g.Mutate(text, pieces) }

// The grammar accepts what the draft prints and refuses what it should.
func TestABNFSelf(t *testing.T) {
	g := loadGrammar(t)
	for text, want := range map[string]bool{
		`if !rain(t+1): start(hike) else start(cards@indoor)`: true,
		`a(b) -> c(d)`:            true,
		`a(b); c(d) -> e()`:       false,
		`a("\ud83d\ude00")`:       true,
		`a("\ud83d")`:             false,
		`a("\udc00")`:             false,
		`a(b) #{"x":1}`:           true,
		`a(b) #[1]`:               false,
		`a(@b)`:                   false,
		`a() else: b(c@d)`:        true,
		`a() else: b(c@d@e)`:      false,
		`if "!x"(y): a()`:         false,
		`if !"!x"(value=y): a()`:  true,
		`if x(a,b,c,d): a()`:      false,
		`if x(a,b,time=c): a()`:   true,
		`if !x(value=a,t+1): a()`: false,
	} {
		if got := g.accepts(text); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	for name, def := range g {
		for _, used := range references(def) {
			if g[used] == nil {
				t.Errorf("%s uses %s, which is not there", name, used)
			}
		}
	}
}

func references(n node) (names []string) {
	switch n := n.(type) {
	case sequence:
		for _, part := range n {
			names = append(names, references(part)...)
		}
	case alternation:
		for _, part := range n {
			names = append(names, references(part)...)
		}
	case repeat:
		return references(n.of)
	case rule:
		return []string{string(n)}
	case literal, charRange, prose:
	default:
		panic(fmt.Sprintf("%T", n))
	}
	return names
}
