package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// An edit replaces the bytes from start to end of a file.
type edit struct {
	start, end int
	text       string
}

// A mutant is one change of one declaration.
type mutant struct {
	id     int
	file   string // below the root
	line   int
	name   string // of the declaration
	change string
	edits  []edit // the change, then what keeps it compiling
	decl   ast.Decl
	alone  bool // built by itself: a constant

	outcome outcome
	detail  string
}

func (m *mutant) what() string { return m.name + ": " + m.change }

// key is how docs/mutation.md names a mutant: a line number would not last.
func (m *mutant) key() string { return m.file + " " + m.what() }

// isDeletion reports whether something is left out, and nothing put in its
// place.
func (m *mutant) isDeletion() bool {
	return strings.HasPrefix(m.change, "delete ") || strings.HasPrefix(m.change, "drop ")
}

// finder collects the mutants of one declaration.
type finder struct {
	*pkg
	file string
	src  []byte
	name string
	decl ast.Decl
	sig  *types.Signature // of the innermost function
	seen map[string]bool  // declarations as changed

	single map[*ast.BlockStmt]bool // whose statement is not to be deleted
}

// find fills p.mutants in the order of the files and their text.
func (p *pkg) find() {
	for _, base := range p.files {
		name := path.Join(p.dir, base)
		start := len(p.mutants)
		for _, decl := range p.trees[name].Decls {
			f := &finder{pkg: p, file: name, src: p.sources[name], decl: decl, seen: map[string]bool{}, single: map[*ast.BlockStmt]bool{}}
			f.declaration()
		}
		slices.SortStableFunc(p.mutants[start:], func(a, b *mutant) int { return a.edits[0].start - b.edits[0].start })
	}
	times := map[string]int{}
	for _, m := range p.mutants {
		if times[m.key()]++; times[m.key()] > 1 {
			// The key of the changed mutant is another one.
			m.change += fmt.Sprintf(" (place %d)", times[m.key()])
		}
	}
	p.number()
}

func (p *pkg) number() {
	for i, m := range p.mutants {
		m.id = i + 1
	}
}

// keep drops the mutants that are not wanted.
func (p *pkg) keep(wanted func(*mutant) bool) {
	p.mutants = slices.DeleteFunc(p.mutants, func(m *mutant) bool { return !wanted(m) })
	p.number()
}

func (f *finder) declaration() {
	switch d := f.decl.(type) {
	case *ast.FuncDecl:
		if d.Body == nil || isTextName(d.Name.Name) || streamNames[d.Name.Name] || slices.Contains(f.wrappers, d.Name.Name) {
			return
		}
		f.name = d.Name.Name
		f.sig = f.info.Defs[d.Name].Type().(*types.Signature)
		f.walk(d.Body)
	case *ast.GenDecl:
		if d.Tok != token.VAR && d.Tok != token.CONST {
			return
		}
		for _, s := range d.Specs {
			v := s.(*ast.ValueSpec)
			if v.Names[0].Name == "_" || isTextName(v.Names[0].Name) {
				continue
			}
			f.name = v.Names[0].Name
			for _, x := range v.Values {
				f.walk(x)
			}
		}
	}
}

func (f *finder) offset(p token.Pos) int     { return f.fset.Position(p).Offset }
func (f *finder) code(n ast.Node) string     { return string(f.src[f.offset(n.Pos()):f.offset(n.End())]) }
func (f *finder) isBool(x ast.Expr) bool     { return f.basic(x, types.IsBoolean) }
func (f *finder) isConstant(x ast.Expr) bool { return f.info.Types[x].Value != nil }
func (f *finder) replace(n ast.Node, s string) {
	f.add(n, short(f.code(n))+" -> "+short(s), n.Pos(), n.End(), s)
}

func (f *finder) basic(x ast.Expr, want types.BasicInfo) bool {
	t := f.info.TypeOf(x)
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&want != 0
}

// short is a piece of code in one line of a report.
func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 70 {
		s = string(r[:70]) + " …"
	}
	return s
}

