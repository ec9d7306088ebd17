package iacp

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

// Line returns the message as one line, its line feed included: the only one
// in it. See AppendLine.
func (e *Envelope) Line() ([]byte, error) {
	const names = 88 // and quotes, commas, the time
	n := names + len(e.ID) + len(e.From) + len(e.To) + len(e.Kind) + len(e.Ref) + len(e.Body)
	out, err := e.AppendLine(make([]byte, 0, n))
	if err != nil {
		return nil, err
	}
	return out, nil
}

// AppendLine appends the message as one line. Members stand in the order of
// the page's examples, those of Extra behind them in code point order. The body
// is written as it is, blanks between its tokens left out if there are line
// breaks among them.
//
// A sender is strict: besides what Parse asks, the kind must go the way that
// the page says, an answer must have a ref, a task.reject a reason, the body
// must be an object, and the line at most DefaultMaxLine bytes. On an error dst
// comes back as it was.
func (e *Envelope) AppendLine(dst []byte) ([]byte, error) {
	old := len(dst)
	out, err := e.appendLine(dst)
	if err == nil && len(out)-old > DefaultMaxLine {
		err = lineTooLong("")
	}
	if err != nil {
		return dst[:old], err
	}
	return out, nil
}

func lineTooLong(path string) error {
	return invalid(path, "the line is longer than "+strconv.Itoa(DefaultMaxLine)+" bytes", "send less, or a reference to it")
}

// fits refuses a body that a line has no room for, whatever the names and ids
// in it: 4 KiB are for them.
func fits(body json.RawMessage) error {
	if len(body) > DefaultMaxLine-4<<10 {
		return lineTooLong("/body")
	}
	return nil
}

func (e *Envelope) appendLine(dst []byte) ([]byte, error) {
	v := e.V
	if v == "" {
		v = Version
	}
	c := *e
	c.V = v
	if err := c.check(); err != nil {
		return dst, err
	}
	if err := c.checkSent(); err != nil {
		return dst, err
	}
	ok := true
	str := func(name, s string) {
		dst = append(dst, name...)
		var good bool
		dst, good = appendPlain(dst, s)
		ok = ok && good
	}
	str(`{"v":`, v)
	str(`,"id":`, e.ID)
	str(`,"from":`, e.From)
	str(`,"to":`, e.To)
	str(`,"kind":`, e.Kind)
	if e.Ref != "" {
		str(`,"ref":`, e.Ref)
	}
	if !ok {
		return dst, invalid("", notText, textHint)
	}
	dst = strconv.AppendInt(append(dst, `,"ts":`...), e.TS, 10)
	var err error
	if len(e.Body) > 0 {
		if dst, err = appendBody(append(dst, `,"body":`...), e.Body); err != nil {
			return dst, err
		}
	}
	if len(e.Extra) > 0 {
		if dst, err = appendExtra(dst, e.Extra, 1, known); err != nil {
			return dst, err
		}
	}
	return append(dst, '}', '\n'), nil
}

const (
	notText  = "a member is not UTF-8"
	textHint = "send text, and bytes in an encoding that is text"
)

// appendPlain is jsonio.AppendString, quick for the strings of headers.
func appendPlain(dst []byte, s string) ([]byte, bool) {
	for i := range len(s) {
		if c := s[i]; c >= 0x7f || stops[c] {
			return jsonio.AppendString(dst, s)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"'), true
}

// appendBody appends a body, which must be a strict JSON object.
func appendBody(dst []byte, body json.RawMessage) ([]byte, error) {
	if quickObject(body) {
		return append(dst, body...), nil
	}
	text := string(body)
	r := jsonio.NewReader(text)
	defer r.Release()
	if k := r.Kind(); k != '{' && r.Err() == nil {
		r.Object() // says what it is instead
	}
	err := r.Err()
	if err == nil {
		_, err = jsonio.AppendCanonical(nil, text, 1) // checks it as deep as it will stand
	}
	if err != nil {
		code := ir.DecodeFailed
		if err.Syntax {
			code = ir.InvalidSyntax
		}
		return dst, &ir.Error{Code: code, Offset: err.Offset, Path: "/body" + err.Path, Msg: err.Msg, Hint: err.Hint}
	}
	return compact(dst, body), nil
}

// quickObject reports whether a body is an object that can be sent as it is.
func quickObject(body json.RawMessage) bool {
	if body[0] != '{' || !utf8.Valid(body) {
		return false
	}
	s := scanner[[]byte]{text: body}
	return s.value(0, 1) == len(body)
}

// compact appends JSON without the blanks between its tokens.
func compact(dst, text []byte) []byte {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\':
			dst = append(dst, c)
			i++
		case !quoted && (c == ' ' || c == '\t' || c == '\r' || c == '\n'):
			continue
		}
		dst = append(dst, text[i])
	}
	return dst
}

// appendExtra appends the members of extra, each with a comma in front. They
// will stand depth levels deep in the line.
func appendExtra(dst []byte, extra ir.Extra, depth int, reserved func(string) bool) ([]byte, error) {
	names := make([]string, 0, len(extra))
	for name := range extra {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		path := jsonio.ShortPath("/" + jsonio.EscapePointer(name))
		if reserved(name) {
			return dst, invalid(path, "the name of a member of its own stands in Extra", "use the field of that name")
		}
		var ok bool
		if dst, ok = jsonio.AppendName(append(dst, ','), name); !ok {
			return dst, invalid("", notText, textHint)
		}
		var err *jsonio.Error
		if dst, err = jsonio.AppendCanonical(append(dst, ':'), string(extra[name]), depth); err != nil {
			return dst, invalid(path+err.Path, err.Msg, err.Hint)
		}
	}
	return dst, nil
}

// within puts a path in front of that of an error.
func within(path string, err error) error {
	e, ok := err.(*ir.Error)
	if !ok {
		return err
	}
	c := *e
	c.Path = path + c.Path
	return &c
}
