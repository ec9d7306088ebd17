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
	prefix string // what a text that is not empty gets in front
	// added are the added tokens by their first two bytes, or the one that they
	// have, the longest first; begins says with which bytes there are any.
	added  map[string][]vocabfile.Token
	begins [256]bool
}

// newLoaded returns the tokenizer of a name that List has.
func newLoaded(name string, v *vocabfile.Vocabulary) (*loaded, error) {
	t := &loaded{added: make(map[string][]vocabfile.Token)}
	for _, a := range v.Added {
		key := a.Text[:min(2, len(a.Text))]
		t.added[key] = append(t.added[key], a)
		t.begins[a.Text[0]] = true
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
	if !t.begins[text[0]] {
		return a, false
	}
	for n := min(2, len(text)); n > 0; n-- {
		for _, a := range t.added[text[:n]] {
			if strings.HasPrefix(text, a.Text) {
				return a, true
			}
		}
	}
	return a, false
}
