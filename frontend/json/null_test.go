package json_test

import (
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
)

// With NullAsAbsent a text means what it means without its nulls; without it
// each of them is an error.
func TestNullAsAbsent(t *testing.T) {
	loose := json.Frontend{NullAsAbsent: true}
	for _, row := range []struct{ text, without string }{ // without "" where it stays an error
		{`{"intent":"!BOOK","act":"hotel","nights":null}`, `{"intent":"!BOOK","act":"hotel"}`},
		{`{"action_email":null,"intent":"!BOOK"}`, `{"intent":"!BOOK"}`},
		{`{"intent":"!BOOK","nights":null,"entities":[{"id":"a","value":"b","action":null}]}`, `{"intent":"!BOOK","entities":[{"id":"a","value":"b"}]}`},
		{`{"intent":"!BOOK","entities":null,"a":"b"}`, `{"intent":"!BOOK","a":"b"}`},
		{`{"intent":"!BOOK","constraints":null,"alternatives":null}`, `{"intent":"!BOOK"}`},
		{`{"intent":"!BOOK","constraints":[{"type":"a","value":"b","time":null,"subject":null,"operator":null}]}`, `{"intent":"!BOOK","constraints":[{"type":"a","value":"b"}]}`},
		{`{"intent":"!BOOK","alternatives":[{"action":"!FETCH","target":null,"location":null}]}`, `{"intent":"!BOOK","alternatives":[{"action":"!FETCH"}]}`},
		{`{"intent":"!BOOK","silp":null,"version":null,"meta":null}`, `{"intent":"!BOOK"}`},
		{`{"intent":"!BOOK","meta":{"out":null,"seq":null,"priority":null}}`, `{"intent":"!BOOK"}`},
		{`{"intent":null}`, ""},
		{`{"intent":"!BOOK","act":[null]}`, ""},
		{`{"intent":"!BOOK","constraints":[null]}`, ""},
		{`{"intent":"!BOOK","constraints":[{"type":null,"value":"b"}]}`, ""},
		{`{"intent":"!BOOK","entities":[{"id":"a","value":null}]}`, ""},
		{`{"intent":"!BOOK","a":null,"a":"b"}`, ""},
	} {
		x := ir.New()
		if err := (json.Frontend{}).DecodeInto(x, row.text); err == nil {
			t.Errorf("%s: accepted without the option", row.text)
		}
		err := loose.DecodeInto(x, row.text)
		if row.without == "" {
			if err == nil {
				t.Errorf("%s: accepted", row.text)
			}
			continue
		}
		want, errWant := json.Decode(row.without)
		if err != nil || errWant != nil {
			t.Errorf("%s: %v, %v", row.text, err, errWant)
			continue
		}
		if !ir.Equivalent(x, want) {
			t.Errorf("%s: %v", row.text, ir.Diff(want, x))
		}
		tolerant := "Here it is:\n" + strings.Replace(row.text, "}", ",}", 1)
		y := ir.New()
		if _, err := loose.DecodeTolerant(y, tolerant); err != nil || !ir.Equivalent(y, want) {
			t.Errorf("tolerant: %s: %v", tolerant, err)
		}
		s := loose.NewStream()
		for i := range len(row.text) {
			if _, err := s.Write([]byte(row.text[i : i+1])); err != nil {
				t.Fatalf("%s: %v", row.text, err)
			}
		}
		if n := len(s.Snapshot().IR.Entities); n != len(want.Entities) {
			t.Errorf("stream: %s: %d entities", row.text, n)
		}
		if y, _, err := s.Close(); err != nil || !ir.Equivalent(y, want) {
			t.Errorf("stream: %s: %v", row.text, err)
		}
	}
}
