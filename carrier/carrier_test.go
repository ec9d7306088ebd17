package carrier_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/sharedcases"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

// open takes everything that is valid.
var open = silp.New(silp.Options{Verbs: ir.Verbs{Any: true}, AnyVersion: true, Policy: sanitize.Inspect})

func asError(t *testing.T, err error) *ir.Error {
	t.Helper()
	e, ok := errors.AsType[*ir.Error](err)
	if !ok {
		t.Fatalf("%v is no *ir.Error", err)
	}
	return e
}

func code(text string) silp.Payload { return silp.Payload{Encoding: "code", Text: text} }

func TestWrap(t *testing.T) {
	header := &ir.Header{Meta: ir.Meta{ReqID: "a1b2c3d4"}}
	for _, row := range []struct {
		name, fields string
		p            silp.Payload
		want         string
	}{
		{"alone", ``, code("book(hotel)"), `{"silp_encoding":"code","silp_payload":"book(hotel)"}`},
		{"header", ``, silp.Payload{Encoding: "code", Text: "x()", Header: header}, `{"silp_encoding":"code","silp_payload":"x()","silp_header":{"meta":{"req_id":"a1b2c3d4"}}}`},
		{"empty object", ` { } `, code("x()"), `{"silp_encoding":"code","silp_payload":"x()"}`},
		{"fields as they stand", `{"b":1.00,"a": {"z" : "\u003c"},"n":12345678901234567890}`, code("x()"), `{"silp_encoding":"code","silp_payload":"x()","b":1.00,"a":{"z" : "\u003c"},"n":12345678901234567890}`},
		{"no HTML escapes", ``, code("if budget<=500&x>1: book(a)"), `{"silp_encoding":"code","silp_payload":"if budget<=500&x>1: book(a)"}`},
		{"quotes", ``, code(`book("a\n\"")`), `{"silp_encoding":"code","silp_payload":"book(\"a\\n\\\"\")"}`},
		{"a name that only resembles", `{"silp":1,"silp-header":2,"silt_x":3,"s":4}`, code("x()"), `{"silp_encoding":"code","silp_payload":"x()","silp":1,"silp-header":2,"silt_x":3,"s":4}`},
	} {
		got, err := carrier.Wrap(json.RawMessage(row.fields), row.p)
		if err != nil || string(got) != row.want {
			t.Errorf("%s: got %s (%v), want %s", row.name, got, err, row.want)
		}
	}
}

