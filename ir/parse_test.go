package ir_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/schema"
)

// doc builds a document whose required members are there, with further members
// of the root.
func doc(members ...string) string {
	return `{"intent":"!BOOK","meta":{"req_id":"a1b2"}` + strings.Join(append([]string{""}, members...), ",") + `}`
}

// meta builds a document with further members of meta.
func meta(members string) string {
	return `{"intent":"!BOOK","meta":{"req_id":"a1b2",` + members + `}}`
}

func parse(t testing.TB, text string) *ir.IR {
	t.Helper()
	x, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return x
}

func asError(t testing.TB, err error) *ir.Error {
	t.Helper()
	e, ok := errors.AsType[*ir.Error](err)
	if !ok {
		t.Fatalf("not a *ir.Error: %#v", err)
	}
	return e
}

// same compares two IRs field by field; an empty list is an absent one.
func same(a, b *ir.IR) string { return cmp.Diff(a, b, cmpopts.EquateEmpty()) }

// What the schema (draft section 3.9) accepts, and what became of it.
func TestParse(t *testing.T) {
	book := func(change func(x *ir.IR)) *ir.IR {
		x := &ir.IR{Intent: "!BOOK", Meta: ir.Meta{ReqID: "a1b2"}}
		change(x)
		return x
	}
	entity := func(e ir.Entity) *ir.IR { return book(func(x *ir.IR) { x.Entities = []ir.Entity{e} }) }
	constraint := func(c ir.Constraint) *ir.IR { return book(func(x *ir.IR) { x.Constraints = []ir.Constraint{c} }) }
	alternative := func(a ir.Alternative) *ir.IR { return book(func(x *ir.IR) { x.Alternatives = []ir.Alternative{a} }) }
	metaExtra := func(value string) *ir.IR {
		return book(func(x *ir.IR) { x.Meta.Extra = ir.Extra{"x": []byte(value)} })
	}
	nest := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, row := range []struct {
		name, text string
		want       *ir.IR
	}{
		{"3.1 smallest", doc(), book(func(*ir.IR) {})},
		{"3.1 blanks around", " \t\r\n" + doc() + "\n ", book(func(*ir.IR) {})},
		{"3.1 silp", doc(`"silp":"v1"`), book(func(x *ir.IR) { x.SILP = "v1" })},
		{"3.1 silp, many digits", doc(`"silp":"v007"`), book(func(x *ir.IR) { x.SILP = "v007" })},
		{"3.1 version", doc(`"version":"ir-v0.1"`), book(func(x *ir.IR) { x.Version = new("ir-v0.1") })},
		{"3.1 empty version is not absent", doc(`"version":""`), book(func(x *ir.IR) { x.Version = new("") })},
		{"3.1 empty lists", doc(`"entities":[]`, `"constraints":[ ]`, `"alternatives":[]`), book(func(*ir.IR) {})},
		{"3.1 escapes in a name", `{"\u0069ntent":"!BOOK","meta":{"req_\u0069d":"a1b2"}}`, book(func(*ir.IR) {})},
		{"3.1 meta first", `{"meta":{"req_id":"a1b2"},"intent":"\u0021BOOK"}`, book(func(*ir.IR) {})},
		{"3.2 entity", doc(`"entities":[{"id":"act","value":"hike","action":"!A_B"}]`), entity(ir.Entity{ID: "act", Value: "hike", Action: "!A_B"})},
		{"3.2 empty strings", doc(`"entities":[{"id":"","value":""}]`), entity(ir.Entity{})},
		{"3.2 order and repetition", doc(`"entities":[{"id":"b","value":"1"},{"value":"0","id":"a"},{"id":"b","value":"1"}]`),
			book(func(x *ir.IR) {
				x.Entities = []ir.Entity{{ID: "b", Value: "1"}, {ID: "a", Value: "0"}, {ID: "b", Value: "1"}}
			})},
		{"3.2 names of other objects are extras", doc(`"entities":[{"id":"a","value":"b","type":"c","req_id":1,"intent":null}]`),
			entity(ir.Entity{ID: "a", Value: "b", Extra: ir.Extra{"type": []byte(`"c"`), "req_id": []byte(`1`), "intent": []byte(`null`)}})},
		{"3.2 names differ by case", doc(`"entities":[{"id":"a","value":"b","ID":"c","Value":[],"actıon":0}]`),
			entity(ir.Entity{ID: "a", Value: "b", Extra: ir.Extra{"ID": []byte(`"c"`), "Value": []byte(`[]`), "actıon": []byte(`0`)}})},
		{"3.3 constraint", doc(`"constraints":[{"type":"!rain","value":"true","time":"t+1","subject":"s","operator":"<="}]`),
			constraint(ir.Constraint{Type: "!rain", Value: "true", Time: new("t+1"), Subject: new("s"), Operator: new("<=")})},
		{"3.3 empty is not absent", doc(`"constraints":[{"type":"","value":"","time":"","subject":"","operator":""}]`),
			constraint(ir.Constraint{Time: new(""), Subject: new(""), Operator: new("")})},
		{"3.3 null subject and operator are extras", doc(`"constraints":[{"type":"a","value":"b","subject":null,"operator":null}]`),
			constraint(ir.Constraint{Type: "a", Value: "b", Extra: ir.Extra{"subject": []byte(`null`), "operator": []byte(`null`)}})},
		{"3.3 other subject and operator are extras", doc(`"constraints":[{"type":"a","value":"b","operator":[ "<" ],"subject":{"b":1,"a":1.0}}]`),
			constraint(ir.Constraint{Type: "a", Value: "b", Extra: ir.Extra{"subject": []byte(`{"a":1.0,"b":1}`), "operator": []byte(`["<"]`)}})},
		{"3.4 alternative", doc(`"alternatives":[{"action":"!A","target":"","location":"indoor","x":0}]`),
			alternative(ir.Alternative{Action: "!A", Target: new(""), Location: new("indoor"), Extra: ir.Extra{"x": []byte(`0`)}})},
		{"3.4 only an action", doc(`"alternatives":[{"action":"!A__B_"}]`), alternative(ir.Alternative{Action: "!A__B_"})},
		{"3.5 meta", meta(`"session_id":"s","priority":-3,"confidence":0.5,"seq":["!A",""],"out":"","next_agent":"n"`), book(func(x *ir.IR) {
			x.Meta = ir.Meta{ReqID: "a1b2", SessionID: new("s"), Priority: -3, Confidence: new(0.5), Seq: []string{"!A", ""}, Out: new(""), NextAgent: new("n")}
		})},
		{"3.5 longest req_id", `{"intent":"!BOOK","meta":{"req_id":"0123abcd"}}`, book(func(x *ir.IR) { x.Meta.ReqID = "0123abcd" })},
		{"3.5 surrogate pair and NUL", meta(`"out":"\ud83d\ude00\u0000\u00e9"`), book(func(x *ir.IR) { x.Meta.Out = new("😀\x00é") })},
		{"3.5 extra at the root's depth limit", meta(`"x":` + nest(62)), metaExtra(nest(62))},
		{"3.5 extras keep the digits", meta(`"x":[1,1.0,10e-1,1E+2,-0,1e400,0.30000000000000000001,12345678901234567890]`),
			metaExtra(`[1,1.0,10e-1,1E+2,-0,1e400,0.30000000000000000001,12345678901234567890]`)},
		{"3.5 extras keep order in lists and empty strings", meta(`"x":["b","","a"]`), metaExtra(`["b","","a"]`)},
		{"3.5 extras are canonical", meta(`"x": { "b" : [ { "d":1, "c":"\u0041\/\u200B" } ], "a": "\u00E9", "😀":1, "\uffee":2 } `),
			metaExtra(`{"a":"é","b":[{"c":"A/\u200b","d":1}],"` + "\uffee" + `":2,"😀":1}`)},
		{"3.5 an empty name", meta(`"":0`), book(func(x *ir.IR) { x.Meta.Extra = ir.Extra{"": []byte(`0`)} })},
		{"number of 64 characters", meta(`"x":` + strings.Repeat("9", 64)), metaExtra(strings.Repeat("9", 64))},
		{"exponents of 400", meta(`"x":[1e400,1e-400,0e0400,1e+0400]`), metaExtra(`[1e400,1e-400,0e0400,1e+0400]`)},
	} {
		x, err := ir.Parse(row.text)
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if d := same(row.want, x); d != "" {
			t.Errorf("%s: %s", row.name, d)
		}
		if err := schema.Validate([]byte(row.text)); err != nil {
			t.Errorf("%s: the schema says %v", row.name, err)
		}
	}
}