func (f *finder) add(at ast.Node, change string, from, to token.Pos, text string) {
	e := edit{f.offset(from), f.offset(to), text}
	d := edit{f.offset(f.decl.Pos()), f.offset(f.decl.End()), ""}
	changed := string(f.src[d.start:e.start]) + e.text + string(f.src[e.end:d.end])
	if changed == string(f.src[d.start:d.end]) || f.seen[changed] {
		return
	}
	f.seen[changed] = true
	f.mutants = append(f.mutants, &mutant{file: f.file, line: f.fset.Position(at.Pos()).Line, name: f.name, change: change, edits: []edit{e}, decl: f.decl})
}

// walk looks at all nodes below root that are not aside.
func (f *finder) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil || f.isAside(n) {
			return false
		}
		f.node(n)
		switch n := n.(type) {
		case *ast.ArrayType:
			return false // a size is no rule
		case *ast.FuncLit:
			outer := f.sig
			f.sig = f.info.TypeOf(n).(*types.Signature)
			f.walk(n.Body)
			f.sig = outer
			return false
		case *ast.CallExpr:
			f.walk(n.Fun)
			for i, arg := range n.Args {
				if !f.isTextParam(n, i) {
					f.walk(arg)
				}
			}
			return false
		case *ast.AssignStmt:
			for i, x := range n.Rhs {
				if len(n.Lhs) != len(n.Rhs) || !isAsideTarget(n.Lhs[i]) {
					f.walk(x)
				}
			}
			return false
		case *ast.KeyValueExpr:
			if k, ok := n.Key.(*ast.Ident); !ok || !isTextName(k.Name) {
				f.walk(n.Value)
			}
			return false
		}
		return true
	})
}

func (f *finder) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.BlockStmt:
		if !f.single[n] {
			f.statements(n.List)
		}
	case *ast.CaseClause:
		f.statements(n.Body)
		f.values(n)
	case *ast.SwitchStmt:
		f.clauses(n)
	case *ast.IfStmt:
		if n.Else == nil && n.Init == nil {
			// Without its only statement an if is the same as no if.
			f.single[n.Body] = len(n.Body.List) == 1 && f.isPure(n.Cond)
			f.conditionBut(n.Cond, "false") // the same as no if
		} else {
			f.condition(n.Cond)
		}
		if n.Else != nil {
			f.add(n.Else, "delete else "+f.first(n.Else), n.Body.End(), n.Else.End(), f.use(n.Else, " else { ", " }"))
		}
	case *ast.ForStmt:
		if n.Cond != nil {
			f.condition(n.Cond)
		}
	case *ast.ReturnStmt:
		f.results(n)
	case *ast.AssignStmt:
		f.assignment(n)
	case *ast.IncDecStmt:
		if n.Tok == token.INC {
			f.add(n, f.code(n)+" -> --", n.TokPos, n.End(), "--")
		}
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.BasicLit:
		f.literal(n)
	case *ast.Ident:
		f.constant(n, n)
	case *ast.SelectorExpr:
		f.constant(n, n.Sel)
	case *ast.CompositeLit:
		f.elements(n)
	case *ast.CallExpr:
		for i, arg := range n.Args {
			if f.isBool(arg) && !f.isTextParam(n, i) {
				f.condition(arg)
			}
		}
	}
}

// statements deletes each statement but declarations.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch n := s.(type) {
		case *ast.DeclStmt, *ast.EmptyStmt, *ast.LabeledStmt, *ast.CaseClause:
			continue
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				continue
			}
		}
		if !f.isAside(s) {
			f.add(s, "delete "+f.first(s), s.Pos(), s.End(), f.use(s, "", ""))
		}
	}
}

// first is the first line of a statement.
func (f *finder) first(n ast.Node) string {
	line, more, cut := strings.Cut(f.code(n), "\n")
	if cut && strings.TrimSpace(more) != "}" {
		line += " …"
	}
	return short(line)
}

// use is code without effect that uses the local variables of n from outside of
// n, so that they are not unused without it.
func (f *finder) use(n ast.Node, before, after string) string {
	var names []string
	ast.Inspect(n, func(c ast.Node) bool {
		id, ok := c.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := f.info.Uses[id].(*types.Var)
		if !ok || v.IsField() || v.Parent() == nil || v.Parent() == v.Pkg().Scope() || n.Pos() <= v.Pos() && v.Pos() < n.End() {
			return true
		}
		if !slices.Contains(names, id.Name) {
			names = append(names, id.Name)
		}
		return true
	})
	if len(names) == 0 {
		return ""
	}
	return before + strings.TrimSuffix(strings.Repeat("_, ", len(names)), ", ") + " = " + strings.Join(names, ", ") + after
}