func TestWrapRefuses(t *testing.T) {
	for _, row := range []struct {
		name, fields string
		p            silp.Payload
		code         ir.Code
		path         string
	}{
		{"silp_payload is there", `{"silp_payload":"x"}`, code("x()"), ir.DecodeFailed, "/silp_payload"},
		{"silp_header is there", `{"a":1,"silp_header":{}}`, code("x()"), ir.DecodeFailed, "/silp_header"},
		{"a later version's member", `{"silp_session":1}`, code("x()"), ir.DecodeFailed, "/silp_session"},
		{"by an escape", `{"silp\u005fpayload":"x"}`, code("x()"), ir.DecodeFailed, "/silp_payload"},
		{"in another case", `{"Silp_Payload":"x"}`, code("x()"), ir.DecodeFailed, "/Silp_Payload"},
		{"with a long s", `{"ſilp_payload":"x"}`, code("x()"), ir.DecodeFailed, "/ſilp_payload"},
		{"twice", `{"a":1,"a":2}`, code("x()"), ir.InvalidSyntax, "/a"},
		{"twice, deeper", `{"a":{"b":1,"b":2}}`, code("x()"), ir.InvalidSyntax, "/a/b"},
		{"no object", `[1]`, code("x()"), ir.DecodeFailed, ""},
		{"null", `null`, code("x()"), ir.DecodeFailed, ""},
		{"two objects", `{}{}`, code("x()"), ir.InvalidSyntax, ""},
		{"no JSON", `{`, code("x()"), ir.InvalidSyntax, ""},
		{"fields not UTF-8", "{\"a\":\"\xff\"}", code("x()"), ir.InvalidSyntax, ""},
		{"no text", ``, code(""), ir.DecodeFailed, "/silp_payload"},
		{"no frontend", ``, silp.Payload{Text: "x()"}, ir.DecodeFailed, "/silp_encoding"},
		{"text not UTF-8", ``, code("x(\xff)"), ir.InvalidSyntax, "/silp_payload"},
		{"frontend not UTF-8", ``, silp.Payload{Encoding: "\xff", Text: "x()"}, ir.InvalidSyntax, "/silp_encoding"},
		{"header not valid", ``, silp.Payload{Encoding: "code", Text: "x()", Header: &ir.Header{SILP: "1"}}, ir.DecodeFailed, "/silp"},
		{"64 KiB and a byte", ``, code(strings.Repeat("x", 64<<10+1)), ir.InvalidSyntax, "/silp_payload"},
		{"5 MiB", ``, code(strings.Repeat("x", 5<<20)), ir.InvalidSyntax, "/silp_payload"},
		{"frontend over 64 KiB", ``, silp.Payload{Encoding: strings.Repeat("x", 64<<10+1), Text: "x()"}, ir.InvalidSyntax, "/silp_encoding"},
		{"header over 64 KiB", ``, silp.Payload{Encoding: "code", Text: "x()", Header: &ir.Header{Version: new(strings.Repeat("x", 64<<10))}}, ir.InvalidSyntax, "/silp_header"},
	} {
		got, err := carrier.Wrap(json.RawMessage(row.fields), row.p)
		if got != nil || err == nil {
			t.Errorf("%s: got %.80s (%v)", row.name, got, err)
			continue
		}
		if e := asError(t, err); e.Code != row.code || e.Path != row.path || len(e.Error()) > 400 {
			t.Errorf("%s: %v (code %s, path %s)", row.name, err, e.Code, e.Path)
		}
	}
	if _, err := carrier.Wrap(nil, code(strings.Repeat("x", 64<<10))); err != nil {
		t.Errorf("64 KiB: %v", err)
	}
	if _, err := (carrier.Options{MaxBytes: 5 << 20}).Wrap(nil, code(strings.Repeat("x", 5<<20))); err != nil {
		t.Errorf("5 MiB where it is allowed: %v", err)
	}
	if got := asError(t, carrier.Options{}.Check(code("x(\xff)"))).Offset; got != 2 {
		t.Errorf("the bad byte stands at %d", got)
	}
}

func TestUnwrap(t *testing.T) {
	for _, row := range []struct {
		name, raw      string
		encoding, text string
		header, fields string
	}{
		{"alone", `{"silp_encoding":"code","silp_payload":"x()"}`, "code", "x()", ``, `{}`},
		{"behind the fields", ` {"n": 1.0 ,"silp_payload":"x()","o":{ "p" : [] },"silp_encoding":"code"} `, "code", "x()", ``, `{"n":1.0,"o":{ "p" : [] }}`},
		{"a frontend nobody knows", `{"silp_encoding":"math","silp_payload":"x"}`, "math", "x", ``, `{}`},
		{"header", `{"silp_header":{"meta":{"req_id":"abcd"}},"silp_encoding":"code","silp_payload":"x()"}`, "code", "x()", `{"meta":{"req_id":"abcd"}}`, `{}`},
		{"header as a string", `{"silp_header":"{\"meta\":{\"x\":1e400}}","silp_encoding":"code","silp_payload":"x()"}`, "code", "x()", `{"meta":{"x":1e400}}`, `{}`},
		{"HTML escapes of another sender", `{"silp_encoding":"code","silp_payload":"a\u003c=b\u0026"}`, "code", "a<=b&", ``, `{}`},
		{"names are exact", `{"silp_encoding":"code","silp_payload":"x()","SILP_PAYLOAD":"y()","Silp_header":1}`, "code", "x()", ``, `{"SILP_PAYLOAD":"y()","Silp_header":1}`},
		{"numbers that no one reads", `{"silp_encoding":"code","silp_payload":"x()","n":` + strings.Repeat("9", 100) + `}`, "code", "x()", ``, `{"n":` + strings.Repeat("9", 100) + `}`},
	} {
		p, fields, err := carrier.Unwrap([]byte(row.raw))
		header := ""
		if p.Header != nil {
			raw, _ := p.Header.MarshalJSON()
			header = string(raw)
		}
		if err != nil || p.Encoding != row.encoding || p.Text != row.text || header != row.header || string(fields) != row.fields {
			t.Errorf("%s: %+v, header %s, fields %s, %v", row.name, p, header, fields, err)
		}
	}
}

