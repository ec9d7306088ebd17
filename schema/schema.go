package schema

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

//go:embed silp-ir-schema.json
var schemaText string

// JSON returns the JSON Schema of the draft, section 3.9, byte for byte.
func JSON() string { return schemaText }

// Validate reports whether text is one JSON document that the schema admits.
// It returns nil or an [*Error] with the violations in their fixed order. It
// neither changes text nor keeps it.
func Validate(text []byte) error {
	doc, v := read(text)
	if v != nil {
		return &Error{Violations: []Violation{*v}}
	}
	violations, truncated := check(compiled(), doc)
	if len(violations) == 0 {
		return nil
	}
	slices.SortFunc(violations, compareViolations)
	return &Error{Violations: violations, Truncated: truncated}
}

// compiledSchema is the schema in the form of the library, with the names that
// the walk of check.go needs.
type compiledSchema struct {
	root *jsonschema.Schema
	// nested lists, for each object schema that has any, the members that are
	// arrays or objects themselves, sorted.
	nested map[*jsonschema.Schema][]string
}

// compiled compiles on first use, so that a program that imports this package
// and never validates pays nothing for it.
var compiled = sync.OnceValue(compile)

func compile() *compiledSchema {
	// The address is a name and nothing is ever fetched from it.
	const address = "https://github.com/Juwan-Hwang/polyglotir"
	c := jsonschema.NewCompiler()
	// Without this the library would ask its global table of loaders, in which
	// any other package of the program may have put one that uses the network.
	c.LoadURL = func(url string) (io.ReadCloser, error) {
		return nil, fmt.Errorf("schema: refused to load %q", url)
	}
	if err := c.AddResource(address, strings.NewReader(schemaText)); err != nil {
		panic(err) // the embedded file is broken; no input leads here
	}
	s := &compiledSchema{
		root:   c.MustCompile(address),
		nested: make(map[*jsonschema.Schema][]string),
	}
	s.collectNested(s.root)
	return s
}

func (s *compiledSchema) collectNested(at *jsonschema.Schema) {
	for name, sub := range at.Properties {
		if sub.Items2020 == nil && sub.Properties == nil {
			continue
		}
		s.nested[at] = append(s.nested[at], name)
		s.collectNested(sub)
		if sub.Items2020 != nil {
			s.collectNested(sub.Items2020)
		}
	}
	slices.Sort(s.nested[at])
}
