package carrier

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// maxMessage bounds a message of the other side, in bytes.
const maxMessage = 512

// AppendError appends an error as the object that carriers send:
//
//	{"code":"invalid_syntax","message":"expected …","hint":"…","frontend":"code","offset":13}
//
// code and message are always there; hint, frontend, path and offset where the
// error has them. The cause (Err) stays here.
func AppendError(dst []byte, e *ir.Error) []byte {
	dst = appendText(append(dst, `{"code":`...), string(e.Code))
	dst = appendText(append(dst, `,"message":`...), e.Msg)
	for _, m := range [...]struct{ name, value string }{{"hint", e.Hint}, {"frontend", e.Frontend}, {"path", e.Path}} {
		if m.value != "" {
			dst = appendText(append(append(append(dst, `,"`...), m.name...), `":`...), m.value)
		}
	}
	if e.Offset >= 0 {
		dst = strconv.AppendInt(append(dst, `,"offset":`...), int64(e.Offset), 10)
	}
	return append(dst, '}')
}

// appendText appends a string; what is not UTF-8 is shown as escapes.
func appendText(dst []byte, s string) []byte {
	dst, ok := jsonio.AppendString(dst, s)
	if !ok {
		dst, _ = jsonio.AppendString(dst, visible(s))
	}
	return dst
}

// ParseError reads what AppendError writes, as strictly as an IR; members that
// it does not know are ignored. For e, errors.Is(e, Remote) holds. Its strings
// come from the other side: they are printable ASCII here, anything else
// escaped, and at most 512 bytes each.
//
// err is a *ir.Error if raw is no such object or its code is none of draft
// Table 10.
func ParseError(raw []byte) (e *ir.Error, err error) {
	r := jsonio.NewReader(string(raw))
	defer r.Release()
	e = &ir.Error{Offset: -1, Err: Remote}
	readError(r, e)
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return nil, err
	}
	if e.Msg == "" {
		e.Msg = "the other side gave no reason"
	}
	if e.Code == "" {
		return nil, &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: "/code",
			Msg: "an error without a code", Hint: codeHint}
	}
	return e, nil
}

// visible shows what the other side wrote: printable ASCII as it is, so that our
// own messages stay what they are, any other character escaped, and no more than
// maxMessage bytes.
func visible(s string) string {
	var b strings.Builder
	cut := 0 // where "..." still fits
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		piece := s[i : i+n]
		if c := s[i]; c < ' ' || c > '~' {
			piece = show.Plain(piece, n)
		}
		if b.Len()+len(piece) > maxMessage {
			return b.String()[:cut] + "..."
		}
		b.WriteString(piece)
		if b.Len() <= maxMessage-len("...") {
			cut = b.Len()
		}
		i += n
	}
	return b.String()
}

const codeHint = "draft Table 10 has six codes, as invalid_syntax"

func readError(r *jsonio.Reader, e *ir.Error) {
	for name := range r.Members() {
		switch name {
		case "code":
			e.Code = ir.Code(r.Text())
			if r.Err() == nil && !known(e.Code) {
				r.Fail(show.Quote(string(e.Code))+" is no SILP error code", codeHint)
			}
		case "message":
			e.Msg = visible(r.Text())
		case "hint":
			e.Hint = visible(r.Text())
		case "frontend":
			e.Frontend = visible(r.Text())
		case "path":
			e.Path = visible(r.Text())
		case "offset":
			e.Offset = readOffset(r)
		default:
			r.Raw()
		}
	}
}

func known(c ir.Code) bool {
	switch c {
	case ir.InvalidSyntax, ir.UnsupportedVersion, ir.UnsupportedFrontend, ir.DecodeFailed, ir.Timeout, ir.SessionExpired:
		return true
	}
	return false
}

// readOffset reads a whole number that fits an int32, so that it is the same on
// every system.
func readOffset(r *jsonio.Reader) int {
	lit := r.Number()
	if r.Err() != nil {
		return -1
	}
	n, ok := jsonio.Int64(lit)
	if !ok || !jsonio.IsInteger(lit) || n < 0 || n > 1<<31-1 {
		r.Fail(show.Quote(lit)+" is no offset", "")
		return -1
	}
	return int(n)
}