func TestUnwrapRefuses(t *testing.T) {
	for _, row := range []struct {
		name, raw string
		code      ir.Code
		path      string
	}{
		{"text twice", `{"silp_encoding":"code","silp_payload":"x()","silp_payload":"y()"}`, ir.InvalidSyntax, "/silp_payload"},
		{"twice by an escape", `{"silp_encoding":"code","silp_payload":"x()","silp\u005fpayload":"y()"}`, ir.InvalidSyntax, "/silp_payload"},
		{"a field twice", `{"silp_encoding":"code","silp_payload":"x()","a":{"b":1,"b":2}}`, ir.InvalidSyntax, "/a/b"},
		{"no frontend", `{"silp_payload":"x()"}`, ir.DecodeFailed, "/silp_encoding"},
		{"no text", `{"silp_encoding":"code"}`, ir.DecodeFailed, "/silp_payload"},
		{"a header alone", `{"silp_header":{}}`, ir.DecodeFailed, "/silp_encoding"},
		{"an empty text", `{"silp_encoding":"code","silp_payload":""}`, ir.DecodeFailed, "/silp_payload"},
		{"text as an object", `{"silp_encoding":"code","silp_payload":{}}`, ir.DecodeFailed, "/silp_payload"},
		{"null", `{"silp_encoding":null,"silp_payload":"x()"}`, ir.DecodeFailed, "/silp_encoding"},
		{"header null", `{"silp_encoding":"code","silp_payload":"x()","silp_header":null}`, ir.DecodeFailed, "/silp_header"},
		{"header not valid", `{"silp_encoding":"code","silp_payload":"x()","silp_header":{"meta":{"req_id":"XX"}}}`, ir.DecodeFailed, "/silp_header/meta/req_id"},
		{"header in a string not valid", `{"silp_encoding":"code","silp_payload":"x()","silp_header":"{"}`, ir.InvalidSyntax, "/silp_header"},
		{"header in a string in a string", `{"silp_encoding":"code","silp_payload":"x()","silp_header":"\"{}\""}`, ir.DecodeFailed, "/silp_header"},
		{"over the limit", `{"silp_encoding":"code","silp_payload":"` + strings.Repeat("x", 64<<10+1) + `"}`, ir.InvalidSyntax, "/silp_payload"},
		{"frontend over the limit", `{"silp_encoding":"` + strings.Repeat("x", 64<<10+1) + `","silp_payload":"x()"}`, ir.InvalidSyntax, "/silp_encoding"},
		{"header over the limit", `{"silp_encoding":"code","silp_payload":"x()","silp_header":{"version":"` + strings.Repeat("x", 64<<10) + `"}}`, ir.InvalidSyntax, "/silp_header"},
		{"header far over the limit", `{"silp_encoding":"code","silp_payload":"x()","silp_header":"` + strings.Repeat("x", 400<<10) + `"}`, ir.InvalidSyntax, "/silp_header"},
		{"half a surrogate pair", `{"silp_encoding":"code","silp_payload":"\ud800"}`, ir.InvalidSyntax, "/silp_payload"},
		{"not UTF-8", "{\"silp_encoding\":\"code\",\"silp_payload\":\"\xff\"}", ir.InvalidSyntax, ""},
		{"an array", `[]`, ir.DecodeFailed, ""},
		{"nothing", ``, ir.InvalidSyntax, ""},
	} {
		p, fields, err := carrier.Unwrap([]byte(row.raw))
		if err == nil {
			t.Errorf("%s: %+v, %s", row.name, p, fields)
			continue
		}
		if e := asError(t, err); e.Code != row.code || e.Path != row.path || len(e.Error()) > 400 || errors.Is(err, carrier.NoPayload) {
			t.Errorf("%s: %v (code %s, path %s)", row.name, err, e.Code, e.Path)
		}
		if p != (silp.Payload{}) || fields != nil {
			t.Errorf("%s: something came back: %+v, %s", row.name, p, fields)
		}
	}
	p, fields, err := carrier.Unwrap([]byte(`{"city":"Oslo"}`))
	if !errors.Is(err, carrier.NoPayload) || !errors.Is(err, ir.DecodeFailed) || string(fields) != `{"city":"Oslo"}` || p != (silp.Payload{}) {
		t.Errorf("an object without SILP: %+v, %s, %v", p, fields, err)
	}
}

