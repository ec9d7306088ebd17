package json

import (
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/reuse"
	"github.com/silp-protocol/silp-go/ir"
)

// place is where a value stands, as far as it matters for the repairs.
type place uint8

const (
	elsewhere    place = iota
	root               // the object itself
	slot               // the value of a slot
	argument           // an element of a slot, the member value of an element of a group
	group              // the value of a group
	groupElement       // an element of a group
	meta               // the value of the member meta
)

// element is the place of the elements of an array at p.
func (p place) element() place {
	switch p {
	case slot:
		return argument
	case group:
		return groupElement
	}
	return elsewhere
}

// member is the place of the value of a member of an object at p.
func (p place) member(name string) place {
	switch {
	case p == groupElement && name == "value":
		return argument
	case p != root:
		return elsewhere
	case name == "meta":
		return meta
	case strings.HasPrefix(name, ir.GroupPrefix):
		return group
	}
	switch name {
	case "intent", "entities", "constraints", "alternatives", "silp", "version":
		return elsewhere
	}
	return slot
}

// scalar reports whether a number or a boolean at p is read as a string.
func (p place) scalar() bool { return p == slot || p == argument || p == groupElement }

// repairer reads one object, which may deviate from JSON and from the surface
// in the ways that DecodeTolerant lists, and notes each deviation. It decides
// nothing that the strict decoder would decide otherwise: what is not edited
// stays as it is, and where the object breaks off, it stops.
type repairer struct {
	text  string
	i     int
	out   []byte // the strict text of what stands in front of text[keep:]
	keep  int
	marks []mark
	diags []frontend.Diagnostic
	depth int
	// cut says that the text goes on: a number at its end may too.
	cut bool

	intent  bool // the object has a member intent
	nested  bool // an object inside it has one
	dropped bool // a req_id was left out
	broken  bool // no object: text[i] is where it breaks off
}

// mark says that out[at:] was made from text[from:].
type mark struct{ at, from int }

// newRepairer returns a repairer for the object that begins at text[i].
func newRepairer(text string, i int) *repairer {
	return &repairer{text: text, i: i, keep: i, marks: []mark{{0, i}}}
}

// strict returns the strict text of what stands in front of text[end:].
func (r *repairer) strict(end int) string {
	if len(r.marks) == 1 { // no edits
		return r.text[r.marks[0].from:end]
	}
	r.flush(end)
	return string(r.out)
}

// flush copies what stands in front of text[end:] as it is.
func (r *repairer) flush(end int) {
	r.out = append(r.out, r.text[r.keep:end]...)
	r.keep = end
}

// edit puts the parts in the place of text[from:to].
func (r *repairer) edit(from, to int, parts ...string) {
	r.flush(from)
	r.mark(from)
	for _, s := range parts {
		r.out = append(r.out, s...)
	}
	r.mark(to)
	r.keep = to
}

// mark says that what is written next was made from text[from:].
func (r *repairer) mark(from int) {
	r.marks = reuse.Next(r.marks, r.keep, len(r.text))
	r.marks[len(r.marks)-1] = mark{len(r.out), from}
}

