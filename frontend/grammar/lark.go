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
	names := newNames()
	names.walk(root)
	name := func(r *rule) string { return larkName(names.of[r], r.terminal) }
	g := &printer{name: name, lit: larkString, set: func(n set) string { return "/" + setText(n, larkChar) + "/" }, counted: "~%d..%d"}
	for _, r := range names.order {
		g.b.WriteString(name(r) + ": ")
		g.node(r.body, false)
		g.b.WriteByte('\n')
	}
	return g.b.String(), nil
}

func larkName(name string, terminal bool) string {
	name = strings.ReplaceAll(name, "-", "_")
	if c := name[0]; c < 'a' {
		name = "x" + name
	}
	if terminal {
		return strings.ToUpper(name)
	}
	return name
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
