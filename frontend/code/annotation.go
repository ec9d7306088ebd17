package code

import (
	"strconv"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// annotation reads the JSON object behind " #". It holds only what the text
// cannot say, so that no comment can change a call.
func (d *decoder) annotation(arrow bool) {
	if d.peek() != '{' {
		d.expected(`"{" behind " #"`, "an annotation is a JSON object; a payload has no comments")
		return
	}
	r := jsonio.NewReader(d.text[d.i:])
	defer r.Release()
	r.Spare = d.spare
	a := annotation{r, d.x, arrow}
	a.object()
	r.End()
	if e, ok := ir.ReadError(r, "").(*ir.Error); ok {
		e.Offset += d.i
		d.err = e
		return
	}
	d.spare = r.Spare
	d.i = len(d.text)
}

type annotation struct {
	*jsonio.Reader
	x     *ir.IR
	arrow bool
}

// each reads an object that must not be empty and hands over its names. Any
// other kind of value is a fault of the surface's syntax.
func (a *annotation) each(member func(name string)) {
	if !a.Object() {
		a.Err().Syntax = true
		return
	}
	n := 0
	for ; ; n++ {
		name, ok := a.Name()
		if !ok {
			break
		}
		member(name)
	}
	if n == 0 {
		a.Refuse("an empty object in the annotation", "leave it out")
	}
}

func (a *annotation) object() {
	a.each(func(name string) {
		switch name {
		case "alternatives":
			a.section(len(a.x.Alternatives), a.alternative)
		case "constraints":
			a.section(len(a.x.Constraints), a.constraint)
		case "entities":
			a.section(len(a.x.Entities), a.entity)
		default:
			a.header(name)
		}
	})
}

func (a *annotation) header(name string) {
	if !ir.ReadHeaderMember(a.Reader, a.x, name, ir.Options{}) {
		a.Refuse("unknown section "+show.Quote(name), "an annotation has alternatives, constraints, entities, meta, silp and version")
		return
	}
	if name == "meta" && a.Empty() {
		a.Refuse("an empty object in the annotation", "leave it out")
	}
	if name == "meta" && a.arrow && len(a.x.Meta.Seq) > 0 {
		a.Refuse(`meta.seq stands twice`, `calls joined by "->" say it already`)
	}
}

// section reads {"index":{extras},…}.
func (a *annotation) section(n int, extras func(i int, name string)) {
	a.each(func(key string) {
		i, ok := index(key, n)
		if !ok {
			a.Refuse(show.Quote(key)+" is not the index of an element", "indexes count from 0 and have no leading zeros")
			return
		}
		a.each(func(name string) { extras(i, name) })
	})
}

func index(key string, n int) (int, bool) {
	i, _ := strconv.Atoi(key)
	return i, 0 <= i && i < n && strconv.Itoa(i) == key
}

func (a *annotation) entity(i int, name string) {
	switch name {
	case "id", "value", "action":
		a.inText(name)
	default:
		ir.ReadExtra(a.Reader, &a.x.Entities[i].Extra, name)
	}
}

func (a *annotation) constraint(i int, name string) {
	c := &a.x.Constraints[i]
	switch {
	case name == "type", name == "value", name == "time",
		name == "subject" && (c.Subject != nil || a.Kind() == '"'),
		name == "operator" && (c.Operator != nil || a.Kind() == '"'):
		a.inText(name)
	default:
		ir.ReadExtra(a.Reader, &c.Extra, name)
	}
}

func (a *annotation) alternative(i int, name string) {
	switch name {
	case "action", "target", "location":
		a.inText(name)
	default:
		ir.ReadExtra(a.Reader, &a.x.Alternatives[i].Extra, name)
	}
}

func (a *annotation) inText(name string) {
	a.Refuse(strconv.Quote(name)+" does not belong in the annotation", "say it in the text in front")
}
