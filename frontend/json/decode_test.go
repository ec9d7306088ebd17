package json

import (
	"errors"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

// Texts that Compile does not write, and the IR JSON that they stand for.
var decodeRows = []struct{ name, text, ir string }{
	{"intent last", `{"act":"a","action_email":["b"],"intent":"!BOOK"}`,
		entities(`{"id":"act","value":"a"},{"id":"act","value":"b","action":"!EMAIL"}`)},
	{"groups before slots", `{"intent":"!BOOK","action_email":["b"],"act":"a","action_fetch":["c"],"k":["d"]}`,
		entities(`{"id":"act","value":"b","action":"!EMAIL"},{"id":"act","value":"a"},{"id":"act","value":"c","action":"!FETCH"},{"id":"k","value":"d"}`)},
	{"array of one", `{"intent":"!BOOK","act":["a"]}`, entities(`{"id":"act","value":"a"}`)},
	{"labelled act", `{"intent":"!BOOK","action_email":[{"value":"b","id":"act"}]}`, entities(`{"id":"act","value":"b","action":"!EMAIL"}`)},
	{"escaped names", `{"\u0069ntent":"!BOOK","\u0061ct":"\u0061"}`, entities(`{"id":"act","value":"a"}`)},
	{"list before intent", `{"entities":[{"id":"act","value":"a","action":"!BOOK"}],"intent":"!BOOK"}`, entities(`{"id":"act","value":"a"}`)},
	{"empty lists", `{"intent":"!BOOK","entities":[],"constraints":[],"alternatives":[]}`, entities(``)},
	{"blanks", " \t\r\n{ \"intent\" : \"!BOOK\" ,\n\"act\":\t\"a\" } \r\n", entities(`{"id":"act","value":"a"}`)},
	{"names near to reserved ones", `{"intent":"!BOOK","INTENT":"a","entitieſ":"b","Action_email":"c"}`,
		entities(`{"id":"INTENT","value":"a"},{"id":"entitieſ","value":"b"},{"id":"Action_email","value":"c"}`)},
	{"conditions before intent", `{"alternatives":[{"action":"!FETCH"}],"constraints":[{"value":"v","type":"t"}],"intent":"!BOOK"}`,
		`{"intent":"!BOOK","constraints":[{"type":"t","value":"v"}],"alternatives":[{"action":"!FETCH"}],"meta":{"req_id":"a1b2"}}`},
	{"header", `{"meta":{"priority":1.0,"trace":{}},"version":"x","intent":"!BOOK","silp":"v2"}`,
		`{"silp":"v2","version":"x","intent":"!BOOK","meta":{"req_id":"a1b2","priority":1,"trace":{}}}`},
}

func TestDecode(t *testing.T) {
	for _, row := range decodeRows {
		t.Run(row.name, func(t *testing.T) {
			want := parse(t, row.ir)
			x, err := Decode(row.text)
			if err != nil {
				t.Fatal(err)
			}
			if !ir.Equivalent(x, want) {
				t.Fatalf("changes: %v", ir.Diff(x, want))
			}
			if id := ir.ReqID(strings.Trim(row.text, " \t\r\n"), 8); x.Meta.ReqID != id {
				t.Errorf("req_id %s, want %s", x.Meta.ReqID, id)
			}
			roundTrip(t, x)
		})
	}
}

// The entities of the intent come back without an action, in both forms.
func TestDecodeLeavesActionOut(t *testing.T) {
	for _, row := range compileRows {
		x, err := Decode(row.text)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range x.Entities {
			if e.Action == x.Intent {
				t.Errorf("%s: entity %+v", row.name, e)
			}
		}
	}
}

// Draft section 3.6: blanks and line breaks around a text do not change its ID,
// any other change does.
func TestDecodeReqID(t *testing.T) {
	const text = `{"intent":"!BOOK"}`
	want, _ := Decode(text)
	for _, padded := range []string{"\n" + text, text + "\r\n", " \t" + text + " "} {
		if x, err := Decode(padded); err != nil || x.Meta.ReqID != want.Meta.ReqID {
			t.Errorf("%q: %v, want %s", padded, err, want.Meta.ReqID)
		}
	}
	if x, err := Decode(`{"intent": "!BOOK"}`); err != nil || x.Meta.ReqID == want.Meta.ReqID {
		t.Errorf("an inner blank keeps the ID: %v", err)
	}
}

// DecodeInto replaces everything but Meta.ReqID, on an error too.
func TestDecodeInto(t *testing.T) {
	full := parse(t, `{"silp":"v2","version":"x","intent":"!A","entities":[{"id":"a","value":"b"}],"constraints":[{"type":"t","value":"v","time":"t+1","subject":"s"}],"alternatives":[{"action":"!B","target":"t"}],"meta":{"req_id":"a1b2","session_id":"a1","priority":2,"confidence":0.5,"seq":["s"],"out":"o","next_agent":"n","trace":1}}`)
	texts := []string{
		`{"intent":"!BOOK"}`,
		`{"intent":"!BOOK","act":"a","constraints":[{"type":"u","value":"w"}],"alternatives":[{"action":"!C"}]}`,
		`{"intent":"!BOOK","meta":{"seq":[]}}`,
		`{"intent":"!BOOK","meta":{"seq":["t"],"out":"p"}}`,
	}
	for _, text := range texts {
		x := ir.New()
		if err := ir.ParseInto(x, mustJSON(t, full)); err != nil {
			t.Fatal(err)
		}
		want, err := Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := (Frontend{}).DecodeInto(x, text); err != nil || !ir.Equivalent(x, want) || x.Meta.ReqID != "a1b2" {
			t.Errorf("%s: %v, changes %v, req_id %s", text, err, ir.Diff(x, want), x.Meta.ReqID)
		}
		if err := (Frontend{}).DecodeInto(x, text+"x"); err == nil || !ir.Equivalent(x, &ir.IR{}) || x.Meta.ReqID != "a1b2" {
			t.Errorf("after an error: %v, %+v", err, x)
		}
	}
}

func mustJSON(t *testing.T, x *ir.IR) string {
	t.Helper()
	b, err := ir.AppendJSON(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const (
	syn = ir.InvalidSyntax
	dec = ir.DecodeFailed
)

// Texts that are refused. The offset is where the mark ▶ stands, which is not
// part of the text.
var badRows = []struct {
	name, text string
	code       ir.Code
	path       string
}{
	{"empty", `▶`, syn, ""},
	{"blanks", " \n▶", syn, ""},
	{"garbage", `▶cancel(flight)`, syn, ""},
	{"array", `▶[]`, syn, ""},
	{"string", `▶"a"`, syn, ""},
	{"null", `▶null`, syn, ""},
	{"truncated object", `{"intent":"!BOOK"▶`, syn, ""},
	{"truncated string", `{"intent":"!BOOK","act":"fli▶`, syn, "/act"},
	{"truncated array", `{"intent":"!BOOK","act":["a"▶`, syn, "/act"},
	{"trailing comma", `{"intent":"!BOOK"▶,}`, syn, ""},
	{"two objects", `{"intent":"!BOOK"}▶{"intent":"!BOOK"}`, syn, ""},
	{"text behind", `{"intent":"!BOOK"} ▶x`, syn, ""},
	{"byte order mark", "▶\ufeff{}", syn, ""},
	{"NUL", "{\"intent\":\"!BOOK\",\"act\":\"a▶\x00\"}", syn, "/act"},
	{"invalid UTF-8", "{\"intent\":\"!BOOK\",\"act\":\"▶\xff\"}", syn, ""},
	{"lone surrogate", `{"intent":"!BOOK","act":"▶\ud800"}`, syn, "/act"},
	{"comment", `{▶/**/"intent":"!BOOK"}`, syn, ""},
	{"single quotes", `{▶'intent':'!BOOK'}`, syn, ""},

	{"duplicate intent", `{"intent":"!BOOK",▶"intent":"!BOOK"}`, syn, "/intent"},
	{"duplicate slot", `{"intent":"!BOOK","act":"a",▶"act":"b"}`, syn, "/act"},
	{"duplicate escaped slot", `{"intent":"!BOOK","act":"a",▶"\u0061ct":"b"}`, syn, "/act"},
	{"duplicate group", `{"intent":"!BOOK","action_email":["a"],▶"action_email":["b"]}`, syn, "/action_email"},
	{"duplicate in an element", `{"intent":"!BOOK","action_email":[{"id":"a",▶"id":"a","value":"b"}]}`, syn, "/action_email/0/id"},
	{"duplicate in an extra", `{"intent":"!BOOK","constraints":[{"type":"t","value":"v","x":{"y":1,▶"y":1}}]}`, syn, "/constraints/0/x/y"},

	{"slot number", `{"intent":"!BOOK","act":▶1}`, syn, "/act"},
	{"slot huge exponent", `{"intent":"!BOOK","act":▶1e1000001}`, syn, "/act"},
	{"slot boolean", `{"intent":"!BOOK","act":▶true}`, syn, "/act"},
	{"slot null", `{"intent":"!BOOK","act":▶null}`, syn, "/act"},
	{"slot object", `{"intent":"!BOOK","act":▶{"id":"a","value":"b"}}`, syn, "/act"},
	{"slot empty array", `{"intent":"!BOOK","act":[▶]}`, syn, "/act"},
	{"slot array with number", `{"intent":"!BOOK","act":["a",▶1]}`, syn, "/act/1"},
	{"slot array in array", `{"intent":"!BOOK","act":[▶["a"]]}`, syn, "/act/0"},
	{"slot array with object", `{"intent":"!BOOK","act":[▶{}]}`, syn, "/act/0"},
	{"slot with pointer characters", `{"intent":"!BOOK","a/~b":▶1}`, syn, "/a~1~0b"},
	{"slot broken", `{"intent":"!BOOK","act":tru▶x}`, syn, "/act"},

	{"group string", `{"intent":"!BOOK","action_email":▶"a"}`, syn, "/action_email"},
	{"group object", `{"intent":"!BOOK","action_email":▶{}}`, syn, "/action_email"},
	{"group empty", `{"intent":"!BOOK","action_email":[▶]}`, syn, "/action_email"},
	{"group with number", `{"intent":"!BOOK","action_email":["a",▶1]}`, syn, "/action_email/1"},
	{"group with array", `{"intent":"!BOOK","action_email":[▶[]]}`, syn, "/action_email/0"},
	{"element without value", `{"intent":"!BOOK","action_email":[{"id":"a"▶}]}`, syn, "/action_email/0"},
	{"element without id", `{"intent":"!BOOK","action_email":["b",{"value":"a"▶}]}`, syn, "/action_email/1"},
	{"element with action", `{"intent":"!BOOK","action_email":[{"id":"a","value":"b",▶"action":"!EMAIL"}]}`, syn, "/action_email/0/action"},
	{"element with extra", `{"intent":"!BOOK","action_email":[{▶"note":1,"id":"a","value":"b"}]}`, syn, "/action_email/0/note"},
	{"element with number", `{"intent":"!BOOK","action_email":[{"id":"a","value":▶1}]}`, syn, "/action_email/0/value"},
	{"element with other case", `{"intent":"!BOOK","action_email":[{▶"ID":"a","value":"b"}]}`, syn, "/action_email/0/ID"},

	{"entities behind slots", `{"intent":"!BOOK","act":"a",▶"entities":[]}`, syn, "/entities"},
	{"entities behind groups", `{"intent":"!BOOK","action_email":["a"],▶"entities":[]}`, syn, "/entities"},
	{"slots behind entities", `{"intent":"!BOOK","entities":[],▶"act":"a"}`, syn, "/act"},
	{"groups behind entities", `{"intent":"!BOOK","entities":[],▶"action_email":["a"]}`, syn, "/action_email"},
	{"req_id", `{"intent":"!BOOK","meta":{▶"req_id":"a1b2c3d4"}}`, syn, "/meta/req_id"},

	{"no intent", `{"act":"a"▶}`, dec, ""},
	{"no member", `{▶}`, dec, ""},
	{"intent in lower case", `{"intent":▶"!book"}`, dec, "/intent"},
	{"intent as function name", `{"intent":▶"book"}`, dec, "/intent"},
	{"intent empty", `{"intent":▶""}`, dec, "/intent"},
	{"intent number", `{"intent":▶1}`, dec, "/intent"},
	{"intent null", `{"intent":▶null}`, dec, "/intent"},
	{"group without verb", `{"intent":"!BOOK",▶"action_":["a"]}`, dec, "/action_"},
	{"group of no verb", `{"intent":"!BOOK",▶"action_Email":["a"]}`, dec, "/action_Email"},
	{"group of no verb before its value", `{"intent":"!BOOK",▶"action__x":1}`, dec, "/action__x"},
	{"group of the intent", `{"intent":"!BOOK",▶"action_book":["a"]}`, dec, "/action_book"},
	{"group of the intent before it", `{"action_fetch":["a"],"action_book":["a"],"intent":▶"!BOOK"}`, dec, "/intent"},
	{"entity without value", `{"intent":"!BOOK","entities":[{"id":"a"▶}]}`, dec, "/entities/0"},
	{"entity with a bad action", `{"intent":"!BOOK","entities":[{"id":"a","value":"b","action":▶"x"}]}`, dec, "/entities/0/action"},
	{"entity as string", `{"intent":"!BOOK","entities":[▶"a"]}`, dec, "/entities/0"},
	{"constraint without type", `{"intent":"!BOOK","constraints":[{"value":"b"▶}]}`, dec, "/constraints/0"},
	{"constraints null", `{"intent":"!BOOK","constraints":▶null}`, dec, "/constraints"},
	{"alternative as string", `{"intent":"!BOOK","alternatives":[▶"!FETCH"]}`, dec, "/alternatives/0"},
	{"alternative with a bad action", `{"intent":"!BOOK","alternatives":[{"action":▶"fetch"}]}`, dec, "/alternatives/0/action"},
	{"silp", `{"intent":"!BOOK","silp":▶"1"}`, dec, "/silp"},
	{"version", `{"intent":"!BOOK","version":▶1}`, dec, "/version"},
	{"meta as string", `{"intent":"!BOOK","meta":▶"x"}`, dec, "/meta"},
	{"confidence", `{"intent":"!BOOK","meta":{"confidence":▶1.1}}`, dec, "/meta/confidence"},
	{"priority", `{"intent":"!BOOK","meta":{"priority":▶1.5}}`, dec, "/meta/priority"},
	{"priority huge", `{"intent":"!BOOK","meta":{"priority":▶1e1000001}}`, syn, "/meta/priority"},
	{"extra huge exponent", `{"intent":"!BOOK","constraints":[{"type":"t","value":"v","x":▶1e1000001}]}`, syn, "/constraints/0/x"},
}

func TestDecodeErrors(t *testing.T) {
	for _, row := range badRows {
		t.Run(row.name, func(t *testing.T) {
			before, after, ok := strings.Cut(row.text, "▶")
			if !ok {
				t.Fatal("no mark")
			}
			x, err := Decode(before + after)
			e := checkError(t, err)
			if x != nil || e.Code != row.code || e.Offset != len(before) || e.Path != row.path {
				t.Errorf("got  %s, offset %d, path %q: %v\nwant %s, offset %d, path %q", e.Code, e.Offset, e.Path, e, row.code, len(before), row.path)
			}
		})
	}
}

// checkError holds what is true of every error of this surface.
func checkError(t testing.TB, err error) *ir.Error {
	t.Helper()
	var e *ir.Error
	if !errors.As(err, &e) {
		t.Fatalf("not a *ir.Error: %v", err)
	}
	if e.Frontend != "json" || e.Offset < 0 || e.Msg == "" || !errors.Is(err, e.Code) || len(e.Error()) > 400 {
		t.Errorf("%#v", e)
	}
	return e
}

func TestDecodeLargeInputs(t *testing.T) {
	const n = ir.DefaultMaxBytes
	head := `{"intent":"!BOOK","constraints":[{"type":"t","value":"v","x":`
	for _, text := range []string{
		strings.Repeat("(", n), strings.Repeat("[", n), strings.Repeat(`"`, n), strings.Repeat("{", n), strings.Repeat(" ", n),
		strings.Repeat("\x00", n), strings.Repeat("\xff", n), strings.Repeat(`{"a":`, n/5), strings.Repeat("中", n/3),
		head + strings.Repeat("[", n-len(head)), head + strings.Repeat(`{"a":`, 1000), head + strings.Repeat("9", n-len(head)),
		`{"intent":"!BOOK","act":` + strings.Repeat("[", n/2), `{"intent":"!BOOK","action_a":` + strings.Repeat(`[{"id":`, n/8),
		`{"intent":"!` + strings.Repeat("a", n/2) + `"}`, `{"intent":"!BOOK","action_` + strings.Repeat("A", n/2) + `":["a"]}`,
		`{"intent":"!BOOK","` + strings.Repeat("/", n/2) + `":1}`,
		strings.Repeat(" ", n+1),
	} {
		_, err := Decode(text)
		checkError(t, err)
	}
}

// Nesting is bounded at 64 levels, the root counted.
func TestDecodeNesting(t *testing.T) {
	nested := func(n int) string {
		return `{"intent":"!BOOK","constraints":[{"type":"t","value":"v","x":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}]}`
	}
	x, err := Decode(nested(61))
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, x)
	_, err = Decode(nested(62))
	if e := checkError(t, err); e.Code != syn {
		t.Error(e)
	}
}

func TestDecodeMaxBytes(t *testing.T) {
	text := `{"intent":"!BOOK"}`
	if err := (Frontend{MaxBytes: len(text)}).DecodeInto(ir.New(), text); err != nil {
		t.Error(err)
	}
	err := Frontend{MaxBytes: len(text) - 1}.DecodeInto(ir.New(), text)
	if e := checkError(t, err); e.Code != syn || e.Offset != len(text)-1 {
		t.Error(e)
	}
}
