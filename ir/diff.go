package ir

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/internal/jsonio"
)

// Equivalent reports whether a and b mean the same (draft section 4.6): equal
// after an absent member means its documented default, an absent entity action
// means the intent, and numbers in extras are compared exactly. Meta.ReqID does
// not count. The order of entities, constraints, alternatives and seq counts,
// and so do explicit empty strings and extras.
func Equivalent(a, b *IR) bool {
	d := differ{quick: true}
	d.compare(a, b)
	return !d.found
}

// Change is one difference between two IRs.
type Change struct {
	Path string // JSON pointer of the member
	A, B string // the member's value as JSON text in each IR; "" where it is absent
}

// String returns the change in one line.
func (c Change) String() string {
	a, b := c.A, c.B
	if a == "" {
		a = "absent"
	}
	if b == "" {
		b = "absent"
	}
	return c.Path + ": " + a + " -> " + b
}

// Diff lists what differs between a and b, by position. It is empty exactly if
// they are Equivalent.
func Diff(a, b *IR) []Change {
	d := differ{}
	d.compare(a, b)
	return d.changes
}

// differ walks over two IRs at once. Paths are put together only for a
// difference, and not at all if only a verdict is wanted.
type differ struct {
	quick   bool
	found   bool
	changes []Change
}

func (d *differ) report(path, a, b string) {
	d.found = true
	if !d.quick {
		d.changes = append(d.changes, Change{path, a, b})
	}
}

func quote(s string) string {
	out, ok := jsonio.AppendString(nil, s)
	if !ok {
		return strconv.QuoteToASCII(s)
	}
	return string(out)
}

func (d *differ) str(path func() string, a, b string) {
	if a == b {
		return
	}
	if d.quick {
		d.found = true
		return
	}
	d.report(path(), quote(a), quote(b))
}

func quotePtr(s *string) string {
	if s == nil {
		return ""
	}
	return quote(*s)
}

func (d *differ) ptr(path func() string, a, b *string) {
	if a == nil && b == nil || a != nil && b != nil && *a == *b {
		return
	}
	if d.quick {
		d.found = true
		return
	}
	d.report(path(), quotePtr(a), quotePtr(b))
}

// or returns the default def for an absent member.
func or[T any](p *T, def T) T {
	if p == nil {
		return def
	}
	return *p
}

func orSILP(s string) string {
	if s == "" {
		return DefaultSILP
	}
	return s
}

func (d *differ) compare(a, b *IR) {
	at := func(path string) func() string { return func() string { return path } }
	d.str(at("/silp"), orSILP(a.SILP), orSILP(b.SILP))
	d.str(at("/version"), or(a.Version, DefaultVersion), or(b.Version, DefaultVersion))
	d.str(at("/intent"), string(a.Intent), string(b.Intent))
	for i := range max(len(a.Entities), len(b.Entities)) {
		if d.both("/entities", i, a.entityJSON, b.entityJSON, len(a.Entities), len(b.Entities)) {
			d.entity(i, a, b)
		}
	}
	for i := range max(len(a.Constraints), len(b.Constraints)) {
		if d.both("/constraints", i, a.constraintJSON, b.constraintJSON, len(a.Constraints), len(b.Constraints)) {
			d.constraint(i, &a.Constraints[i], &b.Constraints[i])
		}
	}
	for i := range max(len(a.Alternatives), len(b.Alternatives)) {
		if d.both("/alternatives", i, a.alternativeJSON, b.alternativeJSON, len(a.Alternatives), len(b.Alternatives)) {
			d.alternative(i, &a.Alternatives[i], &b.Alternatives[i])
		}
	}
	d.meta(&a.Meta, &b.Meta)
}

// both reports whether element i stands in both lists; if not, that is the
// difference.
func (d *differ) both(list string, i int, a, b func(int) string, na, nb int) bool {
	switch {
	case i < na && i < nb:
		return true
	case d.quick:
		d.found = true
	case i < na:
		d.report(pathAt(list, i, ""), a(i), "")
	default:
		d.report(pathAt(list, i, ""), "", b(i))
	}
	return false
}

