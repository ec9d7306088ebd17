package source

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/silp-protocol/silp-go/tokencheck/internal/vocabfile"
)

// tiktoken reads lines of a token in base64 and its rank, in the order of ranks.
func tiktoken(data []byte) (*vocabfile.Vocabulary, error) {
	v := &vocabfile.Vocabulary{}
	for line := range strings.Lines(string(data)) {
		word, rank, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.Atoi(rank); err != nil || n != len(v.Tokens) {
			return nil, fmt.Errorf("line %d has the rank %q", len(v.Tokens)+1, rank)
		}
		token, err := base64.StdEncoding.DecodeString(word)
		if err != nil {
			return nil, err
		}
		v.Tokens = append(v.Tokens, string(token))
	}
	return v, nil
}

// claude reads the member bpe_ranks: "! 5 " and the tokens in base64, from the
// id 5 on.
func claude(data []byte) (*vocabfile.Vocabulary, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		if kind, n := dec.StackIndex(dec.StackDepth()); kind != '{' || n%2 == 0 || tok.String() != "bpe_ranks" {
			continue
		}
		if tok, err = dec.ReadToken(); err != nil {
			return nil, err
		}
		words := strings.Fields(tok.String())
		if len(words) < 3 || words[0] != "!" {
			return nil, errors.New("bpe_ranks does not begin as expected")
		}
		v := &vocabfile.Vocabulary{}
		if v.Base, err = strconv.Atoi(words[1]); err != nil {
			return nil, err
		}
		for _, word := range words[2:] {
			token, err := base64.StdEncoding.DecodeString(word)
			if err != nil {
				return nil, err
			}
			v.Tokens = append(v.Tokens, string(token))
		}
		return v, nil
	}
}

// llama reads two strings of base64 in a JavaScript file: the tokens, a line
// each, and the merges, two ids of 16 bits each.
func llama(data []byte) (*vocabfile.Vocabulary, error) {
	text := string(data)
	words, err := literal(text, "llama_vocab_base64")
	if err != nil {
		return nil, err
	}
	pairs, err := literal(text, "llama_merges_binary")
	if err != nil {
		return nil, err
	}
	v := &vocabfile.Vocabulary{Tokens: strings.Split(string(words), "\n")}
	merges := make([][2]int, len(pairs)/4)
	for i := range merges {
		merges[i] = [2]int{int(binary.LittleEndian.Uint16(pairs[4*i:])), int(binary.LittleEndian.Uint16(pairs[4*i+2:]))}
	}
	return v, order(v, merges)
}

// literal returns the bytes of a constant that is a string of base64.
func literal(text, name string) ([]byte, error) {
	_, rest, ok := strings.Cut(text, "const "+name+` = "`)
	word, _, closed := strings.Cut(rest, `"`)
	if !ok || !closed {
		return nil, fmt.Errorf("there is no constant %s", name)
	}
	return base64.StdEncoding.DecodeString(word)
}

// model is what is needed of a tokenizer.json.
type model struct {
	tokens []string
	merges [][2]string
	added  []vocabfile.Token // those that are not special
}

func readModel(data []byte) (*model, error) {
	m := &model{}
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	byID := make(map[int]string)
	var added vocabfile.Token
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			break
		}
		where := string(dec.StackPointer())
		value := func() jsontext.Token { // of the member whose name was read
			tok, err = dec.ReadToken()
			return tok
		}
		_, n := dec.StackIndex(dec.StackDepth())
		isName := n%2 == 1
		switch {
		case strings.HasPrefix(where, "/added_tokens/") && isName && strings.HasSuffix(where, "/id"):
			added.ID, err = strconv.Atoi(value().String())
		case strings.HasPrefix(where, "/added_tokens/") && isName && strings.HasSuffix(where, "/content"):
			added.Text = value().String()
		case strings.HasPrefix(where, "/added_tokens/") && isName && strings.HasSuffix(where, "/special"):
			if value().Kind() == 'f' {
				m.added = append(m.added, added)
			}
		case where == "/model/vocab" && tok.Kind() == '{':
			for dec.PeekKind() == '"' {
				name, err := dec.ReadToken()
				if err != nil {
					return nil, err
				}
				word := name.String()
				number, err := dec.ReadToken()
				if err != nil {
					return nil, err
				}
				id, err := strconv.Atoi(number.String())
				if err != nil {
					return nil, err
				}
				byID[id] = word
			}
		case where == "/model/merges" && tok.Kind() == '[':
			if m.merges, err = readMerges(dec); err != nil {
				return nil, err
			}
		}
		if err != nil {
			return nil, err
		}
	}
	m.tokens = make([]string, len(byID))
	for id, word := range byID {
		if id >= len(m.tokens) {
			return nil, fmt.Errorf("%d tokens, but an id %d", len(byID), id)
		}
		m.tokens[id] = word
	}
	if len(m.tokens) == 0 || len(m.merges) == 0 {
		return nil, errors.New("it holds no vocabulary")
	}
	return m, nil
}

