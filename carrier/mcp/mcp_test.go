package mcp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/carrier/mcp"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/sharedcases"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
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

var header = &ir.Header{Meta: ir.Meta{ReqID: "a1b2c3d4"}}

func TestWrap(t *testing.T) {
	for _, row := range []struct {
		name, args      string
		o               mcp.Options
		p               silp.Payload
		arguments, meta string
	}{
		{"wrapper", `{"n":1.0}`, mcp.Options{}, code("if a<=b: x()"), `{"silp_encoding":"code","silp_payload":"if a<=b: x()","n":1.0}`, `null`},
		{"header", ``, mcp.Options{}, silp.Payload{Encoding: "code", Text: "x()", Header: header},
			`{"silp_encoding":"code","silp_payload":"x()"}`, `{"silp.example/silp-header":{"meta":{"req_id":"a1b2c3d4"}}}`},
		{"prefix", ``, mcp.Options{Prefix: "com.acme"}, silp.Payload{Encoding: "code", Text: "x()", Header: header},
			`{"silp_encoding":"code","silp_payload":"x()"}`, `{"com.acme/silp-header":{"meta":{"req_id":"a1b2c3d4"}}}`},
		{"a number that no float64 is", ``, mcp.Options{}, silp.Payload{Encoding: "code", Text: "x()", Header: &ir.Header{Meta: ir.Meta{Priority: 1<<53 + 1}}},
			`{"silp_encoding":"code","silp_payload":"x()"}`, `{"silp.example/silp-header":"{\"meta\":{\"priority\":9007199254740993}}"}`},
		{"text alone", `{"n":1.0}`, mcp.Options{Argument: "task"}, silp.Payload{Encoding: "code", Text: "x()", Header: header},
			`{"task":"x()","n":1.0}`, `{"silp.example/silp-header":{"meta":{"req_id":"a1b2c3d4"}}}`},
		{"json text alone", ``, mcp.Options{Argument: "task"}, silp.Payload{Encoding: "json", Text: `{"intent":"!X"}`},
			`{"task":"{\"intent\":\"!X\"}"}`, `null`},
	} {
		arguments, meta, err := row.o.Wrap(json.RawMessage(row.args), row.p)
		got, _ := json.Marshal(meta)
		if err != nil || string(arguments) != row.arguments || string(got) != row.meta {
			t.Errorf("%s: %s, %s, %v", row.name, arguments, got, err)
			continue
		}
		p, args, err := row.o.Unwrap(arguments, meta)
		want := row.args
		if want == "" {
			want = `{}`
		}
		if err != nil || p.Encoding != row.p.Encoding || p.Text != row.p.Text || (p.Header == nil) != (row.p.Header == nil) || string(args) != want {
			t.Errorf("%s: back: %+v, %s, %v", row.name, p, args, err)
		}
	}
}

