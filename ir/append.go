package ir

import (
	"maps"
	"slices"
	"strconv"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
)

// AppendJSON appends the compact JSON form of x to dst: members in the order of
// the draft's tables, absent members and empty lists left out, extras behind
// the named members and sorted by code point; in meta all members are sorted.
// Parse of the result is x again.
// On an error dst comes back as it was; the error is that of Validate, or says
// that meta.req_id is missing.
func AppendJSON(dst []byte, x *IR) ([]byte, error) {
	w := writer{dst: dst}
	if x.Meta.ReqID == "" {
		return dst, invalid("/meta/req_id", "missing", "set it, for example with ReqID(text, 8)")
	}
	w.root(x)
	if w.bad {
		return dst, x.mustBeInvalid()
	}
	return w.dst, nil
}

// MarshalJSON is AppendJSON.
func (x IR) MarshalJSON() ([]byte, error) { return AppendJSON(nil, &x) }

// UnmarshalJSON is ParseInto on a copy of raw.
func (x *IR) UnmarshalJSON(raw []byte) error { return ParseInto(x, string(raw)) }

// MarshalJSON returns the header as the object that stands beside a payload's
// text: silp, version and meta where they are not the defaults.
func (h Header) MarshalJSON() ([]byte, error) {
	x := IR{SILP: h.SILP, Version: h.Version, Meta: h.Meta, Intent: "!A"}
	w := writer{}
	w.raw('{')
	w.header(&x, draftOrder, true)
	w.raw('}')
	if w.bad {
		return nil, x.mustBeInvalid()
	}
	return w.dst, nil
}

// UnmarshalJSON reads a header by the rules of Parse. On an error h is left
// empty.
func (h *Header) UnmarshalJSON(raw []byte) error {
	err := h.read(raw)
	if err != nil {
		*h = Header{}
	}
	return err
}

func (h *Header) read(raw []byte) error {
	r := jsonio.NewReader(string(raw))
	defer r.Release()
	p := parser{r, Options{}}
	*h = Header{}
	for name := range p.Members() {
		switch name {
		case "silp":
			h.SILP = p.silp()
		case "version":
			h.Version = p.optional()
		case "meta":
			h.Meta = p.meta(Meta{}, reqIDOptional)
		default:
			p.Fail("unknown member "+show.Quote(name), "a header has silp, version and meta")
		}
	}
	r.End()
	return ReadError(r, "")
}

// mustBeInvalid returns what is wrong with an IR that could not be written.
func (x *IR) mustBeInvalid() *Error {
	if err := x.validate(); err != nil {
		return err
	}
	return invalid("", "this IR cannot be written", "")
}

// writer appends JSON. It notes that something was invalid and goes on;
// Validate then says what.
type writer struct {
	dst []byte
	bad bool
}

func (w *writer) raw(c byte)      { w.dst = append(w.dst, c) }
func (w *writer) text(s string)   { w.dst = append(w.dst, s...) }
func (w *writer) check(ok bool)   { w.bad = w.bad || !ok }
func (w *writer) action(a Action) { w.check(a.Valid()); w.quoted(string(a)) }

// quoted writes what holds nothing to escape.
func (w *writer) quoted(s string) {
	w.dst = append(append(append(w.dst, '"'), s...), '"')
}

func (w *writer) str(s string) {
	out, ok := jsonio.AppendString(w.dst, s)
	w.dst = out
	w.check(ok)
}

func (w *writer) name(s string) {
	out, ok := jsonio.AppendName(w.dst, s)
	w.dst = out
	w.check(ok)
}

// optional writes `,"name":"value"` if s is there; lead is `,"name":`.
func (w *writer) optional(lead string, s *string) {
	if s != nil {
		w.text(lead)
		w.str(*s)
	}
}

func (w *writer) root(x *IR) {
	w.raw('{')
	if x.SILP != "" {
		w.check(validSILP(x.SILP))
		w.text(`"silp":`)
		w.quoted(x.SILP)
		w.raw(',')
	}
	if x.Version != nil {
		w.text(`"version":`)
		w.str(*x.Version)
		w.raw(',')
	}
	w.text(`"intent":`)
	w.action(x.Intent)
	if len(x.Entities) > 0 {
		w.text(`,"entities":`)
		w.entities(x.Entities, "")
	}
	w.conditions(x)
	w.text(`,"meta":`)
	w.meta(&x.Meta, true)
	w.raw('}')
}

