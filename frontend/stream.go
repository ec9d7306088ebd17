package frontend

import (
	"strings"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// Partial is what is known of a payload whose text has not ended.
type Partial struct {
	// IR holds the parts that are finished: nothing that may still come changes
	// them. It has no meta. It is the caller's.
	IR *ir.IR
	// Path is the JSON pointer of the part whose text is being received, ""
	// outside of one. It ends in the member once that is certain: a first word of
	// a call may be a value or the name in front of one.
	Path string
	// Open is the beginning of the word or string that is being received,
	// escapes resolved, and Offset is where that word begins in the text. For one
	// Offset it only grows.
	Open   string
	Offset int
	// Complete is false until Close has returned the IR.
	Complete bool
}

// Stream decodes a text that arrives in pieces. Make it with NewStream or
// NewTolerantStream of a surface. However the text is split, Close returns what
// decoding the whole text returns; and however small the pieces, the work is
// linear in the text. A Stream is for one goroutine.
type Stream struct {
	decode  func(x *ir.IR, text string) ([]Diagnostic, error)
	partial func(text string) Partial
	max     int
	text    strings.Builder
	over    bool // more than max bytes came
	last    Partial
	shown   int // how many bytes last shows
}

// NewStream returns a Stream over the functions of a surface: decode for the
// whole text, into an empty IR, and partial for the beginning of one, which is
// UTF-8. The Stream keeps at most max bytes (0 means ir.DefaultMaxBytes).
func NewStream(decode func(x *ir.IR, text string) ([]Diagnostic, error), partial func(text string) Partial, max int) *Stream {
	if max == 0 {
		max = ir.DefaultMaxBytes
	}
	return &Stream{decode: decode, partial: partial, max: max}
}

// Write adds a piece of the text. It may end inside a character. The error is
// that of ir.CheckSize, when the text gets too long.
func (s *Stream) Write(chunk []byte) (int, error) {
	// One byte over the limit is kept, so that Close sees the text as too long.
	if room := s.max + 1 - s.text.Len(); len(chunk) > room {
		s.text.Write(chunk[:max(room, 0)])
		s.over = true
	} else {
		s.text.Write(chunk)
	}
	if s.over || s.text.Len() > s.max {
		return 0, ir.CheckSize(s.max+1, s.max)
	}
	return len(chunk), nil
}

// fresh is the length up to which every Snapshot looks at all of the text.
// Beyond, it does so when the text has doubled: looking each time would be
// quadratic.
const fresh = 4 << 10

// Snapshot returns what is finished and what is being received. Of a text over
// 4 KiB it may show the state at an earlier point, at least half of the text.
func (s *Stream) Snapshot() Partial {
	if n := s.text.Len(); n > s.shown && (n <= fresh || n >= 2*s.shown) && !s.last.Complete {
		s.last = s.partial(validPrefix(s.text.String()))
		s.shown = n
	}
	p := s.last
	if p.IR == nil {
		p.IR = &ir.IR{}
	}
	if !p.Complete {
		p.IR = p.IR.Clone()
	}
	return p
}

// validPrefix cuts the text in front of the first byte that is not UTF-8, or
// not yet: a character may not have arrived whole.
func validPrefix(text string) string {
	if i := show.InvalidUTF8(text); i >= 0 {
		return text[:i]
	}
	return text
}

// Close ends the text and returns its IR, Meta.ReqID computed from the text,
// and the repairs of a tolerant stream.
func (s *Stream) Close() (*ir.IR, []Diagnostic, error) {
	x := ir.New()
	diags, err := s.decode(x, s.text.String())
	if err != nil {
		return nil, nil, err
	}
	x.Meta.ReqID = ir.ReqID(Trim(s.text.String()), ir.ReqIDDigits)
	s.last = Partial{IR: x, Complete: true}
	return x, diags, nil
}
