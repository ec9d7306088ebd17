package tokencheck

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/silp-protocol/silp-go/tokencheck/internal/vocabfile"
)

// slowMerge is the oracle of merger.append: it looks at all pairs again and again.
func (m *merger) slowMerge(text string, symbols []symbol) (ids []int) {
	for {
		best, at := place{}, -1
		for i := range len(symbols) - 1 {
			l, r := symbols[i], symbols[i+1]
			id, ok := m.ids[text[l.start:r.end]]
			if l.id < 0 || r.id < 0 || !ok {
				continue
			}
			p := place{rank: int32(id)}
			if m.rank != nil {
				p.rank = m.rank[id]
			}
			if m.pairs {
				p.left, p.right = l.id, r.id
			}
			if at < 0 || p.before(best) {
				best, at = p, i
			}
		}
		if at < 0 {
			break
		}
		symbols[at].end = symbols[at+1].end
		symbols[at].id = int32(m.ids[text[symbols[at].start:symbols[at].end]])
		symbols = slices.Delete(symbols, at+1, at+2)
	}
	for _, s := range symbols {
		id := int(s.id)
		if id < 0 {
			id = -1 - id
		}
		ids = append(ids, id)
	}
	return ids
}

// toy returns a merger over the letters a to d with random tokens, and the
// symbols of a text of them. The letter d never merges.
func toy(seed uint64, text string) (*merger, []symbol) {
	rng := rand.New(rand.NewPCG(seed, 1))
	m := &merger{ids: map[string]int{"a": 0, "b": 1, "c": 2}, longest: 4, pairs: seed%2 == 0}
	for range 3 + rng.IntN(30) {
		b := make([]byte, 2+rng.IntN(3))
		for i := range b {
			b[i] = "abc"[rng.IntN(3)]
		}
		if _, ok := m.ids[string(b)]; !ok {
			m.ids[string(b)] = len(m.ids)
		}
	}
	if seed%3 == 0 {
		m.rank = make([]int32, len(m.ids))
		for i, r := range rng.Perm(len(m.ids)) {
			if m.rank[i] = int32(r); m.pairs {
				m.rank[i] /= 4 // equal ones
			}
		}
	}
	var symbols []symbol
	for i := range len(text) {
		id := int32(text[i]&3) - 1
		if id < 0 {
			id = -200
		}
		symbols = append(symbols, symbol{start: int32(i), end: int32(i + 1), id: id})
	}
	return m, symbols
}

// letters maps any text to one of a, b, c, d.
func letters(text string) string {
	b := []byte(text)
	for i, c := range b {
		b[i] = "dabc"[c&3]
	}
	return string(b)
}

// The merge loop gives what the obvious one gives.
func FuzzMerge(f *testing.F) {
	f.Add(uint64(1), "aaaaaaa")
	f.Add(uint64(6), "abcabcdabcabc")
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		text = letters(text)
		if text == "" || len(text) > 200 {
			return
		}
		m, symbols := toy(seed, text)
		want := m.slowMerge(text, slices.Clone(symbols))
		if got := m.append(nil, text, symbols); !slices.Equal(got, want) {
			t.Errorf("seed %d, %s: got %v, want %v", seed, text, got, want)
		}
	})
}

func TestMergeAgainstOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for seed := range uint64(3000) {
		text := make([]byte, 1+rng.IntN(60))
		for i := range text {
			text[i] = "aaabbbccd"[rng.IntN(9)]
		}
		m, symbols := toy(seed, string(text))
		want := m.slowMerge(string(text), slices.Clone(symbols))
		if got := m.append(nil, string(text), symbols); !slices.Equal(got, want) {
			t.Fatalf("seed %d, %s: got %v, want %v", seed, text, got, want)
		}
	}
}

// claude is the byte-level tokenizer with the smallest vocabulary.
func claude(t testing.TB) *byteLevel {
	t.Helper()
	return embedded(t, "claude")
}

func embedded(t testing.TB, name string) *byteLevel {
	t.Helper()
	x, err := load(name, func() ([]byte, error) { return os.ReadFile("vocab/data/" + name + ".gz") })
	if err != nil {
		t.Fatal(err)
	}
	return x.encoder.(*byteLevel)
}

