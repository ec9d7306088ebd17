package ir

import (
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/reuse"
)

// The functions of this file are what the module's own frontends are made of:
// surfaces that hold IR objects read and write them with Parse's rules. Their
// reader is internal, so that they cannot be called from outside.

// ReadError returns the fault that a Reader met, as this module's error of the
// named frontend, or nil.
func ReadError(r *jsonio.Reader, frontend string) error {
	e := r.Err()
	if e == nil {
		return nil
	}
	code := DecodeFailed
	if e.Syntax {
		code = InvalidSyntax
	}
	return &Error{Code: code, Frontend: frontend, Offset: e.Offset, Path: e.Path, Msg: e.Msg, Hint: e.Hint}
}

// ReadEntities reads an array of entities in IR form into dst[:0].
func ReadEntities(r *jsonio.Reader, dst []Entity, o Options) []Entity {
	return parser{r, o}.entities(dst)
}

// ReadConstraints reads an array of constraints into dst[:0].
func ReadConstraints(r *jsonio.Reader, dst []Constraint, o Options) []Constraint {
	return parser{r, o}.constraints(dst)
}

// ReadAlternatives reads an array of alternatives into dst[:0].
func ReadAlternatives(r *jsonio.Reader, dst []Alternative, o Options) []Alternative {
	return parser{r, o}.alternatives(dst)
}

// NewFor is New for a text that has about so many entities.
func NewFor(entities int) *IR {
	switch {
	case entities <= 1:
		r := new(irRoom1)
		r.ir.Entities = r.entities[:0]
		return &r.ir
	case entities == 2:
		r := new(irRoom2)
		r.ir.Entities = r.entities[:0]
		return &r.ir
	}
	return New()
}

// NextConstraint is reuse.Next for constraints and the strings they point to. one
// says that no other follows.
func NextConstraint(list []Constraint, spare *reuse.Strings, one bool, done, total int) []Constraint {
	switch {
	case cap(list) > 0:
		return reuse.Next(list, done, total)
	case one:
		r := new(oneConstraintRoom)
		spare.Give(r.strings[:])
		return r.list[:1]
	}
	r := new(constraintRoom)
	spare.Give(r.strings[:])
	return r.list[:1]
}

// NextAlternative is reuse.Next for alternatives and the strings they point to.
func NextAlternative(list []Alternative, spare *reuse.Strings, done, total int) []Alternative {
	if cap(list) > 0 {
		return reuse.Next(list, done, total)
	}
	r := new(alternativeRoom)
	spare.Give(r.strings[:])
	return r.list[:1]
}

// NewHeader is x.Header in memory of its own, one allocation for a usual one.
func NewHeader(x *IR) *Header {
	h := Header{SILP: x.SILP, Version: x.Version, Meta: x.Meta}
	return h.clone()
}

// Recycle resets x and gives the strings that it pointed to to spare.
func Recycle(x *IR, spare *reuse.Strings) {
	spare.Drop(x.Version)
	spare.Drop(x.Meta.SessionID)
	spare.Drop(x.Meta.Out)
	spare.Drop(x.Meta.NextAgent)
	x.Reset()
	constraints := x.Constraints[:cap(x.Constraints)]
	for i := 0; i < len(constraints) && !spare.Full(); i++ {
		DropConstraint(&constraints[i], spare)
	}
	alternatives := x.Alternatives[:cap(x.Alternatives)]
	for i := 0; i < len(alternatives) && !spare.Full(); i++ {
		DropAlternative(&alternatives[i], spare)
	}
}

// DropConstraint empties c; its strings are to be used again.
func DropConstraint(c *Constraint, spare *reuse.Strings) {
	spare.Drop(c.Time)
	spare.Drop(c.Subject)
	spare.Drop(c.Operator)
	*c = Constraint{}
}

// DropAlternative empties a; its strings are to be used again.
func DropAlternative(a *Alternative, spare *reuse.Strings) {
	spare.Drop(a.Target)
	spare.Drop(a.Location)
	*a = Alternative{}
}

// KeepSpare saves the strings that were dropped and not taken up for the next
// payload that is read into x: in the spare capacity of its lists.
func KeepSpare(x *IR, spare *reuse.Strings) {
	constraints := x.Constraints[len(x.Constraints):cap(x.Constraints)]
	for i := range constraints {
		c := &constraints[i]
		if !spare.Keep(&c.Time) || !spare.Keep(&c.Subject) || !spare.Keep(&c.Operator) {
			return
		}
	}
	alternatives := x.Alternatives[len(x.Alternatives):cap(x.Alternatives)]
	for i := range alternatives {
		a := &alternatives[i]
		if !spare.Keep(&a.Target) || !spare.Keep(&a.Location) {
			return
		}
	}
}

