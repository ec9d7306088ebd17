package ir_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

// rulesRefused hold texts with « where the error's offset is.
var rulesRefused = []struct {
	name, text string
	code       ir.Code
	path, msg  string
	hint       string
}{
	{"empty", ``, ir.InvalidSyntax, "", "unexpected end", ""},
	{"no object", `«[]`, ir.DecodeFailed, "", "expected an object, got an array", ""},
	{"null", `«null`, ir.DecodeFailed, "", "expected an object, got null", ""},
	{"trailing", `{} «{}`, ir.InvalidSyntax, "", "found '{' after the end", ""},
	{"comment", `{«/* */}`, ir.InvalidSyntax, "", "found '/'", ""},
	{"duplicate", `{"alternatives":true,«"alternatives":false}`, ir.InvalidSyntax, "/alternatives", "duplicate member name", "once"},
	{"duplicate verb, one escaped", `{"verbs":{"!BOOK":{},«"!B\u004fOK":{}}}`, ir.InvalidSyntax, "/verbs/!BOOK", "duplicate member name", ""},
	{"case", `{«"Verbs":{}}`, ir.DecodeFailed, "/Verbs", `unknown member "Verbs"`, "rules have verbs, constraints, any_constraint and alternatives"},
	{"unknown in a verb", `{"verbs":{"!BOOK":{«"entity":{}}}}`, ir.DecodeFailed, "/verbs/!BOOK/entity", `unknown member "entity"`, "a verb has entities and any_entity"},
	{"unknown in an entity", `{"verbs":{"!BOOK":{"entities":{"act":{«"optional":true}}}}}`, ir.DecodeFailed, "/verbs/!BOOK/entities/act/optional", "unknown member", "an entity has required, repeat and enum"},
	{"unknown in a constraint", `{"constraints":{"a":{«"operator":["<"]}}}`, ir.DecodeFailed, "/constraints/a/operator", "unknown member", "a constraint has operators and enum"},
	{"no action code", `{"verbs":{«"BOOK":{}}}`, ir.DecodeFailed, "/verbs/BOOK", `"BOOK" is not an action code`, "as in !BOOK"},
	{"verbs as a list", `{"verbs":«["!BOOK"]}`, ir.DecodeFailed, "/verbs", "expected an object, got an array", ""},
	{"verb as a boolean", `{"verbs":{"!BOOK":«true}}`, ir.DecodeFailed, "/verbs/!BOOK", "expected an object, got a boolean", ""},
	{"entity is null", `{"verbs":{"!BOOK":{"entities":{"act":«null}}}}`, ir.DecodeFailed, "/verbs/!BOOK/entities/act", "expected an object, got null", ""},
	{"boolean as a string", `{"any_constraint":«"true"}`, ir.DecodeFailed, "/any_constraint", "expected a boolean, got a string", ""},
	{"boolean as a number", `{"verbs":{"!BOOK":{"entities":{"act":{"required":«1}}}}}`, ir.DecodeFailed, "/verbs/!BOOK/entities/act/required", "expected a boolean, got a number", ""},
	{"enum as a string", `{"verbs":{"!BOOK":{"entities":{"act":{"enum":«"a"}}}}}`, ir.DecodeFailed, "/verbs/!BOOK/entities/act/enum", "expected an array, got a string", ""},
	{"number in an enum", `{"verbs":{"!BOOK":{"entities":{"act":{"enum":["1",«2]}}}}}`, ir.DecodeFailed, "/verbs/!BOOK/entities/act/enum/1", "expected a string, got a number", ""},
	{"empty enum", `{"verbs":{"!BOOK":{"entities":{"act":{"enum":[«]}}}}}`, ir.DecodeFailed, "/verbs/!BOOK/entities/act/enum", "empty list", "leave the member out to allow anything"},
	{"empty operators", `{"constraints":{"a":{"operators":[«]}}}`, ir.DecodeFailed, "/constraints/a/operators", "empty list", "leave the member out"},
	{"invalid UTF-8", "{\"constraints\":{\"«\xff\":{}}}", ir.InvalidSyntax, "", "invalid UTF-8", "send the text as UTF-8"},
	{"half a surrogate pair", `{"constraints":{"«\ud800":{}}}`, ir.InvalidSyntax, "", `invalid \u escape`, ""},
}

