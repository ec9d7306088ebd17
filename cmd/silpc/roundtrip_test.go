package main

import (
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

// No surface loses anything, so what a difference looks like is tested on two
// IRs that differ.
func TestComparison(t *testing.T) {
	parse := func(text string) *ir.IR {
		x, err := ir.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	a := parse(`{"intent":"!START","entities":[{"id":"act","value":"a\u200b\"","\u202e":[1]}],"meta":{"req_id":"b7e2","out":"code"}}`)
	b := parse(`{"intent":"!START","entities":[{"id":"act","value":"b"}],"meta":{"req_id":"b7e3","priority":2}}`)
	changes := compare(a, b)
	const wantJSON = `{"equal":false,"text":"t","diff":[` +
		`{"path":"/entities/0/value","a":"a\u200b\"","b":"b"},` +
		`{"path":"/entities/0/\u202e","a":[1]},` +
		`{"path":"/meta/priority","a":0,"b":2},` +
		`{"path":"/meta/out","a":"code","b":"natural"},` +
		`{"path":"/meta/req_id","a":"b7e2","b":"b7e3"}]}`
	if got := string(appendComparison(nil, "t", changes)); got != wantJSON {
		t.Errorf("got  %s\nwant %s", got, wantJSON)
	}
	const wantText = "not equal\nt\n" +
		`/entities/0/value: "a\u200b\"" -> "b"` + "\n" +
		`/entities/0/<U+202E>: [1] -> absent` + "\n" +
		`/meta/priority: 0 -> 2` + "\n" +
		`/meta/out: "code" -> "natural"` + "\n" +
		`/meta/req_id: "b7e2" -> "b7e3"`
	if got := string(printComparison(nil, "t", changes)); got != wantText {
		t.Errorf("got  %s\nwant %s", got, wantText)
	}
	if changes := compare(a, a); len(changes) > 0 {
		t.Errorf("an IR differs from itself: %v", changes)
	}
}
