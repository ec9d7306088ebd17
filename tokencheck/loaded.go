package tokencheck

import (
	"slices"
	"strings"

	"github.com/silp-protocol/silp-go/tokencheck/internal/vocabfile"
)

// encoder tokenizes what stands between added tokens.
type encoder interface {
	// encode appends the ids of a text that is UTF-8 and not empty.
	encode(dst []int, text string) ([]int, error)
	// piece returns the text of a token.
	piece(id int) string
}

// loaded is a tokenizer with its vocabulary.
type loaded struct {
	encoder
	prefix string                 // what a text that is not empty gets in front
	added  [256][]vocabfile.Token // by their first byte, the longest first
}

// newLoaded returns the tokenizer of a name that List has.
func newLoaded(name string, v *vocabfile.Vocabulary) (*loaded, error) {
	t := &loaded{}
	for _, a := range v.Added {
		t.added[a.Text[0]] = append(t.added[a.Text[0]], a)
	}
	for _, list := range t.added {
		slices.SortFunc(list, func(a, b vocabfile.Token) int { return len(b.Text) - len(a.Text) })
	}
	var err error
	switch name {
	case "llama-2":
		t.prefix = " "
		t.encoder = newCharacters(v)
	case "gemini":
		t.encoder = newCharacters(v)
	default:
		t.encoder, err = newBytes(v, splitOf(name))
	}
	return t, err
}

// encode cuts a text at the added tokens, leftmost and longest first, and
// encodes what stands between them.
func (t *loaded) encode(text string) (ids []int, err error) {
	if text == "" {
		return nil, nil
	}
	text = t.prefix + text
	start := 0
	for i := 0; i < len(text); {
		a, ok := t.addedAt(text[i:])
		if !ok {
			i++
			continue
		}
		if start < i {
			if ids, err = t.encoder.encode(ids, text[start:i]); err != nil {
				return nil, err
			}
		}
		ids = append(ids, a.ID)
		i += len(a.Text)
		start = i
	}
	if start < len(text) {
		return t.encoder.encode(ids, text[start:])
	}
	return ids, nil
}

// addedAt returns the longest added token that text begins with.
func (t *loaded) addedAt(text string) (a vocabfile.Token, ok bool) {
	for _, a := range t.added[text[0]] {
		if strings.HasPrefix(text, a.Text) {
			return a, true
		}
	}
	return a, false
}
