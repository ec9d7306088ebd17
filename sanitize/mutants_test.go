package sanitize_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/visible"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
)

// vocabulary is every word that stands in structure: keywords, function names
// and action codes.
func vocabulary() []string {
	words := []string{"if", "else", "and", "not", "then"}
	for _, a := range ir.Whitelist() {
		words = append(words, a.Func(), string(a))
	}
	return words
}

// Every hidden character at every place of every word, and every look-alike in
// place of every letter: Strict refuses all of them and names the code point.
// Clean gives the word for a hidden character, and for a look-alike the word or
// an error, never another word.
func TestMutantsOfVocabulary(t *testing.T) {
	var hidden []rune
	looks := map[byte][]rune{}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if visible.Of(r)&visible.Hidden != 0 && (r < 0xD800 || r > 0xDFFF) && (r < 0xE0180 || r > 0xE0FF0) {
			hidden = append(hidden, r)
		}
		if s := sanitize.Confusable(r); len(s) == 1 {
			looks[s[0]] = append(looks[s[0]], r)
		}
	}
	step := 1
	if testing.Short() {
		step = 17
	}
	for _, word := range vocabulary() {
		for i := 0; i <= len(word); i++ {
			for n := i % step; n < len(hidden); n += step {
				mutant(t, word, word[:i]+string(hidden[n])+word[i:], hidden[n], true)
			}
			if i == len(word) {
				continue
			}
			for _, c := range []byte{word[i] | 0x20, word[i] &^ 0x20} {
				for _, r := range looks[c] {
					mutant(t, word, word[:i]+string(r)+word[i+1:], r, false)
				}
			}
		}
	}
}

func mutant(t *testing.T, word, s string, r rune, must bool) {
	t.Helper()
	_, report, err := sanitize.Verb(s)
	if err == nil || report.Findings[0].Rune != r || !strings.Contains(err.Error(), codePoint(r)) {
		t.Errorf("strict on %+q: %v", s, err)
	}
	out, _, err := clean.Verb(s)
	if err == nil && out != word || must && err != nil {
		t.Errorf("clean on %+q: %q, %v", s, out, err)
	}
}

func codePoint(r rune) string {
	return strings.TrimSuffix(sanitize.Explain(r)[:strings.IndexAny(sanitize.Explain(r)+" ", " ,(")], ":")
}

// The probes of draft section 8.1: five words with each of four zero-width
// characters in the middle, and four look-alike spellings of two verbs. All
// 144 probes of the draft are these 24 strings on six tokenizers.
func TestDraftProbes(t *testing.T) {
	probes := map[string]string{
		"canc\u0435l": "cancel", "c\u0430ncel": "cancel", "\u0441an\u0441el": "cancel",
		"st\u0430rt": "start",
	}
	for _, halves := range [][2]string{{"can", "cel"}, {"st", "art"}, {"tran", "slate"}, {"i", "f"}, {"el", "se"}} {
		for _, z := range []string{"\u200b", "\u200c", "\u200d", "\ufeff"} {
			probes[halves[0]+z+halves[1]] = halves[0] + halves[1]
		}
	}
	if len(probes) != 24 {
		t.Fatalf("%d probes", len(probes))
	}
	for s, word := range probes {
		_, report, err := sanitize.Verb(s)
		if !errors.Is(err, ir.InvalidSyntax) || !strings.Contains(err.Error(), codePoint(report.Findings[0].Rune)) {
			t.Errorf("strict on %+q: %v", s, err)
		}
		if out, _, err := clean.Verb(s); out != word || err != nil {
			t.Errorf("clean on %+q: %q, %v", s, out, err)
		}
	}
}

// Compiled texts with pieces put in at random places: the laws of texts.
func TestMutatedTexts(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	for seed := range uint64(n) {
		g := irgen.Random(seed)
		x := g.IR()
		for _, s := range surfaces {
			b, err := s.full.AppendCompile(nil, x)
			if err != nil {
				t.Fatal(err)
			}
			text := mutate(g, string(b))
			if err := errors.Join(policies(s.f, text), texts(s.f, s.full, text)); err != nil {
				t.Fatalf("seed %d, %s: %v", seed, s.full.Name(), err)
			}
		}
	}
}

func mutate(g *irgen.Gen, s string) string {
	for range 1 + g.Choose(3) {
		i := g.Choose(len(s) + 1)
		piece := fragments[g.Choose(len(fragments))]
		if g.Choose(4) == 0 {
			piece = []string{`\u200b`, `\u202e`, `\u0430`, `\u0000`, `\udb40\udc67`, `"`, `\`}[g.Choose(7)]
		}
		end := i
		if g.Choose(3) == 0 {
			end = min(len(s), i+1)
		}
		s = s[:i] + piece + s[end:]
	}
	return s
}