// readMerges reads "a b" or ["a","b"] until the array ends.
func readMerges(dec *jsontext.Decoder) (list [][2]string, err error) {
	for dec.PeekKind() != ']' {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		if tok.Kind() == '"' {
			a, b, _ := strings.Cut(tok.String(), " ")
			list = append(list, [2]string{a, b})
			continue
		}
		var pair [2]string
		for i := range pair {
			if tok, err = dec.ReadToken(); err != nil {
				return nil, err
			}
			pair[i] = tok.String()
		}
		list = append(list, pair)
		if _, err := dec.ReadToken(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// qwen reads a byte-level vocabulary whose bytes are written as letters.
func qwen(data []byte) (*vocabfile.Vocabulary, error) {
	m, err := readModel(data)
	if err != nil {
		return nil, err
	}
	// Merge i must make the token 256+i: then the ids are the merge order.
	for i, pair := range m.merges {
		if 256+i >= len(m.tokens) || m.tokens[256+i] != pair[0]+pair[1] {
			return nil, fmt.Errorf("merge %d is not that of token %d", i, 256+i)
		}
	}
	letters := byteLetters()
	v := &vocabfile.Vocabulary{}
	for _, word := range m.tokens {
		var token []byte
		for _, r := range word {
			c, ok := letters[r]
			if !ok {
				return nil, fmt.Errorf("token %q has a letter that stands for no byte", word)
			}
			token = append(token, c)
		}
		v.Tokens = append(v.Tokens, string(token))
	}
	// Those behind are Qwen 3's.
	const lastOfQwen25 = 151664
	for _, t := range m.added {
		if t.ID <= lastOfQwen25 {
			v.Added = append(v.Added, t)
		}
	}
	return v, nil
}

// byteLetters maps the letters of a byte-level vocabulary to bytes: printable
// Latin-1 characters stand for themselves, those from U+0100 on for the rest.
func byteLetters() map[rune]byte {
	letters := make(map[rune]byte)
	next := rune(0x100)
	for c := range rune(0x100) {
		if c >= '!' && c <= '~' || c >= 0xA1 && c != 0xAD {
			letters[c] = byte(c)
		} else {
			letters[next] = byte(c)
			next++
		}
	}
	return letters
}

// gemma reads a vocabulary of characters with added tokens.
func gemma(data []byte) (*vocabfile.Vocabulary, error) {
	m, err := readModel(data)
	if err != nil {
		return nil, err
	}
	v := &vocabfile.Vocabulary{Tokens: m.tokens, Added: m.added}
	ids := index(v.Tokens)
	merges := make([][2]int, len(m.merges))
	for i, pair := range m.merges {
		for j, word := range pair {
			id, ok := ids[word]
			if !ok {
				return nil, fmt.Errorf("merge %d needs %q, which is no token", i, word)
			}
			merges[i][j] = id
		}
	}
	return v, order(v, merges)
}

func index(tokens []string) map[string]int {
	ids := make(map[string]int, len(tokens))
	for id, token := range tokens {
		ids[token] = id
	}
	return ids
}

// merge is a pair of tokens and the token that they make.
type merge struct{ target, left, right int }

// order finds the tokens that are merged before and behind all others, and
// proves that with them the file says the same as the list of merges does: all
// splits of all tokens into two tokens, in the order of target, left and right;
// of those behind, in the order of left and right.
func order(v *vocabfile.Vocabulary, pairs [][2]int) error {
	ids := index(v.Tokens)
	if len(ids) != len(v.Tokens) {
		return errors.New("a token comes twice")
	}
	list := make([]merge, len(pairs))
	for i, p := range pairs {
		target, ok := ids[v.Tokens[p[0]]+v.Tokens[p[1]]]
		if !ok {
			return fmt.Errorf("merge %d makes no token", i)
		}
		list[i] = merge{target, p[0], p[1]}
	}
	head, tail := exceptions(list)
	for _, m := range list[:head] {
		if !slices.Contains(v.First, m.target) {
			v.First = append(v.First, m.target)
		}
	}
	for _, m := range list[tail:] {
		if !slices.Contains(v.Last, m.target) {
			v.Last = append(v.Last, m.target)
		}
	}
	slices.Sort(v.Last)
	if !slices.Equal(list, splits(v, ids)) {
		return errors.New("the merges do not follow the order of ids")
	}
	return nil
}

// exceptions returns where the longest stretch that is in the order of targets
// begins and ends.
func exceptions(list []merge) (head, tail int) {
	start := 0
	for i := 1; i <= len(list); i++ {
		if i < len(list) && list[i].target >= list[i-1].target {
			continue
		}
		if i-start > tail-head {
			head, tail = start, i
		}
		start = i
	}
	return head, tail
}

// splits lists all merges of a vocabulary in their order.
func splits(v *vocabfile.Vocabulary, ids map[string]int) []merge {
	rank := make([]int, len(v.Tokens))
	for i, id := range v.First {
		rank[id] = i - len(v.First)
	}
	for _, id := range v.Last {
		rank[id] = len(v.Tokens)
	}
	var list []merge
	for target, token := range v.Tokens {
		if rank[target] == 0 {
			rank[target] = target
		}
		for i := 1; i < len(token); i++ {
			left, ok := ids[token[:i]]
			right, also := ids[token[i:]]
			if ok && also {
				list = append(list, merge{target, left, right})
			}
		}
	}
	slices.SortFunc(list, func(a, b merge) int {
		return cmp.Or(rank[a.target]-rank[b.target], a.left-b.left, a.right-b.right)
	})
	return list
}
