package code

import (
	"slices"
	"strconv"

	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/ir"
)

// AppendCompile appends the canonical text of x to dst. It fails only for an
// IR that is invalid, with the error of x.Validate. It allocates nothing if dst
// has room and x has no extras.
func (f Frontend) AppendCompile(dst []byte, x *ir.IR) ([]byte, error) {
	e := encoder{dst: dst}
	arrow := f.WithMeta && seqIsCalls(x)
	e.condition(x.Constraints)
	e.actions(x, arrow)
	e.alternatives(x.Alternatives)
	e.annotation(x, f.WithMeta, arrow)
	if e.bad || !ir.ValidHeader(x) {
		return dst, ir.Invalid(x, f.Name())
	}
	return e.dst, nil
}

// seqIsCalls reports whether meta.seq lists exactly the action codes of the
// calls, two or more, so that " -> " between the calls says it (draft
// Appendix B, "Sequencing").
func seqIsCalls(x *ir.IR) bool {
	seq := x.Meta.Seq
	if len(seq) < 2 {
		return false
	}
	n := 0
	for verb := range x.Calls() {
		if n == len(seq) || seq[n] != string(verb) {
			return false
		}
		n++
	}
	return n == len(seq)
}

// encoder appends text. It notes that something was invalid and goes on.
type encoder struct {
	dst []byte
	bad bool
}

func (e *encoder) raw(c byte)    { e.dst = append(e.dst, c) }
func (e *encoder) text(s string) { e.dst = append(e.dst, s...) }

// word appends a plain word in one pass, any other as codescan says.
func (e *encoder) word(s string, p codescan.Place) {
	var plain bool
	if e.dst, plain = codescan.AppendPlain(e.dst, s); !plain {
		e.take(codescan.AppendWord(e.dst, s, p))
	}
}

// notTime writes a word in a place where a bare time-like word is a time.
func (e *encoder) notTime(s string) {
	if codescan.BecomesTime(s) {
		e.take(codescan.AppendNotTime(e.dst, s))
	} else {
		e.word(s, codescan.Anywhere)
	}
}

func (e *encoder) take(dst []byte, ok bool) {
	e.dst = dst
	e.bad = e.bad || !ok
}

// condition = constraint *( " and " constraint )
func (e *encoder) condition(list []ir.Constraint) {
	for i := range list {
		if i == 0 {
			e.text(codescan.If)
		} else {
			e.text(codescan.And)
		}
		e.constraint(&list[i])
	}
	if len(list) > 0 {
		e.text(codescan.Then)
	}
}

func (e *encoder) constraint(c *ir.Constraint) {
	negated := c.Type != "" && c.Type[0] == '!'
	name := c.Type
	if negated {
		e.raw('!')
		name = name[1:]
	}
	e.word(name, codescan.Anywhere)
	switch {
	case c.Operator != nil && codescan.IsOperator(*c.Operator):
		e.operatorForm(c)
	case negated:
		e.negation(c)
	default:
		e.funcCall(c)
	}
}

// operator-form = [ "!" ] word [ "(" word ")" ] operator word [ ", " word ]
func (e *encoder) operatorForm(c *ir.Constraint) {
	if c.Subject != nil {
		e.raw('(')
		e.word(*c.Subject, codescan.Anywhere)
		e.raw(')')
	}
	e.text(*c.Operator)
	e.word(c.Value, codescan.Anywhere)
	if c.Time != nil {
		e.text(codescan.At)
		e.word(*c.Time, codescan.Anywhere)
	}
}

// negation = "!" word [ "(" parts ")" ]. The value "true" is what a negation
// means without one.
func (e *encoder) negation(c *ir.Constraint) {
	p := parts{e, '('}
	bareTime := c.Time != nil && codescan.TimeLike(*c.Time)
	if bareTime {
		p.next()
		e.text(*c.Time)
	}
	if c.Value != "true" {
		p.label(codescan.LabelValue, &c.Value)
	}
	p.label(codescan.LabelSubject, c.Subject)
	if !bareTime {
		p.label(codescan.LabelTime, c.Time)
	}
	p.label(codescan.LabelOperator, c.Operator)
	if p.lead == ',' {
		e.raw(')')
	}
}

// parts writes the parts of a parenthesised list, "(" in front of the first.
type parts struct {
	*encoder
	lead byte
}

func (p *parts) next() {
	p.raw(p.lead)
	p.lead = ','
}

func (p *parts) label(label int, s *string) {
	if s != nil {
		p.next()
		p.encoder.label(label)
		p.word(*s, codescan.Anywhere)
	}
}

func (e *encoder) label(label int) {
	e.text(codescan.Labels()[label])
	e.raw('=')
}

// func-call = word "(" [subject ","] value ["," time] … ")": two positional
// words are value and time when the second is a bare time, else subject and
// value.
func (e *encoder) funcCall(c *ir.Constraint) {
	e.raw('(')
	switch {
	case c.Subject != nil && c.Time != nil:
		e.word(*c.Subject, codescan.Anywhere)
		e.raw(',')
		e.word(c.Value, codescan.Anywhere)
		e.raw(',')
		e.word(*c.Time, codescan.Anywhere)
	case c.Subject != nil:
		e.word(*c.Subject, codescan.Anywhere)
		e.raw(',')
		e.notTime(c.Value)
	default:
		e.word(c.Value, codescan.Anywhere)
		if c.Time != nil {
			e.raw(',')
			if !codescan.TimeLike(*c.Time) {
				e.label(codescan.LabelTime)
			}
			e.word(*c.Time, codescan.Anywhere)
		}
	}
	if c.Operator != nil {
		e.raw(',')
		e.label(codescan.LabelOperator)
		e.word(*c.Operator, codescan.Anywhere)
	}
	e.raw(')')
}

