package json

import (
	"strings"

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
	if slots, ok := flat(x); ok {
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

// flat reports whether slots and groups can hold the entities of x so that
// decoding gives the same list back. The first slots entities are those of the
// intent.
func flat(x *ir.IR) (slots int, ok bool) {
	list := x.Entities
	for slots < len(list) && list[slots].Of(x.Intent) == x.Intent {
		slots++
	}
	for i := range list {
		e := &list[i]
		if len(e.Extra) > 0 ||
			i < slots && reserved(e.ID) ||
			i >= slots && e.Of(x.Intent) == x.Intent {
			return 0, false
		}
	}
	return slots, !comesBack(list[:slots], idOf) && !comesBack(list[slots:], actionOf)
}

func idOf(e *ir.Entity) string     { return e.ID }
func actionOf(e *ir.Entity) string { return string(e.Action) }

// reserved reports whether a member of this name is not a slot.
func reserved(name string) bool {
	switch name {
	case "intent", "entities", "constraints", "alternatives", "silp", "version", "meta":
		return true
	}
	return strings.HasPrefix(name, groupPrefix)
}

// few is the number of entities up to which comparing each with each is
// cheaper than a map.
const few = 16

// comesBack reports whether a key occurs again after another one.
func comesBack(list []ir.Entity, key func(*ir.Entity) string) bool {
	if len(list) > few {
		return comesBackMany(list, key)
	}
	for i := 2; i < len(list); i++ {
		k := key(&list[i])
		if k == key(&list[i-1]) {
			continue
		}
		for j := range i - 1 {
			if key(&list[j]) == k {
				return true
			}
		}
	}
	return false
}

func comesBackMany(list []ir.Entity, key func(*ir.Entity) string) bool {
	seen := make(map[string]struct{})
	for i := range list {
		k := key(&list[i])
		if i > 0 && k == key(&list[i-1]) {
			continue
		}
		if _, ok := seen[k]; ok {
			return true
		}
		seen[k] = struct{}{}
	}
	return false
}

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
		w.text(`,"` + groupPrefix)
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