// conditions writes the constraints and alternatives, with a comma in front.
func (w *writer) conditions(x *IR) {
	if len(x.Constraints) > 0 {
		w.text(`,"constraints":[`)
		for i := range x.Constraints {
			if i > 0 {
				w.raw(',')
			}
			w.constraint(&x.Constraints[i])
		}
		w.raw(']')
	}
	if len(x.Alternatives) > 0 {
		w.text(`,"alternatives":[`)
		for i := range x.Alternatives {
			if i > 0 {
				w.raw(',')
			}
			w.alternative(&x.Alternatives[i])
		}
		w.raw(']')
	}
}

// entities writes a list; an action equal to but is left out.
func (w *writer) entities(list []Entity, but Action) {
	w.raw('[')
	for i := range list {
		if i > 0 {
			w.raw(',')
		}
		e := &list[i]
		w.text(`{"id":`)
		w.str(e.ID)
		w.text(`,"value":`)
		w.str(e.Value)
		if e.Action != "" && e.Action != but {
			w.text(`,"action":`)
			w.action(e.Action)
		}
		w.extra(e.Extra, false, e.reserved)
		w.raw('}')
	}
	w.raw(']')
}

func (w *writer) constraint(c *Constraint) {
	w.text(`{"type":`)
	w.str(c.Type)
	w.text(`,"value":`)
	w.str(c.Value)
	w.optional(`,"time":`, c.Time)
	w.optional(`,"subject":`, c.Subject)
	w.optional(`,"operator":`, c.Operator)
	w.extra(c.Extra, false, c.reserved)
	w.raw('}')
}

func (w *writer) alternative(a *Alternative) {
	w.text(`{"action":`)
	w.action(a.Action)
	w.optional(`,"target":`, a.Target)
	w.optional(`,"location":`, a.Location)
	w.extra(a.Extra, false, a.reserved)
	w.raw('}')
}

// extra writes the members of e, sorted, each with a comma in front (the first
// one without, if it is the first member of its object). reserved says which
// names are none of its.
func (w *writer) extra(e Extra, first bool, reserved func(name string, raw []byte) bool) {
	if len(e) == 0 {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(e)) {
		w.extraMember(e, name, first, inElement, reserved)
		first = false
	}
}

// How many objects and arrays an extra stands in, in every surface.
const (
	inElement = 3 // root, list, element
	inMeta    = 2 // root, meta
)

func (w *writer) extraMember(e Extra, name string, first bool, inside int, reserved func(name string, raw []byte) bool) {
	if !first {
		w.raw(',')
	}
	w.name(name)
	w.raw(':')
	out, err := jsonio.AppendCanonical(w.dst, string(e[name]), inside)
	w.dst = out
	w.check(err == nil && !reserved(name, e[name]))
}

func (e *Entity) reserved(name string, _ []byte) bool {
	return name == "id" || name == "value" || name == "action"
}

func (c *Constraint) reserved(name string, raw []byte) bool {
	switch name {
	case "type", "value", "time":
		return true
	case "subject":
		return c.Subject != nil || isJSONString(raw)
	case "operator":
		return c.Operator != nil || isJSONString(raw)
	}
	return false
}

func (a *Alternative) reserved(name string, _ []byte) bool {
	return name == "action" || name == "target" || name == "location"
}

func (m *Meta) reserved(name string, _ []byte) bool {
	_, known := slices.BinarySearch(metaNames[:], name)
	return known
}

func isJSONString(raw []byte) bool {
	for _, c := range raw {
		switch c {
		case ' ', '\t', '\r', '\n':
			continue
		}
		return c == '"'
	}
	return false
}

// metaNames are the members of draft Table 6, sorted by code point.
var metaNames = [...]string{"confidence", "next_agent", "out", "priority", "req_id", "seq", "session_id"}

