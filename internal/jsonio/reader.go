package jsonio

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/silp-protocol/silp-go/internal/reuse"
	"github.com/silp-protocol/silp-go/internal/show"
)

// MaxDepth is how deep objects and arrays may nest.
const MaxDepth = 64

// A Reader walks over one strict JSON text. Its first error sticks: every later
// call does nothing, returns a zero value and ends every loop, so that callers
// check Err once at the end.
type Reader struct {
	dec    *jsontext.Decoder
	buf    bytes.Buffer
	text   string
	last   int  // where what was read last begins
	inside int  // how deep in another value the text stands
	opened int  // behind the opening that was read last
	none   bool // the object or array that ended last was empty
	err    *Error

	elements int  // see Elements
	ended    bool // err is that the text ended too early

	// Spare is memory for whoever fills an IR with what is read.
	Spare reuse.Strings
}

// maxPooled is the largest text whose buffer is kept for the next one: the
// default limit of an input, and a little more.
const maxPooled = 1<<20 + 64<<10

// readers saves the decoder and its buffer, the only allocations of a parse
// into memory that exists already. It holds no state that a caller can see.
var readers = sync.Pool{New: func() any {
	r := new(Reader)
	r.dec = jsontext.NewDecoder(&r.buf)
	return r
}}

// NewReader starts to read text. Release gives the Reader back.
func NewReader(text string) *Reader {
	r := readers.Get().(*Reader)
	r.text, r.last, r.inside, r.err, r.elements, r.ended = text, 0, 0, nil, 0, false
	r.Spare = reuse.Strings{}
	if i := show.InvalidUTF8(text); i >= 0 {
		r.err = &Error{Syntax: true, Offset: i, Msg: "invalid UTF-8", Hint: "send the text as UTF-8"}
		return r
	}
	r.buf.WriteString(text)
	r.dec.Reset(&r.buf)
	return r
}

// Release ends the use of r.
func (r *Reader) Release() {
	r.text, r.Spare = "", reuse.Strings{}
	if r.buf.Cap() > maxPooled {
		r.buf = bytes.Buffer{}
	}
	r.buf.Reset()
	r.dec.Reset(&r.buf)
	readers.Put(r)
}

// Err returns the first error, nil if there was none.
func (r *Reader) Err() *Error { return r.err }

// Fail reports that the value or name that was read last does not fit.
func (r *Reader) Fail(msg, hint string) {
	if r.err == nil {
		r.err = &Error{Offset: r.last, Path: ShortPath(string(r.dec.StackPointer())), Msg: msg, Hint: hint}
	}
}

// Refuse is Fail for what the syntax of a surface does not admit.
func (r *Reader) Refuse(msg, hint string) {
	if r.err == nil {
		r.Fail(msg, hint)
		r.err.Syntax = true
	}
}

// Kind tells what comes next without reading it: one of n f t " 0 { } [ ], or
// 0 after an error.
func (r *Reader) Kind() jsontext.Kind {
	if r.err != nil {
		return 0
	}
	return r.dec.PeekKind()
}

// Offset is the byte offset behind what was read last.
func (r *Reader) Offset() int { return int(r.dec.InputOffset()) }

// Len is the length of the text.
func (r *Reader) Len() int { return len(r.text) }

// Object reads the opening of an object.
func (r *Reader) Object() bool { return r.open('{', "an object") }

// Array reads the opening of an array.
func (r *Reader) Array() bool { return r.open('[', "an array") }

func (r *Reader) open(k jsontext.Kind, want string) bool {
	got := r.Kind()
	if r.err != nil {
		return false
	}
	if r.dec.StackDepth() == 1 {
		r.elements = 0
	}
	if got != k {
		r.mismatch(want)
		return false
	}
	if !r.token() {
		return false
	}
	r.opened = r.Offset()
	return r.depth()
}

// token reads one of { } [ ].
func (r *Reader) token() bool {
	if _, err := r.dec.ReadToken(); err != nil {
		r.syntax(err)
		return false
	}
	r.last = r.Offset() - 1
	return true
}

func (r *Reader) depth() bool {
	if r.inside+r.dec.StackDepth() > MaxDepth {
		r.Refuse("nested deeper than 64 levels", "")
		return false
	}
	return true
}

// Name reads the next member's name, or the end of the object: then ok is
// false.
func (r *Reader) Name() (name string, ok bool) {
	if r.More() {
		return r.str(), r.err == nil
	}
	return "", false
}

// Members reads an object and gives the name of each member, whose value is to
// be read before the next.
func (r *Reader) Members() iter.Seq[string] {
	return func(yield func(string) bool) {
		if !r.Object() {
			return
		}
		for {
			name, ok := r.Name()
			if !ok || !yield(name) {
				return
			}
		}
	}
}

