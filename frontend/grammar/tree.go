package grammar

import (
	"slices"
	"strconv"
	"strings"
)

// A grammar is a tree of these nodes, each printed in every format.
type node interface{}

type (
	lit string // a text
	seq []node // one behind the other
	alt []node // one of them
	rep struct {
		of       node
		min, max int // max < 0: any number
	}
	// set is one character of the spans, or with neg one outside them.
	set struct {
		neg   bool
		spans []span
	}
	span struct{ lo, hi rune }
	// rule is a named part. The name need not be unique: printers see to that. A
	// terminal is one token of a lexer: no recursion, and what it matches ends
	// where the next character cannot go on.
	rule struct {
		name     string
		terminal bool
		body     node
	}
)

const inf = -1

func opt(n node) node            { return rep{n, 0, 1} }
func many(n node, most int) node { return rep{n, 0, most} }

func token(name string, n node) *rule { return &rule{name, true, n} }

// oneOf returns the alternatives without repeats of literals; one alone stands
// for itself.
func oneOf(list ...node) node {
	var out alt
	for _, n := range list {
		if n == nil {
			continue
		}
		if l, ok := n.(lit); ok && slices.ContainsFunc(out, func(o node) bool { return o == node(l) }) {
			continue
		}
		out = append(out, n)
	}
	switch len(out) {
	case 0:
		return nil
	case 1:
		return out[0]
	}
	return out
}

// chain returns the nodes one behind the other, without empty ones. Literals
// stay apart: each is a token of its own.
func chain(list ...node) node {
	var out seq
	for _, n := range list {
		switch n := n.(type) {
		case nil:
		case seq:
			out = append(out, n...)
		default:
			out = append(out, n)
		}
	}
	switch len(out) {
	case 0:
		return nil
	case 1:
		return out[0]
	}
	return out
}

// spansOf returns the spans of the characters from lo to hi that has reports.
// There are no surrogates in a text.
func spansOf(lo, hi rune, has func(rune) bool) (out []span) {
	in := false
	for r := lo; r <= hi; r++ {
		if r == 0xd800 {
			r = 0xe000
		}
		switch ok := has(r); {
		case ok && in:
			out[len(out)-1].hi = r
		case ok:
			out = append(out, span{r, r})
			in = true
		default:
			in = false
		}
	}
	return out
}

// charsOf returns the set of the characters of s.
func charsOf(s string) set {
	return set{spans: spansOf(0, 0x7f, func(r rune) bool { return strings.ContainsRune(s, r) })}
}

const maxRune = 0x10ffff

// names gives every rule of a grammar a name of its own, made of a to z, 0 to 9
// and one separator.
type names struct {
	of    map[*rule]string
	taken map[string]int // the last number that was tried behind a name
	order []*rule
}

func newNames() *names { return &names{map[*rule]string{}, map[string]int{}, nil} }

// add names r and reports whether it is new.
func (n *names) add(r *rule) bool {
	if _, ok := n.of[r]; ok {
		return false
	}
	base := plainName(r.name)
	name := base
	for n.taken[name] > 0 {
		n.taken[base]++
		name = base + "-" + strconv.Itoa(n.taken[base])
	}
	n.taken[name] = 1
	n.of[r] = name
	n.order = append(n.order, r)
	return true
}

// plainName leaves lower-case ASCII letters and digits, with "-" between them.
func plainName(s string) string {
	var b strings.Builder
	dash := false
	for _, c := range strings.ToLower(s) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteRune(c)
		} else {
			dash = true
		}
	}
	if b.Len() == 0 {
		return "x"
	}
	return b.String()
}

// walk names every rule below n, in the order of first use.
func (n *names) walk(at node) {
	switch at := at.(type) {
	case seq:
		for _, part := range at {
			n.walk(part)
		}
	case alt:
		for _, part := range at {
			n.walk(part)
		}
	case rep:
		n.walk(at.of)
	case *rule:
		if n.add(at) {
			n.walk(at.body)
		}
	}
}
