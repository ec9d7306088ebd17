package ir

import (
	"strconv"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/reuse"
	"github.com/silp-protocol/silp-go/internal/show"
)

// Parse reads the JSON form of an IR (draft sections 3.1 to 3.5) by the strict
// rules of the package documentation. The IR's strings alias text where nothing
// was escaped in them. The error is a *Error: invalid_syntax with an offset if
// text is not strict JSON, decode_failed with a path if it is no valid IR.
func Parse(text string) (*IR, error) { return Options{}.Parse(text) }

// ParseBytes is Parse on a copy of raw.
func ParseBytes(raw []byte) (*IR, error) { return Options{}.Parse(string(raw)) }

// ParseInto is Parse into memory that exists already: the slices of x, up to
// their capacity, and the strings and numbers that its pointers point to are
// overwritten, whatever text holds. So nothing that came out of x before may
// still be in use, and no pointer or slice may be in it that other values, or
// two members of x, share. On an error x is left empty.
func ParseInto(x *IR, text string) error { return Options{}.ParseInto(x, text) }

// Parse is the package's Parse with options.
func (o Options) Parse(text string) (*IR, error) {
	r := newRoom()
	if err := o.parse(&r.ir, text, r.strings[:]); err != nil {
		return nil, err
	}
	return &r.ir, nil
}

// ParseInto is the package's ParseInto with options.
func (o Options) ParseInto(x *IR, text string) error { return o.parse(x, text, nil) }

// parse is ParseInto with memory for the first strings that x points to.
func (o Options) parse(x *IR, text string, spare []string) error {
	if err := CheckSize(len(text), o.MaxBytes); err != nil {
		x.Reset()
		return err
	}
	r := jsonio.NewReader(text)
	defer r.Release()
	r.Spare.Give(spare)
	p := parser{r, o}
	p.root(x)
	r.End()
	if err := ReadError(r, ""); err != nil {
		x.Reset()
		return err
	}
	KeepSpare(x, &r.Spare)
	return nil
}

// Reset makes x empty and keeps the memory of its lists. Meta.ReqID goes too.
func (x *IR) Reset() {
	*x = IR{Entities: x.Entities[:0], Constraints: x.Constraints[:0], Alternatives: x.Alternatives[:0], Meta: Meta{Seq: x.Meta.Seq[:0]}}
}

// parser reads the objects of an IR. Missing members are reported when their
// object ends.
type parser struct {
	*jsonio.Reader
	opt Options
}

const nullHint = "leave the member out, or read null as absent (Options.NullAsAbsent, silpc --null-as-absent)"

// absent reads a null that stands for an optional member. Without the option it
// is an error.
func (p parser) absent(want string) bool {
	if !p.Null() {
		return false
	}
	if !p.opt.NullAsAbsent {
		p.Fail("expected "+want+", got null", nullHint)
	}
	return true
}

func (p parser) root(x *IR) {
	meta := x.Meta
	Recycle(x, &p.Spare)
	const hasIntent, hasMeta = 1, 2
	have := 0
	if !p.Object() {
		return
	}
	for {
		name, ok := p.Name()
		if !ok {
			break
		}
		switch name {
		case "intent":
			x.Intent = p.action()
			have |= hasIntent
		case "entities":
			x.Entities = p.entities(x.Entities)
		case "constraints":
			x.Constraints = p.constraints(x.Constraints)
		case "alternatives":
			x.Alternatives = p.alternatives(x.Alternatives)
		case "meta":
			x.Meta = p.meta(meta, reqIDRequired)
			have |= hasMeta
		case "silp":
			x.SILP = p.silp()
		case "version":
			x.Version = p.optional()
		default:
			p.Fail("unknown member "+show.Quote(name), "the root of an IR has silp, version, intent, entities, constraints, alternatives and meta")
		}
	}
	p.require(have&hasIntent != 0, "intent")
	p.require(have&hasMeta != 0, "meta")
}

func (p parser) require(have bool, name string) {
	if !have {
		p.Fail("missing member "+strconv.Quote(name), "")
	}
}

func (p parser) action() Action {
	a := Action(p.Text())
	if p.Err() == nil && !a.Valid() {
		p.Fail(show.Quote(string(a))+" is not an action code", `write "!" and an upper-case verb, as in !CANCEL`)
	}
	return a
}

// optional reads a string member that may be absent.
func (p parser) optional() *string {
	if p.absent("a string") {
		return nil
	}
	return p.Spare.Ptr(p.Text())
}

func (p parser) silp() string {
	if p.absent("a string") {
		return ""
	}
	s := p.Text()
	if p.Err() == nil && !validSILP(s) {
		p.Fail(show.Quote(s)+" is not a protocol version", `write "v" and digits, as in v1`)
	}
	return s
}

func (p parser) list() bool { return !p.absent("an array") && p.Array() }

func (p parser) entities(dst []Entity) []Entity {
	dst = dst[:0]
	if !p.list() {
		return dst
	}
	for p.More() {
		dst = reuse.Next(dst, p.Offset(), p.Len())
		p.entity(&dst[len(dst)-1])
	}
	return dst
}

func (p parser) entity(e *Entity) {
	*e = Entity{}
	hasID, hasValue := false, false
	if !p.Object() {
		return
	}
	for {
		name, ok := p.Name()
		if !ok {
			break
		}
		switch name {
		case "id":
			e.ID, hasID = p.Text(), true
		case "value":
			e.Value, hasValue = p.Text(), true
		case "action":
			if !p.absent("a string") {
				e.Action = p.action()
			}
		default:
			p.extra(&e.Extra, name)
		}
	}
	p.require(hasID, "id")
	p.require(hasValue, "value")
}

