package vectors

import (
	"maps"
	"slices"
	"strings"
)

// members lists which members a vector has besides name and ref: "a|b" stands
// for exactly one of them, "[a]" for one that may be missing.
var members = map[string]string{
	"compile":       "surface ir|ir_text text [meta] [null_as_absent]",
	"decode":        "surface text ir|ir_text",
	"error parse":   "op text|text_base64 code [offset] [path] [null_as_absent]",
	"error compile": "op surface ir|ir_text code [path] [codec]",
	"error decode":  "op surface text|text_base64 code [offset] [path] [codec]",
	"roundtrip":     "surfaces ir|ir_text [null_as_absent]",
	"calls of text": "surface text calls",
	"calls of ir":   "surfaces ir|ir_text calls",
}

func (v *Vector) kind() string {
	switch {
	case v.Group == "error":
		return "error " + v.Op
	case v.Group == "calls" && v.has["text"]:
		return "calls of text"
	case v.Group == "calls":
		return "calls of ir"
	}
	return v.Group
}

// incomplete says what a vector lacks, or has too much, to assert something.
func (v *Vector) incomplete() string {
	if v.Name == "" || v.Ref == "" {
		return "a vector needs a name and a ref"
	}
	want, ok := members[v.kind()]
	if !ok {
		return "a vector of group error needs op"
	}
	left := maps.Clone(v.has)
	delete(left, "name")
	delete(left, "ref")
	for _, field := range strings.Fields(want) {
		field, optional := strings.CutPrefix(field, "[")
		n := 0
		for _, name := range strings.Split(strings.TrimSuffix(field, "]"), "|") {
			if left[name] {
				n++
			}
			delete(left, name)
		}
		if n > 1 || n == 0 && !optional {
			return "a vector of this kind needs " + strings.ReplaceAll(field, "|", " or ")
		}
	}
	if len(left) > 0 {
		return "a vector of this kind has no " + slices.Sorted(maps.Keys(left))[0]
	}
	return v.empty()
}

// empty says what is there but asserts nothing.
func (v *Vector) empty() string {
	switch {
	case v.has["surfaces"] && len(v.Surfaces) == 0:
		return "no surfaces"
	case v.Group == "calls" && len(v.Calls) == 0:
		return "no calls"
	case v.has["path"] && v.Path == "":
		return "an error without a path has no member path"
	case (v.Code == "invalid_syntax" || v.Code == "decode_failed") && !v.has["offset"] && !v.has["path"]:
		return "an error of this code has an offset or a path"
	}
	return ""
}