// actions = call *( "; " call ): a call for each run of entities of one
// action, the first one for the intent.
func (e *encoder) actions(x *ir.IR, arrow bool) {
	joint := codescan.Next
	if arrow {
		joint = codescan.Arrow
	}
	e.name(x.Intent)
	verb, start, first := x.Intent, 0, true
	// The loop is x.Calls without its iterator.
	for i := range x.Entities {
		a := x.Entities[i].Of(x.Intent)
		if a == verb {
			continue
		}
		e.args(x.Entities[start:i], first)
		e.text(joint)
		e.name(a)
		verb, start, first = a, i, false
	}
	e.args(x.Entities[start:], first)
}

// isBareCall reports whether a later call is written without arguments: a call
// that is there must have an entity, and this is the one that says least.
func isBareCall(args []ir.Entity) bool {
	return len(args) == 1 && args[0].ID == ir.Positional && args[0].Value == ""
}

// name writes a function name and the opening parenthesis.
func (e *encoder) name(a ir.Action) {
	out, ok := a.AppendFunc(e.dst)
	e.dst = append(out, '(')
	e.bad = e.bad || !ok
}

// args writes the arguments of a call and its closing parenthesis.
func (e *encoder) args(args []ir.Entity, first bool) {
	if !first && isBareCall(args) {
		args = nil
	}
	for i := range args {
		if i > 0 {
			e.raw(',')
		}
		switch a := &args[i]; {
		case a.ID == ir.Positional:
			e.notTime(a.Value)
		case a.ID == codescan.TimeID && codescan.TimeLike(a.Value):
			e.text(a.Value)
		default:
			e.word(a.ID, codescan.Anywhere)
			e.raw('=')
			e.word(a.Value, codescan.Anywhere)
		}
	}
	e.raw(')')
}

// alternatives = altcall *( "; " altcall )
func (e *encoder) alternatives(list []ir.Alternative) {
	for i := range list {
		if i == 0 {
			e.text(codescan.Else)
		} else {
			e.text(codescan.Next)
		}
		a := &list[i]
		e.name(a.Action)
		switch {
		case a.Target != nil:
			e.word(*a.Target, codescan.Target)
			if a.Location != nil {
				e.raw('@')
				e.word(*a.Location, codescan.Target)
			}
		case a.Location != nil:
			e.text(codescan.Loc)
			e.word(*a.Location, codescan.Target)
		}
		e.raw(')')
	}
}

// annotation writes what the text cannot say: extras, and with meta the header.
func (e *encoder) annotation(x *ir.IR, withMeta, arrow bool) {
	if !withMeta && !hasExtras(x) {
		return
	}
	start := len(e.dst)
	e.text(" #{")
	open := len(e.dst)
	section(e, "alternatives", open, x.Alternatives, func(a *ir.Alternative) ir.Extra { return a.Extra }, ir.AppendAlternativeExtra)
	section(e, "constraints", open, x.Constraints, func(c *ir.Constraint) ir.Extra { return c.Extra }, ir.AppendConstraintExtra)
	section(e, "entities", open, x.Entities, func(n *ir.Entity) ir.Extra { return n.Extra }, ir.AppendEntityExtra)
	if withMeta {
		e.header(x, len(e.dst) == open, arrow)
	}
	if len(e.dst) == open {
		e.dst = e.dst[:start]
		return
	}
	e.raw('}')
}

func hasExtras(x *ir.IR) bool {
	n := 0
	for i := range x.Entities {
		n += len(x.Entities[i].Extra)
	}
	for i := range x.Constraints {
		n += len(x.Constraints[i].Extra)
	}
	for i := range x.Alternatives {
		n += len(x.Alternatives[i].Extra)
	}
	return n > 0
}

func (e *encoder) header(x *ir.IR, first, arrow bool) {
	h := *x
	if arrow {
		h.Meta.Seq = nil
	}
	out, ok := ir.AppendSortedHeader(e.dst, &h, first)
	e.dst = out
	e.bad = e.bad || !ok
}

// section writes "name":{"index":{…},…} for the elements that have extras. The
// indexes are member names, so they are sorted as strings.
func section[T any](e *encoder, name string, open int, list []T, extra func(*T) ir.Extra, write func([]byte, *T) ([]byte, bool)) {
	var keys []string
	for i := range list {
		if len(extra(&list[i])) > 0 {
			keys = append(keys, strconv.Itoa(i))
		}
	}
	if len(keys) == 0 {
		return
	}
	slices.Sort(keys)
	if len(e.dst) > open {
		e.raw(',')
	}
	e.raw('"')
	e.text(name)
	e.text(`":{`)
	for n, key := range keys {
		if n > 0 {
			e.raw(',')
		}
		e.raw('"')
		e.text(key)
		e.text(`":`)
		i, _ := strconv.Atoi(key)
		out, ok := write(e.dst, &list[i])
		e.dst = out
		e.bad = e.bad || !ok
	}
	e.raw('}')
}
