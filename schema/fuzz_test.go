package schema

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// FuzzValidate holds these laws: no panic; two runs give equal errors; what is
// not JSON is refused; places are places of the text; violations are sorted;
// and the verdict is that of the library on the whole document at once.
func FuzzValidate(f *testing.F) {
	f.Fuzz(func(t *testing.T, raw []byte) {
		err := Validate(raw)
		if again := Validate(raw); !reflect.DeepEqual(err, again) {
			t.Fatalf("first %v, then %v", err, again)
		}
		if err == nil {
			if !json.Valid(raw) || !utf8.Valid(raw) {
				t.Fatal("accepted a text that is not JSON")
			}
			if _, want := slowValidate(raw); want != nil {
				t.Fatalf("accepted, but the library says %v", want)
			}
			return
		}
		var e *Error
		if !errors.As(err, &e) || len(e.Violations) == 0 {
			t.Fatalf("error without violations: %#v", err)
		}
		for _, v := range e.Violations {
			checkViolation(t, v, len(raw), len(e.Violations))
		}
		if !slices.IsSortedFunc(e.Violations, compareViolations) {
			t.Fatalf("not sorted: %v", e.Violations)
		}
		if e.Violations[0].Offset < 0 && !e.Truncated {
			got := places(e.Violations)
			if want, _ := slowValidate(raw); !slices.Equal(got, want) {
				t.Fatalf("got %q, the library says %q", got, want)
			}
		}
	})
}

func checkViolation(t *testing.T, v Violation, size, count int) {
	t.Helper()
	ofText := v.Keyword == KeywordSyntax || v.Keyword == KeywordDuplicate || v.Keyword == KeywordLimit
	if ofText != (v.Offset >= 0) || v.Offset > int64(size) || ofText && count > 1 {
		t.Fatalf("offset does not fit the keyword: %+v", v)
	}
	if v.Path != "" && v.Path[0] != '/' || !utf8.ValidString(v.Message) || v.Message == "" {
		t.Fatalf("bad path or message: %+v", v)
	}
}

// places gives the different "path keyword" of violations, an unknown member
// counted at its object, as the library does it.
func places(violations []Violation) []string {
	var out []string
	for _, v := range violations {
		if v.Keyword == "additionalProperties" {
			v.Path = v.Path[:strings.LastIndexByte(v.Path, '/')]
		}
		out = append(out, v.Path+" "+v.Keyword)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// slowValidate is the obvious implementation: the whole document is built and
// given to the library in one piece.
func slowValidate(raw []byte) ([]string, error) {
	doc, v := readTo(raw, MaxDepth)
	if v != nil {
		return nil, &Error{Violations: []Violation{*v}}
	}
	err := compiled().root.Validate(doc)
	var ve *jsonschema.ValidationError
	if !errors.As(err, &ve) {
		return nil, err
	}
	var out []string
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			keyword := e.KeywordLocation[strings.LastIndexByte(e.KeywordLocation, '/')+1:]
			out = append(out, e.InstanceLocation+" "+keyword)
		}
		for _, cause := range e.Causes {
			walk(cause)
		}
	}
	walk(ve)
	slices.Sort(out)
	return slices.Compact(out), err
}
