package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// helper is the name of the file that is added to the package, and its text
// behind the package clause. A mutant that eats memory ends itself.
const helper = "mutant__.go"

const helperText = `
var mutant__ = func() int {
	n, _ := strconv.Atoi(os.Getenv("` + variable + `"))
	debug.SetMaxStack(1 << 26)
	go func() {
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if m.HeapAlloc > 1<<29 {
				os.Exit(3)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	return n
}()
`

var helperImports = []string{"os", "runtime", "runtime/debug", "strconv", "time"}

// variable tells the test binary which mutant it is.
const variable = "MUTANT"

// A span is where a mutant's copy stands in a changed file.
type span struct {
	start, end int
	m          *mutant
}

// copies returns the package with a copy of its declaration for each mutant.
func (p *pkg) copies() (sources map[string][]byte, spans map[string][]span) {
	sources, spans = maps.Clone(p.sources), map[string][]span{}
	clause := "package " + p.trees[sorted(p.trees)[0]].Name.Name
	imports := "\n\nimport (\n\t\"" + strings.Join(helperImports, "\"\n\t\"") + "\"\n)\n"
	sources[p.dir+"/"+helper] = []byte(clause + imports + helperText)
	for name, src := range p.sources {
		var list []*mutant
		for _, m := range p.mutants {
			if m.file == name && !m.alone {
				list = append(list, m)
			}
		}
		if len(list) == 0 {
			continue
		}
		b := []byte(apply(string(src), p.dispatch(list), 0))
		for _, m := range list {
			b = append(b, '\n')
			start := len(b)
			b = append(b, p.copyOf(m)...)
			spans[name] = append(spans[name], span{start, len(b), m})
			b = append(b, '\n')
		}
		sources[name] = b
	}
	return sources, spans
}

// apply makes edits of text, which begins at offset base of the file. They do
// not overlap.
func apply(text string, edits []edit, base int) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var b strings.Builder
	at := base
	for _, e := range edits {
		b.WriteString(text[at-base:e.start-base] + e.text)
		at = e.end
	}
	return b.String() + text[at-base:]
}

func (p *pkg) offset(at token.Pos) int { return p.fset.Position(at).Offset }

func (m *mutant) suffix() string { return fmt.Sprintf("__%d", m.id) }

// copyOf is the changed copy of the declaration.
func (p *pkg) copyOf(m *mutant) string {
	src := string(p.sources[m.file])
	if d, ok := m.decl.(*ast.FuncDecl); ok {
		end := p.offset(d.Name.End())
		edits := append([]edit{{end, end, m.suffix()}}, m.edits...)
		return apply(src[p.offset(d.Pos()):p.offset(d.End())], edits, p.offset(d.Pos()))
	}
	v, x := p.value(m)
	return fmt.Sprintf("func init() {\n\tif mutant__ == %d {\n\t\t%s = %s\n\t}\n}", m.id, v,
		apply(src[p.offset(x.Pos()):p.offset(x.End())], m.edits, p.offset(x.Pos())))
}

// value is the variable or constant that a mutant changes.
func (p *pkg) value(m *mutant) (name string, x ast.Expr) {
	for _, s := range m.decl.(*ast.GenDecl).Specs {
		v := s.(*ast.ValueSpec)
		for i, x := range v.Values {
			if e := m.edits[0]; p.offset(x.Pos()) <= e.start && e.end <= p.offset(x.End()) {
				return v.Names[i].Name, x
			}
		}
	}
	panic("a mutant outside of all values") // a bug of this program
}

// dispatch makes each function call its copies.
func (p *pkg) dispatch(list []*mutant) (edits []edit) {
	for len(list) > 0 {
		n := slices.IndexFunc(list, func(m *mutant) bool { return m.decl != list[0].decl })
		if n < 0 {
			n = len(list)
		}
		if d, ok := list[0].decl.(*ast.FuncDecl); ok {
			edits = append(edits, p.dispatcher(d, list[:n])...)
		}
		list = list[n:]
	}
	return edits
}

func (p *pkg) dispatcher(d *ast.FuncDecl, list []*mutant) (edits []edit) {
	names := func(fields *ast.FieldList) (out []string) {
		if fields == nil {
			return nil
		}
		for _, f := range fields.List {
			if f.Names == nil {
				name := fmt.Sprintf("unnamed%d__", len(edits))
				at := p.offset(f.Type.Pos())
				edits = append(edits, edit{at, at, name + " "})
				out = append(out, name)
			}
			for _, id := range f.Names {
				name := id.Name
				if name == "_" {
					name = fmt.Sprintf("unnamed%d__", len(edits))
					edits = append(edits, edit{p.offset(id.Pos()), p.offset(id.End()), name})
				}
				if _, ok := f.Type.(*ast.Ellipsis); ok {
					name += "..."
				}
				out = append(out, name)
			}
		}
		return out
	}
	call := ""
	if r := names(d.Recv); r != nil {
		call = r[0] + "."
	}
	args := strings.Join(names(d.Type.Params), ", ")
	var b strings.Builder
	b.WriteString("\n\tswitch mutant__ {\n")
	for _, m := range list {
		c := call + d.Name.Name + m.suffix() + "(" + args + ")"
		if d.Type.Results == nil {
			fmt.Fprintf(&b, "\tcase %d:\n\t\t%s\n\t\treturn\n", m.id, c)
		} else {
			fmt.Fprintf(&b, "\tcase %d:\n\t\treturn %s\n", m.id, c)
		}
	}
	b.WriteString("\t}\n")
	at := p.offset(d.Body.Lbrace) + 1
	return append(edits, edit{at, at, b.String()})
}

