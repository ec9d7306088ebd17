package grammar

import (
	"fmt"
	"strings"
)

// Lark returns the grammar of the code surface in the notation of Lark, as
// OpenAI's custom tools and llguidance take it. Its first rule is start.
//
// What is written in capitals is a terminal. A word and the ": " behind a
// condition are one terminal too, since a colon may go on in a word: so a lexer
// that takes the longest terminal need not go back there.
func (o Options) Lark() (string, error) {
	p, err := o.plan()
	if err != nil {
		return "", err
	}
	root := p.code(true, true)
	root.name = "start"
	g := lark{names: newNames()}
	g.names.walk(root)
	for _, r := range g.names.order {
		g.b.WriteString(g.name(r) + ": ")
		g.node(r.body, false)
		g.b.WriteByte('\n')
	}
	return g.b.String(), nil
}

type lark struct {
	names *names
	b     strings.Builder
}

func (g *lark) name(r *rule) string {
	name := strings.ReplaceAll(g.names.of[r], "-", "_")
	if c := name[0]; c < 'a' {
		name = "x" + name
	}
	if r.terminal {
		return strings.ToUpper(name)
	}
	return name
}

func (g *lark) node(n node, tight bool) {
	switch n := n.(type) {
	case lit:
		g.b.WriteString(larkString(string(n)))
	case set:
		g.b.WriteByte('/')
		writeSet(&g.b, n, larkChar)
		g.b.WriteByte('/')
	case seq:
		g.group(tight, n, " ")
	case alt:
		g.group(true, n, " | ")
	case rep:
		g.node(n.of, true)
		switch {
		case n.min == 0 && n.max == 1:
			g.b.WriteByte('?')
		case n.min == 0 && n.max == inf:
			g.b.WriteByte('*')
		case n.min == 1 && n.max == inf:
			g.b.WriteByte('+')
		default:
			fmt.Fprintf(&g.b, "~%d..%d", n.min, n.max)
		}
	case *rule:
		g.b.WriteString(g.name(n))
	}
}

func (g *lark) group(tight bool, list []node, joint string) {
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

// larkString writes a string literal, whose escapes are those of JSON.
func larkString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ' && r < 0x7f || r > 0xffff:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// larkChar writes a character of a set. Lark resolves \x and \u before the
// regular expression is read, so that they cannot hide a character that sets
// know.
func larkChar(r rune) string {
	switch {
	case strings.ContainsRune(`\]["^-&~/`, r):
		return `\` + string(r)
	case r >= ' ' && r < 0x7f:
		return string(r)
	}
	return regexChar(r)
}
