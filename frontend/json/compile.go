package json

import (
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

// Compile returns the text of x without silp, version and meta. The error is
// the *ir.Error of x.Validate.
func Compile(x *ir.IR) (string, error) {
	b, err := Frontend{}.AppendCompile(nil, x)
	return string(b), err
}

// AppendCompile appends the text of x to dst. It never changes x, and allocates
// nothing if dst has room and x has no extras and at most 16 entities. On an
// error, that of x.Validate, dst comes back at its old length.
func (f Frontend) AppendCompile(dst []byte, x *ir.IR) ([]byte, error) {
	w := writer{dst: dst}
	w.check(x.Intent.Valid())
	w.text(`{"intent":"`)
	w.text(string(x.Intent))
	w.raw('"')
	if slots, ok := ir.FlatEntities(x); ok {
		w.slots(x.Entities[:slots])
		w.groups(x.Entities[slots:])
	} else {
		w.text(`,"entities":`)
		w.take(ir.AppendEntities(w.dst, x))
	}
	w.take(ir.AppendConditions(w.dst, x))
	if f.WithMeta {
		w.take(ir.AppendHeader(w.dst, x))
	}
	w.raw('}')
	if w.bad || !ir.ValidHeader(x) {
		return dst, ir.Invalid(x, name)
	}
	return w.dst, nil
}

func idOf(e *ir.Entity) string     { return e.ID }
func actionOf(e *ir.Entity) string { return string(e.Action) }

// writer appends the text. It notes that something was invalid and goes on.
type writer struct {
	dst []byte
	bad bool
}

func (w *writer) raw(c byte)    { w.dst = append(w.dst, c) }
func (w *writer) text(s string) { w.dst = append(w.dst, s...) }
func (w *writer) check(ok bool) { w.bad = w.bad || !ok }
func (w *writer) str(s string)  { w.take(jsonio.AppendString(w.dst, s)) }

func (w *writer) take(dst []byte, ok bool) {
	w.dst = dst
	w.check(ok)
}

// run returns where the run of equal keys that begins at list[start] ends.
func run(list []ir.Entity, start int, key func(*ir.Entity) string) int {
	end := start + 1
	for end < len(list) && key(&list[end]) == key(&list[start]) {
		end++
	}
	return end
}

// slots writes the entities of the intent, each id a member.
func (w *writer) slots(list []ir.Entity) {
	for i := 0; i < len(list); {
		end := run(list, i, idOf)
		w.raw(',')
		w.take(jsonio.AppendName(w.dst, list[i].ID))
		w.raw(':')
		if end == i+1 {
			w.str(list[i].Value)
			i = end
			continue
		}
		for lead := byte('['); i < end; i++ {
			w.raw(lead)
			w.str(list[i].Value)
			lead = ','
		}
		w.raw(']')
	}
}

// groups writes the entities of the secondary actions, each action a member.
func (w *writer) groups(list []ir.Entity) {
	for i := 0; i < len(list); {
		end := run(list, i, actionOf)
		w.text(`,"` + ir.GroupPrefix)
		w.take(list[i].Action.AppendFunc(w.dst))
		w.text(`":`)
		for lead := byte('['); i < end; i++ {
			w.raw(lead)
			w.element(&list[i])
			lead = ','
		}
		w.raw(']')
	}
}

// element writes an entity of a group.
func (w *writer) element(e *ir.Entity) {
	if e.ID == ir.Positional {
		w.str(e.Value)
		return
	}
	w.text(`{"id":`)
	w.str(e.ID)
	w.text(`,"value":`)
	w.str(e.Value)
	w.raw('}')
}
