package tokencheck

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/tokencheck/internal/vocabfile"
)

// blank stands for a blank in the vocabularies of characters.
const blank = "\u2581"

// characters is a BPE over characters, as SentencePiece makes them: a blank is
// U+2581, a character that is no token becomes its bytes, and nothing splits
// the text but the added tokens.
type characters struct {
	merger merger
	bytes  [256]int32 // the tokens that stand for bytes
	pieces []string
}

func newCharacters(v *vocabfile.Vocabulary) *characters {
	t := &characters{pieces: make([]string, len(v.Tokens))}
	t.merger = merger{ids: make(map[string]int, len(v.Tokens)), rank: make([]int32, len(v.Tokens)), pairs: true}
	for id, token := range v.Tokens {
		t.merger.ids[token] = id
		t.merger.longest = max(t.merger.longest, len(token))
		t.merger.rank[id] = int32(id)
		t.pieces[id] = strings.ReplaceAll(token, blank, " ")
	}
	for i, id := range v.First {
		t.merger.rank[id] = int32(i - len(v.First))
	}
	for _, id := range v.Last {
		t.merger.rank[id] = int32(len(v.Tokens))
	}
	for c := range t.bytes {
		id := t.merger.ids[fmt.Sprintf("<0x%02X>", c)]
		t.bytes[c] = int32(-1 - id)
		t.pieces[id] = string([]byte{byte(c)})
	}
	return t
}

func (t *characters) piece(id int) string { return t.pieces[id] }

func (t *characters) encode(dst []int, text string) ([]int, error) {
	text = strings.ReplaceAll(text, " ", blank)
	symbols := make([]symbol, 0, len(text))
	for i := 0; i < len(text); {
		_, size := utf8.DecodeRuneInString(text[i:])
		if id, ok := t.merger.ids[text[i:i+size]]; ok {
			symbols = append(symbols, symbol{start: int32(i), end: int32(i + size), id: int32(id)})
			i += size
			continue
		}
		for range size {
			symbols = append(symbols, symbol{start: int32(i), end: int32(i + 1), id: t.bytes[text[i]]})
			i++
		}
	}
	return t.merger.append(dst, text, symbols), nil
}
