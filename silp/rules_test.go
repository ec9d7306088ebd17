package silp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

func hotel(t testing.TB) *silp.Rules {
	t.Helper()
	r, err := ir.ParseRules(`{"verbs":{"!BOOK":{"entities":{"act":{"required":true,"enum":["hotel","flight"]},"nights":{}}},"!RUN":{"any_entity":true}},
		"constraints":{"budget":{"operators":["<="]}}}`)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Options.Rules hold for what is decoded, on top of verbs and versions.
func TestRules(t *testing.T) {
	codec := silp.New(silp.Options{Rules: hotel(t)})
	for _, row := range []struct{ name, encoding, text, path, msg string }{ // path "" where it is taken
		{"fits", "code", "if budget<=500: book(hotel,nights=2)", "", ""},
		{"fits in json", "json", `{"intent":"!BOOK","act":"flight"}`, "", ""},
		{"verb", "code", "cancel(hotel)", "/intent", "verb !CANCEL is not allowed"},
		{"verb of the rules that is off the whitelist", "code", "run(x)", "/intent", "verb !RUN is not on the whitelist"},
		{"entity", "code", "book(hotel,stars=5)", "/entities/1/id", `entity "stars"`},
		{"entity in json", "json", `{"intent":"!BOOK","stars":"5"}`, "/entities/0/id", `entity "stars"`},
		{"required", "code", "book(nights=2)", "/intent", "call of !BOOK without"},
		{"value", "code", "book(car)", "/entities/0/value", `value "car"`},
		{"a value that looks like an allowed one", "code", `book("h\u043etel")`, "/entities/0/value", `value "h\u043etel"`},
		{"constraint", "code", "if rain(1): book(hotel)", "/constraints/0/type", `constraint "rain"`},
		{"negation", "code", "if !budget(value=500): book(hotel)", "/constraints/0/type", `constraint "!budget"`},
		{"operator", "code", "if budget<500: book(hotel)", "/constraints/0/operator", `operator "<"`},
		{"alternative", "code", "book(hotel) else: book(flight)", "/alternatives", "alternatives are not allowed"},
	} {
		t.Run(row.name, func(t *testing.T) {
			x, report, err := codec.Decode(silp.Payload{Encoding: row.encoding, Text: row.text})
			if report.Warnings != nil || report.Diagnostics != nil {
				t.Errorf("a report that nobody asked for: %+v", report)
			}
			if row.path == "" {
				if err != nil || x == nil {
					t.Error(err)
				}
				return
			}
			e, ok := errors.AsType[*silp.Error](err)
			if !ok || x != nil || e.Code != ir.DecodeFailed || e.Path != row.path || !strings.Contains(e.Msg, row.msg) || e.Hint == "" {
				t.Errorf("%v, %+v", x, err)
			}
		})
	}
}

// Rules say what a receiver takes; they do not hinder it from sending.
func TestRulesDoNotHoldForEncode(t *testing.T) {
	p, err := silp.New(silp.Options{Rules: &silp.Rules{}}).Encode(ir.Task("!CANCEL", ir.Arg("x")))
	if err != nil || p.Text != "cancel(x)" {
		t.Errorf("%+v, %v", p, err)
	}
}

// A codec is immutable: whoever made it cannot loosen its rules later.
func TestCodecKeepsItsRules(t *testing.T) {
	rules := hotel(t)
	codec := silp.New(silp.Options{Rules: rules})
	rules.Verbs["!CANCEL"] = ir.VerbRule{AnyEntity: true}
	rules.Verbs["!BOOK"].Entities["stars"] = ir.EntityRule{}
	rules.Verbs["!BOOK"].Entities["act"].Enum[0] = "car"
	rules.Alternatives = true
	for text, taken := range map[string]bool{"cancel(x)": false, "book(hotel,stars=5)": false, "book(car)": false, "book(hotel)": true, "book(hotel) else: book(flight)": false} {
		if _, _, err := codec.Decode(silp.Payload{Encoding: "code", Text: text}); (err == nil) != taken {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestLint(t *testing.T) {
	codec := silp.New(silp.Options{Lint: true, Verbs: ir.Verbs{Also: []ir.Action{"!RUN"}}})
	for _, row := range []struct {
		text string
		want []string
	}{
		{"book(hotel)", nil},
		{"run(x)", []string{"whitelist"}},
		{"book(k=1,k=2) else: book()", []string{"duplicate_entity_id", "alternative_completeness", "else_without_if"}},
		{`book(hotel) #{"meta":{"seq":["x"],"session_id":"long"}}`, []string{"seq_integrity", "session_id_length"}},
		{"stop(x)", nil}, // refused: nothing to warn of
		{"book(", nil},
	} {
		x, report, err := codec.Decode(silp.Payload{Encoding: "code", Text: row.text})
		var got []string
		for _, w := range report.Warnings {
			got = append(got, w.Rule)
		}
		if !slices.Equal(got, row.want) || (err == nil) != (x != nil) {
			t.Errorf("%s: %q, %v", row.text, got, err)
		}
	}
	// The header's members are linted too.
	_, report, err := codec.Decode(silp.Payload{Encoding: "code", Text: "book(x)", Header: &ir.Header{Meta: ir.Meta{SessionID: new("abc")}}})
	if err != nil || len(report.Warnings) != 1 || report.Warnings[0].Path != "/meta/session_id" {
		t.Errorf("%+v, %v", report, err)
	}
}

// Warnings change nothing of what is decoded, and are those of ir.Lint.
func TestLintRandom(t *testing.T) {
	lint := silp.New(silp.Options{Verbs: ir.Verbs{Any: true}, AnyVersion: true, Policy: sanitize.Inspect, Lint: true})
	for seed := range uint64(500) {
		p, err := open.Encode(irgen.Random(seed).IR())
		if err != nil {
			t.Fatal(err)
		}
		x, report, err := lint.Decode(p)
		if err != nil {
			t.Fatal(err)
		}
		y, none, err := open.Decode(p)
		if err != nil || none.Warnings != nil || !ir.Equivalent(x, y) || !slices.Equal(report.Warnings, ir.Lint(y)) {
			t.Fatalf("seed %d: %v, %+v", seed, err, none)
		}
	}
}
