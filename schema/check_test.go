package schema

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// The schema names https addresses as its dialect and as its id. The library
// has a global loader, which another package of the program may have replaced.
func TestNothingIsLoaded(t *testing.T) {
	old := jsonschema.LoadURL
	defer func() { jsonschema.LoadURL = old }()
	jsonschema.LoadURL = func(url string) (io.ReadCloser, error) {
		t.Errorf("%s was loaded", url)
		return nil, errors.New("refused")
	}
	if s := compile(); len(s.nested) != 2 {
		t.Errorf("nested members of %d objects, want those of the root and of meta", len(s.nested))
	}
}

// The walk of check.go and the depth of read.go are sound for the keywords that
// the draft's schema uses today. This fails if a new schema uses others.
func TestSchemaUsesOnlyKnownKeywords(t *testing.T) {
	var tree any
	if err := json.Unmarshal([]byte(schemaText), &tree); err != nil {
		t.Fatal(err)
	}
	worded := []string{"type", "pattern", "minimum", "maximum", "required", "additionalProperties"}
	silent := []string{"$schema", "$id", "title", "default", "items", "properties"}
	var walk func(node map[string]any, depth int)
	walk = func(node map[string]any, depth int) {
		for keyword, value := range node {
			if !slices.Contains(worded, keyword) && !slices.Contains(silent, keyword) {
				t.Errorf("keyword %q is not handled", keyword)
			}
			if _, ok := value.(bool); keyword == "additionalProperties" && !ok {
				t.Error("additionalProperties is not a bool")
			}
		}
		if node["type"] == "array" && len(node) != 2 {
			t.Errorf("an array has rules besides items: %v", node)
		}
		if t := node["type"]; t == "array" || t == "object" {
			depth++
		}
		if depth > schemaDepth {
			t.Errorf("the schema looks %d deep, the reader keeps %d", depth, schemaDepth)
		}
		if items, ok := node["items"].(map[string]any); ok {
			walk(items, depth)
		}
		properties, _ := node["properties"].(map[string]any)
		for _, sub := range properties {
			walk(sub.(map[string]any), depth)
		}
	}
	walk(tree.(map[string]any), 0)
}

func TestComparePaths(t *testing.T) {
	sorted := []string{"", "/", "/0", "/0/a", "/2", "/10", "/10/a", "/10/b", "/01", "/1a", "/a", "/a/b", "/a/b/2", "/a/b/10", "/ab"}
	for i, a := range sorted {
		for j, b := range sorted {
			// "/" sorts where an empty name sorts among names: behind indexes.
			if a == "/" || b == "/" {
				continue
			}
			if got, want := comparePaths(a, b), i-j; got < 0 != (want < 0) || got > 0 != (want > 0) {
				t.Errorf("comparePaths(%q, %q) = %d", a, b, got)
			}
		}
	}
	if comparePaths("/9", "/") >= 0 || comparePaths("/", "/a") >= 0 || comparePaths("", "/") >= 0 {
		t.Error("an empty name is out of place")
	}
}
