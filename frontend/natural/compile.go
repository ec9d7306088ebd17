package natural

import (
	"errors"
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

// Frontend is the surface natural: one English sentence.
type Frontend struct{}

// NLJSON is the surface nl_json: the sentence inside a JSON object.
type NLJSON struct{}

var (
	_ frontend.Frontend = Frontend{}
	_ frontend.Frontend = NLJSON{}
)

// Name returns "natural".
func (Frontend) Name() string { return "natural" }

// Name returns "nl_json".
func (NLJSON) Name() string { return "nl_json" }

// Compile returns the sentence of x. The error is the *ir.Error of x.Validate.
func Compile(x *ir.IR) (string, error) {
	b, err := Frontend{}.AppendCompile(nil, x)
	return string(b), err
}

// CompileNLJSON returns the sentence of x inside {"task_description":…}, with
// the escapes of the json surface. The error is the *ir.Error of x.Validate.
func CompileNLJSON(x *ir.IR) (string, error) {
	b, err := NLJSON{}.AppendCompile(nil, x)
	return string(b), err
}

// AppendCompile appends the sentence of x to dst. It never changes x. On an
// error, that of x.Validate, dst comes back at its old length.
func (f Frontend) AppendCompile(dst []byte, x *ir.IR) ([]byte, error) {
	if err := validate(x, f.Name()); err != nil {
		return dst, err
	}
	return appendSentence(dst, x), nil
}

// AppendCompile appends the JSON object to dst. It never changes x. On an
// error, that of x.Validate, dst comes back at its old length.
func (f NLJSON) AppendCompile(dst []byte, x *ir.IR) ([]byte, error) {
	if err := validate(x, f.Name()); err != nil {
		return dst, err
	}
	// What Validate passed is UTF-8, so the string is never refused.
	out, _ := jsonio.AppendString(append(dst, `{"task_description":`...), string(appendSentence(nil, x)))
	return append(out, '}'), nil
}

func validate(x *ir.IR, name string) error {
	err := x.Validate()
	var e *ir.Error
	if errors.As(err, &e) {
		e.Frontend = name
	}
	return err
}

func appendSentence(dst []byte, x *ir.IR) []byte {
	lead := "If "
	for i := range x.Constraints {
		dst = appendCondition(append(dst, lead...), &x.Constraints[i])
		lead = " and "
	}
	lead = ""
	if len(x.Constraints) > 0 {
		lead = ", "
	}
	for verb, entities := range x.Calls() {
		dst = appendCall(append(dst, lead...), verb, entities)
		lead = " and "
	}
	lead = " otherwise "
	for i := range x.Alternatives {
		dst = appendAlternative(append(dst, lead...), &x.Alternatives[i])
		lead = " and "
	}
	return append(dst, '.')
}

func appendCondition(dst []byte, c *ir.Constraint) []byte {
	kind, negated := strings.CutPrefix(c.Type, "!")
	if negated {
		dst = append(dst, "not "...)
	}
	dst = appendText(dst, kind)
	dst = appendOptional(dst, " of ", c.Subject)
	operator := ""
	if c.Operator != nil {
		operator = *c.Operator
	}
	if !negated || operator != "" || c.Value != "true" {
		dst = append(dst, ' ')
		dst = append(dst, relation(operator)...)
		dst = append(dst, ' ')
		dst = appendText(dst, c.Value)
	}
	return appendOptional(dst, " at ", c.Time)
}

func relation(operator string) string {
	switch operator {
	case "", "=", "==":
		return "is"
	case "!=":
		return "is not"
	case "<=":
		return "is at most"
	case ">=":
		return "is at least"
	case "<":
		return "is less than"
	case ">":
		return "is greater than"
	}
	return operator
}

func appendCall(dst []byte, verb ir.Action, entities []ir.Entity) []byte {
	dst = appendVerb(dst, verb, len(entities) > 0)
	lead := " "
	for i := range entities {
		dst = appendText(append(dst, lead...), entities[i].Value)
		lead = ", "
	}
	return dst
}

func appendAlternative(dst []byte, a *ir.Alternative) []byte {
	dst = appendVerb(dst, a.Action, a.Target != nil && *a.Target != "")
	dst = appendOptional(dst, " ", a.Target)
	return appendOptional(dst, " at ", a.Location)
}

func appendVerb(dst []byte, a ir.Action, object bool) []byte {
	dst, _ = a.AppendFunc(dst)
	if object && a == "!SWITCH" {
		dst = append(dst, " to"...)
	}
	return dst
}

func appendOptional(dst []byte, lead string, s *string) []byte {
	if s == nil || *s == "" {
		return dst
	}
	return append(append(dst, lead...), *s...)
}

// appendText writes what the sentence cannot do without.
func appendText(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, `""`...)
	}
	return append(dst, s...)
}
