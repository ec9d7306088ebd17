package ir

import (
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
)

// Validate checks an IR that was built in Go by the rules that Parse applies to
// a text: action codes, silp, req_id if it is set, the range of the confidence,
// UTF-8 everywhere, and in extras valid JSON under names that are free. The
// error is a *Error with code decode_failed and a path.
func (x *IR) Validate() error {
	if err := x.validate(); err != nil {
		return err
	}
	return nil
}

func (x *IR) validate() *Error {
	v := validator{}
	if x.SILP != "" && !validSILP(x.SILP) {
		v.fail("/silp", show.Quote(x.SILP)+" is not a protocol version", `write "v" and digits, as in v1`)
	}
	v.optional("/version", x.Version)
	v.action("/intent", x.Intent)
	for i := range x.Entities {
		v.entity(i, &x.Entities[i])
	}
	for i := range x.Constraints {
		v.constraint(i, &x.Constraints[i])
	}
	for i := range x.Alternatives {
		v.alternative(i, &x.Alternatives[i])
	}
	v.meta(&x.Meta)
	return v.err
}

func invalid(path, msg, hint string) *Error {
	return &Error{Code: DecodeFailed, Offset: -1, Path: path, Msg: msg, Hint: hint}
}

// validator keeps the first fault. Paths are put together only for it.
type validator struct{ err *Error }

func (v *validator) fail(path, msg, hint string) {
	if v.err == nil {
		v.err = invalid(path, msg, hint)
	}
}

func (v *validator) action(path string, a Action) {
	if !a.Valid() {
		v.fail(path, show.Quote(string(a))+" is not an action code", `write "!" and an upper-case verb, as in !CANCEL`)
	}
}

func (v *validator) str(path, s string) {
	if !utf8.ValidString(s) {
		v.fail(path, "invalid UTF-8", "")
	}
}

func (v *validator) optional(path string, s *string) {
	if s != nil {
		v.str(path, *s)
	}
}

func validPtr(s *string) bool { return s == nil || validText(*s) }

// validText is utf8.ValidString with a quick answer for short ASCII.
func validText(s string) bool {
	if len(s) > 16 {
		return utf8.ValidString(s)
	}
	var all byte
	for i := range len(s) {
		all |= s[i]
	}
	return all < utf8.RuneSelf || utf8.ValidString(s)
}

// The elements of the lists return early where nothing is wrong: putting paths
// together would cost more than all checks.

func (v *validator) entity(i int, e *Entity) {
	if utf8.ValidString(e.ID) && utf8.ValidString(e.Value) && (e.Action == "" || e.Action.Valid()) && len(e.Extra) == 0 {
		return
	}
	at := pathAt("/entities", i, "")
	v.str(at+"/id", e.ID)
	v.str(at+"/value", e.Value)
	if e.Action != "" {
		v.action(at+"/action", e.Action)
	}
	v.extra(at, e.Extra, inElement, e.reserved)
}

func (v *validator) constraint(i int, c *Constraint) {
	if utf8.ValidString(c.Type) && utf8.ValidString(c.Value) && validPtr(c.Time) && validPtr(c.Subject) && validPtr(c.Operator) && len(c.Extra) == 0 {
		return
	}
	at := pathAt("/constraints", i, "")
	v.str(at+"/type", c.Type)
	v.str(at+"/value", c.Value)
	v.optional(at+"/time", c.Time)
	v.optional(at+"/subject", c.Subject)
	v.optional(at+"/operator", c.Operator)
	v.extra(at, c.Extra, inElement, c.reserved)
}

func (v *validator) alternative(i int, a *Alternative) {
	if a.Action.Valid() && validPtr(a.Target) && validPtr(a.Location) && len(a.Extra) == 0 {
		return
	}
	at := pathAt("/alternatives", i, "")
	v.action(at+"/action", a.Action)
	v.optional(at+"/target", a.Target)
	v.optional(at+"/location", a.Location)
	v.extra(at, a.Extra, inElement, a.reserved)
}

func (v *validator) meta(m *Meta) {
	if m.ReqID != "" && !validReqID(m.ReqID) {
		v.fail("/meta/req_id", show.Quote(m.ReqID)+" is not a request ID", "write 4 to 8 lower-case hex digits")
	}
	v.optional("/meta/session_id", m.SessionID)
	if m.Confidence != nil && !(*m.Confidence >= 0 && *m.Confidence <= 1) {
		v.fail("/meta/confidence", "confidence "+strconv.FormatFloat(*m.Confidence, 'g', -1, 64)+" is outside 0 to 1", "")
	}
	for i, s := range m.Seq {
		if !utf8.ValidString(s) {
			v.str(pathAt("/meta/seq", i, ""), s)
		}
	}
	v.optional("/meta/out", m.Out)
	v.optional("/meta/next_agent", m.NextAgent)
	v.extra("/meta", m.Extra, inMeta, m.reserved)
}

func (v *validator) extra(at string, e Extra, inside int, reserved func(name string, raw []byte) bool) {
	if len(e) == 0 || v.err != nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(e)) {
		if !utf8.ValidString(name) {
			v.fail(at, "extra member with a name that is not UTF-8", "")
			continue
		}
		path := at + "/" + jsonio.EscapePointer(name)
		if reserved(name, e[name]) {
			v.fail(jsonio.ShortPath(path), "an extra member must not be named "+strconv.Quote(name), "set the field of the struct")
		}
		if _, err := jsonio.AppendCanonical(nil, string(e[name]), inside); err != nil {
			v.fail(jsonio.ShortPath(path+err.Path), "extra member is not strict JSON: "+err.Msg, err.Hint)
		}
	}
}
