package schema

import (
	"bytes"
	"encoding/json" // only for the type json.Number, which jsonschema expects
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits on the text, everywhere in it.
const (
	// MaxDepth is the deepest nesting of objects and arrays, the document
	// itself included.
	MaxDepth = 64
	// MaxNumberLen is the longest number in characters, sign included.
	MaxNumberLen = 64
	// MaxExponent is the largest written exponent of a number, in either
	// direction. jsonschema computes with exact fractions: 1e1000000 costs it
	// milliseconds, and one digit more makes it panic.
	MaxExponent = 400
)

// schemaDepth is how deep the schema looks: the document, a list of it, an
// element of the list. Of a container that lies deeper only the type matters,
// so it is read, held to the limits, and kept as an empty one.
const schemaDepth = 3

// reader builds the value that jsonschema expects from JSON tokens.
type reader struct {
	dec       *jsontext.Decoder
	text      []byte
	keepDepth int
}

// read returns the document as nil, bool, json.Number, string, []any and
// map[string]any, or the first violation of the text.
func read(text []byte) (any, *Violation) { return readTo(text, schemaDepth) }

// readTo is read with the content of containers kept down to keepDepth.
func readTo(text []byte, keepDepth int) (any, *Violation) {
	// Given a bytes.Buffer, the decoder works on text itself and copies nothing.
	r := &reader{jsontext.NewDecoder(bytes.NewBuffer(text)), text, keepDepth}
	tok, v := r.next()
	if v != nil {
		return nil, v
	}
	doc, v := r.value(tok, 0)
	if v != nil {
		return nil, v
	}
	// The decoder would go on with a stream of documents.
	if end := skipSpace(text, int(r.dec.InputOffset())); end < len(text) {
		return nil, syntax(end, "expected nothing after the document, found "+describe(text, end))
	}
	return doc, nil
}

// next reads one token.
func (r *reader) next() (jsontext.Token, *Violation) {
	tok, err := r.dec.ReadToken()
	if err != nil {
		return tok, r.explain(err)
	}
	return tok, nil
}

// value builds the value that begins with tok inside depth open containers.
func (r *reader) value(tok jsontext.Token, depth int) (any, *Violation) {
	switch tok.Kind() {
	case '{', '[':
		depth++
		if depth > MaxDepth {
			return nil, r.overLimit(1, fmt.Sprintf("nested more than %d deep", MaxDepth))
		}
		if tok.Kind() == '{' {
			return r.object(depth)
		}
		return r.array(depth)
	case '"':
		if depth > r.keepDepth {
			return "", nil
		}
		return tok.String(), nil
	case '0':
		return r.number(tok)
	case 't', 'f':
		return tok.Bool(), nil
	}
	return nil, nil // only null is left
}

func (r *reader) object(depth int) (any, *Violation) {
	keep := depth <= r.keepDepth
	members := map[string]any{}
	for {
		tok, v := r.next()
		if v != nil {
			return nil, v
		}
		if tok.Kind() == '}' {
			return members, nil
		}
		name := ""
		if keep {
			name = tok.String()
		}
		if tok, v = r.next(); v != nil {
			return nil, v
		}
		member, v := r.value(tok, depth)
		if v != nil {
			return nil, v
		}
		if keep {
			members[name] = member
		}
	}
}

func (r *reader) array(depth int) (any, *Violation) {
	items := []any{}
	for {
		tok, v := r.next()
		if v != nil {
			return nil, v
		}
		if tok.Kind() == ']' {
			return items, nil
		}
		item, v := r.value(tok, depth)
		if v != nil {
			return nil, v
		}
		if depth <= r.keepDepth {
			items = append(items, item)
		}
	}
}

func (r *reader) number(tok jsontext.Token) (any, *Violation) {
	literal := tok.String()
	if n := len(literal); n > MaxNumberLen {
		return nil, r.overLimit(n, fmt.Sprintf("number of %d characters, at most %d are read", n, MaxNumberLen))
	}
	if exponentTooLarge(literal) {
		return nil, r.overLimit(len(literal), fmt.Sprintf("exponent of a number beyond ±%d", MaxExponent))
	}
	return json.Number(literal), nil
}

// exponentTooLarge looks at the exponent as it is written, so 0e401 is too
// large and 1e0400 is not.
func exponentTooLarge(literal string) bool {
	i := 0
	for i < len(literal) && literal[i] != 'e' && literal[i] != 'E' {
		i++
	}
	exponent := 0
	for ; i < len(literal); i++ {
		if c := literal[i]; c >= '0' && c <= '9' {
			exponent = exponent*10 + int(c-'0')
			if exponent > MaxExponent {
				return true
			}
		}
	}
	return false
}

// overLimit reports the token of n bytes that was just read.
func (r *reader) overLimit(n int, message string) *Violation {
	return &Violation{
		Path:    string(r.dec.StackPointer()),
		Offset:  r.dec.InputOffset() - int64(n),
		Keyword: KeywordLimit,
		Message: message,
	}
}

// explain turns an error of the decoder into a violation. The decoder's own
// texts are not used: they differ from process to process on purpose.
func (r *reader) explain(err error) *Violation {
	start, want := r.expected()
	var se *jsontext.SyntacticError
	if !errors.As(err, &se) {
		// Only io.EOF before the first token is not a SyntacticError.
		return syntax(len(r.text), "expected a JSON document, found the end of the text")
	}
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return &Violation{
			Path:    string(se.JSONPointer),
			Offset:  int64(start),
			Keyword: KeywordDuplicate,
			Message: "duplicate member " + quote(se.JSONPointer.LastToken(), maxQuoted),
		}
	}
	return explainSyntax(r.text, start, int(se.ByteOffset), want, err)
}
