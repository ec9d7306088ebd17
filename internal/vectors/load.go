package vectors

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// SchemaFile stands among the vectors and holds none.
const SchemaFile = "schema.json"

// Load reads all vectors of a directory, file by file in the order of their
// names.
func Load(fsys fs.FS) ([]Vector, error) {
	files, err := fs.Glob(fsys, "*.json")
	if err != nil {
		return nil, err
	}
	l := loader{names: map[string]string{}}
	for _, file := range files {
		if file == SchemaFile {
			continue
		}
		raw, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		if err := l.file(file, string(raw)); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	for _, group := range Groups {
		if !slices.ContainsFunc(l.list, func(v Vector) bool { return v.Group == group }) {
			return nil, fmt.Errorf("no vectors of group %s", group)
		}
	}
	return l.list, nil
}

type loader struct {
	*jsonio.Reader
	list  []Vector
	names map[string]string // name of a vector, and where it stands
}

func (l *loader) file(file, text string) error {
	l.Reader = jsonio.NewReader(text)
	defer l.Release()
	start, group := len(l.list), ""
	l.object(func(name string) {
		switch name {
		case "group":
			group = l.oneOf(Groups)
		case "about":
			_ = l.Text()
		case "vectors":
			for l.Array(); l.More(); {
				l.list = append(l.list, l.vector(path.Base(file), group))
			}
		default:
			l.Fail("unknown member "+show.Quote(name), "")
		}
	})
	l.End()
	if e := l.Err(); e != nil {
		line, column := ir.Position(text, e.Offset)
		return fmt.Errorf("line %d, column %d: %s: %s", line, column, e.Path, e.Msg)
	}
	if len(l.list) == start {
		return errors.New("no vectors")
	}
	return nil
}

func (l *loader) object(member func(name string)) {
	for name := range l.Members() {
		member(name)
	}
}

func (l *loader) oneOf(list []string) string {
	s := l.Text()
	if !slices.Contains(list, s) {
		l.Fail(show.Quote(s)+" is none of "+strings.Join(list, ", "), "")
	}
	return s
}

func (l *loader) vector(file, group string) Vector {
	v := Vector{File: file, Group: group, Offset: -1, has: map[string]bool{}}
	if group == "" {
		l.Fail("the group stands behind its vectors", "")
	}
	l.object(func(name string) {
		v.has[name] = true
		if !l.text(&v, name) && !l.other(&v, name) {
			l.Fail("unknown member "+show.Quote(name), "")
		}
	})
	if msg := v.incomplete(); msg != "" {
		l.Fail(msg, "")
	}
	if first, ok := l.names[v.Name]; ok {
		l.Fail("the name "+show.Quote(v.Name)+" stands in "+first+" too", "")
	}
	l.names[v.Name] = file
	return v
}

// text reads the members that are strings.
func (l *loader) text(v *Vector, name string) bool {
	switch name {
	case "name":
		v.Name = l.Text()
	case "ref":
		v.Ref = l.Text()
	case "op":
		v.Op = l.oneOf([]string{"parse", "compile", "decode"})
	case "surface":
		v.Surface = l.Text()
	case "ir_text":
		v.IR = l.Text()
	case "text":
		v.Text = l.Text()
	case "text_base64":
		raw, err := base64.StdEncoding.DecodeString(l.Text())
		if err != nil {
			l.Fail(err.Error(), "")
		}
		v.Text = string(raw)
	case "code":
		v.Code = l.Text()
	case "path":
		v.Path = l.Text()
	default:
		return false
	}
	return true
}

// other reads the members that are none.
func (l *loader) other(v *Vector, name string) bool {
	switch name {
	case "surfaces":
		for l.Array(); l.More(); {
			v.Surfaces = append(v.Surfaces, l.oneOf([]string{"code", "json"}))
		}
	case "meta":
		v.Meta = l.yes()
	case "null_as_absent":
		v.NullAbsent = l.yes()
	case "codec":
		v.Codec = l.yes()
	case "ir":
		if l.Kind() != '{' {
			l.Fail("expected an object", "")
		}
		v.IR = string(l.AppendValue(nil))
	case "offset":
		n, ok := jsonio.Int64(l.Number())
		if !ok || n < 0 {
			l.Fail("not an offset", "")
		}
		v.Offset = int(n)
	case "calls":
		for l.Array(); l.More(); {
			v.Calls = append(v.Calls, l.call())
		}
	default:
		return false
	}
	return true
}

// yes reads true, the only value that a switch may have: false is the default.
func (l *loader) yes() bool {
	if l.Kind() != 't' {
		l.Fail("expected true", "")
		return false
	}
	l.AppendValue(nil)
	return true
}

func (l *loader) call() (c Call) {
	l.object(func(name string) {
		switch name {
		case "action":
			c.Action = l.Text()
		case "args":
			for l.Array(); l.More(); {
				c.Args = append(c.Args, l.pair())
			}
		default:
			l.Fail("unknown member "+show.Quote(name), "")
		}
	})
	if c.Action == "" {
		l.Fail("a call without an action", "")
	}
	return c
}

func (l *loader) pair() (p [2]string) {
	n := 0
	for l.Array(); l.More(); n++ {
		if s := l.Text(); n < len(p) {
			p[n] = s
		}
	}
	if n != len(p) {
		l.Fail("an argument is a pair of id and value", "")
	}
	return p
}
