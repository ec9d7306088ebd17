package json

import (
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

// NewStream returns a stream that decodes strictly.
func (f Frontend) NewStream() *frontend.Stream {
	return frontend.NewStream(func(x *ir.IR, text string) ([]frontend.Diagnostic, error) {
		return nil, f.DecodeInto(x, text)
	}, f.partial, f.MaxBytes)
}

// NewTolerantStream returns a stream that decodes tolerantly. It shows nothing
// of an object before its member intent has begun: an object without one is no
// payload but a part of the text around.
func (f Frontend) NewTolerantStream() *frontend.Stream {
	return frontend.NewStream(f.DecodeTolerant, f.partialTolerant, f.MaxBytes)
}

// progress counts the parts that are read to their ends: a string to its
// closing quote, an object to its brace. What may still come leaves them as
// they are, or is an error.
type progress struct {
	intent                              bool
	entities, constraints, alternatives int
}

// partial decodes the beginning of a text: the decoder stops at its end.
func (f Frontend) partial(text string) frontend.Partial {
	r := jsonio.NewReader(text)
	defer r.Release()
	x := ir.New()
	d := decoder{Reader: r, x: x, opt: f.loosened()}
	d.root()
	p := frontend.Partial{IR: &ir.IR{
		Entities:     x.Entities[:d.done.entities],
		Constraints:  x.Constraints[:d.done.constraints],
		Alternatives: x.Alternatives[:d.done.alternatives],
	}}
	if d.done.intent {
		p.IR.Intent = x.Intent
	}
	if pointer, at, ok := r.Open(); ok {
		if path := irPath(pointer, d.done.entities); path != "" {
			p.Path, p.Open, p.Offset = path, beginning(text[at:]), at
		}
	}
	return p
}

// beginning returns what is certain of a string that has not ended: what stands
// in front of an escape that is not whole.
func beginning(quoted string) string {
	end, escaped, _ := codescan.Quoted(quoted, 0)
	return codescan.Unquote(quoted[:end]+`"`, escaped)
}

// irPath turns the pointer of a string in the text into that of the string in
// the IR, where the entity that has the index next is being read. It is "" for
// what is not shown.
func irPath(pointer string, next int) string {
	member, rest, nested := strings.Cut(pointer[1:], "/")
	switch member {
	case "intent", "entities", "constraints", "alternatives":
		return pointer
	case "silp", "version", "meta":
		return ""
	}
	entity := "/entities/" + strconv.Itoa(next)
	if !strings.HasPrefix(member, ir.GroupPrefix) {
		return entity + "/value"
	}
	_, part, object := strings.Cut(rest, "/")
	switch {
	case !nested: // a string in place of the group's array
		return ""
	case object:
		return entity + "/" + part
	}
	return entity + "/value"
}

// partialTolerant decodes the beginning of a text that may need repairs: the
// strict text that the repairs of it give is the beginning of one too.
func (f Frontend) partialTolerant(text string) frontend.Partial {
	s := newScanner(text)
	for i := s.next(0); i >= 0; {
		r := newRepairer(text, i)
		r.cut = true
		r.object(root)
		switch {
		case r.intent:
			p := f.partial(r.strict(r.i))
			if p.Path != "" {
				p.Offset = r.source(p.Offset)
			}
			return p
		case r.broken || r.nested:
			return frontend.Partial{}
		}
		i = s.next(r.i)
	}
	return frontend.Partial{}
}
