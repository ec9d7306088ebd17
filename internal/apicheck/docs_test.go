package apicheck

import (
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Everything exported has a doc comment, which begins with its name.
func TestDocComments(t *testing.T) {
	for _, p := range load(t) {
		documented := false
		for _, f := range p.files {
			documented = documented || f.Doc.Text() != ""
			for _, d := range f.Decls {
				checkDoc(t, p, d)
			}
		}
		if !documented {
			t.Errorf("%s: no package comment", p.path)
		}
	}
}

func checkDoc(t *testing.T, p *pkg, d ast.Decl) {
	t.Helper()
	switch d := d.(type) {
	case *ast.FuncDecl:
		if public(d) && !strings.HasPrefix(d.Doc.Text(), d.Name.Name+" ") {
			t.Errorf("%s: %s has no comment that begins with its name", p.fset.Position(d.Pos()), d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && d.Doc.Text() == "" && s.Doc.Text() == "" {
					t.Errorf("%s: %s has no comment", p.fset.Position(s.Pos()), s.Name.Name)
				}
			case *ast.ValueSpec:
				// The comment of a group is enough.
				if s.Names[0].IsExported() && d.Doc.Text() == "" && s.Doc.Text() == "" && s.Comment.Text() == "" {
					t.Errorf("%s: %s has no comment", p.fset.Position(s.Pos()), s.Names[0].Name)
				}
			}
		}
	}
}

// plumbing are methods that users do not call themselves: the language, a
// standard package or the Codec does.
var plumbing = []string{"Error", "Unwrap", "Is", "String", "LogValue", "MarshalJSON", "UnmarshalJSON", "Name", "CarriesHeader"}

// TestExamples: what users call stands in an Example whose output is checked.
// The functions of ir/surface.go are for frontends, which are their examples.
func TestExamples(t *testing.T) {
	for _, p := range load(t) {
		shown := make(map[string]bool)
		for _, f := range p.tests {
			collectShown(f, shown)
		}
		for _, f := range p.files {
			if filepath.Base(p.fset.Position(f.Pos()).Filename) == "surface.go" {
				continue
			}
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && public(fn) && !shown[fn.Name.Name] && !slices.Contains(plumbing, fn.Name.Name) {
					t.Errorf("%s: no example shows %s", p.path, strings.TrimPrefix(receiver(fn)+"."+fn.Name.Name, "."))
				}
			}
		}
	}
}

// collectShown notes what the examples of a file select from packages and values.
func collectShown(f *ast.File, shown map[string]bool) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(fn.Name.Name, "Example") || !checked(f, fn) {
			continue
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				shown[s.Sel.Name] = true
			}
			return true
		})
	}
}

// checked reports whether an example says what it prints.
func checked(f *ast.File, fn *ast.FuncDecl) bool {
	for _, c := range f.Comments {
		if c.Pos() > fn.Body.Pos() && c.End() < fn.Body.End() && strings.HasPrefix(c.Text(), "Output:") {
			return true
		}
	}
	return false
}
