package main

import (
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/schema"
)

// With --null-as-absent the schema's verdict is that of the strict parser: each
// member of a full IR in turn is null, and nothing else is wrong.
func TestNullAsAbsent(t *testing.T) {
	const full = `{"silp":0,"version":0,"intent":0,` +
		`"entities":[{"id":0,"value":0,"action":0,"x":0}],` +
		`"constraints":[{"type":0,"value":0,"time":0,"subject":0,"operator":0,"x":0}],` +
		`"alternatives":[{"action":0,"target":0,"location":0,"x":0}],` +
		`"meta":{"req_id":0,"session_id":0,"priority":0,"confidence":0,"seq":[0],"out":0,"next_agent":0,"x":{"out":0}}}`
	valid := func(name string) string {
		switch name {
		case "silp":
			return `"v1"`
		case "intent", "action":
			return `"!START"`
		case "req_id":
			return `"b7e2"`
		case "priority", "confidence":
			return `1`
		}
		return `"a"`
	}
	parts := strings.Split(full, `0`)
	build := func(null int) string {
		var b strings.Builder
		for i, part := range parts {
			b.WriteString(part)
			if i == len(parts)-1 {
				break
			}
			if i == null {
				b.WriteString("null")
				continue
			}
			name := strings.TrimRight(part, `":[`)
			b.WriteString(valid(name[strings.LastIndexByte(name, '"')+1:]))
		}
		return b.String()
	}
	for i := range len(parts) - 1 {
		checkNull(t, build(i))
	}
	for _, list := range []string{"entities", "constraints", "alternatives", "meta"} {
		checkNull(t, `{"intent":"!START","`+list+`":null,"meta":{"req_id":"b7e2"}}`)
	}
	checkNull(t, `{"intent":"!START","meta":{"req_id":"b7e2","seq":null}}`)
	checkNull(t, `{"intent":"!START","meta":{"req_id":"b7e2"},"entities":{"a":{"action":null}}}`)
	checkNull(t, `null`)
	checkNull(t, `[{"silp":null}]`)
}

func checkNull(t *testing.T, text string) {
	t.Helper()
	_, err := ir.Options{NullAsAbsent: true}.Parse(text)
	if schemaErr := schema.Validate(dropNulls([]byte(text))); (err == nil) != (schemaErr == nil) {
		t.Errorf("%s\nparse: %v\nschema: %v", text, err, schemaErr)
	}
}

// Paths count in the document as it is, not in the one without nulls.
func TestDropNulls(t *testing.T) {
	const in = `{"silp":null,"entities":[null,{"id":"1","action":null,"x":null}],"meta":{"out":null,"x":[null,1.50],"y":"\u200b<"}}`
	const want = `{"entities":[null,{"id":"1","x":null}],"meta":{"x":[null,1.50],"y":"` + "\u200b" + `<"}}`
	if got := strings.TrimSpace(string(dropNulls([]byte(in)))); got != want {
		t.Errorf("got %s", got)
	}
}

func TestValidateSaysThatMoreIsWrong(t *testing.T) {
	in := `{"intent":"!START","meta":{"req_id":"b7e2","seq":[` + strings.Repeat("0,", schema.MaxViolations) + `0]}}`
	out, _, exit := silpc(in, "validate", "--json")
	if exit != exitBad || strings.Count(out, `{"path":`) != schema.MaxViolations+1 || !strings.Contains(out, "more violations, which are not listed") {
		t.Errorf("exit %d, %d violations", exit, strings.Count(out, `{"path":`))
	}
}
