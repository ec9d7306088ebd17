package grammar

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxRegex is the longest regular expression in bytes that Regex returns. A
// free word is about 15 KB of it, because bare words know the letters of all
// scripts.
const MaxRegex = 1 << 20

// Regex returns a regular expression of the code surface for the whole text,
// without anchors. It uses what all engines have: groups, sets, repetition, and
// the escapes \xHH, \uHHHH and \UHHHHHHHH. It fails where the options make the
// language too large for one: three or more verbs need MaxCalls.
func (o Options) Regex() (string, error) {
	p, err := o.plan()
	if err != nil {
		return "", err
	}
	g := regex{open: map[*rule]bool{}}
	g.node(p.code(false, true), false)
	switch {
	case g.recursive:
		return "", refuse("no regular expression for any number of calls of three verbs or more", "set MaxCalls")
	case g.b.Len() > MaxRegex:
		return "", refuse("a regular expression over the limit of "+strconv.Itoa(MaxRegex)+" bytes", "allow fewer verbs, calls, slots, constraints or free words, or set AnyLetter")
	}
	return g.b.String(), nil
}

type regex struct {
	b         strings.Builder
	open      map[*rule]bool
	recursive bool
}

func (g *regex) node(n node, tight bool) {
	if g.recursive || g.b.Len() > MaxRegex {
		return
	}
	switch n := n.(type) {
	case lit:
		g.group(tight && len([]rune(string(n))) > 1, func() {
			for _, r := range string(n) {
				if r == ' ' || r == '"' || r == '=' || r == ',' || r == ';' || r == '_' || r == '!' || r == ':' || r == '<' || r == '>' || r == '@' {
					g.b.WriteRune(r)
				} else {
					g.b.WriteString(regexChar(r))
				}
			}
		})
	case set:
		g.b.WriteString(setText(n, regexChar))
	case seq:
		g.group(tight, func() {
			for _, part := range n {
				g.node(part, isAlternation(part))
			}
		})
	case alt:
		g.group(tight, func() {
			for i, part := range n {
				if i > 0 {
					g.b.WriteByte('|')
				}
				g.node(part, false)
			}
		})
	case rep:
		// One repetition right behind another would be read as a lazy one.
		g.group(tight, func() { g.repeated(n) })
	case *rule:
		if g.open[n] {
			g.recursive = true
			return
		}
		g.open[n] = true
		g.node(n.body, tight)
		g.open[n] = false
	}
}

func (g *regex) repeated(n rep) {
	g.node(n.of, true)
	writeTimes(&g.b, n, "{%d,%d}")
}

// isAlternation reports whether n is an alternation once rules are written out.
func isAlternation(n node) bool {
	for {
		r, ok := n.(*rule)
		if !ok {
			break
		}
		n = r.body
	}
	_, ok := n.(alt)
	return ok
}

func (g *regex) group(tight bool, write func()) {
	if tight {
		g.b.WriteString("(?:")
	}
	write()
	if tight {
		g.b.WriteByte(')')
	}
}

func regexChar(r rune) string {
	switch {
	case alphanumeric(r):
		return string(r)
	case r <= 0xff:
		return fmt.Sprintf(`\x%02X`, r)
	case r <= 0xffff:
		return fmt.Sprintf(`\u%04X`, r)
	}
	return fmt.Sprintf(`\U%08X`, r)
}

func alphanumeric(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}
