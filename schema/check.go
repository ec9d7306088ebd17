package schema

import (
	"cmp"
	"encoding/json" // only for the type json.Number
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// checker collects violations. jsonschema judges; the checker decides what it
// sees at a time and words the result: the library's errors come in random
// order, quote the document at length, and take hundreds of bytes each.
type checker struct {
	schema     *compiledSchema
	violations []Violation
	truncated  bool
}

// list is an array that was taken out of its place to be checked item by item.
type list struct {
	schema *jsonschema.Schema // of the items
	items  []any
	path   string
}

// check reports the violations of doc, not sorted. It empties the arrays of doc.
func check(s *compiledSchema, doc any) (violations []Violation, truncated bool) {
	c := &checker{schema: s}
	c.check(s.root, doc, "")
	return c.violations, c.truncated
}

// check judges v without the items of its arrays, then the items one by one, so
// that the library never holds more errors than one item has. That is sound
// because no array of the schema has a rule besides items.
func (c *checker) check(s *jsonschema.Schema, v any, path string) {
	lists := c.detach(s, v, path, nil)
	if err := s.Validate(v); err != nil {
		// Validate returns no other type: the schema has no reference that could
		// loop, and read builds no other values.
		c.leaves(err.(*jsonschema.ValidationError), s, v, path)
	}
	for _, l := range lists {
		for i, item := range l.items {
			if c.truncated {
				return
			}
			c.check(l.schema, item, l.path+"/"+strconv.Itoa(i))
		}
	}
}

// detach replaces the arrays below v that the schema describes by empty ones
// and returns them in a fixed order.
func (c *checker) detach(s *jsonschema.Schema, v any, path string, lists []list) []list {
	object, ok := v.(map[string]any)
	if !ok {
		return lists
	}
	for _, name := range c.schema.nested[s] {
		sub := s.Properties[name]
		switch member := object[name].(type) {
		case []any:
			if sub.Items2020 != nil {
				lists = append(lists, list{sub.Items2020, member, path + "/" + name})
				object[name] = []any{}
			}
		case map[string]any:
			lists = c.detach(sub, member, path+"/"+name, lists)
		}
	}
	return lists
}

// leaves reports the errors at the ends of the library's tree of errors. They
// are sorted first, so that a cut at MaxViolations falls at a fixed place.
func (c *checker) leaves(err *jsonschema.ValidationError, s *jsonschema.Schema, v any, path string) {
	var found []*jsonschema.ValidationError
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			found = append(found, e)
		}
		for _, cause := range e.Causes {
			walk(cause)
		}
	}
	walk(err)
	slices.SortFunc(found, func(a, b *jsonschema.ValidationError) int {
		return strings.Compare(a.KeywordLocation, b.KeywordLocation)
	})
	for _, e := range found {
		c.report(e, s, v, path)
	}
}

// report words one error of the library from the places that it names: its
// keyword location leads through the schema, its instance location through v.
func (c *checker) report(e *jsonschema.ValidationError, s *jsonschema.Schema, v any, path string) {
	s, keyword := follow(s, e.KeywordLocation)
	// Only members can follow: arrays were checked item by item.
	for rest := e.InstanceLocation; rest != ""; {
		var segment string
		segment, rest = cutSegment(rest)
		name := unescape(segment)
		v = v.(map[string]any)[name]
		path += "/" + escape(name)
	}
	label := label(path)
	expected := func(what, found string) {
		c.add(path, keyword, cmp.Or(label, "document")+": expected "+what+", got "+found)
	}
	switch keyword {
	case "type":
		expected(strings.Join(s.Types, " or "), typeOf(v, s.Types, path))
	case "pattern":
		expected("text that matches "+s.Pattern.String(), quote(v.(string), maxQuoted))
	case "minimum":
		expected("at least "+s.Minimum.RatString(), string(v.(json.Number)))
	case "maximum":
		expected("at most "+s.Maximum.RatString(), string(v.(json.Number)))
	case "required":
		c.missing(s, v.(map[string]any), path, label)
	case "additionalProperties":
		c.unknown(s, v.(map[string]any), path)
	default:
		// Not reached with the draft's schema; a test walks all its keywords.
		c.add(path, keyword, cmp.Or(label, "document")+": the schema does not allow this value")
	}
}

func (c *checker) add(path, keyword, message string) {
	if len(c.violations) == MaxViolations {
		c.truncated = true
		return
	}
	c.violations = append(c.violations, Violation{path, -1, keyword, message})
}

func (c *checker) missing(s *jsonschema.Schema, object map[string]any, path, label string) {
	prefix := ""
	if label != "" {
		prefix = label + ": "
	}
	for _, name := range s.Required {
		if _, ok := object[name]; !ok {
			c.add(path, "required", prefix+"missing member "+strconv.Quote(name))
		}
	}
}

func (c *checker) unknown(s *jsonschema.Schema, object map[string]any, path string) {
	var names []string
	for name := range object {
		if _, ok := s.Properties[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if c.truncated {
			return
		}
		c.add(path+"/"+escape(name), "additionalProperties", "unknown member "+quote(name, maxQuoted))
	}
}

// follow goes from s along a keyword location such as
// "/properties/meta/properties/seq/type" and returns the schema that has the
// keyword, and the keyword.
func follow(s *jsonschema.Schema, location string) (*jsonschema.Schema, string) {
	segments := strings.Split(strings.TrimPrefix(location, "/"), "/")
	last := len(segments) - 1
	for i := 0; i < last; i++ {
		next := s.Items2020
		if segments[i] == "properties" {
			i++
			next = s.Properties[unescape(segments[i])]
		}
		if next == nil {
			break
		}
		s = next
	}
	return s, segments[last]
}

// typeOf names the JSON type of v, and adds what helps to see the difference.
func typeOf(v any, wanted []string, path string) string {
	switch v := v.(type) {
	case nil:
		if isIndex(path[strings.LastIndexByte(path, '/')+1:]) || path == "" {
			return "null"
		}
		return "null (optional members are left out instead)"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case json.Number:
		if slices.Contains(wanted, "integer") {
			return "number " + string(v)
		}
		return "number"
	}
	return "object"
}

// label is the name of the value at path for a message: "priority", "seq[3]",
// or "" for the document. All names in it are names of the schema.
func label(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ""
	}
	last := path[i+1:]
	if isIndex(last) {
		return label(path[:i]) + "[" + last + "]"
	}
	return last
}

// escape and unescape are those of RFC 6901; the library's locations are
// percent-encoded on top of that.
func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

func unescape(segment string) string {
	if s, err := url.PathUnescape(segment); err == nil {
		segment = s
	}
	return strings.ReplaceAll(strings.ReplaceAll(segment, "~1", "/"), "~0", "~")
}