func TestParseRulesRefuses(t *testing.T) {
	for _, row := range rulesRefused {
		t.Run(row.name, func(t *testing.T) {
			text := strings.Replace(row.text, "«", "", 1)
			r, err := ir.ParseRules(text)
			e := asError(t, err)
			offset := max(0, strings.Index(row.text, "«"))
			if r != nil || e.Code != row.code || e.Offset != offset || !strings.HasPrefix(e.Path, row.path) || !strings.Contains(e.Msg, row.msg) || !strings.Contains(e.Hint, row.hint) {
				t.Errorf("got %v, offset %d, path %s", err, e.Offset, e.Path)
			}
			plain(t, err.Error())
			// Inside a larger configuration it is refused too.
			var config struct{ Rules ir.Rules }
			if err := json.Unmarshal([]byte(`{"Rules":`+text+`}`), &config); err == nil {
				t.Error("accepted inside a configuration")
			}
		})
	}
}

func TestParseRulesLimits(t *testing.T) {
	if _, err := ir.ParseRules(`{"alternatives":true}` + strings.Repeat(" ", ir.DefaultMaxBytes)); !errors.Is(err, ir.InvalidSyntax) {
		t.Errorf("over 1 MiB: %v", err)
	}
	e := asError(t, parseRulesError(`{"`+long+`":1}`))
	if n := strings.Count(e.Error(), "Q"); n > 64 {
		t.Errorf("%d bytes repeated: %v", n, e)
	}
}

func parseRulesError(text string) error {
	_, err := ir.ParseRules(text)
	return err
}

func TestParseRules(t *testing.T) {
	r := rules(t, hotelRules)
	act := r.Verbs["!BOOK"].Entities["act"]
	if len(r.Verbs) != 5 || !act.Required || act.Repeat || len(act.Enum) != 2 || !r.Verbs["!EMAIL"].AnyEntity || r.AnyConstraint || !r.Alternatives ||
		len(r.Constraints) != 3 || r.Constraints["loc"].Operators[0] != "" {
		t.Errorf("%+v", r)
	}
	if r := rules(t, " {} \n"); r.Verbs != nil || r.Alternatives {
		t.Errorf("%+v", r)
	}
	kept := ir.Rules{Alternatives: true}
	if err := kept.UnmarshalJSON([]byte(`{"any_constraint":true,"x":1}`)); err == nil || kept.AnyConstraint || !kept.Alternatives {
		t.Errorf("%v, %+v", err, kept)
	}
	if err := kept.UnmarshalJSON([]byte(`{"any_constraint":true}`)); err != nil || !kept.AnyConstraint || kept.Alternatives {
		t.Errorf("%v, %+v", err, kept)
	}
}

// FuzzParseRules: no text makes ParseRules or Check panic; rules that parse are
// the same after a way through JSON, and decide the same each time.
func FuzzParseRules(f *testing.F) {
	for _, row := range rulesRefused {
		f.Add(strings.Replace(row.text, "«", "", 1), uint64(0))
	}
	for seed := range uint64(10) {
		raw, err := json.Marshal(rulesFor(irgen.Random(seed).IR()))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(raw), seed)
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		r, err := ir.ParseRules(text)
		if err != nil {
			plain(t, asError(t, err).Error())
			return
		}
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ir.ParseRules(string(raw))
		if err != nil || same2(r, again) != "" || same2(r, r.Clone()) != "" {
			t.Fatalf("%s: %v", raw, err)
		}
		x := irgen.Random(seed).IR()
		one, two := r.Check(x), again.Check(x)
		if (one == nil) != (two == nil) || one != nil && one.Error() != two.Error() {
			t.Fatalf("%s: %v, %v", raw, one, two)
		}
	})
}
