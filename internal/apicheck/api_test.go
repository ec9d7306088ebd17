package apicheck

import (
	"flag"
	"go/ast"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/api.txt")

// TestAPI holds the exported API to docs/api.txt, so that a change of it shows
// in review. A line that goes or changes breaks users; see "Versions and
// stability" in README.md.
func TestAPI(t *testing.T) {
	var lines []string
	for _, p := range load(t) {
		a := api{p: p, t: t}
		for _, f := range p.files {
			for _, d := range f.Decls {
				a.decl(d)
			}
		}
		slices.Sort(a.lines)
		lines = append(lines, a.lines...)
	}
	const file = root + "/docs/api.txt"
	want := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
	for _, line := range old {
		if !slices.Contains(lines, line) {
			t.Errorf("gone:  %s", line)
		}
	}
	for _, line := range lines {
		if !slices.Contains(old, line) {
			t.Errorf("added: %s", line)
		}
	}
	if t.Failed() {
		t.Log("if this is meant, say so in CHANGELOG.md and run go test ./internal/apicheck -update")
	} else if want != string(raw) {
		t.Error("docs/api.txt is not sorted; run go test ./internal/apicheck -update")
	}
}

// api collects the lines of a package.
type api struct {
	p     *pkg
	t     *testing.T
	lines []string
}

func (a *api) add(text string) { a.lines = append(a.lines, a.p.path+": "+text) }

func (a *api) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !public(d) {
			return
		}
		f := *d
		f.Doc, f.Body = nil, nil
		a.add(a.p.line(a.t, &f))
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				a.typeSpec(s)
			case *ast.ValueSpec:
				a.values(d.Tok, s)
			}
		}
	}
}

// values adds constants with their values, which are API, and variables with
// their types.
func (a *api) values(tok token.Token, s *ast.ValueSpec) {
	for i, name := range s.Names {
		if !name.IsExported() {
			continue
		}
		line := tok.String() + " " + name.Name
		if s.Type != nil {
			line += " " + a.p.line(a.t, s.Type)
		}
		if tok == token.CONST && i < len(s.Values) {
			line += " = " + a.p.line(a.t, s.Values[i])
		}
		a.add(line)
	}
}

// typeSpec adds a type, and each of its exported fields and methods on a line
// of its own. The tag of a field is its JSON form and counts.
func (a *api) typeSpec(s *ast.TypeSpec) {
	if !s.Name.IsExported() {
		return
	}
	lead := "type " + s.Name.Name
	switch typ := s.Type.(type) {
	case *ast.StructType:
		a.add(lead + " struct")
		a.fields(lead+", field ", typ.Fields)
	case *ast.InterfaceType:
		a.add(lead + " interface")
		a.fields(lead+", method ", typ.Methods)
	default:
		if s.Assign.IsValid() {
			lead += " ="
		}
		a.add(lead + " " + a.p.line(a.t, s.Type))
	}
}

func (a *api) fields(lead string, list *ast.FieldList) {
	for _, f := range list.List {
		rest := a.p.line(a.t, f.Type)
		if _, ok := f.Type.(*ast.FuncType); ok {
			rest = strings.TrimPrefix(rest, "func")
		} else if len(f.Names) > 0 {
			rest = " " + rest
		}
		if f.Tag != nil {
			rest += " " + f.Tag.Value
		}
		if len(f.Names) == 0 { // embedded
			a.add(lead + rest)
		}
		for _, name := range f.Names {
			if name.IsExported() {
				a.add(lead + name.Name + rest)
			}
		}
	}
}
