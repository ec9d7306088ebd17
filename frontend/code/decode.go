package code

import (
	"strings"

	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/reuse"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// DecodeInto reads text strictly: the grammar of the package documentation and
// the spellings that the draft itself prints. Blanks, tabs and line ends at the
// ends of text do not count. The error is a *ir.Error: invalid_syntax with an
// offset and what was expected, or decode_failed.
func (f Frontend) DecodeInto(x *ir.IR, text string) error {
	id := x.Meta.ReqID
	d := decoder{x: x}
	ir.Recycle(x, &d.spare)
	x.Meta.ReqID = id
	if err := ir.CheckSize(len(text), f.MaxBytes); err != nil {
		d.err = err
	} else {
		from, to := codescan.Ends(text)
		d.text, d.i = text[:to], from
		d.payload()
	}
	if d.err != nil {
		x.Reset()
		x.Meta.ReqID = id
		d.err.Frontend = f.Name()
		return d.err
	}
	ir.KeepSpare(x, &d.spare)
	return nil
}

// decoder reads the text once, from left to right. Its first error sticks:
// after it, nothing more is taken and every loop ends.
type decoder struct {
	text string // without the blanks at its end
	i    int    // what comes next
	x    *ir.IR
	err  *ir.Error
	// short: the end of the text was looked at, so more text could change what
	// was read. Only streams, whose text goes on, ask for it.
	short bool
	spare reuse.Strings
	done  *progress // what a stream shows; nil elsewhere
}

// payload = [ "if " condition ": " ] actions [ " else: " alternatives ] [ " #" annotation ]
func (d *decoder) payload() {
	if at := show.InvalidUTF8(d.text); at >= 0 {
		d.fail(at, "invalid UTF-8", "send the text as UTF-8")
		return
	}
	if d.take(codescan.If) {
		d.condition()
	}
	arrow := d.actions()
	if d.take(codescan.Else) || d.take(codescan.ElseWord) {
		d.alternatives()
	}
	if d.take(" #") {
		d.annotation(arrow)
	}
	if arrow {
		d.seq()
	}
	if d.i < len(d.text) {
		d.unexpectedEnd()
	}
}

// seq sets meta.seq from calls that are joined by " -> " (draft Appendix B).
func (d *decoder) seq() {
	for verb := range d.x.Calls() {
		d.x.Meta.Seq = append(d.x.Meta.Seq, string(verb))
	}
}

// condition = constraint *( " and " constraint )
func (d *decoder) condition() {
	for {
		d.begin("/constraints", len(d.x.Constraints), "")
		d.constraint()
		d.finished()
		if d.take(codescan.And) {
			continue
		}
		if !d.take(codescan.Then) && !d.take(codescan.ThenWord) {
			d.expected(`" and " or ": "`, conditionHint(d.text[d.i:]))
		}
		return
	}
}

// constraint = operator-form / func-call / negation. Which one it is shows
// behind its name and its parentheses.
func (d *decoder) constraint() {
	one := cap(d.x.Constraints) == 0 && !strings.Contains(d.text[d.i:], " and ")
	d.x.Constraints = ir.NextConstraint(d.x.Constraints, &d.spare, one, d.i, len(d.text))
	c := &d.x.Constraints[len(d.x.Constraints)-1]
	ir.DropConstraint(c, &d.spare)

	start := d.i
	negated := d.take("!")
	name := d.word(codescan.Anywhere)
	c.Type = name.s
	switch {
	case negated && name.quoted:
		c.Type = "!" + name.s
	case negated:
		c.Type = d.text[start:d.i]
	case strings.HasPrefix(name.s, "!"):
		d.fail(start, `a quoted constraint name begins with "!"`, `put the "!" of a negation in front of the quotes`)
	}

	var p constraintParts
	parens := d.peek() == '('
	if parens {
		d.constraintParts(&p)
	}
	if op := d.operator(); op != "" {
		d.operatorForm(c, op, parens, &p)
		return
	}
	switch {
	case negated:
		d.negation(c, &p)
	case parens:
		d.funcCall(c, &p)
	default:
		d.expected(`"(" or an operator`, "the operators are == != <= >= < >")
	}
}

// constraintParts is what stands in the parentheses behind a constraint's name.
type constraintParts struct {
	start  int
	pos    [3]word // positional words
	npos   int
	labels [4]word // by label, see codescan.Labels
	has    [4]bool
}

// constraintParts reads "(" parts ")": up to three positional words, then
// labelled ones, each label once and in the order of the grammar.
func (d *decoder) constraintParts(p *constraintParts) {
	p.start = d.i
	d.i++ // (
	if d.take(")") {
		return
	}
	next := 0 // the first label that may still come
	for {
		at := d.i
		w := d.word(codescan.Anywhere)
		switch {
		case d.peek() == '=':
			label := labelOf(w)
			if label < 0 {
				d.fail(at, "a constraint has no part "+show.Quote(w.s), "the labels are value= subject= time= operator=")
				return
			}
			d.i++
			p.labels[label] = d.word(codescan.Anywhere)
			if label < next {
				d.fail(at, codescan.Labels()[label]+"= stands twice or too late", "write each once, in the order value= subject= time= operator=")
			}
			p.has[label], next = true, label+1
		case next > 0:
			d.fail(at, "a positional word behind a labelled one", "write the positional words first")
		case p.npos == len(p.pos):
			d.fail(at, "a fourth positional word", "a constraint has at most subject, value and time")
		default:
			p.pos[p.npos] = w
			p.npos++
		}
		if !d.comma() {
			break
		}
	}
	d.must(")", `"," or ")"`)
}

func labelOf(w word) int {
	if w.quoted {
		return -1
	}
	for i, l := range codescan.Labels() {
		if w.s == l {
			return i
		}
	}
	return -1
}

// operatorForm = [ "!" ] word [ "(" word ")" ] operator word [ ", " word ]
func (d *decoder) operatorForm(c *ir.Constraint, op string, parens bool, p *constraintParts) {
	if parens {
		if p.npos != 1 || p.has != [4]bool{} {
			d.fail(p.start, "in front of an operator stands the subject alone", "write name(subject)"+op+"value")
			return
		}
		c.Subject = d.spare.Ptr(p.pos[0].s)
	}
	c.Operator = d.spare.Ptr(op)
	c.Value = d.word(codescan.Anywhere).s
	if d.take(codescan.At) {
		c.Time = d.spare.Ptr(d.word(codescan.Anywhere).s)
	}
}

// negation = "!" word [ "(" parts ")" ]
func (d *decoder) negation(c *ir.Constraint, p *constraintParts) {
	c.Value = "true"
	if p.has[codescan.LabelValue] {
		c.Value = p.labels[codescan.LabelValue].s
	}
	if p.npos > 1 || p.npos == 1 && !p.pos[0].timeLike() {
		d.fail(p.start+1, "what a negation says is not clear: only a time like t+1 stands without a label", "write value= or time=")
		return
	}
	if p.has[codescan.LabelSubject] {
		c.Subject = d.spare.Ptr(p.labels[codescan.LabelSubject].s)
	}
	if p.npos == 1 {
		d.time(c, &p.pos[0], p)
	} else if p.has[codescan.LabelTime] {
		c.Time = d.spare.Ptr(p.labels[codescan.LabelTime].s)
	}
	if p.has[codescan.LabelOperator] {
		c.Operator = d.spare.Ptr(p.labels[codescan.LabelOperator].s)
	}
}

// funcCall = word "(" word [ "," word [ "," word ] ] [ "," time-label ] [ "," op-label ] ")"
func (d *decoder) funcCall(c *ir.Constraint, p *constraintParts) {
	if p.has[codescan.LabelValue] || p.has[codescan.LabelSubject] {
		d.fail(p.start+1, "value= and subject= are for negations", "write name(subject,value)")
		return
	}
	var time *word
	switch {
	case p.npos == 0:
		d.fail(p.start+1, "a constraint without a value", "write name(value)")
		return
	case p.npos == 1:
		c.Value = p.pos[0].s
	case p.npos == 2 && p.pos[1].timeLike():
		c.Value, time = p.pos[0].s, &p.pos[1]
	default:
		c.Subject = d.spare.Ptr(p.pos[0].s)
		c.Value = p.pos[1].s
		if p.npos == 3 {
			time = &p.pos[2]
		}
	}
	if time != nil {
		d.time(c, time, p)
	} else if p.has[codescan.LabelTime] {
		c.Time = d.spare.Ptr(p.labels[codescan.LabelTime].s)
	}
	if p.has[codescan.LabelOperator] {
		c.Operator = d.spare.Ptr(p.labels[codescan.LabelOperator].s)
	}
}

// time sets a time that was given by position.
func (d *decoder) time(c *ir.Constraint, w *word, p *constraintParts) {
	if p.has[codescan.LabelTime] {
		d.fail(p.start+1, "the time stands twice", "leave out the positional time or time=")
		return
	}
	c.Time = d.spare.Ptr(w.s)
}

// operator reads one of the six operators, if one is there.
func (d *decoder) operator() string {
	rest := d.text[d.i:]
	d.short = d.short || len(rest) < 2
	for _, op := range codescan.Operators() {
		if strings.HasPrefix(rest, op) {
			d.i += len(op)
			return op
		}
	}
	if rest != "" && rest[0] == '=' {
		d.fail(d.i, `"=" is no operator`, `write "==" to compare`)
	}
	return ""
}

// actions = call *( "; " call ), or all of them joined by " -> ". It reports
// whether they were.
func (d *decoder) actions() (arrow bool) {
	last := d.call("")
	for n := 1; ; n++ {
		at := d.i
		switch {
		case d.take(codescan.Next):
			if arrow {
				d.fail(at, `";" among calls that are joined by "->"`, "join all calls in the same way")
			}
		case d.take(codescan.Arrow):
			if n > 1 && !arrow {
				d.fail(at, `"->" among calls that are joined by ";"`, "join all calls in the same way")
			}
			arrow = true
		default:
			return arrow
		}
		last = d.call(last)
	}
}

// call = fn "(" [ arg *( "," arg ) ] ")". last is the action of the call in
// front, "" for the first call, which is the intent.
func (d *decoder) call(last ir.Action) ir.Action {
	verb, own := d.callName(last)
	if d.take(")") {
		d.noArgs(last, own)
		return verb
	}
	for {
		d.arg(own)
		if !d.comma() {
			break
		}
		d.finished()
	}
	d.must(")", `"," or ")"`)
	d.finished()
	return verb
}

// callName reads fn "(" and returns the action, and what the entities of the
// call carry: "", which means the intent, for the intent's own.
func (d *decoder) callName(last ir.Action) (verb, own ir.Action) {
	at := d.i
	verb = d.name()
	switch {
	case d.err != nil:
	case last == "":
		d.x.Intent = verb
	case verb == last:
		d.err = &ir.Error{Code: ir.DecodeFailed, Offset: at, Path: "/entities",
			Msg: "two calls of the same action in a row, which an IR cannot hold", Hint: "put the arguments into one call"}
	}
	d.finished()
	if verb == d.x.Intent {
		return verb, ""
	}
	return verb, verb
}

// noArgs completes a call without arguments. A later call is there because it
// has an entity, so it has the one that says least.
func (d *decoder) noArgs(last, own ir.Action) {
	if last != "" {
		d.entity(ir.Positional, "", own)
		d.finished()
	}
}

// arg = word / word "=" word
func (d *decoder) arg(own ir.Action) {
	n := len(d.x.Entities)
	d.begin("/entities", n, "")
	w := d.word(codescan.Anywhere)
	switch {
	case d.take("="):
		d.begin("/entities", n, "/value")
		d.entity(w.s, d.word(codescan.Anywhere).s, own)
	case w.timeLike():
		d.entity(codescan.TimeID, w.s, own)
	default:
		d.entity(ir.Positional, w.s, own)
	}
}

func (d *decoder) entity(id, value string, own ir.Action) {
	d.x.Entities = reuse.Next(d.x.Entities, d.i, len(d.text))
	d.x.Entities[len(d.x.Entities)-1] = ir.Entity{ID: id, Value: value, Action: own}
}

// alternatives = altcall *( "; " altcall )
func (d *decoder) alternatives() {
	for {
		d.begin("/alternatives", len(d.x.Alternatives), "")
		d.altcall()
		d.finished()
		if !d.take(codescan.Next) {
			return
		}
	}
}

// altcall = fn "(" [ target [ "@" location ] / "loc=" location ] ")"
func (d *decoder) altcall() {
	d.x.Alternatives = ir.NextAlternative(d.x.Alternatives, &d.spare, d.i, len(d.text))
	a := &d.x.Alternatives[len(d.x.Alternatives)-1]
	ir.DropAlternative(a, &d.spare)
	a.Action = d.name()
	switch {
	case d.take(")"):
		return
	case d.take(codescan.Loc):
		a.Location = d.spare.Ptr(d.word(codescan.Target).s)
	default:
		a.Target = d.spare.Ptr(d.word(codescan.Target).s)
		if d.take("@") {
			a.Location = d.spare.Ptr(d.word(codescan.Target).s)
		}
	}
	d.must(")", `"@" or ")"`)
}
