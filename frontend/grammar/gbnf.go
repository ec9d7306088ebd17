package grammar

import (
	"fmt"
	"strings"
)

// GBNF returns the grammar of the code surface in the notation of llama.cpp,
// which XGrammar (vLLM, SGLang, MLC) reads too. Its first rule is root.
func (o Options) GBNF() (string, error) {
	p, err := o.plan()
	if err != nil {
		return "", err
	}
	root := p.code(false, false)
	g := gbnf{names: newNames()}
	g.names.walk(root)
	for i, r := range g.names.order {
		if i > 0 {
			g.b.WriteByte('\n')
		}
		g.b.WriteString(g.names.of[r] + " ::= ")
		g.node(r.body, false)
	}
	g.b.WriteByte('\n')
	return g.b.String(), nil
}

type gbnf struct {
	names *names
	b     strings.Builder
}

// node prints n. A tight one has something in front or behind that must not
// reach into it.
func (g *gbnf) node(n node, tight bool) {
	switch n := n.(type) {
	case lit:
		g.b.WriteByte('"')
		for _, r := range string(n) {
			if r == '"' || r == '\\' {
				g.b.WriteByte('\\')
				g.b.WriteRune(r)
			} else {
				g.char(r)
			}
		}
		g.b.WriteByte('"')
	case set:
		g.b.WriteByte('[')
		if n.neg {
			g.b.WriteByte('^')
		}
		for _, s := range n.spans {
			g.inSet(s.lo)
			if s.hi > s.lo {
				g.b.WriteByte('-')
				g.inSet(s.hi)
			}
		}
		g.b.WriteByte(']')
	case seq:
		g.group(tight, n, " ")
	case alt:
		g.group(true, n, " | ")
	case rep:
		g.repeated(n)
	case *rule:
		g.b.WriteString(g.names.of[n])
	}
}

func (g *gbnf) group(tight bool, list []node, joint string) {
	if tight {
		g.b.WriteByte('(')
	}
	for i, n := range list {
		if i > 0 {
			g.b.WriteString(joint)
		}
		g.node(n, false)
	}
	if tight {
		g.b.WriteByte(')')
	}
}

func (g *gbnf) repeated(n rep) {
	g.node(n.of, true)
	switch {
	case n.min == 0 && n.max == 1:
		g.b.WriteByte('?')
	case n.min == 0 && n.max == inf:
		g.b.WriteByte('*')
	case n.min == 1 && n.max == inf:
		g.b.WriteByte('+')
	default:
		fmt.Fprintf(&g.b, "{%d,%d}", n.min, n.max)
	}
}

// char writes a character as itself where it is printable ASCII, as \u where
// four digits do, and else as itself: llama.cpp had no \U from the start, and
// XGrammar reads more than two digits behind \x.
func (g *gbnf) char(r rune) {
	switch {
	case r >= ' ' && r < 0x7f:
		g.b.WriteRune(r)
	case r <= 0xffff:
		fmt.Fprintf(&g.b, `\u%04X`, r)
	default:
		g.b.WriteRune(r)
	}
}

func (g *gbnf) inSet(r rune) {
	if strings.ContainsRune(`\]["^-`, r) {
		fmt.Fprintf(&g.b, `\u%04X`, r)
		return
	}
	g.char(r)
}

func alphanumeric(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}