// condition replaces a condition by true, by false and by its opposite.
func (f *finder) condition(x ast.Expr) { f.conditionBut(x, "") }

// conditionBut leaves out one value, with which the program is that of another
// mutant.
func (f *finder) conditionBut(x ast.Expr, same string) {
	if f.isConstant(x) || f.isAside(x) {
		return
	}
	c := f.code(x)
	if same != "true" || !f.isPure(x) {
		f.add(x, short(c)+" -> true", x.Pos(), x.End(), "(true || ("+c+"))")
	}
	if same != "false" || !f.isPure(x) {
		f.add(x, short(c)+" -> false", x.Pos(), x.End(), "(false && ("+c+"))")
	}
	if _, ok := ast.Unparen(x).(*ast.BinaryExpr); !ok { // the operators of one are changed anyway
		f.add(x, short(c)+" -> !", x.Pos(), x.End(), "!("+c+")")
	}
}

// isPure reports whether nothing but built-in functions is called, so that it
// makes no difference whether n is evaluated.
func (f *finder) isPure(n ast.Node) bool {
	pure := true
	ast.Inspect(n, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !f.info.Types[c.Fun].IsBuiltin() {
			pure = false
		}
		return pure
	})
	return pure
}

// opposites are the operators that an operator becomes.
var opposites = map[token.Token][]token.Token{
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD},
	token.AND: {token.OR}, token.OR: {token.AND},
	token.SHL: {token.SHR},
}

func (f *finder) binary(n *ast.BinaryExpr) {
	// One operand decides alone: then the whole is as good.
	same := map[token.Token]string{token.LAND: "false", token.LOR: "true"}[n.Op]
	if same != "" && f.isPure(n) {
		f.conditionBut(n.X, same)
		f.conditionBut(n.Y, same)
	} else if same != "" {
		f.condition(n.X)
		f.condition(n.Y)
	}
	if n.Op == token.OR {
		f.replace(n, f.code(n.X))
		f.replace(n, f.code(n.Y))
	}
	if n.Op == token.ADD && f.basic(n, types.IsString) {
		return // there is no other operator
	}
	for _, op := range opposites[n.Op] {
		f.add(n, short(f.code(n))+" with "+op.String(), n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op.String())
	}
}

// values are those of a case.
func (f *finder) values(n *ast.CaseClause) {
	for i, x := range n.List {
		if f.isBool(x) && !f.isConstant(x) {
			f.conditionBut(x, "false") // the same as no case
		}
		if len(n.List) == 1 {
			return
		}
		from, to := x.Pos(), x.End()
		if i > 0 {
			from = n.List[i-1].End()
		} else {
			to = n.List[1].Pos()
		}
		f.add(x, "drop from the case "+short(f.code(x)), from, to, "")
	}
}

// clauses deletes each case.
func (f *finder) clauses(n *ast.SwitchStmt) {
	for _, s := range n.Body.List {
		c := s.(*ast.CaseClause)
		if f.allAside(c.Body) {
			continue
		}
		what := "default"
		if c.List != nil {
			what = "case " + short(string(f.src[f.offset(c.List[0].Pos()):f.offset(c.Colon)]))
		}
		f.add(c, "delete "+what, c.Pos(), c.End(), "")
	}
}

// results replaces results by zero, and conditions by true and false.
func (f *finder) results(n *ast.ReturnStmt) {
	if f.sig == nil || len(n.Results) == 0 {
		return
	}
	want := f.sig.Results()
	if len(n.Results) != want.Len() { // a call of several results
		var zeros []string
		for v := range want.Variables() {
			zeros = append(zeros, f.zero(v.Type()))
		}
		f.add(n, "return zeros for "+short(f.code(n.Results[0])), n.Results[0].Pos(), n.End(), strings.Join(zeros, ", "))
		return
	}
	for i, x := range n.Results {
		if f.isBesideError(n, i) {
			continue
		}
		if f.isBool(x) {
			f.condition(x)
			if f.isConstant(x) {
				f.replace(x, strconv.FormatBool(!constant.BoolVal(f.info.Types[x].Value)))
			}
			continue
		}
		zero := f.zero(want.At(i).Type())
		v := f.info.Types[x].Value
		if zero != "" && zero != f.code(x) && (v == nil || v.ExactString() != zero) {
			f.add(x, "return "+zero+" for "+short(f.code(x)), x.Pos(), x.End(), zero)
		}
	}
}

