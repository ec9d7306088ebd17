package sanitize

import (
	"maps"
	"slices"
	"strconv"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

func appendInt(p []byte, n int) []byte { return strconv.AppendInt(p, int64(n), 10) }

// IR checks every string of an IR: action codes as Verb does, entity ids,
// constraint types and the names of extra members as Name does, everything else
// as a value, extras at every depth. It returns x itself if nothing changed, else
// a changed copy; it never changes x. Findings and errors carry a JSON pointer,
// and offsets count from the beginning of the string there. It does not
// validate: call x.Validate as well.
func (o Options) IR(x *ir.IR) (*ir.IR, Report, error) {
	if plainIR(x) {
		return x, Report{}, nil
	}
	w := irWalker{checker: newChecker(o), x: x, y: x}
	w.isIR = true
	w.pather = &w
	w.walk()
	w.collisions()
	switch {
	case w.err != nil:
		return nil, w.report, w.err
	case w.o.Policy != Clean:
		return x, w.report, nil
	}
	return w.y, w.report, nil
}

// irWalker walks over an IR. Where it stands is kept in pieces, so that only a
// finding costs a path.
type irWalker struct {
	checker
	x, y   *ir.IR // y is x until something changes
	list   string // "/entities", …, "" at the root
	index  int    // in the list, -1 if it is none
	member string // below that, "" for none
	extra  string // the name of the extra member, escaped, "" for none
	inner  *jsonWalker
}

func (w *irWalker) path() string {
	p := []byte(w.list)
	if w.index >= 0 {
		p = append(p, '/')
		p = appendInt(p, w.index)
	}
	if w.member != "" {
		p = append(p, '/')
		p = append(p, w.member...)
	}
	if w.extra != "" {
		p = append(p, '/')
		p = append(p, w.extra...)
	}
	if w.inner != nil {
		p = append(p, w.inner.path()...)
	}
	return jsonio.ShortPath(string(p))
}

// edit returns the copy that changes go to.
func (w *irWalker) edit() *ir.IR {
	if w.y == w.x {
		w.y = w.x.Clone()
	}
	return w.y
}

func (w *irWalker) walk() {
	x := w.x
	w.list, w.index = "", -1
	w.set("silp", x.SILP, aValue, func(y *ir.IR, s string) { y.SILP = s })
	w.optional("version", x.Version, func(y *ir.IR, s *string) { y.Version = s })
	w.set("intent", string(x.Intent), aVerb, func(y *ir.IR, s string) { y.Intent = ir.Action(s) })
	w.list = "/entities"
	for i := range x.Entities {
		w.entity(i, &x.Entities[i])
	}
	w.list = "/constraints"
	for i := range x.Constraints {
		w.constraint(i, &x.Constraints[i])
	}
	w.list = "/alternatives"
	for i := range x.Alternatives {
		w.alternative(i, &x.Alternatives[i])
	}
	w.meta(&x.Meta)
}

// set checks one string. Nothing is allocated for one that is plain.
func (w *irWalker) set(member, s string, r role, change func(y *ir.IR, s string)) {
	if w.err != nil || isPlain(s) {
		return
	}
	w.member = member
	w.at(0, "")
	out := s
	switch r {
	case aVerb:
		out = w.verb(s, WhereVerb, actions)
	case anID:
		out = w.name(s, WhereID)
	case aType:
		out = w.name(s, WhereType)
	default:
		out = w.value(s, WhereValue)
	}
	if w.err == nil && out != s {
		change(w.edit(), out)
	}
	w.member = ""
}

func (w *irWalker) optional(member string, s *string, change func(y *ir.IR, s *string)) {
	if s != nil && !isPlain(*s) {
		w.set(member, *s, aValue, func(y *ir.IR, out string) { change(y, &out) })
	}
}

func (w *irWalker) entity(i int, e *ir.Entity) {
	if plainEntity(e) {
		return
	}
	w.index = i
	w.set("id", e.ID, anID, func(y *ir.IR, s string) { y.Entities[i].ID = s })
	w.set("value", e.Value, aValue, func(y *ir.IR, s string) { y.Entities[i].Value = s })
	w.set("action", string(e.Action), aVerb, func(y *ir.IR, s string) { y.Entities[i].Action = ir.Action(s) })
	w.extras(e.Extra, inEntity, func(y *ir.IR) *ir.Extra { return &y.Entities[i].Extra })
}

func (w *irWalker) constraint(i int, c *ir.Constraint) {
	if plainConstraint(c) {
		return
	}
	w.index = i
	w.set("type", c.Type, aType, func(y *ir.IR, s string) { y.Constraints[i].Type = s })
	w.set("value", c.Value, aValue, func(y *ir.IR, s string) { y.Constraints[i].Value = s })
	w.optional("time", c.Time, func(y *ir.IR, s *string) { y.Constraints[i].Time = s })
	w.optional("subject", c.Subject, func(y *ir.IR, s *string) { y.Constraints[i].Subject = s })
	w.optional("operator", c.Operator, func(y *ir.IR, s *string) { y.Constraints[i].Operator = s })
	w.extras(c.Extra, inConstraint, func(y *ir.IR) *ir.Extra { return &y.Constraints[i].Extra })
}

func (w *irWalker) alternative(i int, a *ir.Alternative) {
	if plainAlternative(a) {
		return
	}
	w.index = i
	w.set("action", string(a.Action), aVerb, func(y *ir.IR, s string) { y.Alternatives[i].Action = ir.Action(s) })
	w.optional("target", a.Target, func(y *ir.IR, s *string) { y.Alternatives[i].Target = s })
	w.optional("location", a.Location, func(y *ir.IR, s *string) { y.Alternatives[i].Location = s })
	w.extras(a.Extra, inAlternative, func(y *ir.IR) *ir.Extra { return &y.Alternatives[i].Extra })
}

func (w *irWalker) meta(m *ir.Meta) {
	w.list, w.index = "/meta", -1
	w.set("req_id", m.ReqID, aValue, func(y *ir.IR, s string) { y.Meta.ReqID = s })
	w.optional("session_id", m.SessionID, func(y *ir.IR, s *string) { y.Meta.SessionID = s })
	w.optional("out", m.Out, func(y *ir.IR, s *string) { y.Meta.Out = s })
	w.optional("next_agent", m.NextAgent, func(y *ir.IR, s *string) { y.Meta.NextAgent = s })
	w.extras(m.Extra, inMeta, func(y *ir.IR) *ir.Extra { return &y.Meta.Extra })
	w.list = "/meta/seq"
	for i, s := range m.Seq {
		if !isPlain(s) {
			w.index = i
			w.set("", s, aValue, func(y *ir.IR, s string) { y.Meta.Seq[i] = s })
		}
	}
}

func plainPtr(s *string) bool { return s == nil || isPlain(*s) }

// extras checks the extra members of an element, in the order of their names.
func (w *irWalker) extras(e ir.Extra, of role, in func(y *ir.IR) *ir.Extra) {
	if w.err != nil || plainExtras(e) {
		return
	}
	names := slices.Sorted(maps.Keys(e))
	taken := map[string]bool{}
	for _, name := range names {
		if w.err != nil {
			return
		}
		w.extra = jsonio.EscapePointer(name)
		w.at(0, "")
		cleanName := name
		if !isPlain(name) {
			cleanName = w.name(name, WhereKey)
		}
		raw := string(e[name])
		cleanRaw := w.extraValue(raw)
		if w.err == nil && (taken[cleanName] || cleanName != name && (isIn(e, cleanName) || memberOf(of, cleanName) != inExtra)) {
			w.at(0, "")
			w.refuseCollision(name, WhereKey)
		}
		taken[cleanName] = true
		if w.err == nil && (cleanName != name || cleanRaw != raw) {
			m := *in(w.edit())
			delete(m, name)
			m[cleanName] = []byte(cleanRaw)
		}
	}
	w.extra = ""
}

func isIn(e ir.Extra, name string) bool {
	_, ok := e[name]
	return ok
}

// extraValue checks the strings of an extra member's value.
func (w *irWalker) extraValue(raw string) string {
	if w.err != nil || isPlainText(raw) {
		return raw
	}
	j := jsonWalker{checker: &w.checker, text: raw}
	w.inner = &j
	out := j.walk(inExtra)
	w.inner = nil
	w.checker.collisions()
	w.names, w.renamed = w.names[:0], false
	return out
}

// plainExtras reports whether names and values are plain ASCII without escapes.
func plainExtras(e ir.Extra) bool {
	for name, raw := range e {
		if !isPlain(name) {
			return false
		}
		for _, c := range raw {
			if !plainByte(c) || c == '\\' {
				return false
			}
		}
	}
	return true
}

// collisions refuses entity ids, and constraint types, that differ in x and not
// in y.
func (w *irWalker) collisions() {
	if w.err != nil || w.y == w.x {
		return
	}
	w.list, w.member = "/entities", "id"
	w.distinct(WhereID, len(w.x.Entities), func(i int) (string, string) { return w.x.Entities[i].ID, w.y.Entities[i].ID })
	w.list, w.member = "/constraints", "type"
	w.distinct(WhereType, len(w.x.Constraints), func(i int) (string, string) { return w.x.Constraints[i].Type, w.y.Constraints[i].Type })
}

func (w *irWalker) distinct(where Where, n int, at func(i int) (raw, name string)) {
	seen := make(map[string]string, n)
	for i := range n {
		raw, name := at(i)
		if old, ok := seen[name]; ok && old != raw && w.err == nil {
			w.index = i
			w.at(0, "")
			w.refuseCollision(raw, where)
		}
		seen[name] = raw
	}
}

// plainIR reports whether there is nothing to look at.
func plainIR(x *ir.IR) bool {
	m := &x.Meta
	if !isPlain(x.SILP) || !plainPtr(x.Version) || !isPlain(string(x.Intent)) || !plainExtras(m.Extra) ||
		!isPlain(m.ReqID) || !plainPtr(m.SessionID) || !plainPtr(m.Out) || !plainPtr(m.NextAgent) ||
		slices.ContainsFunc(m.Seq, isNotPlain) {
		return false
	}
	for i := range x.Entities {
		if !plainEntity(&x.Entities[i]) {
			return false
		}
	}
	for i := range x.Constraints {
		if !plainConstraint(&x.Constraints[i]) {
			return false
		}
	}
	for i := range x.Alternatives {
		if !plainAlternative(&x.Alternatives[i]) {
			return false
		}
	}
	return true
}

func plainEntity(e *ir.Entity) bool {
	return isPlain(e.ID) && isPlain(e.Value) && isPlain(string(e.Action)) && plainExtras(e.Extra)
}

func plainConstraint(c *ir.Constraint) bool {
	return isPlain(c.Type) && isPlain(c.Value) && plainPtr(c.Time) && plainPtr(c.Subject) && plainPtr(c.Operator) && plainExtras(c.Extra)
}

func plainAlternative(a *ir.Alternative) bool {
	return isPlain(string(a.Action)) && plainPtr(a.Target) && plainPtr(a.Location) && plainExtras(a.Extra)
}

func isNotPlain(s string) bool { return !isPlain(s) }
