// Package corpus is the texts that the exported grammars are proved on: what the
// compilers write for the vectors, the IRs of testdata/ir and generated IRs, and
// mutations of those texts with the verdict of the strict decoder.
package corpus

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/vectors"
	"github.com/silp-protocol/silp-go/ir"
)

// IRs returns the IRs of the vectors, those of testdata/ir, and generated ones.
// testdata is that folder.
func IRs(testdata fs.FS, generated int) ([]*ir.IR, error) {
	var list []*ir.IR
	sub, err := fs.Sub(testdata, "vectors")
	if err != nil {
		return nil, err
	}
	vs, err := vectors.Load(sub)
	if err != nil {
		return nil, err
	}
	for _, v := range vs {
		if x, err := (ir.Options{NullAsAbsent: v.NullAbsent}).Parse(v.IR); err == nil {
			list = append(list, x)
		}
		if x, err := code.Decode(v.Text); err == nil && v.On("code") {
			list = append(list, x)
		}
		if x, err := json.Decode(v.Text); err == nil && v.On("json") {
			list = append(list, x)
		}
	}
	files, err := fs.Glob(testdata, "ir/*.json")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		raw, err := fs.ReadFile(testdata, path.Clean(file))
		if err != nil {
			return nil, err
		}
		x, err := ir.Options{NullAsAbsent: true}.Parse(string(raw))
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	for i := range generated {
		list = append(list, irgen.Random(uint64(i)).IR())
	}
	return list, nil
}

// Verbs returns a set with every action of some IRs, by name.
func Verbs(list []*ir.IR) ir.Verbs {
	var v ir.Verbs
	add := func(a ir.Action) {
		if !v.Has(a) {
			v.Also = append(v.Also, a)
		}
	}
	for _, x := range list {
		for verb := range x.Calls() {
			add(verb)
		}
		for _, a := range x.Alternatives {
			add(a.Action)
		}
	}
	return v
}

// Code returns the texts of the code surface of some IRs, those without
// annotation, each once.
func Code(list []*ir.IR) []string {
	return texts(list, code.Frontend{}, func(text string) bool { return !annotated(text) })
}

// JSON returns the texts of the json surface of some IRs, each once.
func JSON(list []*ir.IR, withMeta bool) []string {
	return texts(list, json.Frontend{WithMeta: withMeta}, func(string) bool { return true })
}

func texts(list []*ir.IR, f frontend.Frontend, keep func(string) bool) (out []string) {
	seen := map[string]bool{}
	for _, x := range list {
		b, err := f.AppendCompile(nil, x)
		if text := string(b); err == nil && keep(text) && !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
}

// annotated reports whether a compiled text has an annotation: behind the last
// parenthesis of a payload stands nothing else.
func annotated(text string) bool { return strings.HasSuffix(text, "}") }

// pieces are what Mutations puts into texts.
var pieces = []string{" ", ",", ", ", "(", ")", "=", ":", ": ", ";", "; ", "!", "@", `"`, "\\", `\u0041`, `\ud83d\ude00`, `\ud83d`, " and ", " else ", " else: ",
	" then ", " -> ", "t+1", "value=", "time=", "subject=", "operator=", "loc=", "act=", "...", "if ", "if", "not", "x", "\u0301", "中", "😀", "\u200b", "\t", "\n", "==", "<", "()", "email(x)"}

// Mutations returns n texts that are one to three changes away from some of the
// given ones.
func Mutations(list []string, n int) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return len(s) > 200 })
	out := make([]string, 0, n)
	for i := range n {
		g := irgen.Random(uint64(i) + 1<<32)
		text := list[g.Choose(len(list))]
		for range 1 + g.Choose(3) {
			text = g.Mutate(text, pieces)
		}
		out = append(out, text)
	}
	return out
}

// Accepts reports whether the strict decoder of the code surface takes a text,
// and the verbs are in a set. An annotation counts as refused.
func Accepts(text string, verbs ir.Verbs) bool {
	x := ir.New()
	if err := (code.Frontend{}).DecodeInto(x, text); err != nil {
		return false
	}
	return verbs.Check(x) == nil && !annotated(frontend.Trim(text))
}

// Letters puts a letter in the place of every non-ASCII character: what an engine
// takes whose character sets know only ASCII.
func Letters(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x80 {
			return 'é'
		}
		return r
	}, text)
}

// Plain reports whether a text that the decoder accepts is spelled as the
// compiler does: no blanks around it and behind commas, ": " and " else: ", no
// " -> ", no empty parentheses of a negation. Words may be quoted that
// need not be.
func Plain(text string) bool {
	if text != frontend.Trim(text) {
		return false
	}
	depth, negated := 0, false
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch {
		case text[i] == '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			continue
		case text[i] == '!' && !strings.HasPrefix(rest, "!="):
			negated = true
		case text[i] == '(':
			depth++
			if negated && strings.HasPrefix(rest, "()") {
				return false
			}
			negated = false
		case text[i] == ')':
			depth--
		case strings.HasPrefix(rest, ", ") && depth > 0,
			strings.HasPrefix(rest, " then "), strings.HasPrefix(rest, " else "), strings.HasPrefix(rest, " -> "):
			return false
		case text[i] == ' ':
			negated = false
		}
	}
	return true
}