// zero is the zero value as code, "" if it has no short form.
func (f *finder) zero(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsNumeric != 0:
			return "0"
		}
	case *types.Struct:
		return types.TypeString(t, func(o *types.Package) string {
			if o.Path() == f.dir {
				return ""
			}
			return o.Name()
		}) + "{}"
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface, *types.Signature, *types.Chan:
		if _, ok := t.(*types.TypeParam); !ok {
			return "nil"
		}
	}
	return ""
}

func (f *finder) assignment(n *ast.AssignStmt) {
	other := map[token.Token]string{token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+=", token.OR_ASSIGN: "="}[n.Tok]
	if other != "" && !f.basic(n.Lhs[0], types.IsString) {
		f.add(n, short(f.code(n))+" with "+other, n.TokPos, n.TokPos+token.Pos(len(n.Tok.String())), other)
	}
	for i, x := range n.Rhs {
		if len(n.Lhs) == len(n.Rhs) && isAsideTarget(n.Lhs[i]) {
			continue
		}
		if f.isBool(x) && f.isConstant(x) {
			f.replace(x, strconv.FormatBool(!constant.BoolVal(f.info.Types[x].Value)))
		} else if f.isBool(x) && len(n.Lhs) == len(n.Rhs) {
			f.condition(x)
		}
	}
}

// literal changes strings, characters and whole numbers.
func (f *finder) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.STRING:
		s, err := strconv.Unquote(n.Value)
		if err != nil {
			return
		}
		switch {
		case s == "":
			f.replace(n, `"?"`)
		case len(s) == 1:
			f.replace(n, `""`)
			f.replace(n, `"?"`)
		default:
			f.replace(n, `""`)
			f.replace(n, strconv.Quote(s[:len(s)-1]))
			f.replace(n, strconv.Quote(s[1:]))
		}
	case token.CHAR:
		f.replace(n, n.Value+" + 1")
		f.replace(n, n.Value+" - 1")
	case token.INT:
		v, err := strconv.ParseInt(n.Value, 0, 64)
		if err != nil {
			return
		}
		f.replace(n, strconv.FormatInt(v+1, 10))
		if v > 0 {
			f.replace(n, strconv.FormatInt(v-1, 10))
		}
	}
}

// constant replaces a constant by another one of its type and package.
func (f *finder) constant(whole ast.Expr, id *ast.Ident) {
	c, ok := f.info.Uses[id].(*types.Const)
	if !ok || c.Pkg() == nil || c.Parent() != c.Pkg().Scope() {
		return
	}
	scope := c.Pkg().Scope()
	var list []*types.Const
	for _, name := range scope.Names() {
		o, ok := scope.Lookup(name).(*types.Const)
		if ok && types.Identical(o.Type(), c.Type()) && (o.Exported() || c.Pkg().Path() == f.dir) && !isTextName(name) {
			list = append(list, o)
		}
	}
	if _, named := c.Type().(*types.Named); !named || len(list) < 2 {
		return
	}
	slices.SortFunc(list, func(a, b *types.Const) int { return int(a.Pos() - b.Pos()) })
	next := list[(slices.Index(list, c)+1)%len(list)]
	f.replace(whole, strings.TrimSuffix(f.code(whole), id.Name)+next.Name())
}

// elements deletes each element of a list.
func (f *finder) elements(n *ast.CompositeLit) {
	switch f.info.TypeOf(n).Underlying().(type) {
	case *types.Array, *types.Slice, *types.Map:
	default:
		return
	}
	for i, x := range n.Elts {
		to := n.Rbrace
		if i+1 < len(n.Elts) {
			to = n.Elts[i+1].Pos()
		}
		f.add(x, "drop from the list "+short(f.code(x)), x.Pos(), to, "")
	}
}
