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
	names := newNames()
	names.walk(p.code(false, false))
	g := gbnf(func(r *rule) string { return names.of[r] })
	for i, r := range names.order {
		if i > 0 {
			g.b.WriteByte('\n')
		}
		g.b.WriteString(names.of[r] + " ::= ")
		g.node(r.body, false)
	}
	g.b.WriteByte('\n')
	return g.b.String(), nil
}

func gbnf(name func(*rule) string) *printer {
	return &printer{name: name, lit: gbnfString, set: func(n set) string { return setText(n, gbnfInSet) }, counted: "{%d,%d}"}
}

func gbnfString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if r == '"' || r == '\\' {
			b.WriteByte('\\')
			b.WriteRune(r)
		} else {
			b.WriteString(gbnfChar(r))
		}
	}
	b.WriteByte('"')
	return b.String()
}

// gbnfChar writes a character as itself where it is printable ASCII, as \u where
// four digits do, and else as itself: llama.cpp had no \U from the start, and
// XGrammar reads more than two digits behind \x.
func gbnfChar(r rune) string {
	if r >= ' ' && r < 0x7f || r > 0xffff {
		return string(r)
	}
	return fmt.Sprintf(`\u%04X`, r)
}

func gbnfInSet(r rune) string {
	if strings.ContainsRune(`\]["^-`, r) {
		return fmt.Sprintf(`\u%04X`, r)
	}
	return gbnfChar(r)
}
