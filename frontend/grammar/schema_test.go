package grammar_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/silp-protocol/silp-go/frontend/grammar"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/corpus"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/vectors"
	"github.com/silp-protocol/silp-go/ir"
)

func validator(t testing.TB, text string, err error) *jsonschema.Schema {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	s, err := jsonschema.CompileString("schema.json", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// valid reports whether a text is JSON and fits the schema.
func valid(s *jsonschema.Schema, text string) (fits, isJSON bool) {
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if !json.Valid([]byte(text)) || d.Decode(&v) != nil {
		return false, false
	}
	return s.Validate(v) == nil, true
}

// The schema takes every compiled text, with the header and without.
func TestSchemaTakesCompiledTexts(t *testing.T) {
	list := irs(t, 2000)
	verbs := corpus.Verbs(list)
	for _, o := range []grammar.Options{{Verbs: verbs}, {Verbs: verbs, WithMeta: true}, {Verbs: ir.Verbs{Any: true}, WithMeta: true}} {
		text, err := o.Schema()
		s := validator(t, text, err)
		for _, text := range corpus.JSON(list, o.WithMeta) {
			if huge(text) {
				continue
			}
			if ok, _ := valid(s, text); !ok {
				t.Errorf("%+v refuses %s", o, text)
			}
		}
	}
}

// huge reports whether a number of a text has an exponent that jsonschema/v5
// does not survive. None of them stands where the schema looks.
func huge(text string) bool { return strings.Contains(text, "e1000001") }

// beyond are the error vectors that are no matter of a schema, and why.
var beyond = []struct{ contains, why string }{
	{"duplicate", "a validator sees each member once"},
	{"lone surrogate", "readers of JSON let half a surrogate pair through"},
	{"half of a pair", "readers of JSON let half a surrogate pair through"},
	{"invalid UTF-8", "readers of JSON replace the bytes"},
	{"extra huge exponent", "a schema does not look into extras"},
	{"nested too deep", "a schema does not look into extras"},
	{"number of 65 digits", "a schema does not look into extras"},
	{"silp other than v1", "which versions a codec takes is its own option"},
	{"that no double gives back", "a schema compares numbers exactly"},
}

// The schema refuses every error vector but those that no schema can.
func TestSchemaRefusesErrors(t *testing.T) {
	all, err := vectors.Load(os.DirFS("../../testdata/vectors"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := grammar.Options{WithMeta: true, Verbs: ir.Verbs{Also: []ir.Action{"!A"}}}.Schema()
	s := validator(t, text, err)
	used := make([]bool, len(beyond))
	n := 0
	for _, v := range all {
		if v.Group != "error" || v.Op != "decode" || v.Surface != "json" || strings.Contains(v.Name, "priority huge") || strings.Contains(v.Name, "slot huge") {
			continue
		}
		if i := slices.IndexFunc(beyond, func(b struct{ contains, why string }) bool { return strings.Contains(v.Name, b.contains) }); i >= 0 {
			used[i] = true
			continue
		}
		fits, isJSON := valid(s, v.Text)
		if fits {
			t.Errorf("%s: the schema takes %s", v.Name, v.Text)
		}
		if isJSON {
			n++
		}
	}
	if n < 60 {
		t.Errorf("only %d vectors are JSON", n)
	}
	for i, b := range beyond {
		if !used[i] {
			t.Errorf("no vector is left out because %s", b.why)
		}
	}
}

// Whatever the schema takes of mutated texts, the decoder takes too, and the
// other way round.
func TestSchemaIsTheDecoder(t *testing.T) {
	list := irs(t, 500)
	verbs := corpus.Verbs(list)
	text, err := grammar.Options{Verbs: verbs, WithMeta: true}.Schema()
	s := validator(t, text, err)
	n := map[bool]int{}
	for i, text := range corpus.JSON(list, true) {
		g := irgen.Random(uint64(i))
		for range 6 {
			if len(text) > 400 || len(text) == 0 {
				break
			}
			text = g.Mutate(text, []string{`"`, ",", `"a":"b"`, `,"a":["b"]`, `,"action_email":["x"]`, `,"entities":[]`, `,"entities":[{"id":"a","value":"b"}]`, `,"constraints":[]`, "[", "]", "{", "}", "null", "1", `"intent":"!BOOK"`, `,"silp":"v1"`, `,"meta":{"out":1}`, "action_", "act"})
			fits, isJSON := valid(s, text)
			if !isJSON || huge(text) {
				continue
			}
			x := ir.New()
			err := jsonfrontend.Frontend{}.DecodeInto(x, text)
			if err == nil {
				err = verbs.Check(x)
			}
			if e, ok := err.(*ir.Error); ok && (strings.Contains(e.Msg, "duplicate") || strings.Contains(e.Msg, "float64") || strings.Contains(e.Hint, "surrogate") || strings.Contains(e.Msg, "64")) {
				continue // what a schema cannot see
			}
			n[fits]++
			if fits != (err == nil) {
				t.Errorf("%s: schema %v, decoder %v", text, fits, err)
			}
		}
	}
	if n[true] < 100 || n[false] < 100 {
		t.Errorf("%d fit, %d do not: that shows too little", n[true], n[false])
	}
}

// A schema narrowed by rules takes a compiled text exactly if the rules do, if
// the text has slots and groups.
func TestSchemaRules(t *testing.T) {
	for _, text := range []string{narrow, strings.Replace(narrow, `"alternatives":true`, `"any_constraint":true`, 1)} {
		r := rules(t, text)
		out, err := grammar.Options{Rules: r}.Schema()
		s := validator(t, out, err)
		n := map[bool]int{}
		for i := range uint64(6000) {
			x := ruled(irgen.Random(i), r)
			text, err := jsonfrontend.Compile(x)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(text, `,"entities":[`) {
				continue
			}
			fits, _ := valid(s, text)
			n[fits]++
			if fits != (r.Check(x) == nil) {
				t.Fatalf("%s: schema %v, rules %v", text, fits, r.Check(x))
			}
		}
		if n[true] < 100 || n[false] < 100 {
			t.Errorf("%d fit, %d do not: that shows too little", n[true], n[false])
		}
	}
}

// The header in the schema is that of the draft's schema.
func TestSchemaHeader(t *testing.T) {
	type object = map[string]any
	raw, err := os.ReadFile("../../schema/silp-ir-schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var draft, ours object
	text, err := grammar.Options{WithMeta: true, Rules: rules(t, `{"verbs":{"!BOOK":{}}}`)}.Schema()
	if err != nil || json.Unmarshal(raw, &draft) != nil || json.Unmarshal([]byte(text), &ours) != nil {
		t.Fatal(err)
	}
	meta := func(o object) object { return o["properties"].(object)["meta"].(object)["properties"].(object) }
	want, got := meta(draft), meta(ours)
	if got["req_id"] != false || len(got) != len(want) {
		t.Errorf("members %v", got)
	}
	for name, w := range want {
		if g, ok := got[name].(object); name != "req_id" && (!ok || g["type"] != w.(object)["type"]) {
			t.Errorf("%s: %v", name, got[name])
		}
	}
}

// What OpenAI's structured outputs ask of a schema.
func strictShape(t *testing.T, at string, v any) {
	t.Helper()
	o, ok := v.(map[string]any)
	if !ok {
		if list, ok := v.([]any); ok {
			for _, e := range list {
				strictShape(t, at, e)
			}
		}
		return
	}
	for name := range o {
		if !slices.Contains([]string{"type", "properties", "required", "additionalProperties", "enum", "items", "anyOf", "minItems", "maxItems", "pattern"}, name) {
			t.Errorf("%s: keyword %s", at, name)
		}
	}
	if o["anyOf"] != nil && at == "" {
		t.Error("anyOf at the root")
	}
	if p, ok := o["properties"].(map[string]any); ok {
		if o["additionalProperties"] != false || len(o["required"].([]any)) != len(p) || o["type"] != "object" {
			t.Errorf("%s: an object that is not closed", at)
		}
		for name, s := range p {
			strictShape(t, at+"/"+name, s)
		}
	}
	strictShape(t, at+"/items", o["items"])
	strictShape(t, at+"/anyOf", o["anyOf"])
}

// The profile of OpenAI has the shape that it asks for, and everything that fits
// it decodes with null as absent.
func TestOpenAISchema(t *testing.T) {
	for _, row := range []struct {
		o       grammar.Options
		ok, bad []string
	}{
		{grammar.Options{}, []string{
			`{"intent":"!BOOK","entities":null,"constraints":null,"alternatives":null}`,
			`{"intent":"!BOOK","entities":[{"id":"act","value":"hotel","action":null},{"id":"act","value":"me","action":"!EMAIL"}],"constraints":[{"type":"budget","value":"500","time":null,"subject":null,"operator":"<="}],"alternatives":[{"action":"!FETCH","target":"x","location":null}]}`,
		}, []string{`{"intent":"!BOOK"}`, `{"intent":"!RUN","entities":null,"constraints":null,"alternatives":null}`,
			`{"intent":"!BOOK","entities":null,"constraints":null,"alternatives":null,"x":"y"}`}},
		{grammar.Options{Rules: rules(t, `{"verbs":{"!BOOK":{"entities":{"act":{"required":true,"enum":["hotel","flight"]},"nights":{},"via":{"repeat":true}}}},"constraints":{"budget":{"operators":["<="]},"!rain":{"operators":[""]}}}`)}, []string{
			`{"intent":"!BOOK","act":"hotel","nights":null,"via":null,"constraints":null}`,
			`{"intent":"!BOOK","act":"flight","nights":"2","via":["a","b"],"constraints":[{"type":"budget","value":"5","time":null,"subject":null,"operator":"<="},{"type":"!rain","value":"true","time":"t+1","subject":null}]}`,
		}, []string{`{"intent":"!BOOK","act":null,"nights":null,"via":null,"constraints":null}`, `{"intent":"!BOOK","act":"car","nights":null,"via":null,"constraints":null}`,
			`{"intent":"!BOOK","act":"hotel","nights":null,"via":[],"constraints":null}`,
			`{"intent":"!BOOK","act":"hotel","nights":null,"via":null,"constraints":[{"type":"budget","value":"5","time":null,"subject":null,"operator":null}]}`}},
		{grammar.Options{Rules: rules(t, `{"verbs":{"!BOOK":{"entities":{"act":{"enum":["hotel"]}}},"!EMAIL":{"entities":{"to":{}}}},"alternatives":true}`)}, []string{
			`{"intent":"!BOOK","entities":[{"id":"act","value":"hotel","action":"!BOOK"},{"id":"to","value":"me","action":"!EMAIL"}],"alternatives":[{"action":"!BOOK","target":"hotel"},{"action":"!EMAIL"}]}`,
		}, []string{`{"intent":"!BOOK","entities":[{"id":"to","value":"x","action":"!BOOK"}],"alternatives":null}`,
			`{"intent":"!BOOK","entities":null,"alternatives":[{"action":"!EMAIL","target":"x"}]}`}},
		{grammar.Options{Rules: rules(t, `{"verbs":{"!BOOK":{"entities":{"intent":{"required":true}}}}}`)}, []string{
			`{"intent":"!BOOK","entities":[{"id":"intent","value":"x","action":"!BOOK"}]}`}, []string{`{"intent":"!BOOK","entities":[{"id":"act","value":"x","action":"!BOOK"}]}`}},
		{grammar.Options{Rules: rules(t, `{"verbs":{"!BOOK":{},"!EMAIL":{}}}`)}, []string{`{"intent":"!BOOK","entities":null}`}, []string{`{"intent":"!BOOK","entities":[{"id":"act","value":"x","action":"!BOOK"}]}`}},
	} {
		text, err := row.o.OpenAISchema()
		s := validator(t, text, err)
		var shape any
		if err := json.Unmarshal([]byte(text), &shape); err != nil {
			t.Fatal(err)
		}
		strictShape(t, "", shape)
		for _, text := range row.ok {
			if ok, _ := valid(s, text); !ok {
				t.Errorf("refuses %s", text)
			}
			x := ir.New()
			err := jsonfrontend.Frontend{NullAsAbsent: true}.DecodeInto(x, text)
			if err == nil && row.o.Rules != nil {
				err = row.o.Rules.Check(x)
			}
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
		for _, text := range row.bad {
			if ok, isJSON := valid(s, text); ok || !isJSON {
				t.Errorf("takes %s", text)
			}
		}
	}
}
