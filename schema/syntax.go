package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// want is what the grammar allows at the place of a syntax error.
type want int

const (
	wantValue want = iota
	wantValueOrEnd
	wantCommaInArray
	wantName
	wantNameOrEnd
	wantColon
	wantCommaInObject
)

var wantText = [...]string{
	wantValue:         "a JSON value",
	wantValueOrEnd:    "a JSON value or ']'",
	wantCommaInArray:  "',' or ']'",
	wantName:          "a member name in quotes",
	wantNameOrEnd:     "a member name in quotes or '}'",
	wantColon:         "':'",
	wantCommaInObject: "',' or '}'",
}

// expected finds the place where the next token should begin, behind the
// delimiter if the right one is there, and what should stand there.
func (r *reader) expected() (start int, w want) {
	start = skipSpace(r.text, int(r.dec.InputOffset()))
	kind, length := r.dec.StackIndex(r.dec.StackDepth())
	delimiter, after := byte(','), wantValue
	switch {
	case kind == '[' && length == 0:
		return start, wantValueOrEnd
	case kind == '[':
		w = wantCommaInArray
	case kind == '{' && length == 0:
		return start, wantNameOrEnd
	case kind == '{' && length%2 == 1:
		w, delimiter = wantColon, ':'
	case kind == '{':
		w, after = wantCommaInObject, wantName
	default:
		return start, wantValue
	}
	if start < len(r.text) && r.text[start] == delimiter {
		return skipSpace(r.text, start+1), after
	}
	return start, w
}

// explainSyntax says what is wrong with the token at start. Offset is where the
// decoder stopped, which counts only inside of a token that may stand there.
func explainSyntax(text []byte, start, offset int, w want, err error) *Violation {
	if start >= len(text) {
		return syntax(len(text), "expected "+wantText[w]+", found the end of the text")
	}
	value := w == wantValue || w == wantValueOrEnd
	token := ""
	switch c := text[start]; {
	case c == '"' && (value || w == wantName || w == wantNameOrEnd):
		token = "string"
	case (c == 'n' || c == 't' || c == 'f') && value:
		token = "literal"
	case (c == '-' || c >= '0' && c <= '9') && value:
		token = "number"
	default:
		return syntax(start, "expected "+wantText[w]+", found "+describe(text, start))
	}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || offset >= len(text):
		return syntax(len(text), "expected the rest of a "+token+", found the end of the text")
	case token == "string":
		return syntax(offset, explainString(text[offset:]))
	}
	return syntax(offset, "expected the rest of a "+token+", found "+describe(text, offset))
}

// explainString says why a string cannot go on with rest.
func explainString(rest []byte) string {
	switch c := rest[0]; {
	case c == '\\' && len(rest) >= 6 && rest[1] == 'u' && isHex(rest[2:6]):
		return "escape of half a surrogate pair in a string"
	case c == '\\':
		return "unknown escape in a string"
	case c < ' ':
		return fmt.Sprintf("control character U+%04X in a string must be escaped", c)
	}
	return fmt.Sprintf("invalid UTF-8: byte 0x%02x", rest[0])
}

func isHex(b []byte) bool {
	_, err := strconv.ParseUint(string(b), 16, 16)
	return err == nil
}

// describe names the character at offset, which is inside the text.
func describe(text []byte, offset int) string {
	if offset == 0 && bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
		return "a byte order mark"
	}
	c, n := utf8.DecodeRune(text[offset:])
	if c == utf8.RuneError && n == 1 {
		return fmt.Sprintf("byte 0x%02x", text[offset])
	}
	return strconv.QuoteRune(c)
}

func syntax(offset int, message string) *Violation {
	return &Violation{Offset: int64(offset), Keyword: KeywordSyntax, Message: message}
}

// skipSpace returns the offset of the first byte from offset on that is not
// JSON whitespace (RFC 8259, section 2).
func skipSpace(text []byte, offset int) int {
	for offset < len(text) {
		switch text[offset] {
		case ' ', '\t', '\r', '\n':
			offset++
		default:
			return offset
		}
	}
	return offset
}
