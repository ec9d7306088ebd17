package tokencheck

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
	"github.com/pkoukk/tiktoken-go"
	"golang.org/x/text/unicode/norm"

	"github.com/silp-protocol/silp-go/tokencheck/internal/vocabfile"
)

// split is how a byte-level tokenizer prepares a text.
type split struct {
	normalize bool
	form      norm.Form
	pattern   string // of the pieces that are merged each for itself
}

const (
	// endings are (?i:'s|'t|'re|'ve|'m|'ll|'d) as the tokenizers read it: the
	// long s is an s to them, but not to regexp2.
	endings = `(?:'[sS\x{17F}]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])`
	// The pattern of cl100k_base around that of numbers.
	cl100kHead = endings + `|[^\r\n\p{L}\p{N}]?\p{L}+|`
	cl100kTail = `| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
)

func splitOf(name string) split {
	switch name {
	case "gpt-4o":
		return split{pattern: `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+` + endings + `?|` +
			`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*` + endings + `?|` +
			`\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`}
	case "gpt-3.5":
		return split{pattern: cl100kHead + `\p{N}{1,3}` + cl100kTail}
	case "qwen2.5":
		return split{pattern: cl100kHead + `\p{N}` + cl100kTail, normalize: true, form: norm.NFC}
	default: // claude
		return split{pattern: `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`,
			normalize: true, form: norm.NFKC}
	}
}

// maxPiece is the longest piece that tiktoken-go merges: it takes quadratic
// time for one, hours for a megabyte of one letter.
const maxPiece = 512

// byteLevel is a byte-level BPE: pieces of bytes, merged in the order of ids.
type byteLevel struct {
	split
	core   *tiktoken.Tiktoken
	regex  *regexp2.Regexp
	merger merger
	pieces []string // by id
}

func newBytes(v *vocabfile.Vocabulary, s split) (encoder, error) {
	b := &byteLevel{split: s, pieces: make([]string, v.Base+len(v.Tokens)), merger: merger{ids: make(map[string]int, len(v.Tokens))}}
	for i, token := range v.Tokens {
		b.merger.ids[token] = v.Base + i
		b.pieces[v.Base+i] = token
		b.merger.longest = max(b.merger.longest, len(token))
	}
	for _, a := range v.Added {
		b.pieces = append(b.pieces, make([]string, max(0, a.ID+1-len(b.pieces)))...)
		b.pieces[a.ID] = a.Text
	}
	for c := range 256 {
		if _, ok := b.merger.ids[string([]byte{byte(c)})]; !ok {
			return nil, fmt.Errorf("the vocabulary has no token for the byte %#x", c)
		}
	}
	// One special token, which EncodeOrdinary never looks for: without any,
	// tiktoken-go's Encode does not return.
	special := map[string]int{"<|endoftext|>": v.Base + len(v.Tokens)}
	core, err := tiktoken.NewCoreBPE(b.merger.ids, special, s.pattern)
	if err != nil {
		return nil, err
	}
	b.core = tiktoken.NewTiktoken(core, nil, nil)
	b.regex, err = regexp2.Compile(s.pattern, regexp2.None)
	return b, err
}

func (b *byteLevel) piece(id int) string { return b.pieces[id] }

func (b *byteLevel) encode(dst []int, text string) ([]int, error) {
	if b.normalize {
		text = normalize(b.form, text)
	}
	if stretch(text) <= maxPiece {
		return append(dst, b.core.EncodeOrdinary(text)...), nil
	}
	return b.appendPieces(dst, text)
}

// stretch returns a length that no piece of text exceeds: of all patterns, none
// goes over a blank behind something else than white space.
func stretch(text string) (longest int) {
	start := 0
	for i := 1; i < len(text); i++ {
		if c := text[i-1]; text[i] == ' ' && c > ' ' && c < utf8.RuneSelf {
			longest, start = max(longest, i-start), i
		}
	}
	return max(longest, len(text)-start)
}

// appendPieces does what tiktoken-go does, but merges with a heap.
func (b *byteLevel) appendPieces(dst []int, text string) ([]int, error) {
	var symbols []symbol
	m, err := b.regex.FindStringMatch(text)
	for ; m != nil && err == nil; m, err = b.regex.FindNextMatch(m) {
		n := 0
		for range m.Length {
			_, size := utf8.DecodeRuneInString(text[n:])
			n += size
		}
		var piece string
		piece, text = text[:n], text[n:]
		if id, ok := b.merger.ids[piece]; ok {
			dst = append(dst, id)
			continue
		}
		symbols = slices.Grow(symbols[:0], n)
		for i := range n {
			symbols = append(symbols, symbol{start: int32(i), end: int32(i + 1), id: int32(b.merger.ids[piece[i:i+1]])})
		}
		dst = b.merger.append(dst, piece, symbols)
	}
	return dst, err
}