func (p parser) constraints(dst []Constraint) []Constraint {
	dst = dst[:0]
	if !p.list() {
		return dst
	}
	for p.More() {
		dst = NextConstraint(dst, &p.Spare, false, p.Offset(), p.Len())
		p.constraint(&dst[len(dst)-1])
	}
	return dst
}

func (p parser) constraint(c *Constraint) {
	DropConstraint(c, &p.Spare)
	hasType, hasValue := false, false
	if !p.Object() {
		return
	}
	for {
		name, ok := p.Name()
		if !ok {
			break
		}
		switch {
		case name == "type":
			c.Type, hasType = p.Text(), true
		case name == "value":
			c.Value, hasValue = p.Text(), true
		case name == "time":
			c.Time = p.optional()
		case name == "subject" && p.Kind() == '"':
			c.Subject = p.Spare.Ptr(p.Text())
		case name == "operator" && p.Kind() == '"':
			c.Operator = p.Spare.Ptr(p.Text())
		default:
			p.extra(&c.Extra, name)
		}
	}
	p.require(hasType, "type")
	p.require(hasValue, "value")
}

func (p parser) alternatives(dst []Alternative) []Alternative {
	dst = dst[:0]
	if !p.list() {
		return dst
	}
	for p.More() {
		dst = NextAlternative(dst, &p.Spare, p.Offset(), p.Len())
		p.alternative(&dst[len(dst)-1])
	}
	return dst
}

func (p parser) alternative(a *Alternative) {
	DropAlternative(a, &p.Spare)
	hasAction := false
	if !p.Object() {
		return
	}
	for {
		name, ok := p.Name()
		if !ok {
			break
		}
		switch name {
		case "action":
			a.Action, hasAction = p.action(), true
		case "target":
			a.Target = p.optional()
		case "location":
			a.Location = p.optional()
		default:
			p.extra(&a.Extra, name)
		}
	}
	p.require(hasAction, "action")
}

// extra reads a member that the draft does not name.
func (p parser) extra(dst *Extra, name string) {
	v := p.AppendValue(nil)
	if p.Err() != nil {
		return
	}
	if *dst == nil {
		*dst = make(Extra)
	}
	(*dst)[name] = v
}

// reqIDRule says what a meta object does with req_id.
type reqIDRule uint8

const (
	reqIDRequired reqIDRule = iota // an IR
	reqIDOptional                  // a header beside the text
	reqIDRefused                   // inside the text, whose hash it is
)

func (p parser) meta(old Meta, rule reqIDRule) (m Meta) {
	defer func() {
		if m.Seq == nil {
			m.Seq = old.Seq[:0] // memory for later
		}
	}()
	if !p.Object() {
		return m
	}
	hasReqID := rule != reqIDRequired
	for {
		name, ok := p.Name()
		if !ok {
			break
		}
		if name != "req_id" && name != "priority" {
			old.room(&p.Spare)
		}
		switch name {
		case "req_id":
			m.ReqID, hasReqID = p.reqID(rule), true
		case "session_id":
			m.SessionID = p.optional()
		case "priority":
			m.Priority = p.priority()
		case "confidence":
			m.Confidence = p.confidence(old.Confidence)
		case "seq":
			m.Seq = p.seq(old.Seq[:0])
		case "out":
			m.Out = p.optional()
		case "next_agent":
			m.NextAgent = p.optional()
		default:
			p.extra(&m.Extra, name)
		}
	}
	p.require(hasReqID, "req_id")
	return m
}

func (p parser) reqID(rule reqIDRule) string {
	if rule == reqIDRefused {
		p.Refuse("req_id cannot stand inside the text", "it is computed from the text, or travels beside it")
	}
	s := p.Text()
	if p.Err() == nil && !validReqID(s) {
		p.Fail(show.Quote(s)+" is not a request ID", "write 4 to 8 lower-case hex digits")
	}
	return s
}

func (p parser) priority() int64 {
	if p.absent("an integer") {
		return 0
	}
	lit := p.Number()
	if p.Err() != nil {
		return 0
	}
	if !jsonio.IsInteger(lit) {
		p.Fail("expected an integer, got "+show.Plain(lit, 32), "")
		return 0
	}
	n, ok := jsonio.Int64(lit)
	if !ok {
		p.Fail("priority outside the 64-bit integers", "")
	}
	return n
}

func (p parser) confidence(old *float64) *float64 {
	if p.absent("a number") {
		return nil
	}
	lit := p.Number()
	if p.Err() != nil {
		return nil
	}
	d := jsonio.ParseDecimal(lit)
	if d.Neg || !d.AtMostOne() {
		p.Fail("confidence "+show.Plain(lit, 32)+" is outside 0 to 1", "")
		return nil
	}
	f, _ := strconv.ParseFloat(lit, 64)
	var buf [32]byte
	if shortest := strconv.AppendFloat(buf[:0], f, 'g', -1, 64); !d.Equal(jsonio.ParseDecimal(string(shortest))) {
		p.Fail("confidence "+show.Plain(lit, 32)+" has more digits than a 64-bit float gives back", "round it to 15 digits")
		return nil
	}
	if f == 0 {
		f = 0 // not -0, which is the same number
	}
	return reuse.Ptr(old, f)
}

func (p parser) seq(dst []string) []string {
	if !p.list() {
		return dst
	}
	for p.More() {
		dst = append(dst, p.Text())
	}
	return dst
}

func validSILP(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	for i := 1; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func validReqID(s string) bool {
	if len(s) < 4 || len(s) > 8 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
