package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
)

// A pkg is a package to mutate, with types.
type pkg struct {
	target
	root    string
	fset    *token.FileSet
	sources map[string][]byte // all Go files of the package without its tests, by path below root
	trees   map[string]*ast.File
	info    *types.Info
	imports types.Importer
	mutants []*mutant
}

// load parses and type-checks the package of t.
func load(root string, t target) (*pkg, error) {
	p := &pkg{target: t, root: root, fset: token.NewFileSet(), sources: map[string][]byte{}, trees: map[string]*ast.File{}}
	args := append([]string{"list", "-export", "-deps", "-json=Dir,ImportPath,Export,GoFiles,DepOnly,Standard", "./" + t.dir}, helperImports...)
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w\n%s", t.dir, err, stderr.Bytes())
	}
	var dir string
	var goFiles []string
	exports := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var listed struct {
			Dir, ImportPath, Export string
			GoFiles                 []string
			DepOnly, Standard       bool
		}
		if err := d.Decode(&listed); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[listed.ImportPath] = listed.Export
		if !listed.DepOnly && !listed.Standard {
			dir, goFiles = listed.Dir, listed.GoFiles
		}
	}
	for _, name := range goFiles {
		raw, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		p.sources[path.Join(t.dir, name)] = raw
	}
	for _, name := range t.files {
		if p.sources[path.Join(t.dir, name)] == nil {
			return nil, fmt.Errorf("no file %s in %s", name, t.dir)
		}
	}
	p.imports = importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, errors.New("no export data of " + path)
		}
		return os.Open(exports[path])
	})
	p.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	var first error
	p.typecheck(p.sources, p.info, func(e types.Error) {
		if first == nil {
			first = e
		}
	})
	return p, first
}

// typecheck hands every fault to report. With info, it keeps the trees.
func (p *pkg) typecheck(sources map[string][]byte, info *types.Info, report func(types.Error)) {
	var files []*ast.File
	fset := token.NewFileSet()
	if info != nil {
		fset = p.fset
	}
	for _, name := range sorted(sources) {
		f, err := parser.ParseFile(fset, name, sources[name], parser.SkipObjectResolution)
		if err != nil {
			panic(err) // a bug of this program
		}
		if info != nil {
			p.trees[name] = f
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: p.imports, Error: func(err error) {
		if e, ok := errors.AsType[types.Error](err); ok {
			report(e)
		}
	}}
	// Check returns the first fault, which report has seen too.
	_, _ = conf.Check(p.dir, fset, files, info)
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