func TestUnwrapSharesNothing(t *testing.T) {
	raw := []byte(`{"silp_encoding":"code","silp_payload":"x()","a":"b"}`)
	p, fields, err := carrier.Unwrap(raw)
	for i := range raw {
		raw[i] = '?'
	}
	if err != nil || p.Encoding != "code" || p.Text != "x()" || string(fields) != `{"a":"b"}` {
		t.Errorf("%+v, %s, %v", p, fields, err)
	}
}

func TestHeader(t *testing.T) {
	for _, row := range []struct{ name, header, want string }{
		{"empty", `{}`, `{}`},
		{"numbers that survive", `{"meta":{"a":1.50,"b":1e2,"c":-0,"d":9007199254740992,"e":5e-324,"priority":-3,"req_id":"abcd"}}`, ``},
		{"digits in a string", `{"meta":{"a":"12345678901234567890 \\ \" 1e400","req_id":"abcd"}}`, ``},
		{"beyond 2^53", `{"meta":{"priority":9007199254740993}}`, `"{\"meta\":{\"priority\":9007199254740993}}"`},
		// 2^62 is a float64, but its shortest spelling is 4611686018427388000.
		{"2^62", `{"meta":{"priority":4611686018427387904}}`, `"{\"meta\":{\"priority\":4611686018427387904}}"`},
		{"too many digits", `{"meta":{"x":0.30000000000000000001}}`, `"{\"meta\":{\"x\":0.30000000000000000001}}"`},
		{"too large", `{"meta":{"x":[1e400]}}`, `"{\"meta\":{\"x\":[1e400]}}"`},
		{"too small", `{"meta":{"x":{"y":-1.5e-400}}}`, `"{\"meta\":{\"x\":{\"y\":-1.5e-400}}}"`},
		{"empty list", `{"meta":{"x":{"y":[]}}}`, `"{\"meta\":{\"x\":{\"y\":[]}}}"`},
		{"brackets in a string, empty object", `{"meta":{"x":{"[]":"[]","y":{},"z":[[null]]}}}`, ``},
		{"not HTML-escaped", `{"version":"<&>"}`, ``},
	} {
		var h ir.Header
		if err := h.UnmarshalJSON([]byte(row.header)); err != nil {
			t.Fatal(err)
		}
		want := row.want
		if want == "" {
			want = row.header
		}
		got, err := carrier.Options{}.AppendHeader([]byte("x"), &h)
		if err != nil || string(got) != "x"+want {
			t.Errorf("%s: %s (%v), want %s", row.name, got, err, want)
			continue
		}
		back, err := carrier.Options{}.ParseHeader(got[1:])
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		sameHeader(t, row.name, &h, back)
	}
	dst, err := carrier.Options{}.AppendHeader([]byte("x"), &ir.Header{SILP: "1"})
	if err == nil || string(dst) != "x" {
		t.Errorf("an invalid header: %s %v", dst, err)
	}
	for _, raw := range []string{``, `1`, `"`, `"" 1`, `{"intent":"!A"}`, `"\ud800"`} {
		if h, err := (carrier.Options{}).ParseHeader([]byte(raw)); err == nil || h != nil {
			t.Errorf("%s: %+v", raw, h)
		}
	}
}

func sameHeader(t *testing.T, name string, a, b *ir.Header) {
	t.Helper()
	x := ir.IR{SILP: a.SILP, Version: a.Version, Meta: a.Meta}
	y := ir.IR{SILP: b.SILP, Version: b.Version, Meta: b.Meta}
	if !ir.Equivalent(&x, &y) || a.Meta.ReqID != b.Meta.ReqID {
		t.Errorf("%s: %v", name, ir.Diff(&x, &y))
	}
}

