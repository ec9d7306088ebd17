package grammar

import (
	"fmt"
	"strings"
)

// printer writes the nodes of a grammar whose rules have names. The fields are
// what tells one notation from another.
type printer struct {
	b       strings.Builder
	lit     func(string) string
	set     func(set) string
	name    func(*rule) string
	counted string // the format of a repetition with two bounds
}

// node prints n. A tight one has something in front or behind that must not
// reach into it.
func (g *printer) node(n node, tight bool) {
	switch n := n.(type) {
	case lit:
		g.b.WriteString(g.lit(string(n)))
	case set:
		g.b.WriteString(g.set(n))
	case seq:
		g.group(tight, n, " ")
	case alt:
		g.group(true, n, " | ")
	case rep:
		g.node(n.of, true)
		writeTimes(&g.b, n, g.counted)
	case *rule:
		g.b.WriteString(g.name(n))
	}
}

func (g *printer) group(tight bool, list []node, joint string) {
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

// writeTimes writes how often n comes; counted is the format of two bounds.
func writeTimes(b *strings.Builder, n rep, counted string) {
	switch {
	case n.min == 0 && n.max == 1:
		b.WriteByte('?')
	case n.min == 0 && n.max == inf:
		b.WriteByte('*')
	case n.min == 1 && n.max == inf:
		b.WriteByte('+')
	default:
		fmt.Fprintf(b, counted, n.min, n.max)
	}
}

// setText writes a set as regular expressions have it.
func setText(n set, char func(rune) string) string {
	var b strings.Builder
	b.WriteByte('[')
	if n.neg {
		b.WriteByte('^')
	}
	for _, s := range n.spans {
		b.WriteString(char(s.lo))
		if s.hi > s.lo {
			b.WriteByte('-')
			b.WriteString(char(s.hi))
		}
	}
	b.WriteByte(']')
	return b.String()
}
