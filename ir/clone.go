package ir

import (
	"maps"
	"slices"

	"github.com/silp-protocol/silp-go/internal/reuse"
)

// Clone returns a copy that shares no memory with x but the bytes of strings
// and of raw extras, which nothing in this module changes.
func (x *IR) Clone() *IR {
	y := *x
	h := NewHeader(x)
	y.Version, y.Meta = h.Version, h.Meta
	y.Entities = slices.Clone(x.Entities)
	for i := range y.Entities {
		y.Entities[i].Extra = maps.Clone(y.Entities[i].Extra)
	}
	y.Constraints = slices.Clone(x.Constraints)
	for i := range y.Constraints {
		c := &y.Constraints[i]
		c.Time, c.Subject, c.Operator = clonePtr(c.Time), clonePtr(c.Subject), clonePtr(c.Operator)
		c.Extra = maps.Clone(c.Extra)
	}
	y.Alternatives = slices.Clone(x.Alternatives)
	for i := range y.Alternatives {
		a := &y.Alternatives[i]
		a.Target, a.Location = clonePtr(a.Target), clonePtr(a.Location)
		a.Extra = maps.Clone(a.Extra)
	}
	return &y
}

// Clone returns a copy of h, as IR.Clone does.
func (h Header) Clone() Header {
	m := &h.Meta
	if h.Version == nil && m.SessionID == nil && m.Out == nil && m.NextAgent == nil && m.Confidence == nil && m.Seq == nil && m.Extra == nil {
		return h // nothing to share
	}
	return *h.clone()
}

// clone copies h and what a usual one points to in one allocation.
func (h *Header) clone() *Header {
	r := new(headerRoom)
	var spare reuse.Strings
	spare.Give(r.strings[:])
	ptr := func(p *string) *string {
		if p == nil {
			return nil
		}
		return spare.Ptr(*p)
	}
	m := &h.Meta
	r.header = Header{SILP: h.SILP, Version: ptr(h.Version), Meta: Meta{ReqID: m.ReqID, SessionID: ptr(m.SessionID), Priority: m.Priority,
		Out: ptr(m.Out), NextAgent: ptr(m.NextAgent), Extra: maps.Clone(m.Extra)}}
	if m.Confidence != nil {
		r.confidence = *m.Confidence
		r.header.Meta.Confidence = &r.confidence
	}
	if m.Seq != nil {
		r.header.Meta.Seq = append(r.seq[:0:len(r.seq)], m.Seq...)
	}
	return &r.header
}

func clonePtr[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}