// check drops the mutants that do not compile. One that only leaves a variable
// unused is made to compile.
func (p *pkg) check() error {
	p.mutants = slices.DeleteFunc(p.mutants, func(m *mutant) bool {
		g, ok := m.decl.(*ast.GenDecl)
		m.alone = ok && g.Tok == token.CONST
		return m.alone && !p.compilesAlone(m)
	})
	for {
		sources, spans := p.copies()
		var fault error
		faulty := map[*mutant]bool{}
		unused := map[*mutant][]int{} // offsets of the variables in the file
		p.typecheck(sources, nil, func(e types.Error) {
			at := e.Fset.Position(e.Pos)
			m, rel := owner(spans[at.Filename], at.Offset)
			if m == nil {
				fault = e
				return
			}
			where, ok := p.back(m, rel)
			if e.Soft && ok && strings.HasPrefix(e.Msg, "declared and not used") {
				unused[m] = append(unused[m], where)
			} else {
				faulty[m] = true
			}
		})
		if fault != nil {
			return fault // outside of all copies: a bug of this program
		}
		if len(faulty)+len(unused) == 0 {
			break
		}
		p.mutants = slices.DeleteFunc(p.mutants, func(m *mutant) bool {
			for _, at := range unused[m] {
				if !p.mention(m, at) {
					return true
				}
			}
			return faulty[m]
		})
	}
	p.number()
	return nil
}

func (p *pkg) compilesAlone(m *mutant) bool {
	ok := true
	p.typecheck(p.sourcesOf(m), nil, func(types.Error) { ok = false })
	return ok
}

// sourcesOf returns the package with one mutant in place.
func (p *pkg) sourcesOf(m *mutant) map[string][]byte {
	sources := maps.Clone(p.sources)
	sources[m.file] = []byte(apply(string(sources[m.file]), m.edits, 0))
	return sources
}

func owner(spans []span, offset int) (m *mutant, rel int) {
	for _, s := range spans {
		if s.start <= offset && offset < s.end {
			return s.m, offset - s.start
		}
	}
	return nil, 0
}

// back turns an offset in a function's copy into one in its file.
func (p *pkg) back(m *mutant, rel int) (int, bool) {
	d, ok := m.decl.(*ast.FuncDecl)
	if !ok {
		return 0, false
	}
	at := rel + p.offset(d.Pos()) - len(m.suffix())
	edits := slices.Clone(m.edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	for _, e := range edits {
		if at < e.start {
			break
		}
		if at < e.start+len(e.text) {
			return 0, false
		}
		at -= len(e.text) - (e.end - e.start)
	}
	return at, true
}

// mention adds code that uses the variable declared at an offset.
func (p *pkg) mention(m *mutant, offset int) bool {
	var id *ast.Ident
	at := -1
	var stack []ast.Node
	ast.Inspect(m.decl, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if x, ok := n.(*ast.Ident); ok && p.offset(x.Pos()) == offset {
			id = x
			at = p.behind(stack)
		}
		return true
	})
	if at < 0 || at >= m.edits[0].start && at < m.edits[0].end {
		return false
	}
	m.edits = append(m.edits, edit{at, at, "; _ = " + id.Name + "; "})
	return true
}

// behind is an offset at which a variable is known, the last of the stack.
func (p *pkg) behind(stack []ast.Node) int {
	for i := len(stack) - 2; i > 0; i-- {
		s, ok := stack[i].(ast.Stmt)
		if !ok {
			continue
		}
		switch in := stack[i-1].(type) {
		case *ast.BlockStmt, *ast.CaseClause:
			if f, ok := s.(*ast.RangeStmt); ok {
				return p.offset(f.Body.Lbrace) + 1
			}
			return p.offset(s.End())
		case *ast.IfStmt:
			return p.offset(in.Body.Lbrace) + 1
		case *ast.ForStmt:
			return p.offset(in.Body.Lbrace) + 1
		case *ast.SwitchStmt:
			if len(in.Body.List) > 0 {
				return p.offset(in.Body.List[0].(*ast.CaseClause).Colon) + 1
			}
		}
		return -1
	}
	return -1
}
