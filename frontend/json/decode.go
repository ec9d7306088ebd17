package json

import (
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/reuse"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// Decode reads a text and sets Meta.ReqID to the hash of the text, blanks and
// line breaks around it left out (draft section 3.6). Decoded strings alias text
// where nothing was escaped. The error is a *ir.Error.
func Decode(text string) (*ir.IR, error) {
	x := ir.New()
	if err := (Frontend{}).DecodeInto(x, text); err != nil {
		return nil, err
	}
	x.Meta.ReqID = ir.ReqID(frontend.Trim(text), ir.ReqIDDigits)
	return x, nil
}

// DecodeInto replaces x with the IR that text stands for and leaves
// x.Meta.ReqID as it is. It reuses x's memory as ir.ParseInto does. On an error,
// always a *ir.Error, x is left empty but for Meta.ReqID.
func (f Frontend) DecodeInto(x *ir.IR, text string) error {
	id := x.Meta.ReqID
	err := f.decode(x, text)
	if err != nil {
		x.Reset()
	}
	x.Meta.ReqID = id
	return err
}

func (f Frontend) decode(x *ir.IR, text string) error {
	if err := ir.CheckSize(len(text), f.MaxBytes); err != nil {
		err.Frontend = name
		return err
	}
	r := jsonio.NewReader(text)
	defer r.Release()
	d := decoder{Reader: r, x: x, meta: x.Meta, opt: f.loosened()}
	ir.Recycle(x, &r.Spare)
	d.root()
	r.End()
	if err := ir.ReadError(r, name); err != nil {
		return err
	}
	ir.KeepSpare(x, &r.Spare)
	return nil
}

// decoder reads one object into x. The reader's first error ends every loop.
type decoder struct {
	*jsonio.Reader
	x      *ir.IR
	opt    ir.Options
	meta   ir.Meta // what x held before: memory for the number and the list of meta
	flat   bool    // there was a slot or a group
	listed bool    // there was the member entities
	done   progress
}

const (
	slotHint  = "a slot is a string or a non-empty array of strings"
	groupHint = `a group is a non-empty array of strings and {"id":…,"value":…}`
	formHint  = "write all entities as slots and groups, or all of them in entities"
)

// notOfForm is called after a read that had no fault before it. It marks a value
// of the wrong kind as a fault of the surface's syntax.
func (d *decoder) notOfForm(hint string) {
	if e := d.Err(); e != nil && !e.Syntax {
		e.Syntax, e.Hint = true, hint
	}
}

func (d *decoder) root() {
	if !d.Object() {
		d.notOfForm("send one JSON object")
		return
	}
	for {
		name, ok := d.Name()
		if !ok {
			break
		}
		d.member(name)
	}
	if d.x.Intent == "" {
		d.Fail(`missing member "intent"`, "")
	}
}

func (d *decoder) member(name string) {
	if d.opt.NullAsAbsent && name != "intent" && d.Null() {
		return
	}
	switch name {
	case "intent":
		d.intent()
	case "entities":
		d.list()
	case "constraints":
		d.x.Constraints = ir.ReadConstraints(d.Reader, d.x.Constraints, d.opt)
		if d.opt.NullAsAbsent {
			dropNulls(d.x.Constraints)
		}
		d.done.constraints = d.Elements()
	case "alternatives":
		d.x.Alternatives = ir.ReadAlternatives(d.Reader, d.x.Alternatives, d.opt)
		d.done.alternatives = d.Elements()
	case "meta":
		d.x.Meta = d.meta
		ir.ReadHeaderMember(d.Reader, d.x, name, d.opt)
	case "silp", "version":
		ir.ReadHeaderMember(d.Reader, d.x, name, d.opt)
	default:
		if d.listed {
			d.Refuse("member "+show.Quote(name)+" beside entities", formHint)
			return
		}
		d.flat = true
		if strings.HasPrefix(name, ir.GroupPrefix) {
			d.group(name)
		} else {
			d.slot(name)
		}
	}
}

// dropNulls removes the common extra fields (draft section 3.3) that are null.
// The schema does not name them, so that ir.Options leaves them as they are.
func dropNulls(list []ir.Constraint) {
	for i := range list {
		for _, name := range [...]string{"subject", "operator"} {
			if string(list[i].Extra[name]) == "null" {
				delete(list[i].Extra, name)
			}
		}
		if len(list[i].Extra) == 0 {
			list[i].Extra = nil
		}
	}
}

// intent may stand behind the groups, none of which may be its own.
func (d *decoder) intent() {
	d.x.Intent = ir.ReadAction(d.Reader)
	d.done.intent = d.Err() == nil
	if !d.flat {
		return
	}
	for i := range d.x.Entities {
		if d.x.Entities[i].Action == d.x.Intent {
			d.failOwnGroup()
		}
	}
}

func (d *decoder) failOwnGroup() {
	d.Fail("the intent has a group", "write the entities of the intent as slots")
}

func (d *decoder) list() {
	if d.flat {
		d.Refuse("member entities beside slots or groups", formHint)
		return
	}
	d.listed = true
	d.x.Entities = ir.ReadEntities(d.Reader, d.x.Entities, d.opt)
	d.done.entities = d.Elements()
}

func (d *decoder) slot(id string) {
	if d.Kind() != '[' {
		d.add(id, d.str(slotHint), "")
		return
	}
	d.Array()
	n := 0
	for ; d.More(); n++ {
		d.add(id, d.str(slotHint), "")
	}
	d.notEmpty(n, slotHint)
}

func (d *decoder) group(name string) {
	a, ok := ir.ActionOf(name[len(ir.GroupPrefix):])
	if !ok {
		d.Fail(show.Quote(name)+" names no action", `write "action_" and a verb in lower case, as in action_email`)
		return
	}
	if a == d.x.Intent {
		d.failOwnGroup()
		return
	}
	if !d.Array() {
		d.notOfForm(groupHint)
		return
	}
	n := 0
	for ; d.More(); n++ {
		if d.Kind() == '{' {
			d.element(a)
		} else {
			d.add(ir.Positional, d.str(groupHint), a)
		}
	}
	d.notEmpty(n, groupHint)
}

// element reads the object form of an entity of a group.
func (d *decoder) element(a ir.Action) {
	d.Object()
	var id, value string
	hasID, hasValue := false, false
	for {
		name, ok := d.Name()
		if !ok {
			break
		}
		switch name {
		case "id":
			id, hasID = d.str(groupHint), true
		case "value":
			value, hasValue = d.str(groupHint), true
		default:
			d.Refuse("unknown member "+show.Quote(name), groupHint)
		}
	}
	if !hasID || !hasValue {
		d.Refuse("expected the members id and value", groupHint)
	}
	d.add(id, value, a)
}

// str reads a string; any other kind is a fault of the surface's syntax.
func (d *decoder) str(hint string) string {
	s := d.Text()
	d.notOfForm(hint)
	return s
}

func (d *decoder) notEmpty(n int, hint string) {
	if n == 0 {
		d.Refuse("empty array", hint)
	}
}

func (d *decoder) add(id, value string, a ir.Action) {
	d.x.Entities = reuse.Next(d.x.Entities, d.Offset(), d.Len())
	d.x.Entities[len(d.x.Entities)-1] = ir.Entity{ID: id, Value: value, Action: a}
	if d.Err() == nil {
		d.done.entities = len(d.x.Entities)
	}
}
