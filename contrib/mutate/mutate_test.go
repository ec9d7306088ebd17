package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The toy's tests notice every change but those of the rules that survivors
// names.
var toy = map[string]string{
	"go.mod": "module toy\n\ngo 1.26.0\n",
	"toy.go": `package toy

const sep = ";"

var vowels = [...]string{"a", "e"}

type parser struct {
	text string
	hint string
}

// size is the length of a text, 9 at most; "" has none.
func size(text string) (int, bool) {
	if text == "" {
		return 0, false
	}
	n := len(text)
	if n > 9 {
		n = 9
	}
	return n, true
}

func (p *parser) items() int {
	if p.text == "?" {
		p.hint = "no vector speaks of this"
	}
	n := 1
	for rest := p.text; ; n++ {
		i := index(rest, sep)
		if i < 0 {
			break
		}
		rest = rest[i+len(sep):]
	}
	return n
}

func index(s, part string) int {
	for i := 0; i+len(part) <= len(s); i++ {
		if s[i:i+len(part)] == part {
			return i
		}
	}
	return -1
}

func vowel(s string) bool {
	for _, v := range vowels {
		if v == s {
			return true
		}
	}
	return false
}

func (parser) wrapped(_ int) string { return sep }
`,
	"toy_test.go": `package toy

import "testing"

func TestVectors(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "12345678": 8} {
		if n, ok := size(text); n != want || ok != (text != "") {
			t.Error(text, n, ok)
		}
	}
	for text, want := range map[string]int{"": 1, "a;;b": 3, "a;": 2, "?": 1, "a:b": 1} {
		if n := (&parser{text: text}).items(); n != want {
			t.Error(text, n)
		}
	}
	if !vowel("a") || !vowel("e") || vowel("") || vowel("x") {
		t.Error("vowel")
	}
	if (parser{}).wrapped(0) != ";" {
		t.Error("wrapped")
	}
}
`,
}

var toyTarget = target{dir: ".", files: []string{"toy.go"}, tests: []string{"."}}

func writeToy(t *testing.T) options {
	t.Helper()
	root := t.TempDir()
	for name, text := range toy {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return options{root: root, jobs: 2, timeout: 3 * time.Second, explained: "survivors.txt"}
}

func run(t *testing.T, o options) (string, bool) {
	t.Helper()
	var b strings.Builder
	ok, err := o.mutate(&b, []target{toyTarget})
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), ok
}

// survivors follow from the toy: no test has a text of more than 8 bytes, and
// index may return any negative number.
const survivors = `toy.go size: delete if n > 9 { …
toy.go size: n > 9 with >=
toy.go size: 9 -> 10
toy.go size: 9 -> 8
toy.go size: 9 -> 10 (place 2)
toy.go size: 9 -> 8 (place 2)
toy.go index: 1 -> 2
`

func TestToldApart(t *testing.T) {
	o := writeToy(t)
	o.verbose = true
	out, ok := run(t, o)
	if ok {
		t.Error("survivors without an explanation are accepted")
	}
	var got strings.Builder
	for line := range strings.Lines(out) {
		if rest, found := strings.CutPrefix(line, "survived toy.go:"); found {
			_, what, _ := strings.Cut(rest, " ")
			got.WriteString("toy.go " + what)
		}
	}
	if got.String() != survivors {
		t.Errorf("got survivors\n%swant\n%s", got.String(), survivors)
	}
	for _, want := range []string{
		`killed toy.go:3 sep: ";" -> "?"`,
		`killed toy.go:5 vowels: "a" -> "?"`,
		`killed toy.go:18 size: n > 9 with <=`,
		`killed: too slow toy.go:34 items: delete rest = rest[i+len(sep):]`,
		`killed toy.go:57 wrapped: return "" for sep`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if strings.Contains(out, "delete return 0, false") {
		t.Error("an if without its only statement is told from no if")
	}
	if strings.Contains(out, "hint") {
		t.Error("text for people is mutated")
	}
}

func TestExplained(t *testing.T) {
	o := writeToy(t)
	o.file, o.line = "toy.go", 19
	if err := os.WriteFile(filepath.Join(o.root, o.explained), []byte("# why\n"+survivors), 0o666); err != nil {
		t.Fatal(err)
	}
	out, ok := run(t, o)
	if !ok || !strings.Contains(out, "explained:\ntoy.go size: 9 -> 8 (place 2)\n") {
		t.Errorf("explained survivors are not accepted: %s", out)
	}
	o.line = 15
	out, ok = run(t, o)
	if !ok || !strings.Contains(out, "| all | ") {
		t.Errorf("killed mutants are not accepted: %s", out)
	}
	o.line, o.list = 0, true
	once, _ := run(t, o)
	again, _ := run(t, o)
	if once != again || !strings.Contains(once, "toy.go:14 size: delete if text == \"\" { …\n") {
		t.Errorf("the list is\n%sand then\n%s", once, again)
	}
}

func TestRedBaseline(t *testing.T) {
	o := writeToy(t)
	name := filepath.Join(o.root, "toy_test.go")
	text := strings.Replace(toy["toy_test.go"], `"a": 1`, `"a": 2`, 1)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := o.mutate(&strings.Builder{}, []target{toyTarget}); err == nil || !strings.Contains(err.Error(), "without a mutant") {
		t.Errorf("got %v", err)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{"msg": true, "slotHint": true, "message": false, "s": false} {
		if isTextName(name) != want {
			t.Errorf("%s: not %v", name, want)
		}
	}
	if got := short("a\n\t b"); got != "a b" {
		t.Errorf("got %q", got)
	}
}