// source returns where the byte at an offset of the strict text came from.
func (r *repairer) source(at int) int {
	lo, hi := 0, len(r.marks)
	for lo < hi {
		if mid := (lo + hi) / 2; r.marks[mid].at <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	m, end := r.marks[lo-1], len(r.text)
	if lo < len(r.marks) {
		end = r.marks[lo].from
	}
	return min(m.from+at-m.at, end)
}

func (r *repairer) note(code string, at int, msg string) {
	r.diags = reuse.Next(r.diags, r.keep, len(r.text))
	r.diags[len(r.diags)-1] = frontend.Diagnostic{Code: code, Offset: at, Message: msg}
}

func (r *repairer) stop() { r.broken = true }

// peek returns the byte that comes next, 0 at the end or where the object broke
// off.
func (r *repairer) peek() byte {
	if r.broken {
		return 0
	}
	return byteAt(r.text, r.i)
}

func byteAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// skip returns where the blanks and comments from text[i] on end, and where the
// first comment begins, -1 if there is none. A comment is "//" and the rest of
// its line.
func skip(text string, i int) (end, comment int) {
	comment = -1
	for i < len(text) {
		switch {
		case isBlank(text[i]):
			i++
		case strings.HasPrefix(text[i:], "//"):
			if comment < 0 {
				comment = i
			}
			i = lineEnd(text, i)
		default:
			return i, comment
		}
	}
	return i, comment
}

func lineEnd(text string, i int) int {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}

// gap takes the blanks and comments that come next.
func (r *repairer) gap() {
	if r.broken {
		return
	}
	end, comment := skip(r.text, r.i)
	if comment >= 0 {
		r.note(frontend.Comment, comment, "left out a comment")
		r.edit(comment, end)
	}
	r.i = end
}

func (r *repairer) value(p place) {
	r.gap()
	switch r.peek() {
	case '"':
		r.str()
	case '{':
		r.object(p)
	case '[':
		r.array(p)
	default:
		r.literal(p)
	}
}

// enter takes an opening; it is false where the strict reader refuses the depth.
func (r *repairer) enter() bool {
	if r.depth++; r.depth > jsonio.MaxDepth {
		r.stop()
		return false
	}
	r.i++
	r.gap()
	return true
}

// leave takes a closing, if it comes next.
func (r *repairer) leave(closing byte) bool {
	if r.peek() != closing {
		return false
	}
	r.i++
	r.depth--
	return true
}

func (r *repairer) array(p place) {
	if !r.enter() || r.leave(']') {
		return
	}
	for {
		r.value(p.element())
		if !r.more(']', false, false) {
			return
		}
	}
}

// object reads the object that begins at text[i].
func (r *repairer) object(p place) {
	if !r.enter() || r.leave('}') {
		return
	}
	for {
		dropped := p == meta && r.dropReqID()
		if !dropped {
			r.member(p)
		}
		if !r.more('}', p == meta, dropped) {
			return
		}
	}
}

// more takes what stands behind an element or a member: a comma, then it is
// true, or the closing. The comma of a req_id is left out with it.
func (r *repairer) more(closing byte, inMeta, dropped bool) bool {
	if r.gap(); r.leave(closing) {
		return false
	}
	if r.peek() != ',' {
		r.stop()
		return false
	}
	next, _ := skip(r.text, r.i+1)
	switch {
	case byteAt(r.text, next) == closing:
		r.note(frontend.TrailingComma, r.i, "left out a comma that nothing follows")
		r.edit(r.i, r.i+1)
	case dropped, inMeta && r.isLastReqID(next):
		r.edit(r.i, r.i+1)
	}
	r.i++
	r.gap()
	return !r.leave(closing)
}

func (r *repairer) member(p place) {
	if r.peek() != '"' {
		r.stop()
		return
	}
	name := r.name()
	r.gap()
	if r.peek() != ':' {
		r.stop()
		return
	}
	r.i++
	if name == "intent" {
		r.intent = r.intent || p == root
		r.nested = r.nested || p != root
	}
	r.value(p.member(name))
}

// name reads a member's name and returns what it stands for, as far as that
// tells a name from those that the surface gives a meaning.
func (r *repairer) name() string {
	start := r.i
	r.flush(start)
	at := len(r.out)
	r.str()
	if r.broken {
		return ""
	}
	if raw := r.text[start+1 : r.i-1]; strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	r.flush(r.i)
	quoted := jsonio.NewReader(string(r.out[at:]))
	defer quoted.Release()
	return quoted.Text()
}

// str reads a string: to the next quote that no backslash escapes. The strict
// reader judges the escapes.
func (r *repairer) str() {
	control, escape := false, false
	for r.i++; r.i < len(r.text); {
		switch c := r.text[r.i]; {
		case c == '"':
			r.i++
			return
		case c == '\\' && r.i+1 == len(r.text):
			r.stop()
			return
		case c == '\\':
			if r.text[r.i+1] == '\'' {
				if !escape {
					r.note(frontend.InvalidEscape, r.i, `read \' in a string as '`)
				}
				escape = true
				r.edit(r.i, r.i+1)
			}
			r.i += 2
		case c < ' ':
			if !control {
				r.note(frontend.RawControlChar, r.i, "escaped control characters in a string")
			}
			control = true
			r.controls()
		default:
			r.i++
		}
	}
	r.stop()
}

// controls escapes the control characters that come next.
func (r *repairer) controls() {
	end := r.i
	for byteAt(r.text, end) < ' ' && end < len(r.text) {
		end++
	}
	quoted, _ := jsonio.AppendString(nil, r.text[r.i:end])
	r.edit(r.i, end, string(quoted[1:len(quoted)-1]))
	r.i = end
}

// literal reads a number, true, false or null.
func (r *repairer) literal(p place) {
	n := 0
	if !r.broken {
		n = literalLen(r.text[r.i:])
	}
	end := r.i + n
	if n == 0 || r.cut && end == len(r.text) {
		r.stop()
		return
	}
	if lit := r.text[r.i:end]; p.scalar() && lit != "null" {
		msg := "read a number as the string of its characters"
		if lit == "true" || lit == "false" {
			msg = "read a boolean as a string"
		}
		r.note(frontend.NumberAsString, r.i, msg)
		r.edit(r.i, end, `"`, lit, `"`)
	}
	r.i = end
}

// literalLen returns the length of the number, true, false or null that s
// begins with, 0 if it is none or if what stands behind might belong to it.
func literalLen(s string) int {
	n := len(s)
	if end := strings.IndexAny(s, " \t\r\n,]}/"); end >= 0 {
		n = end
	}
	switch s[:n] {
	case "true", "false", "null":
		return n
	}
	if isNumber(s[:n]) {
		return n
	}
	return 0
}

// isNumber reports whether s is a JSON number.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if rest, ok := strings.CutPrefix(s, "0"); ok {
		s = rest
	} else if s, ok = digits(s); !ok {
		return false
	}
	ok := true
	if rest, dot := strings.CutPrefix(s, "."); dot {
		if s, ok = digits(rest); !ok {
			return false
		}
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		s, ok = digits(s)
	}
	return ok && s == ""
}