// tiktoken-go and the loop for long pieces give the same ids, and no piece is
// longer than stretch says. Each is the other's oracle.
func FuzzPieces(f *testing.F) {
	for _, s := range hostile() {
		f.Add(s)
	}
	list := []*byteLevel{claude(f), embedded(f, "gpt-4o"), embedded(f, "gpt-3.5")}
	f.Fuzz(func(t *testing.T, text string) {
		if check(text) != nil || text == "" || len(text) > 4096 {
			return
		}
		for _, b := range list {
			samePieces(t, b, text)
		}
	})
}

func samePieces(t *testing.T, b *byteLevel, text string) {
	t.Helper()
	want := b.core.EncodeOrdinary(text)
	got, err := b.appendPieces(nil, text)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q: got %v, %v; tiktoken-go gives %v", text, got, err, want)
	}
	m, err := b.regex.FindStringMatch(text)
	for ; m != nil && err == nil; m, err = b.regex.FindNextMatch(m) {
		if n, most := len(m.String()), stretch(text); n > most {
			t.Errorf("%q: the piece %q has %d bytes, stretch says %d", text, m.String(), n, most)
		}
	}
}

// hostile are texts that have tripped tokenizers.
func hostile() []string {
	return []string{
		"cancel(order_42)", "if !rain(t+1): start(hike) else: start(cards@indoor)", "  \n\n  x", "a  b   c    d", "\r\n\r\n", "\t\t\tx",
		"don't DON'T we'LL it'ſ", "12345678901234567890", "½Ⅳ①", "naïve e\u0301 ﬁ", "中文字符 日本語 한국어", "👩\u200d👩\u200d👧 🇩🇪", "\u0301\u0301",
		"a/b//c\n//", "!!!???...", " \u00a0\u3000 ", "\u0085x", "<|endoftext|>", "</b><unused5>", "ＷＩＤＥ", "x\u200by", "A" + strings.Repeat("\u0300", 40),
		strings.Repeat("ab", 300) + " " + strings.Repeat(" ", 30) + "c",
	}
}

func TestPieces(t *testing.T) {
	for _, name := range []string{"gpt-4o", "gpt-3.5", "qwen2.5", "claude"} {
		b := embedded(t, name)
		for _, text := range hostile() {
			samePieces(t, b, text)
		}
	}
}

// Where x/text does not put joiners into a run of marks, the slow way gives the
// same.
func FuzzNormalize(f *testing.F) {
	for _, s := range hostile() {
		f.Add(s)
	}
	f.Add("\u1100\u1161\u11a8 \uac00\u11a8 a\u0323\u0301 \u0344 \u1e69 s\u0323\u0307 \u0f73 \u2126")
	f.Fuzz(func(t *testing.T, text string) {
		if check(text) != nil {
			return
		}
		for _, form := range []norm.Form{norm.NFC, norm.NFKC} {
			want := form.String(text)
			if strings.Count(want, joiner) != strings.Count(text, joiner) {
				continue
			}
			if got := compose(decompose(form, text)); got != want {
				t.Errorf("%+q: got %+q, want %+q", text, got, want)
			}
		}
	})
}

// Every character that has a decomposition, alone and behind a letter.
func TestNormalizeAll(t *testing.T) {
	for r := rune(1); r < 0x30000; r++ {
		if r >= 0xD800 && r < 0xE000 {
			continue
		}
		for _, form := range []norm.Form{norm.NFC, norm.NFKC} {
			text := "a\u0301" + string(r) + "\u0323" + string(r)
			if got, want := compose(decompose(form, text)), form.String(text); got != want {
				t.Fatalf("%U: got %+q, want %+q", r, got, want)
			}
		}
	}
}

// A run of more than 30 marks gets no joiners, unlike in x/text: the tokenizers
// would count them.
func TestNormalizeLongRuns(t *testing.T) {
	marks := strings.Repeat("\u0300", 29) + strings.Repeat("\u0323", 20)
	for _, form := range []norm.Form{norm.NFC, norm.NFKC} {
		got := normalize(form, "a"+marks+"b")
		want := "\u1ea1" + strings.Repeat("\u0323", 19) + strings.Repeat("\u0300", 29) + "b"
		if got != want {
			t.Errorf("%v: got %+q, want %+q", form, got, want)
		}
		if got := normalize(form, joiner+"a"); got != joiner+"a" {
			t.Errorf("%v: a joiner of the text's own became %+q", form, got)
		}
	}
}

// A vocabulary whose bytes are not all there is refused, not used.
func TestIncompleteVocabulary(t *testing.T) {
	if _, err := newBytes(&vocabfile.Vocabulary{Tokens: []string{"a"}}, splitOf("claude")); err == nil {
		t.Error("a vocabulary of one token was taken")
	}
}