// A « stands where the error is.
var refused = []struct {
	name, text string
	code       ir.Code
	path, msg  string
}{
	{"root array", `«[]`, ir.DecodeFailed, "", "expected an object, got an array"},
	{"root null", `«null`, ir.DecodeFailed, "", "expected an object, got null"},
	{"root string", `«"!BOOK"`, ir.DecodeFailed, "", "expected an object, got a string"},
	{"3.1 no member", `{«}`, ir.DecodeFailed, "", `missing member "intent"`},
	{"3.1 no intent", `{"meta":{"req_id":"a1b2"}«}`, ir.DecodeFailed, "", `missing member "intent"`},
	{"3.1 no meta", `{"intent":"!B"«}`, ir.DecodeFailed, "", `missing member "meta"`},
	{"3.1 unknown member", doc(`«"x":1`), ir.DecodeFailed, "/x", `unknown member "x"`},
	{"3.1 empty name", doc(`«"":1`), ir.DecodeFailed, "/", `unknown member ""`},
	{"names exact: INTENT", `{«"INTENT":"!B","meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/INTENT", `unknown member "INTENT"`},
	{"names exact: Meta", `{"intent":"!B",«"Meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/Meta", `unknown member "Meta"`},
	{"names exact: long s", doc(`«"entitieſ":[]`), ir.DecodeFailed, "/entitieſ", `unknown member "entitie\u017f"`},
	{"names exact: blank", doc(`«"silp ":"v1"`), ir.DecodeFailed, "/silp ", `unknown member "silp "`},
	{"names exact: in an entity", doc(`"entities":[{"ID":"a","value":"b"«}]`), ir.DecodeFailed, "/entities/0", `missing member "id"`},
	{"names exact: in an alternative", doc(`"alternatives":[{"Action":"!A"«}]`), ir.DecodeFailed, "/alternatives/0", `missing member "action"`},
	{"names exact: REQ_ID", `{"intent":"!B","meta":{"REQ_ID":"a1b2"«}}`, ir.DecodeFailed, "/meta", `missing member "req_id"`},
	{"pointer escapes", doc(`«"a/b~c":1`), ir.DecodeFailed, "/a~1b~0c", `unknown member "a/b~c"`},
	{"3.1 silp number", doc(`"silp":«1`), ir.DecodeFailed, "/silp", "expected a string, got a number"},
	{"3.1 silp empty", doc(`"silp":«""`), ir.DecodeFailed, "/silp", `"" is not a protocol version`},
	{"3.1 silp without digits", doc(`"silp":«"v"`), ir.DecodeFailed, "/silp", `"v" is not a protocol version`},
	{"3.1 silp upper case", doc(`"silp":«"V1"`), ir.DecodeFailed, "/silp", `"V1" is not a protocol version`},
	{"3.1 silp and a line break", doc(`"silp":«"v1\n"`), ir.DecodeFailed, "/silp", `"v1\n" is not a protocol version`},
	{"3.1 silp, Arabic digit", doc(`"silp":«"v١"`), ir.DecodeFailed, "/silp", `"v\u0661" is not a protocol version`},
	{"3.1 silp, digits and a letter", doc(`"silp":«"v1a"`), ir.DecodeFailed, "/silp", `"v1a" is not a protocol version`},
	{"3.1 version number", doc(`"version":«0.1`), ir.DecodeFailed, "/version", "expected a string, got a number"},
	{"3.1 intent null", `{"intent":«null,"meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/intent", "expected a string, got null"},
	{"3.1 intent array", `{"intent":«["!B"],"meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/intent", "expected a string, got an array"},
	{"3.1 intent empty", `{"intent":«"","meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/intent", `"" is not an action code`},
	{"3.7 intent without mark", `{"intent":«"BOOK","meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/intent", `"BOOK" is not an action code`},
	{"3.7 intent only mark", `{"intent":«"!","meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/intent", `"!" is not an action code`},
	{"3.7 intent lower case", `{"intent":«"!a","meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/intent", `"!a" is not an action code`},
	{"3.7 intent underscore", `{"intent":«"!_A","meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/intent", `"!_A" is not an action code`},
	{"3.7 intent digit", `{"intent":«"!A1","meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/intent", `"!A1" is not an action code`},
	{"3.7 intent and a line break", `{"intent":«"!BOOK\n","meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/intent", `"!BOOK\n" is not an action code`},
	{"3.7 intent, Cyrillic letter", `{"intent":«"!С","meta":{"req_id":"a1b2"}}`, ir.DecodeFailed, "/intent", `"!\u0421" is not an action code`},
	{"3.2 entities object", doc(`"entities":«{}`), ir.DecodeFailed, "/entities", "expected an array, got an object"},
	{"3.2 entity string", doc(`"entities":[«"x"]`), ir.DecodeFailed, "/entities/0", "expected an object, got a string"},
	{"3.2 entity null", doc(`"entities":[«null]`), ir.DecodeFailed, "/entities/0", "expected an object, got null"},
	{"3.2 second entity empty", doc(`"entities":[{"id":"","value":""},{«}]`), ir.DecodeFailed, "/entities/1", `missing member "id"`},
	{"3.2 no value", doc(`"entities":[{"id":"a","x":0«}]`), ir.DecodeFailed, "/entities/0", `missing member "value"`},
	{"3.2 id number", doc(`"entities":[{"id":«1,"value":""}]`), ir.DecodeFailed, "/entities/0/id", "expected a string, got a number"},
	{"3.2 id null", doc(`"entities":[{"id":«null,"value":""}]`), ir.DecodeFailed, "/entities/0/id", "expected a string, got null"},
	{"3.2 value object", doc(`"entities":[{"id":"","value":«{"deep":[]}}]`), ir.DecodeFailed, "/entities/0/value", "expected a string, got an object"},
	{"3.2 value boolean", doc(`"entities":[{"id":"","value":«true}]`), ir.DecodeFailed, "/entities/0/value", "expected a string, got a boolean"},
	{"3.2 action", doc(`"entities":[{"id":"","value":"","action":«"A"}]`), ir.DecodeFailed, "/entities/0/action", `"A" is not an action code`},
	{"3.2 action empty", doc(`"entities":[{"id":"","value":"","action":«""}]`), ir.DecodeFailed, "/entities/0/action", `"" is not an action code`},
	{"3.3 constraints string", doc(`"constraints":«""`), ir.DecodeFailed, "/constraints", "expected an array, got a string"},
	{"3.3 constraint number", doc(`"constraints":[«0]`), ir.DecodeFailed, "/constraints/0", "expected an object, got a number"},
	{"3.3 no type", doc(`"constraints":[{"value":""«}]`), ir.DecodeFailed, "/constraints/0", `missing member "type"`},
	{"3.3 no value", doc(`"constraints":[{"type":""«}]`), ir.DecodeFailed, "/constraints/0", `missing member "value"`},
	{"3.3 type boolean", doc(`"constraints":[{"type":«false,"value":""}]`), ir.DecodeFailed, "/constraints/0/type", "expected a string, got a boolean"},
	{"3.3 value boolean", doc(`"constraints":[{"type":"","value":«true}]`), ir.DecodeFailed, "/constraints/0/value", "expected a string, got a boolean"},
	{"3.3 time number", doc(`"constraints":[{"type":"","value":"","time":«1}]`), ir.DecodeFailed, "/constraints/0/time", "expected a string, got a number"},
	{"3.4 alternatives number", doc(`"alternatives":«1`), ir.DecodeFailed, "/alternatives", "expected an array, got a number"},
	{"3.4 alternative array", doc(`"alternatives":[«[]]`), ir.DecodeFailed, "/alternatives/0", "expected an object, got an array"},
	{"3.4 no action", doc(`"alternatives":[{"target":"a"«}]`), ir.DecodeFailed, "/alternatives/0", `missing member "action"`},
	{"3.4 action null", doc(`"alternatives":[{"action":«null}]`), ir.DecodeFailed, "/alternatives/0/action", "expected a string, got null"},
	{"3.4 action", doc(`"alternatives":[{"action":«"!a"}]`), ir.DecodeFailed, "/alternatives/0/action", `"!a" is not an action code`},
	{"3.4 target", doc(`"alternatives":[{"action":"!A","target":«[]}]`), ir.DecodeFailed, "/alternatives/0/target", "expected a string, got an array"},
	{"3.4 location", doc(`"alternatives":[{"action":"!A","location":«0}]`), ir.DecodeFailed, "/alternatives/0/location", "expected a string, got a number"},
	{"3.5 meta array", `{"intent":"!B","meta":«[]}`, ir.DecodeFailed, "/meta", "expected an object, got an array"},
	{"3.5 meta null", `{"intent":"!B","meta":«null}`, ir.DecodeFailed, "/meta", "expected an object, got null"},
	{"3.5 meta empty", `{"intent":"!B","meta":{«}}`, ir.DecodeFailed, "/meta", `missing member "req_id"`},
	{"3.5 req_id number", `{"intent":"!B","meta":{"req_id":«1234}}`, ir.DecodeFailed, "/meta/req_id", "expected a string, got a number"},
	{"3.5 req_id short", `{"intent":"!B","meta":{"req_id":«"abc"}}`, ir.DecodeFailed, "/meta/req_id", `"abc" is not a request ID`},
	{"3.5 req_id long", `{"intent":"!B","meta":{"req_id":«"012345678"}}`, ir.DecodeFailed, "/meta/req_id", `"012345678" is not a request ID`},
	{"3.5 req_id upper case", `{"intent":"!B","meta":{"req_id":«"ABCD"}}`, ir.DecodeFailed, "/meta/req_id", `"ABCD" is not a request ID`},
	{"A.2 req_id not hex", `{"intent":"!B","meta":{"req_id":«"e5f6g7h8"}}`, ir.DecodeFailed, "/meta/req_id", `"e5f6g7h8" is not a request ID`},
	{"3.5 req_id and a line break", `{"intent":"!B","meta":{"req_id":«"abcd\n"}}`, ir.DecodeFailed, "/meta/req_id", `"abcd\n" is not a request ID`},
	{"3.5 session_id number", meta(`"session_id":«12`), ir.DecodeFailed, "/meta/session_id", "expected a string, got a number"},
	{"3.5 seq string", meta(`"seq":«"!A"`), ir.DecodeFailed, "/meta/seq", "expected an array, got a string"},
	{"3.5 seq of numbers", meta(`"seq":["a",«1]`), ir.DecodeFailed, "/meta/seq/1", "expected a string, got a number"},
	{"3.5 seq of nulls", meta(`"seq":[«null]`), ir.DecodeFailed, "/meta/seq/0", "expected a string, got null"},
	{"3.5 out boolean", meta(`"out":«false`), ir.DecodeFailed, "/meta/out", "expected a string, got a boolean"},
	{"3.5 next_agent object", meta(`"next_agent":«{}`), ir.DecodeFailed, "/meta/next_agent", "expected a string, got an object"},
	{"duplicate intent", doc(`«"intent":"!BOOK"`), ir.InvalidSyntax, "/intent", "duplicate member name"},
	{"duplicate by an escape", doc(`«"\u006deta":{}`), ir.InvalidSyntax, "/meta", "duplicate member name"},
	{"duplicate in an entity", doc(`"entities":[{"id":"a","value":"b",«"id":"a"}]`), ir.InvalidSyntax, "/entities/0/id", "duplicate member name"},
	{"duplicate in meta", meta(`«"req_id":"a1b2"`), ir.InvalidSyntax, "/meta/req_id", "duplicate member name"},
	{"duplicate extra", meta(`"x":1,«"x":1`), ir.InvalidSyntax, "/meta/x", "duplicate member name"},
	{"duplicate deep in an extra", meta(`"x":[{"y":{"z":1,«"z":1}}]`), ir.InvalidSyntax, "/meta/x/0/y/z", "duplicate member name"},
	{"trailing text", doc() + `«x`, ir.InvalidSyntax, "", "found 'x' after the end of the JSON value"},
	{"trailing document", doc() + "\n«" + doc(), ir.InvalidSyntax, "", "found '{' after the end of the JSON value"},
	{"trailing NUL", doc() + "«\x00", ir.InvalidSyntax, "", "found U+0000 after the end of the JSON value"},
	{"byte order mark", "«\ufeff" + doc(), ir.InvalidSyntax, "", "found U+FEFF where JSON allows none"},
	{"nothing", "«", ir.InvalidSyntax, "", "unexpected end of the JSON text"},
	{"cut off", `{"intent":"!B«`, ir.InvalidSyntax, "/intent", "unexpected end of the JSON text"},
	{"bad UTF-8", doc("\"version\":\"«\xff\""), ir.InvalidSyntax, "", "invalid UTF-8"},
	{"bad UTF-8 in an extra name", meta("\"«\xc0\xaf\":1"), ir.InvalidSyntax, "", "invalid UTF-8"},
	{"raw NUL", doc("\"version\":\"«\x00\""), ir.InvalidSyntax, "/version", "control character in the JSON text"},
	{"NUL between", "{«\x00}", ir.InvalidSyntax, "", "found U+0000 where JSON allows none"},
	{"first half of a pair", doc(`"version":"«\ud800"`), ir.InvalidSyntax, "/version", `invalid \u escape`},
	{"second half of a pair", doc(`"version":"x«\udc00"`), ir.InvalidSyntax, "/version", `invalid \u escape`},
	{"pair reversed", doc(`"version":"«\udc00\ud800"`), ir.InvalidSyntax, "/version", `invalid \u escape`},
	{"half of a pair in a name", meta(`"«\ud800":1`), ir.InvalidSyntax, "/meta", `invalid \u escape`},
	{"half of a pair in an extra", meta(`"x":["«\udfff"]`), ir.InvalidSyntax, "/meta/x/0", `invalid \u escape`},
	{"65 deep, arrays", meta(`"x":` + strings.Repeat("[", 62) + "«[]" + strings.Repeat("]", 62)), ir.InvalidSyntax, "/meta/x" + strings.Repeat("/0", 62), "nested deeper than 64 levels"},
	{"65 deep, objects", doc(`"entities":[{"id":"","value":"","x":` + strings.Repeat(`{"y":`, 61) + "«{}" + strings.Repeat("}", 61) + `}]`), ir.InvalidSyntax,
		"/entities/0/x" + strings.Repeat("/y", 61), "nested deeper than 64 levels"},
	{"number of 65 characters", meta(`"x":«` + strings.Repeat("9", 65)), ir.InvalidSyntax, "/meta/x", ""},
	{"exponent of 401", meta(`"x":[«1e401]`), ir.InvalidSyntax, "/meta/x/0", ""},
	{"exponent of -401", meta(`"x":«1E-401`), ir.InvalidSyntax, "/meta/x", ""},
	{"exponent of a zero", meta(`"x":«0e0401`), ir.InvalidSyntax, "/meta/x", ""},
	{"exponent of millions", meta(`"priority":«1e1000001`), ir.InvalidSyntax, "/meta/priority", ""},
	{"the first fault counts", doc(`"entities":[«1]`, `"x":1`, `"x":`), ir.DecodeFailed, "/entities/0", "expected an object, got a number"},
}

func TestParseRefuses(t *testing.T) {
	for _, row := range refused {
		text := strings.Replace(row.text, "«", "", 1)
		x, err := ir.Parse(text)
		if err == nil {
			t.Errorf("%s: accepted", row.name)
			continue
		}
		e := asError(t, err)
		if x != nil || e.Code != row.code || e.Offset != strings.Index(row.text, "«") || e.Path != row.path ||
			row.msg != "" && e.Msg != row.msg || e.Frontend != "" || !errors.Is(err, row.code) {
			t.Errorf("%s: got %s %d %q %q, want %s %d %q %q", row.name, e.Code, e.Offset, e.Path, e.Msg,
				row.code, strings.Index(row.text, "«"), row.path, row.msg)
		}
		if schema.Validate([]byte(text)) == nil {
			t.Errorf("%s: the schema accepts", row.name)
		}
	}
}

// Section 3.5: priority is an integer as JSON Schema counts it, within int64.
func TestPriority(t *testing.T) {
	for lit, want := range map[string]int64{
		"0": 0, "-0": 0, "-0.0e-5": 0, "1.0": 1, "1e2": 100, "1.5e1": 15, "100e-2": 1, "-3": -3,
		"9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64, "9.223372036854775807e18": math.MaxInt64,
	} {
		if x, err := ir.Parse(meta(`"priority":` + lit)); err != nil || x.Meta.Priority != want {
			t.Errorf("%s: %v", lit, err)
		}
	}
	const inside = "priority outside the 64-bit integers"
	for lit, msg := range map[string]string{
		"1.5": "expected an integer, got 1.5", "1e-1": "expected an integer, got 1e-1", "5e-324": "expected an integer, got 5e-324",
		"1.0000000000000000000000000000000001": "expected an integer, got 1.000000000000000000000000000000...",
		"9223372036854775808":                  inside, "-9223372036854775809": inside, "1e19": inside, "1e400": inside, "-1e400": inside,
		`"1"`: "expected a number, got a string", "true": "expected a number, got a boolean",
	} {
		_, err := ir.Parse(meta(`"priority":` + lit))
		if e := asError(t, err); e.Msg != msg || e.Path != "/meta/priority" || e.Code != ir.DecodeFailed || e.Offset != 53 {
			t.Errorf("%s: %v", lit, err)
		}
		if ours := msg == inside; (schema.Validate([]byte(meta(`"priority":`+lit))) == nil) != ours {
			t.Errorf("%s: the schema should accept: %v", lit, ours)
		}
	}
}

// Section 3.5: confidence is from 0 to 1, judged by its literal; and only a
// float64 that gives the literal back is taken.
func TestConfidence(t *testing.T) {
	for lit, want := range map[string]float64{
		"0": 0, "-0": 0, "-0.0e-5": 0, "1": 1, "1.0": 1, "10e-1": 1, "1.000000000000000000000": 1, "0.9": 0.9, "0.30": 0.3, "5e-324": 5e-324,
		"1e-7": 1e-7, "0.30000000000000004": 0.30000000000000004, "100e-3": 0.1,
	} {
		x, err := ir.Parse(meta(`"confidence":` + lit))
		if err != nil || *x.Meta.Confidence != want || math.Signbit(*x.Meta.Confidence) {
			t.Errorf("%s: %v", lit, err)
		}
	}
	const outside, digits = " is outside 0 to 1", " has more digits than a 64-bit float gives back"
	for lit, msg := range map[string]string{
		"-0.1": outside, "2": outside, "1.00000000000000000000001": outside, "-1e-399": outside, "1e400": outside, "-5e-324": outside, "1e1": outside,
		"1e-400": digits, "0.30000000000000000001": digits, "0.1000000000000000055511151231257827": digits, "4e-324": digits,
		"0.99999999999999999999999999": digits, "0.1000000000000000055": digits,
	} {
		_, err := ir.Parse(meta(`"confidence":` + lit))
		e := asError(t, err)
		if !strings.HasSuffix(e.Msg, msg) || e.Path != "/meta/confidence" || e.Code != ir.DecodeFailed || e.Offset != 55 {
			t.Errorf("%s: %v", lit, err)
		}
		if ours := msg == digits; (schema.Validate([]byte(meta(`"confidence":`+lit))) == nil) != ours {
			t.Errorf("%s: the schema should accept: %v", lit, ours)
		}
	}
	for _, lit := range []string{`"1"`, "null", "[]"} {
		if _, err := ir.Parse(meta(`"confidence":` + lit)); asError(t, err).Path != "/meta/confidence" {
			t.Errorf("%s: %v", lit, err)
		}
	}
}

// Decision "tables: default null; schema: type string".
func TestNull(t *testing.T) {
	for name, text := range map[string]string{
		"silp": doc(`"silp":null`), "version": doc(`"version":null`), "entities": doc(`"entities":null`),
		"constraints": doc(`"constraints":null`), "alternatives": doc(`"alternatives":null`),
		"entities/0/action": doc(`"entities":[{"id":"","value":"","action":null}]`), "constraints/0/time": doc(`"constraints":[{"type":"","value":"","time":null}]`),
		"alternatives/0/target": doc(`"alternatives":[{"action":"!A","target":null}]`), "alternatives/0/location": doc(`"alternatives":[{"action":"!A","location":null}]`),
		"meta/session_id": meta(`"session_id":null`), "meta/priority": meta(`"priority":null`), "meta/confidence": meta(`"confidence":null`),
		"meta/seq": meta(`"seq":null`), "meta/out": meta(`"out":null`), "meta/next_agent": meta(`"next_agent":null`),
	} {
		_, err := ir.Parse(text)
		e := asError(t, err)
		if e.Code != ir.DecodeFailed || e.Path != "/"+name || !strings.Contains(e.Hint, "NullAsAbsent") || e.Offset != strings.Index(text, "null") {
			t.Errorf("%s: %+v", name, e)
		}
		x, err := ir.Options{NullAsAbsent: true}.Parse(text)
		if err != nil {
			t.Errorf("%s with the option: %v", name, err)
			continue
		}
		last := name[strings.LastIndexByte(name, '/')+1:]
		without := strings.NewReplacer(`,"`+last+`":null`, "").Replace(text)
		if d := same(parse(t, without), x); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		out, err := ir.AppendJSON(nil, x)
		if err != nil || strings.Contains(string(out), "null") {
			t.Errorf("%s: written as %s (%v)", name, out, err)
		}
	}
	for name, text := range map[string]string{
		"/intent": `{"intent":null,"meta":{"req_id":"a1b2"}}`, "/meta": `{"intent":"!B","meta":null}`, "/meta/req_id": `{"intent":"!B","meta":{"req_id":null}}`,
		"/entities/0/id": doc(`"entities":[{"id":null,"value":""}]`), "/entities/0/value": doc(`"entities":[{"id":"","value":null}]`),
		"/constraints/0/type": doc(`"constraints":[{"type":null,"value":""}]`), "/constraints/0/value": doc(`"constraints":[{"type":"","value":null}]`),
		"/alternatives/0/action": doc(`"alternatives":[{"action":null}]`), "/meta/seq/0": meta(`"seq":[null]`),
		"/entities/0": doc(`"entities":[null]`), "": `null`,
	} {
		for _, o := range []ir.Options{{}, {NullAsAbsent: true}} {
			_, err := o.Parse(text)
			if e := asError(t, err); e.Path != name || e.Code != ir.DecodeFailed || strings.Contains(e.Hint, "NullAsAbsent") {
				t.Errorf("%q %+v: %+v", name, o, e)
			}
		}
	}
	x, err := ir.Options{NullAsAbsent: true}.Parse(doc(`"constraints":[{"type":"a","value":"b","subject":null}]`))
	if err != nil || string(x.Constraints[0].Extra["subject"]) != "null" {
		t.Errorf("subject, which the schema does not name: %+v %v", x, err)
	}
}

func TestSizeLimit(t *testing.T) {
	pad := func(n int) string { return doc() + strings.Repeat(" ", n-len(doc())) }
	for _, row := range []struct {
		size, max int
		ok        bool
	}{
		{ir.DefaultMaxBytes, 0, true}, {ir.DefaultMaxBytes + 1, 0, false}, {ir.DefaultMaxBytes + 1, ir.DefaultMaxBytes + 1, true},
		{100, 100, true}, {101, 100, false}, {100, 1, false}, {100, -1, false},
	} {
		_, err := ir.Options{MaxBytes: row.max}.Parse(pad(row.size))
		if (err == nil) != row.ok {
			t.Errorf("%+v: %v", row, err)
		}
		if err != nil && (!errors.Is(err, ir.InvalidSyntax) || !strings.Contains(asError(t, err).Hint, "MaxBytes")) {
			t.Errorf("%+v: %v", row, err)
		}
	}
	if _, err := ir.ParseBytes([]byte(pad(ir.DefaultMaxBytes + 1))); !errors.Is(err, ir.InvalidSyntax) {
		t.Errorf("ParseBytes: %v", err)
	}
}
