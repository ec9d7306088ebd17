package json

import (
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

var _ frontend.TolerantDecoder = Frontend{}

// DecodeTolerant reads what a language model wrote for the surface. It makes a
// strict text by the closed list of local repairs in the package documentation,
// decodes that strictly, and returns the repairs. A text that DecodeInto accepts
// gives the same IR and no diagnostics.
func (f Frontend) DecodeTolerant(x *ir.IR, text string) ([]frontend.Diagnostic, error) {
	strict := f.DecodeInto(x, text)
	if strict == nil {
		return nil, nil
	}
	if ir.CheckSize(len(text), f.MaxBytes) != nil || !utf8.ValidString(text) {
		return nil, strict
	}
	found, err := f.findAll(text)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, strict
	}
	for _, other := range found[1:] {
		if !ir.Equivalent(found[0].IR, other.IR) {
			return nil, syntaxError(other.Start, "a second payload, different from the first", "send one payload; FindAll returns all of them")
		}
	}
	id := x.Meta.ReqID
	*x = *found[0].IR
	x.Meta.ReqID = id
	diags := append(found[0].Diagnostics, surround(text, found[0].before, found[0].behind)...)
	frontend.Locate(text, diags)
	return diags, nil
}

// FindAll returns every payload in a text, in order, each read as
// DecodeTolerant reads it. The package documentation says what a payload is.
// Meta.ReqID of each IR is computed from its strict text.
func (f Frontend) FindAll(text string) ([]frontend.Found, error) {
	if err := ir.CheckSize(len(text), f.MaxBytes); err != nil {
		err.Frontend = name
		return nil, err
	}
	if !utf8.ValidString(text) {
		return nil, f.DecodeInto(&ir.IR{}, text)
	}
	payloads, err := f.findAll(text)
	if err == nil && len(payloads) == 0 {
		err = f.DecodeInto(&ir.IR{}, text)
	}
	if err != nil {
		return nil, err
	}
	found := make([]frontend.Found, len(payloads))
	for i := range payloads {
		found[i] = payloads[i].Found
	}
	frontend.LocateAll(text, found)
	return found, nil
}

// fencedPayload is a payload, and where it begins and ends with the backticks
// around it.
type fencedPayload struct {
	frontend.Found
	before, behind int
}

func (f Frontend) findAll(text string) (found []fencedPayload, err error) {
	other := -1 // where the first object begins that is no payload
	last := 0   // where the object before ends
	s := newScanner(text)
	for i := s.next(0); i >= 0; {
		r := newRepairer(text, i)
		r.object(root)
		if !r.broken && !r.intent && !r.nested {
			if other < 0 {
				other = i
			}
			last = r.i
			i = s.next(last)
			continue
		}
		one, err := r.payload(f, last)
		if err != nil {
			return nil, err
		}
		found = append(found, one)
		last = one.End
		i = s.next(last)
	}
	if len(found) == 0 && other >= 0 {
		r := newRepairer(text, other)
		r.object(root)
		_, err = r.payload(f, 0)
	}
	return found, err
}

// payload decodes the object that r has read. The object before ends at last.
func (r *repairer) payload(f Frontend, last int) (fencedPayload, error) {
	one := fencedPayload{Found: frontend.Found{Start: r.marks[0].from, End: r.i, IR: ir.New(), Diagnostics: r.diags}}
	if r.broken {
		one.End = len(r.text) // the strict decoder says what is wrong
	}
	strict := r.strict(one.End)
	f.MaxBytes = max(len(strict), 1)
	if err := f.DecodeInto(one.IR, strict); err != nil {
		e := err.(*ir.Error)
		e.Offset = r.source(e.Offset)
		return fencedPayload{}, e
	}
	if r.broken { // behind something that was left out
		return fencedPayload{}, syntaxError(r.i, "found "+show.Rune(r.text[r.i:])+" where JSON allows none", "")
	}
	if err := alone(r.text, one.Start, one.End); err != nil {
		return fencedPayload{}, err
	}
	one.IR.Meta.ReqID = ir.ReqID(strict, ir.ReqIDDigits)
	if one.unfence(r.text, last) {
		one.Diagnostics = append(one.Diagnostics, frontend.Diagnostic{Code: frontend.CodeFence, Offset: one.before,
			Message: "took the payload out of its backticks"})
	}
	return one, nil
}

// alone checks that the object text[start:end] is not a part of something else
// that was cut off or closed too early.
func alone(text string, start, end int) error {
	const hint = "send one object that stands in nothing else"
	behind := strings.TrimLeft(text[end:], " \t\r\n")
	inner, comma := strings.CutPrefix(behind, ",")
	inner = strings.TrimLeft(inner, " \t\r\n")
	if strings.HasPrefix(behind, "}") || strings.HasPrefix(behind, "]") || comma && (inner == "" || inner[0] == '"') {
		return syntaxError(len(text)-len(behind), "found "+show.Rune(behind)+" after the end of the JSON value", hint)
	}
	before := strings.TrimRight(text[:start], " \t\r\n")
	if strings.HasSuffix(before, "{") || strings.HasSuffix(before, "[") {
		at := len(before) - 1
		return syntaxError(at, "found "+show.Rune(before[at:])+" where JSON allows none", hint)
	}
	return nil
}

func syntaxError(at int, msg, hint string) error {
	return &ir.Error{Code: ir.InvalidSyntax, Frontend: name, Offset: at, Msg: msg, Hint: hint}
}

// unfence sets what stands around the payload and tells whether backticks do,
// in front of it, a tag in their line, and behind it. It looks no further back
// than to last.
func (one *fencedPayload) unfence(text string, last int) bool {
	one.before, one.behind = one.Start, one.End
	rest := strings.TrimLeft(text[one.End:], " \t\r\n")
	plain := strings.TrimLeft(rest, "`")
	head := strings.TrimRight(text[last:one.Start], " \t\r\n")
	line := head[strings.LastIndexByte(head, '\n')+1:]
	open := strings.TrimRight(line, "`")
	if fence := strings.TrimLeft(line, " \t"); strings.HasPrefix(fence, "```") && !strings.Contains(strings.TrimLeft(fence, "`"), "`") {
		open = line[:len(line)-len(fence)]
	}
	if len(open) == len(line) || len(plain) == len(rest) {
		return false
	}
	one.before = last + len(head) - len(line) + len(open)
	one.behind = len(text) - len(plain)
	return true
}

// surround says what is left out in front of text[before] and from text[behind]
// on.
func surround(text string, before, behind int) (diags []frontend.Diagnostic) {
	if strings.Trim(text[:before], " \t\r\n") != "" {
		d := frontend.Diagnostic{Code: frontend.LeadingText, Message: "left out the text in front of the payload"}
		if first, comment := skip(text, 0); comment >= 0 && first >= before {
			d = frontend.Diagnostic{Code: frontend.Comment, Offset: comment, Message: "left out a comment"}
		}
		diags = append(diags, d)
	}
	last, comment := skip(text, behind)
	switch {
	case last < len(text):
		at := len(text) - len(strings.TrimLeft(text[behind:], " \t\r\n"))
		diags = append(diags, frontend.Diagnostic{Code: frontend.TrailingText, Offset: at, Message: "left out the text behind the payload"})
	case comment >= 0:
		diags = append(diags, frontend.Diagnostic{Code: frontend.Comment, Offset: comment, Message: "left out a comment"})
	}
	return diags
}