func TestWrapRefuses(t *testing.T) {
	plain := mcp.Options{Argument: "task"}
	for _, row := range []struct {
		name, args string
		o          mcp.Options
		p          silp.Payload
		code       ir.Code
		path       string
	}{
		{"5 MiB", ``, mcp.Options{}, code(strings.Repeat("x", 5<<20)), ir.InvalidSyntax, "/silp_payload"},
		{"5 MiB alone", ``, plain, code(strings.Repeat("x", 5<<20)), ir.InvalidSyntax, "/silp_payload"},
		{"not UTF-8", ``, mcp.Options{}, code("x(\xff)"), ir.InvalidSyntax, "/silp_payload"},
		{"header not valid", ``, mcp.Options{}, silp.Payload{Encoding: "code", Text: "x()", Header: &ir.Header{SILP: "1"}}, ir.DecodeFailed, "/silp"},
		{"arguments with a payload", `{"silp_payload":"x"}`, mcp.Options{}, code("x()"), ir.DecodeFailed, "/silp_payload"},
		{"a payload beside a text alone", `{"silp_encoding":"code"}`, plain, code("x()"), ir.DecodeFailed, "/silp_encoding"},
		{"the argument is there", `{"task":"y()"}`, plain, code("x()"), ir.DecodeFailed, "/task"},
		{"an argument that is the wrapper's", ``, mcp.Options{Argument: "silp_payload"}, code("x()"), ir.DecodeFailed, "/silp_payload"},
		{"natural alone", ``, plain, silp.Payload{Encoding: "natural", Text: "book hotel."}, ir.UnsupportedFrontend, ""},
		{"json that is none", ``, plain, silp.Payload{Encoding: "json", Text: "x()"}, ir.UnsupportedFrontend, ""},
		{"a name that is not UTF-8", ``, mcp.Options{Argument: "\xff"}, code("x()"), ir.InvalidSyntax, ""},
	} {
		arguments, meta, err := row.o.Wrap(json.RawMessage(row.args), row.p)
		if err == nil || arguments != nil || meta != nil {
			t.Errorf("%s: %.80s, %v, %v", row.name, arguments, meta, err)
			continue
		}
		if e := asError(t, err); e.Code != row.code || e.Path != row.path {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

func TestUnwrapRefuses(t *testing.T) {
	const good = `{"silp_encoding":"code","silp_payload":"x()"}`
	key := mcp.Options{}.HeaderKey()
	for _, row := range []struct {
		name, arguments string
		o               mcp.Options
		meta            map[string]any
		code            ir.Code
		path            string
		none            bool
	}{
		{"no payload", `{"n":1}`, mcp.Options{}, nil, ir.DecodeFailed, "/silp_payload", true},
		{"no arguments", ``, mcp.Options{}, nil, ir.DecodeFailed, "/silp_payload", true},
		{"neither form", `{"n":1}`, mcp.Options{Argument: "task"}, nil, ir.DecodeFailed, "/task", true},
		{"no string", `{"task":5}`, mcp.Options{Argument: "task"}, nil, ir.DecodeFailed, "/task", false},
		{"null", `{"task":null}`, mcp.Options{Argument: "task"}, nil, ir.DecodeFailed, "/task", false},
		{"too long alone", `{"task":"` + strings.Repeat("x", 64<<10+1) + `"}`, mcp.Options{Argument: "task"}, nil, ir.InvalidSyntax, "/silp_payload", false},
		{"twice", `{"silp_encoding":"code","silp_payload":"x()","silp_payload":"y()"}`, mcp.Options{}, nil, ir.InvalidSyntax, "/silp_payload", false},
		{"twice alone", `{"task":"x()","task":"y()"}`, mcp.Options{Argument: "task"}, nil, ir.InvalidSyntax, "/task", false},
		{"header not valid", good, mcp.Options{}, map[string]any{key: map[string]any{"meta": map[string]any{"req_id": "XX"}}}, ir.DecodeFailed, "/_meta/silp.example~1silp-header/meta/req_id", false},
		{"header null", good, mcp.Options{}, map[string]any{key: nil}, ir.DecodeFailed, "/_meta/silp.example~1silp-header", false},
		{"header of a Go type", good, mcp.Options{}, map[string]any{key: []string{"a"}}, ir.DecodeFailed, "/_meta/silp.example~1silp-header", false},
		{"header twice", `{"silp_encoding":"code","silp_payload":"x()","silp_header":{}}`, mcp.Options{}, map[string]any{key: map[string]any{}}, ir.DecodeFailed, "/silp_header", false},
	} {
		p, args, err := row.o.Unwrap(json.RawMessage(row.arguments), row.meta)
		if err == nil || p != (silp.Payload{}) {
			t.Errorf("%s: %+v, %v", row.name, p, err)
			continue
		}
		if e := asError(t, err); e.Code != row.code || e.Path != row.path || errors.Is(err, carrier.NoPayload) != row.none || (args != nil) != row.none {
			t.Errorf("%s: %v (path %s), args %s", row.name, err, e.Path, args)
		}
	}
	p, _, err := mcp.Options{Prefix: "com.acme"}.Unwrap(json.RawMessage(good), map[string]any{key: 1.0})
	if err != nil || p.Header != nil {
		t.Errorf("a header under another prefix is not ours: %+v, %v", p, err)
	}
	p, _, err = mcp.Options{}.Unwrap(json.RawMessage(`{"silp_encoding":"code","silp_payload":"x()","silp_header":{"meta":{"req_id":"abcd"}}}`), nil)
	if err != nil || p.Header == nil || p.Header.Meta.ReqID != "abcd" {
		t.Errorf("a header in the arguments is read: %+v, %v", p, err)
	}
}

// Tools refuse or drop undeclared arguments; an enum or a maxLength would hide
// the SILP error or echo the payload.
func TestSchema(t *testing.T) {
	const silpProps = `"silp_encoding":` + `{"type":"string","description":"The SILP frontend that silp_payload is written in, as in code or json."},` +
		`"silp_payload":{"type":"string","description":"The task in SILP, as in: book(hotel,nights=2)"}`
	for _, row := range []struct {
		name, base string
		o          mcp.Options
		want       string
	}{
		{"nothing", ``, mcp.Options{}, `{"type":"object","properties":{` + silpProps + `},"required":["silp_encoding","silp_payload"]}`},
		{"properties", `{"$schema":"s","type":"object","properties":{"n":{"minimum":1.0}},"required":["n"],"additionalProperties":false}`, mcp.Options{},
			`{"$schema":"s","type":"object","properties":{` + silpProps + `,"n":{"minimum":1.0}},"required":["n","silp_encoding","silp_payload"],"additionalProperties":false}`},
		{"optional", `{"type":"object","required":["n"]}`, mcp.Options{Optional: true}, `{"type":"object","required":["n"],"properties":{` + silpProps + `}}`},
		{"empty properties", `{"properties":{},"type":"object"}`, mcp.Options{Optional: true}, `{"properties":{` + silpProps + `},"type":"object"}`},
		{"text alone", `{"type":"object","properties":{"n":true}}`, mcp.Options{Argument: "task"},
			`{"type":"object","properties":{"task":{"type":"string","description":"The task in SILP, as in: book(hotel,nights=2)"},"n":true},"required":["task"]}`},
	} {
		got, err := row.o.Schema(json.RawMessage(row.base))
		if err != nil || string(got) != row.want {
			t.Errorf("%s: %s (%v)", row.name, got, err)
		}
		if strings.Contains(string(got), "enum") || strings.Contains(string(got), "maxLength") {
			t.Errorf("%s: %s", row.name, got)
		}
	}
	for _, row := range []struct {
		name, base string
		code       ir.Code
		path       string
	}{
		{"no type", `{}`, ir.DecodeFailed, "/type"},
		{"another type", `{"type":"string"}`, ir.DecodeFailed, "/type"},
		{"types", `{"type":["object","null"]}`, ir.DecodeFailed, "/type"},
		{"taken", `{"type":"object","properties":{"silp_payload":{}}}`, ir.DecodeFailed, "/properties/silp_payload"},
		{"taken, in capitals", `{"type":"object","properties":{"SILP_x":{}}}`, ir.DecodeFailed, "/properties/SILP_x"},
		{"properties twice", `{"type":"object","properties":{},"properties":{}}`, ir.InvalidSyntax, "/properties"},
		{"no schema", `true`, ir.DecodeFailed, ""},
		{"required of another kind", `{"type":"object","required":"n"}`, ir.DecodeFailed, "/required"},
		{"required of numbers", `{"type":"object","required":[1]}`, ir.DecodeFailed, "/required"},
		{"properties of another kind", `{"type":"object","properties":[]}`, ir.DecodeFailed, "/properties"},
	} {
		got, err := mcp.Options{}.Schema(json.RawMessage(row.base))
		if err == nil || got != nil {
			t.Errorf("%s: %s", row.name, got)
			continue
		}
		if e := asError(t, err); e.Code != row.code || e.Path != row.path {
			t.Errorf("%s: %v (%s)", row.name, err, e.Path)
		}
	}
}

func TestErrors(t *testing.T) {
	sent := &ir.Error{Code: ir.InvalidSyntax, Frontend: "code", Offset: 4, Msg: `expected "<"`, Hint: "look & see"}
	o := mcp.Options{Prefix: "com.acme"}
	const want = `{"content":[{"type":"text","text":"invalid_syntax: expected \"<\" (offset 4); look & see"}],"isError":true,"_meta":{"com.acme/silp-error":{"code":"invalid_syntax","message":"expected \"<\"","hint":"look & see","frontend":"code","offset":4}}}`
	raw := o.AppendErrorResult(nil, sent)
	if string(raw) != want {
		t.Errorf("%s", raw)
	}
	v, err := carrier.Plain(raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, meta := range []map[string]any{v.(map[string]any)["_meta"].(map[string]any), o.ErrorMeta(sent)} {
		got, err := o.ResultError(meta)
		if err != nil || got.Error() != sent.Error() || !errors.Is(got, ir.InvalidSyntax) || !errors.Is(got, carrier.Remote) {
			t.Errorf("%v %v", got, err)
		}
	}
	if e, err := o.ResultError(map[string]any{"other": 1.0}); e != nil || err != nil {
		t.Errorf("no error: %v %v", e, err)
	}
	for _, v := range []any{nil, "timeout", map[string]any{"code": "-32602"}, []string{"a"}} {
		e, err := o.ResultError(map[string]any{o.ErrorKey(): v})
		if e != nil || err == nil || errors.Is(err, carrier.Remote) || !strings.HasPrefix(asError(t, err).Path, "/_meta/com.acme~1silp-error") {
			t.Errorf("%v: %v %v", v, e, err)
		}
	}
	if raw := o.AppendErrorResult(nil, &ir.Error{Code: ir.Timeout, Offset: -1, Msg: "\xff"}); !json.Valid(raw) || !strings.Contains(string(raw), `"text":"timeout"`) {
		t.Errorf("%s", raw)
	}
}

func TestOffers(t *testing.T) {
	o := mcp.Options{}
	offer := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}, Preferred: "code", N: 9999}
	settings, err := o.Announce(offer)
	if err != nil {
		t.Fatal(err)
	}
	back, ok, err := o.Offer(map[string]any{"other/x": 1.0, o.ExtensionKey(): settings})
	if err != nil || !ok || back.Preferred != "code" || len(back.Frontends) != 2 || back.N != 9999 {
		t.Errorf("%+v %v %v", back, ok, err)
	}
	if _, ok, err := o.Offer(map[string]any{"com.acme/silp": settings}); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
	if _, err := o.Announce(negotiation.Offer{}); err == nil {
		t.Error("an offer of nothing")
	}
	bad := maps.Clone(settings)
	bad["frontends"] = []any{}
	for _, v := range []any{nil, "code", bad, []string{"x"}} {
		_, ok, err := o.Offer(map[string]any{o.ExtensionKey(): v})
		if ok || err == nil || !strings.HasPrefix(asError(t, err).Path, "/extensions/silp.example~1silp") {
			t.Errorf("%v: %v %v", v, ok, err)
		}
	}
}

// A hop that loses _meta loses the header and nothing else.
func TestLostMeta(t *testing.T) {
	x := ir.Task("!BOOK", ir.Arg("hotel"))
	x.Meta.Priority, x.Meta.ReqID = 3, "abcd"
	p, err := open.Encode(x)
	if err != nil {
		t.Fatal(err)
	}
	arguments, _, err := mcp.Options{}.Wrap(nil, p)
	if err != nil {
		t.Fatal(err)
	}
	q, _, err := mcp.Options{}.Unwrap(arguments, nil)
	if err != nil {
		t.Fatal(err)
	}
	y, _, err := open.Decode(q)
	if err != nil || y.Entities[0].Value != "hotel" || y.Meta.Priority != 0 || y.Meta.ReqID != ir.ReqID(p.Text, 8) {
		t.Errorf("%+v %v", y, err)
	}
}

// roundTrip sends x through a call, its _meta through encoding/json as SDKs do.
func roundTrip(t *testing.T, name string, x *ir.IR) {
	t.Helper()
	for _, o := range []mcp.Options{{MaxBytes: 1 << 20}, {MaxBytes: 1 << 20, Argument: "task"}} {
		for _, surface := range []string{"code", "json"} {
			p, err := open.EncodeAs(surface, x)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			arguments, meta, err := o.Wrap(json.RawMessage(`{"n":1.0}`), p)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			hop, err := json.Marshal(meta)
			if err != nil {
				t.Fatal(err)
			}
			meta = nil
			if err := json.Unmarshal(hop, &meta); err != nil {
				t.Fatal(err)
			}
			q, args, err := o.Unwrap(arguments, meta)
			if err != nil || q.Text != p.Text || q.Encoding != surface || string(args) != `{"n":1.0}` {
				t.Fatalf("%s: %s %s: %+v, %s, %v", name, arguments, hop, q, args, err)
			}
			y, _, err := open.Decode(q)
			if err != nil {
				t.Fatalf("%s: %s %s: %v", name, arguments, hop, err)
			}
			if !ir.Equivalent(x, y) || x.Meta.ReqID != y.Meta.ReqID {
				t.Fatalf("%s: %s %s: %v", name, arguments, hop, ir.Diff(x, y))
			}
		}
	}
}

func TestRoundTripGenerated(t *testing.T) {
	for seed := range uint64(2000) {
		roundTrip(t, "generated", irgen.Random(seed).IR())
	}
}

func TestRoundTripShared(t *testing.T) {
	for i, x := range sharedcases.IRs(t) {
		roundTrip(t, fmt.Sprint("case ", i), x)
	}
}
