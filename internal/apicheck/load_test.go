package apicheck

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is the folder of the module.
const root = "../.."

// pkg is a package that users can import.
type pkg struct {
	path  string // below the module, as in frontend/code
	fset  *token.FileSet
	files []*ast.File
	tests []*ast.File
}

// load parses every package of this module that users can import: none of
// internal, no programs, no nested modules, no data.
func load(t *testing.T) []*pkg {
	t.Helper()
	byPath := make(map[string]*pkg)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root {
			switch base := d.Name(); {
			case base == "internal", base == "testdata", base == "contrib", base == "examples", base == "cmd", strings.HasPrefix(base, "."):
				return filepath.SkipDir
			}
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		path := filepath.ToSlash(rel)
		p := byPath[path]
		if p == nil {
			p = &pkg{path: path, fset: token.NewFileSet()}
			byPath[path] = p
		}
		f, err := parser.ParseFile(p.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(name, "_test.go"):
			p.tests = append(p.tests, f)
		default:
			p.files = append(p.files, f)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var list []*pkg
	for _, p := range byPath {
		if len(p.files) > 0 {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *pkg) int { return strings.Compare(a.path, b.path) })
	if len(list) < 6 {
		t.Fatalf("only %d packages", len(list))
	}
	return list
}

// line prints a node on one line.
func (p *pkg) line(t *testing.T, node any) string {
	t.Helper()
	var b bytes.Buffer
	if err := printer.Fprint(&b, p.fset, node); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// receiver returns the name of the type that a method belongs to.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return ""
	}
	e := f.Recv.List[0].Type
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if index, ok := e.(*ast.IndexExpr); ok {
		e = index.X
	}
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// public reports whether a function can be called from outside.
func public(f *ast.FuncDecl) bool {
	return f.Name.IsExported() && (f.Recv == nil || ast.IsExported(receiver(f)))
}