func TestPlain(t *testing.T) {
	const text = `{"a":[null,true,false,1.5,"x<y"],"b":{},"c":[]}`
	v, err := carrier.Plain([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if list := v.(map[string]any)["a"].([]any); list[0] != nil || list[3] != 1.5 || list[4] != "x<y" {
		t.Errorf("%#v", v)
	}
	out, err := carrier.FromPlain(v)
	if err != nil || string(out) != text {
		t.Errorf("%s %v", out, err)
	}
	for _, bad := range []string{``, `{`, `{"a":1,"a":2}`, `1e400`, `{} {}`, `"\ud800"`, strings.Repeat("[", 65) + strings.Repeat("]", 65)} {
		if v, err := carrier.Plain([]byte(bad)); err == nil {
			t.Errorf("%s: %v", bad, v)
		}
	}
	deep := any("x")
	for range 65 {
		deep = []any{deep}
	}
	inf := 1e308
	for name, v := range map[string]any{"[]string": []string{"a"}, "int": 1, "map of strings": map[string]string{}, "deep": deep,
		"not UTF-8": "\xff", "a name not UTF-8": map[string]any{"\xff": 1.0}, "no JSON": json.RawMessage(`{`), "infinite": inf * 10} {
		out, err := carrier.FromPlain([]any{v})
		if err == nil || out != nil || asError(t, err).Code != ir.DecodeFailed {
			t.Errorf("%s: %s %v", name, out, err)
		}
	}
	if out, err := carrier.FromPlain(map[string]any{"h": json.RawMessage(` {"b":1e400,"a":"\u003c"} `)}); err != nil || string(out) != `{"h":{"a":"<","b":1e400}}` {
		t.Errorf("%s %v", out, err)
	}
}

// Whatever hop reads metadata as float64s, strings and maps: the header survives.
func TestHeaderSurvivesPlain(t *testing.T) {
	asString := 0
	for seed := range uint64(3000) {
		x := irgen.Random(seed).IR()
		h := x.Header()
		raw, err := carrier.Options{}.AppendHeader(nil, &h)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if raw[0] == '"' {
			asString++
		}
		v, err := carrier.Plain(raw)
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, raw, err)
		}
		// encoding/json is what the SDKs use.
		hop, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(hop, &v); err != nil {
			t.Fatal(err)
		}
		again, err := carrier.FromPlain(v)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		back, err := carrier.Options{}.ParseHeader(again)
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, again, err)
		}
		sameHeader(t, string(raw), &h, back)
	}
	if asString < 10 || asString > 1500 {
		t.Errorf("%d of 3000 headers travelled as strings", asString)
	}
}

func TestErrors(t *testing.T) {
	for _, row := range []struct {
		name string
		e    *ir.Error
		want string
	}{
		{"all", &ir.Error{Code: ir.InvalidSyntax, Frontend: "code", Offset: 13, Path: "/x", Msg: `expected "<" or "&"`, Hint: "close it", Err: os.ErrClosed},
			`{"code":"invalid_syntax","message":"expected \"<\" or \"&\"","hint":"close it","frontend":"code","path":"/x","offset":13}`},
		{"little", &ir.Error{Code: ir.Timeout, Offset: -1, Msg: "late"}, `{"code":"timeout","message":"late"}`},
		{"offset 0", &ir.Error{Code: ir.InvalidSyntax, Msg: "m"}, `{"code":"invalid_syntax","message":"m","offset":0}`},
	} {
		got := carrier.AppendError(nil, row.e)
		if string(got) != row.want {
			t.Errorf("%s: %s", row.name, got)
		}
		back, err := carrier.ParseError(got)
		if err != nil || back.Error() != row.e.Error() || back.Frontend != row.e.Frontend || !errors.Is(back, carrier.Remote) || !errors.Is(back, row.e.Code) || errors.Is(back, os.ErrClosed) {
			t.Errorf("%s: %v (%v)", row.name, back, err)
		}
	}
	if got := string(carrier.AppendError(nil, &ir.Error{Code: ir.Timeout, Offset: -1, Msg: "a\xffb"})); got != `{"code":"timeout","message":"a\\xffb"}` {
		t.Errorf("a message that is not UTF-8: %s", got)
	}
}