// ReadAction reads an action code.
func ReadAction(r *jsonio.Reader) Action { return parser{r, Options{}}.action() }

// ReadExtra reads the value of the member name into *dst, which is made when
// it is nil.
func ReadExtra(r *jsonio.Reader, dst *Extra, name string) { parser{r, Options{}}.extra(dst, name) }

// ReadHeaderMember reads the value of silp, version or meta where they stand
// inside a text, meta without req_id. It reads nothing and returns false for
// any other name. Meta.ReqID stays as it is.
func ReadHeaderMember(r *jsonio.Reader, x *IR, name string, o Options) bool {
	p := parser{r, o}
	switch name {
	case "silp":
		x.SILP = p.silp()
	case "version":
		x.Version = p.optional()
	case "meta":
		id := x.Meta.ReqID
		x.Meta = p.meta(x.Meta, reqIDRefused)
		x.Meta.ReqID = id
	default:
		return false
	}
	return true
}

// The append functions return false where something is invalid; x.Validate
// says what.

// AppendEntities appends entities in IR form, an action equal to intent left out.
func AppendEntities(dst []byte, x *IR) ([]byte, bool) {
	w := writer{dst: dst}
	w.entities(x.Entities, x.Intent)
	return w.dst, !w.bad
}

// AppendConditions appends the members constraints and alternatives, where they
// are not empty, each with a comma in front.
func AppendConditions(dst []byte, x *IR) ([]byte, bool) {
	w := writer{dst: dst}
	w.conditions(x)
	return w.dst, !w.bad
}

// AppendHeader appends the members silp, version and meta where they are not
// the defaults, meta without req_id, each with a comma in front.
func AppendHeader(dst []byte, x *IR) ([]byte, bool) {
	return appendHeader(dst, x, draftOrder, false)
}

// AppendSortedHeader is AppendHeader in the order of code points; first leaves
// out the first comma.
func AppendSortedHeader(dst []byte, x *IR, first bool) ([]byte, bool) {
	return appendHeader(dst, x, codeOrder, first)
}

func appendHeader(dst []byte, x *IR, order [3]string, first bool) ([]byte, bool) {
	w := writer{dst: dst}
	h := *x
	h.Meta.ReqID = ""
	w.header(&h, order, first)
	return w.dst, !w.bad
}

// ValidHeader reports whether silp, version and meta of x are valid, req_id
// included: a surface that does not write them still refuses an invalid IR.
func ValidHeader(x *IR) bool {
	if x.SILP != "" && !validSILP(x.SILP) {
		return false
	}
	m := &x.Meta
	if !validPtr(x.Version) || !validPtr(m.SessionID) || !validPtr(m.Out) || !validPtr(m.NextAgent) ||
		m.ReqID != "" && !validReqID(m.ReqID) || m.Confidence != nil && !(*m.Confidence >= 0 && *m.Confidence <= 1) {
		return false
	}
	for _, s := range m.Seq {
		if !validText(s) {
			return false
		}
	}
	if len(m.Extra) == 0 {
		return true
	}
	v := validator{}
	v.extra("/meta", m.Extra, inMeta, m.reserved)
	return v.err == nil
}

// AppendEntityExtra appends the extras of an entity as an object.
func AppendEntityExtra(dst []byte, e *Entity) ([]byte, bool) {
	return appendExtra(dst, e.Extra, e.reserved)
}

// AppendConstraintExtra appends the extras of a constraint as an object.
func AppendConstraintExtra(dst []byte, c *Constraint) ([]byte, bool) {
	return appendExtra(dst, c.Extra, c.reserved)
}

// AppendAlternativeExtra appends the extras of an alternative as an object.
func AppendAlternativeExtra(dst []byte, a *Alternative) ([]byte, bool) {
	return appendExtra(dst, a.Extra, a.reserved)
}

func appendExtra(dst []byte, e Extra, reserved func(string, []byte) bool) ([]byte, bool) {
	w := writer{dst: append(dst, '{')}
	w.extra(e, true, reserved)
	w.raw('}')
	return w.dst, !w.bad
}

// Invalid returns what Validate finds in an IR that the named frontend could
// not write.
func Invalid(x *IR, frontend string) error {
	e := x.mustBeInvalid()
	e.Frontend = frontend
	return e
}
