package main

import (
	"go/ast"
	"go/types"
	"strings"
)

// Aside is what the vectors do not speak of, so it is not mutated. It is
// recognised by names.
//
// Text for people, such as the message and the hint of an error: what goes to a
// parameter, variable, constant, field or function named msg, hint, want or found, or
// with a name that ends in Hint.
//
// The name of the surface in an error: what goes to a field named Frontend.
//
// What is returned beside an error.
//
// What only a stream asks for, whose text goes on: the fields and methods of
// streamNames.
//
// And an if, switch or case with nothing but that in it.

func isTextName(name string) bool {
	switch name {
	case "msg", "Msg", "hint", "want", "found":
		return true
	}
	return strings.HasSuffix(name, "Hint")
}

var streamNames = map[string]bool{"short": true, "done": true, "begin": true, "finished": true, "openAt": true, "shortEscape": true}

func isAsideTarget(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return isTextName(x.Name)
	case *ast.SelectorExpr:
		return isTextName(x.Sel.Name) || x.Sel.Name == "Frontend" || isOfStream(x)
	}
	return false
}

// isOfStream reports whether a selector has one of streamNames in it.
func isOfStream(x ast.Expr) bool {
	s, ok := x.(*ast.SelectorExpr)
	return ok && (streamNames[s.Sel.Name] || isOfStream(s.X))
}

// isTextParam reports whether argument i of a call goes to such a parameter.
func (f *finder) isTextParam(n *ast.CallExpr, i int) bool {
	sig, ok := f.info.TypeOf(n.Fun).(*types.Signature)
	return ok && i < sig.Params().Len() && isTextName(sig.Params().At(i).Name())
}

// isBesideError reports whether result i stands in front of an error that is
// not nil.
func (f *finder) isBesideError(n *ast.ReturnStmt, i int) bool {
	last := len(n.Results) - 1
	return i < last && !f.info.Types[n.Results[last]].IsNil() && types.Identical(f.info.TypeOf(n.Results[last]), types.Universe.Lookup("error").Type())
}

func (f *finder) isAside(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, x := range n.Lhs {
			if !isAsideTarget(x) {
				return false
			}
		}
		return true
	case *ast.ExprStmt:
		return f.isAside(n.X)
	case *ast.CallExpr:
		return isOfStream(n.Fun)
	case *ast.BinaryExpr:
		return isOfStream(n.X)
	case *ast.IfStmt:
		if n.Else != nil && !f.isAside(n.Else) {
			return false
		}
		return f.allAside(n.Body.List)
	case *ast.BlockStmt:
		return f.allAside(n.List)
	case *ast.SwitchStmt:
		for _, s := range n.Body.List {
			if !f.allAside(s.(*ast.CaseClause).Body) {
				return false
			}
		}
		return true
	}
	return false
}

func (f *finder) allAside(list []ast.Stmt) bool {
	for _, s := range list {
		if !f.isAside(s) {
			return false
		}
	}
	return len(list) > 0
}