// More tells whether another element or member follows; if not, it reads the
// end of the array or object.
func (r *Reader) More() bool {
	r.count()
	switch r.Kind() {
	case '}', ']':
		r.none = r.opened == r.Offset()
		r.token()
		return false
	}
	return r.err == nil
}

// Empty reports whether the object or array that ended last was empty.
func (r *Reader) Empty() bool { return r.none }

// value reads a scalar, or a whole object or array, as it stands in the text.
func (r *Reader) value() string {
	raw, err := r.dec.ReadValue()
	if err != nil {
		r.syntax(err)
		return ""
	}
	end := r.Offset()
	r.last = end - len(raw)
	return r.text[r.last:end]
}

// Raw reads the next value and returns it as it stands in the text, its numbers
// and its depth unchecked: for what is handed on unread.
func (r *Reader) Raw() string {
	if r.err != nil {
		return ""
	}
	return r.value()
}

// Text reads a string. It aliases the text where nothing was escaped.
func (r *Reader) Text() string {
	if r.Kind() != '"' {
		r.mismatch("a string")
		return ""
	}
	return r.str()
}

func (r *Reader) str() string {
	raw := r.value()
	if r.err != nil {
		return ""
	}
	if inner := raw[1 : len(raw)-1]; strings.IndexByte(inner, '\\') < 0 {
		return inner
	}
	out, err := jsontext.AppendUnquote(make([]byte, 0, len(raw)), raw)
	if err != nil {
		r.syntax(err)
		return ""
	}
	return string(out)
}

// Number reads a number and returns its literal.
func (r *Reader) Number() string {
	if r.Kind() != '0' {
		r.mismatch("a number")
		return ""
	}
	lit := r.value()
	if r.err == nil && !numberInLimits(lit) {
		r.Refuse(numberLimit, "")
	}
	return lit
}

// Null reads a null, if one comes next.
func (r *Reader) Null() bool {
	if r.Kind() != 'n' {
		return false
	}
	r.value()
	return r.err == nil
}

// End checks that nothing but blanks follows.
func (r *Reader) End() {
	if r.err != nil {
		return
	}
	at := r.Offset()
	if rest := strings.TrimLeft(r.text[at:], " \t\r\n"); rest != "" {
		r.err = &Error{Syntax: true, Offset: len(r.text) - len(rest),
			Msg: "found " + show.Rune(rest) + " after the end of the JSON value", Hint: "send one value and nothing behind it"}
	}
}

// mismatch reports that what comes next is not what was wanted.
func (r *Reader) mismatch(want string) {
	if r.err != nil {
		return
	}
	k := r.dec.PeekKind()
	if k != '{' && k != '[' {
		r.value()
	} else {
		r.token()
	}
	r.Fail("expected "+want+", got "+kindName(k), "")
}

func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return "something else"
}

// syntax turns jsontext's error into ours: its texts are not stable, its
// offsets and pointers are.
func (r *Reader) syntax(err error) {
	if r.err != nil {
		return
	}
	var se *jsontext.SyntacticError
	at, path := len(r.text), ""
	if errors.As(err, &se) {
		path = string(se.JSONPointer)
		r.ended = errors.Is(err, io.ErrUnexpectedEOF)
		if !r.ended { // else it is where the broken token begins
			at = min(int(se.ByteOffset), len(r.text))
		}
	}
	e := &Error{Syntax: true, Offset: at, Path: ShortPath(path)}
	rest := r.text[at:]
	inString := strings.IndexByte(r.text[min(r.Offset(), at):at], '"') >= 0
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.Msg, e.Hint = "duplicate member name", "give each name once"
	case strings.TrimLeft(rest, " \t\r\n") == "":
		e.Msg = "unexpected end of the JSON text"
	case inString && loneSurrogate(rest):
		e.Msg, e.Hint = `invalid \u escape`, `a surrogate must stand in a pair, as in \ud83d\ude00`
	case inString && rest[0] == '\\':
		e.Msg, e.Hint = "invalid escape", `the escapes are \" \\ \/ \b \f \n \r \t \uXXXX`
	case inString && rest[0] < ' ':
		e.Msg, e.Hint = "control character in the JSON text", `escape it, as in \n`
	default:
		e.Msg = "found " + show.Rune(rest) + " where JSON allows none"
	}
	r.err = e
}

// loneSurrogate reports whether s begins with a \u escape that is well formed:
// where jsontext stopped at one, it was at half a surrogate pair.
func loneSurrogate(s string) bool {
	if len(s) < 6 || s[:2] != `\u` {
		return false
	}
	_, err := strconv.ParseUint(s[2:6], 16, 16)
	return err == nil
}

// Bool reads true or false.
func (r *Reader) Bool() bool {
	k := r.Kind()
	if k != 't' && k != 'f' {
		r.mismatch("a boolean")
		return false
	}
	r.value()
	return k == 't' && r.err == nil
}