// meta writes the members of m, extras among the named ones, all sorted. all
// keeps what is explicit but the default; otherwise defaults are left out.
func (w *writer) meta(m *Meta, all bool) {
	w.raw('{')
	first := true
	names := append(make([]string, 0, 16), metaNames[:]...)
	if len(m.Extra) > 0 {
		names = slices.AppendSeq(names, maps.Keys(m.Extra))
		slices.Sort(names)
	}
	for i, name := range names {
		if i > 0 && name == names[i-1] {
			w.check(false) // an extra with a reserved name
		}
		if w.metaMember(m, name, first, all) {
			first = false
		}
	}
	w.raw('}')
}

// metaMember writes one member, if it is there, and reports whether it was.
func (w *writer) metaMember(m *Meta, name string, first, all bool) bool {
	old := len(w.dst)
	if !first {
		w.raw(',')
	}
	start := len(w.dst)
	switch name {
	case "confidence":
		if m.Confidence != nil && (all || *m.Confidence != DefaultConfidence) {
			w.check(*m.Confidence >= 0 && *m.Confidence <= 1)
			w.text(`"confidence":`)
			w.dst = appendFloat(w.dst, *m.Confidence)
		}
	case "next_agent":
		w.optional(`"next_agent":`, m.NextAgent)
	case "out":
		if m.Out != nil && (all || *m.Out != DefaultOut) {
			w.optional(`"out":`, m.Out)
		}
	case "priority":
		if m.Priority != 0 {
			w.text(`"priority":`)
			w.dst = strconv.AppendInt(w.dst, m.Priority, 10)
		}
	case "req_id":
		if m.ReqID != "" {
			w.check(validReqID(m.ReqID))
			w.text(`"req_id":`)
			w.quoted(m.ReqID)
		}
	case "seq":
		w.seq(m.Seq)
	case "session_id":
		w.optional(`"session_id":`, m.SessionID)
	default:
		w.extraMember(m.Extra, name, true, inMeta, m.reserved)
	}
	if len(w.dst) == start {
		w.dst = w.dst[:old]
		return false
	}
	return true
}

func (w *writer) seq(list []string) {
	for i, s := range list {
		if i == 0 {
			w.text(`"seq":[`)
		} else {
			w.raw(',')
		}
		w.str(s)
	}
	if len(list) > 0 {
		w.raw(']')
	}
}

// appendFloat writes a confidence: shortest digits, no exponent from 1e-6 on.
func appendFloat(dst []byte, f float64) []byte {
	if f == 0 {
		return append(dst, '0')
	}
	if f < 1e-6 {
		return strconv.AppendFloat(dst, f, 'e', -1, 64)
	}
	return strconv.AppendFloat(dst, f, 'f', -1, 64)
}

// The members of a header in the order of the draft's table, and sorted by code
// point, as the annotation of the code surface has them.
var (
	draftOrder = [...]string{"silp", "version", "meta"}
	codeOrder  = [...]string{"meta", "silp", "version"}
)

// header writes the members that are not the defaults, each with a comma in
// front; first leaves out the first comma.
func (w *writer) header(x *IR, order [3]string, first bool) {
	for _, name := range order {
		switch {
		case name == "silp" && x.SILP != "" && x.SILP != DefaultSILP:
			w.lead(`"silp":`, &first)
			w.check(validSILP(x.SILP))
			w.quoted(x.SILP)
		case name == "version" && x.Version != nil && *x.Version != DefaultVersion:
			w.lead(`"version":`, &first)
			w.str(*x.Version)
		case name == "meta" && !x.Meta.isDefault():
			w.lead(`"meta":`, &first)
			w.meta(&x.Meta, false)
		}
	}
}

func (w *writer) lead(name string, first *bool) {
	if !*first {
		w.raw(',')
	}
	*first = false
	w.text(name)
}

// isDefault reports whether nothing of m needs to be written.
func (m *Meta) isDefault() bool {
	return m.ReqID == "" && m.SessionID == nil && m.Priority == 0 && len(m.Seq) == 0 && m.NextAgent == nil &&
		(m.Confidence == nil || *m.Confidence == DefaultConfidence) && (m.Out == nil || *m.Out == DefaultOut) && len(m.Extra) == 0
}

// Header returns the protocol data of x, for use beside the text: a copy.
func (x *IR) Header() Header { return Header{SILP: x.SILP, Version: x.Version, Meta: x.Meta}.Clone() }