// digits cuts the digits off that s begins with; ok is false if there are none.
func digits(s string) (rest string, ok bool) {
	rest = strings.TrimLeft(s, "0123456789")
	return rest, len(rest) < len(s)
}

// dropReqID leaves the member req_id of meta out. A second one stays, for the
// strict decoder to refuse.
func (r *repairer) dropReqID() bool {
	end := r.reqIDEnd(r.i)
	if end < 0 {
		return false
	}
	r.dropped = true
	r.note(frontend.ReqIDIgnored, r.i, "left meta.req_id out: it is computed from the text")
	r.edit(r.i, end)
	r.i = end
	return true
}

// reqIDEnd returns where the member req_id that begins at text[i] ends, -1 if
// none does that may be left out: with a plain string as its value.
func (r *repairer) reqIDEnd(i int) int {
	const name = `"req_id"`
	if r.broken || r.dropped || !strings.HasPrefix(r.text[i:], name) {
		return -1
	}
	i, _ = skip(r.text, i+len(name))
	if byteAt(r.text, i) != ':' {
		return -1
	}
	if i, _ = skip(r.text, i+1); byteAt(r.text, i) != '"' {
		return -1
	}
	for i++; i < len(r.text) && r.text[i] >= ' ' && r.text[i] != '\\'; i++ {
		if r.text[i] == '"' {
			return i + 1
		}
	}
	return -1
}

// isLastReqID reports whether a req_id that is to be left out begins at
// text[i] and no member follows it.
func (r *repairer) isLastReqID(i int) bool {
	end := r.reqIDEnd(i)
	if end < 0 {
		return false
	}
	i, _ = skip(r.text, end)
	if byteAt(r.text, i) == ',' {
		i, _ = skip(r.text, i+1)
	}
	return byteAt(r.text, i) == '}'
}