// What the other side says is shown, but can neither flood a log nor hide in it.
func TestErrorsOfOthers(t *testing.T) {
	e, err := carrier.ParseError([]byte(`{"message":"\u202e\n中 \"x\"","code":"timeout","later":{"n":1e999},"offset":1.0}`))
	if err != nil || e.Error() != `timeout: \u202e\n\u4e2d "x" (offset 1)` {
		t.Errorf("%v %v", e, err)
	}
	e, err = carrier.ParseError([]byte(`{"code":"timeout","message":"` + strings.Repeat("中", 5000) + `"}`))
	if err != nil || len(e.Msg) > 512 || !strings.HasSuffix(e.Msg, "...") {
		t.Errorf("%d bytes, %v", len(e.Msg), err)
	}
	e, err = carrier.ParseError([]byte(`{"code":"timeout"}`))
	if err != nil || e.Msg == "" || e.Offset != -1 {
		t.Errorf("%v %v", e, err)
	}
	for _, row := range []struct {
		raw  string
		code ir.Code
		path string
	}{
		{`{"code":"-32602","message":"m"}`, ir.DecodeFailed, "/code"},
		{`{"code":-32602}`, ir.DecodeFailed, "/code"},
		{`{"message":"m"}`, ir.DecodeFailed, "/code"},
		{`{"Code":"timeout"}`, ir.DecodeFailed, "/code"},
		{`{"code":"timeout","code":"timeout"}`, ir.InvalidSyntax, "/code"},
		{`{"code":"timeout","offset":-1}`, ir.DecodeFailed, "/offset"},
		{`{"code":"timeout","offset":1.5}`, ir.DecodeFailed, "/offset"},
		{`{"code":"timeout","offset":4294967296}`, ir.DecodeFailed, "/offset"},
		{`{"code":"timeout","offset":"1"}`, ir.DecodeFailed, "/offset"},
		{`"timeout"`, ir.DecodeFailed, ""},
		{`{"code":"timeout"} x`, ir.InvalidSyntax, ""},
	} {
		e, err := carrier.ParseError([]byte(row.raw))
		if err == nil || e != nil {
			t.Errorf("%s: %v", row.raw, e)
			continue
		}
		if x := asError(t, err); x.Code != row.code || x.Path != row.path || errors.Is(err, carrier.Remote) {
			t.Errorf("%s: %v (%s %s)", row.raw, err, x.Code, x.Path)
		}
	}
}

// roundTrip sends x through Wrap and Unwrap, in an object with other members.
func roundTrip(t *testing.T, name string, x *ir.IR) {
	t.Helper()
	for _, surface := range []string{"code", "json"} {
		p, err := open.EncodeAs(surface, x)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		raw, err := carrier.Options{MaxBytes: 1 << 20}.Wrap(json.RawMessage(`{"other":[1.0]}`), p)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		q, fields, err := carrier.Options{MaxBytes: 1 << 20}.Unwrap(raw)
		if err != nil || q.Text != p.Text || string(fields) != `{"other":[1.0]}` {
			t.Fatalf("%s: %s: fields %s, %v", name, raw, fields, err)
		}
		y, _, err := open.Decode(q)
		if err != nil {
			t.Fatalf("%s: %s: %v", name, raw, err)
		}
		if !ir.Equivalent(x, y) || x.Meta.ReqID != y.Meta.ReqID {
			t.Fatalf("%s: %s: %v, req_id %s", name, raw, ir.Diff(x, y), y.Meta.ReqID)
		}
	}
}

func TestRoundTripGenerated(t *testing.T) {
	for seed := range uint64(3000) {
		roundTrip(t, "generated", irgen.Random(seed).IR())
	}
}

func TestRoundTripShared(t *testing.T) {
	for i, x := range sharedcases.IRs(t) {
		roundTrip(t, fmt.Sprint("case ", i), x)
	}
}