func (x *IR) entityJSON(i int) string {
	w := writer{}
	w.entities(x.Entities[i:i+1], "")
	return strings.Trim(string(w.dst), "[]")
}

func (x *IR) constraintJSON(i int) string {
	w := writer{}
	w.constraint(&x.Constraints[i])
	return string(w.dst)
}

func (x *IR) alternativeJSON(i int) string {
	w := writer{}
	w.alternative(&x.Alternatives[i])
	return string(w.dst)
}

func (d *differ) entity(i int, x, y *IR) {
	a, b := &x.Entities[i], &y.Entities[i]
	at := func(member string) func() string {
		return func() string { return pathAt("/entities", i, member) }
	}
	d.str(at("/id"), a.ID, b.ID)
	d.str(at("/value"), a.Value, b.Value)
	d.str(at("/action"), string(a.Of(x.Intent)), string(b.Of(y.Intent)))
	d.extra(at(""), a.Extra, b.Extra)
}

func (d *differ) constraint(i int, a, b *Constraint) {
	at := func(member string) func() string {
		return func() string { return pathAt("/constraints", i, member) }
	}
	d.str(at("/type"), a.Type, b.Type)
	d.str(at("/value"), a.Value, b.Value)
	d.ptr(at("/time"), a.Time, b.Time)
	d.ptr(at("/subject"), a.Subject, b.Subject)
	d.ptr(at("/operator"), a.Operator, b.Operator)
	d.extra(at(""), a.Extra, b.Extra)
}

func (d *differ) alternative(i int, a, b *Alternative) {
	at := func(member string) func() string {
		return func() string { return pathAt("/alternatives", i, member) }
	}
	d.str(at("/action"), string(a.Action), string(b.Action))
	d.ptr(at("/target"), a.Target, b.Target)
	d.ptr(at("/location"), a.Location, b.Location)
	d.extra(at(""), a.Extra, b.Extra)
}

func (d *differ) meta(a, b *Meta) {
	at := func(path string) func() string { return func() string { return path } }
	d.ptr(at("/meta/session_id"), a.SessionID, b.SessionID)
	if a.Priority != b.Priority {
		d.report("/meta/priority", strconv.FormatInt(a.Priority, 10), strconv.FormatInt(b.Priority, 10))
	}
	// NaN is invalid, but equivalent to itself: Diff has nothing to show.
	if x, y := or(a.Confidence, DefaultConfidence), or(b.Confidence, DefaultConfidence); x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
		d.report("/meta/confidence", string(appendFloat(nil, x)), string(appendFloat(nil, y)))
	}
	if !slices.Equal(a.Seq, b.Seq) {
		d.report("/meta/seq", seqJSON(a.Seq), seqJSON(b.Seq))
	}
	d.str(at("/meta/out"), or(a.Out, DefaultOut), or(b.Out, DefaultOut))
	d.ptr(at("/meta/next_agent"), a.NextAgent, b.NextAgent)
	d.extra(at("/meta"), a.Extra, b.Extra)
}

func seqJSON(seq []string) string {
	w := writer{dst: []byte("[")}
	for i, s := range seq {
		if i > 0 {
			w.raw(',')
		}
		w.str(s)
	}
	return string(w.dst) + "]"
}

func (d *differ) extra(path func() string, a, b Extra) {
	if len(a) == 0 && len(b) == 0 {
		return
	}
	names := slices.Sorted(maps.Keys(a))
	for name := range b {
		if _, ok := a[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		va, inA := a[name]
		vb, inB := b[name]
		ca, cb := canonical(va), canonical(vb)
		if inA == inB && jsonio.EqualCanonical(ca, cb) {
			continue
		}
		if d.quick {
			d.found = true
			return
		}
		d.report(path()+"/"+jsonio.EscapePointer(name), string(ca), string(cb))
	}
}

// canonical returns the canonical spelling, or raw itself if it is no JSON.
func canonical(raw []byte) []byte {
	out, err := jsonio.AppendCanonical(nil, string(raw), 0)
	if err != nil {
		return raw
	}
	return out
}
