package schema_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/silp-protocol/silp-go/schema"
)

func ExampleValidate() {
	text := `{
	  "intent": "BOOK",
	  "entities": [{"id": "act", "value": "flight"}, {"id": "city", "value": null}],
	  "meta": {"priority": "high"},
	  "mood": "good"
	}`
	err := schema.Validate([]byte(text))
	var e *schema.Error
	if errors.As(err, &e) {
		for _, v := range e.Violations {
			fmt.Printf("%s [%s] %s\n", v.Path, v.Keyword, v.Message)
		}
	}
	// Output:
	// /entities/1/value [type] value: expected string, got null (optional members are left out instead)
	// /intent [pattern] intent: expected text that matches ^![A-Z][A-Z_]*$, got "BOOK"
	// /meta [required] meta: missing member "req_id"
	// /meta/priority [type] priority: expected integer, got string
	// /mood [additionalProperties] unknown member "mood"
}

func ExampleValidate_syntax() {
	err := schema.Validate([]byte(`{"intent": "!BOOK", "meta": {"req_id": "a1b2"},}`))
	fmt.Println(err)
	// Output:
	// schema: expected a member name in quotes, found '}' at offset 47
}

// The schema itself, for other validators.
func ExampleJSON() {
	for line := range strings.Lines(schema.JSON()) {
		if strings.Contains(line, "$schema") {
			fmt.Println(strings.TrimSpace(line))
		}
	}
	// Output: "$schema": "https://json-schema.org/draft/2020-12/schema",
}
