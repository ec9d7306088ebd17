package silp

import (
	"encoding/json"
	"slices"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

// Payload is what travels in a carrier's message: the name of the surface, the
// text, and beside it the protocol data that the text does not hold.
type Payload struct {
	Encoding string     `json:"silp_encoding"`
	Text     string     `json:"silp_payload"`
	Header   *ir.Header `json:"silp_header,omitempty"`
}

// merge adds the header to x. A member that both carry must be the same.
func merge(x *ir.IR, h *ir.Header) error {
	c := h.Clone()
	m := merger{}
	x.SILP = one(&m, "/silp", x.SILP, c.SILP)
	x.Version = onePtr(&m, "/version", x.Version, c.Version)
	a, b := &x.Meta, &c.Meta
	a.ReqID = one(&m, "/meta/req_id", a.ReqID, b.ReqID)
	a.SessionID = onePtr(&m, "/meta/session_id", a.SessionID, b.SessionID)
	a.Priority = one(&m, "/meta/priority", a.Priority, b.Priority)
	a.Confidence = onePtr(&m, "/meta/confidence", a.Confidence, b.Confidence)
	a.Out = onePtr(&m, "/meta/out", a.Out, b.Out)
	a.NextAgent = onePtr(&m, "/meta/next_agent", a.NextAgent, b.NextAgent)
	if len(a.Seq) > 0 && len(b.Seq) > 0 && !slices.Equal(a.Seq, b.Seq) {
		m.conflict("/meta/seq")
	}
	if len(a.Seq) == 0 {
		a.Seq = b.Seq
	}
	a.Extra = m.extra(a.Extra, b.Extra)
	if m.err != nil {
		return m.err
	}
	return nil
}

// merger keeps the first member on which text and header disagree.
type merger struct{ err *Error }

func (m *merger) conflict(path string) {
	if m.err == nil {
		m.err = &Error{Code: ir.DecodeFailed, Offset: -1, Path: path,
			Msg: "the text and the header beside it disagree", Hint: "carry the member in one of them"}
	}
}

// one returns the value that is there; the zero value is none.
func one[T comparable](m *merger, path string, text, header T) T {
	var none T
	switch {
	case text == none:
		return header
	case header != none && header != text:
		m.conflict(path)
	}
	return text
}

func onePtr[T comparable](m *merger, path string, text, header *T) *T {
	switch {
	case text == nil:
		return header
	case header != nil && *header != *text:
		m.conflict(path)
	}
	return text
}

func (m *merger) extra(text, header ir.Extra) ir.Extra {
	if len(text) == 0 {
		return header
	}
	for name, v := range header {
		if old, ok := text[name]; ok && !equalJSON(old, v) {
			m.conflict("/meta/" + jsonio.EscapePointer(name))
		}
		text[name] = v
	}
	return text
}

func equalJSON(a, b json.RawMessage) bool {
	ca, errA := jsonio.AppendCanonical(nil, string(a), 0)
	cb, errB := jsonio.AppendCanonical(nil, string(b), 0)
	return errA == nil && errB == nil && jsonio.EqualCanonical(ca, cb)
}
