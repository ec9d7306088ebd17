package ir

import (
	"maps"
	"slices"
)

// Clone returns a copy that shares no memory with x but the bytes of strings
// and of raw extras, which nothing in this module changes.
func (x *IR) Clone() *IR {
	y := *x
	y.Version = clonePtr(x.Version)
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
	y.Meta = x.Meta.clone()
	return &y
}

// Clone returns a copy of h, as IR.Clone does.
func (h Header) Clone() Header {
	h.Version = clonePtr(h.Version)
	h.Meta = h.Meta.clone()
	return h
}

func (m Meta) clone() Meta {
	m.SessionID, m.Out, m.NextAgent = clonePtr(m.SessionID), clonePtr(m.Out), clonePtr(m.NextAgent)
	m.Confidence = clonePtr(m.Confidence)
	m.Seq = slices.Clone(m.Seq)
	m.Extra = maps.Clone(m.Extra)
	return m
}

func clonePtr[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}
