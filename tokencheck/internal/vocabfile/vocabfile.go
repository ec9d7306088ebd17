// Package vocabfile reads and writes vocabulary files: the tokens of a
// tokenizer in the order of their ids, and what their merge order needs besides.
// Both are checked by the SHA-256 of the content, which does not depend on the
// program that compressed it.
//
//	file    = gzip(content)
//	content = magic base tokens added first last
//	base    = the id of the first token
//	tokens  = count, the length of each in bytes, the bytes of all
//	added   = count; id, length and bytes of each token that is matched in the raw text
//	first   = list of the tokens that are merged before all others, in order
//	last    = list of the tokens that are merged behind all others
//	list    = count, ids
//
// All numbers are unsigned varints.
package vocabfile

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

const magic = "silp vocabulary 1\n"

// maxContent is more than the largest vocabulary needs.
const maxContent = 16 << 20

// Vocabulary is the content of a file.
type Vocabulary struct {
	Base   int      // the id of Tokens[0]
	Tokens []string // in the order of ids
	Added  []Token  // matched in the raw text, whether among Tokens or not
	First  []int    // the ids of those that are merged before all others, in order
	Last   []int    // and of those behind
}

// Token is a token with its id.
type Token struct {
	ID   int
	Text string
}

// Append appends the content of a file.
func (v *Vocabulary) Append(dst []byte) []byte {
	dst = append(dst, magic...)
	dst = binary.AppendUvarint(dst, uint64(v.Base))
	dst = binary.AppendUvarint(dst, uint64(len(v.Tokens)))
	for _, t := range v.Tokens {
		dst = binary.AppendUvarint(dst, uint64(len(t)))
	}
	for _, t := range v.Tokens {
		dst = append(dst, t...)
	}
	dst = binary.AppendUvarint(dst, uint64(len(v.Added)))
	for _, t := range v.Added {
		dst = binary.AppendUvarint(dst, uint64(t.ID))
		dst = binary.AppendUvarint(dst, uint64(len(t.Text)))
		dst = append(dst, t.Text...)
	}
	for _, list := range [][]int{v.First, v.Last} {
		dst = binary.AppendUvarint(dst, uint64(len(list)))
		for _, id := range list {
			dst = binary.AppendUvarint(dst, uint64(id))
		}
	}
	return dst
}

// Sum returns the SHA-256 of a content in hex.
func Sum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Pack compresses a content. The file depends on the Go version, its content
// does not.
func Pack(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Unpack returns the content of a file.
func Unpack(file []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(r, maxContent+1))
	if err != nil {
		return nil, err
	}
	if len(content) > maxContent {
		return nil, fmt.Errorf("the content is over %d bytes", maxContent)
	}
	return content, nil
}

// Parse reads a content. The tokens share one string.
func Parse(content []byte) (*Vocabulary, error) {
	rest, ok := bytes.CutPrefix(content, []byte(magic))
	if !ok {
		return nil, errors.New("it does not begin as a vocabulary file does")
	}
	r := reader{rest: rest}
	v := &Vocabulary{Base: r.number()}
	lengths := r.list()
	total := 0
	for _, n := range lengths {
		total += n // no overflow: as many numbers as bytes, each below maxContent
	}
	all := r.bytes(total)
	if r.cut {
		return nil, errCut
	}
	v.Tokens = make([]string, len(lengths))
	for i, n := range lengths {
		v.Tokens[i], all = all[:n], all[n:]
	}
	for n := r.count(); n > 0; n-- {
		v.Added = append(v.Added, Token{r.number(), r.bytes(r.number())})
	}
	for _, list := range []*[]int{&v.First, &v.Last} {
		*list = r.list()
		for _, id := range *list {
			if id < v.Base || id >= v.Base+len(v.Tokens) {
				return nil, fmt.Errorf("no token has the id %d", id)
			}
		}
	}
	if r.cut || len(r.rest) > 0 {
		return nil, errCut
	}
	return v, nil
}

var errCut = errors.New("it is cut off, or too long")

// reader reads numbers; after the end it notes that and gives zeros.
type reader struct {
	rest []byte
	cut  bool
}

func (r *reader) number() int {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > maxContent {
		r.cut, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

// bytes returns the next n bytes.
func (r *reader) bytes(n int) string {
	if n > len(r.rest) {
		r.cut, r.rest = true, nil
		return ""
	}
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	return s
}

// count returns the number of things that follow, of a byte at least each.
func (r *reader) count() int {
	n := r.number()
	if n > len(r.rest) {
		r.cut = true
		return 0
	}
	return n
}

func (r *reader) list() []int {
	list := make([]int, r.count())
	for i := range list {
		list[i] = r.number()
	}
	return list
}
