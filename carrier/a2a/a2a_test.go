package a2a_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/carrier/a2a"
	"github.com/silp-protocol/silp-go/internal/cputime"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

var open = silp.New(silp.Options{Verbs: ir.Verbs{Any: true}, AnyVersion: true, Policy: sanitize.Inspect})

// both are the two kinds of parts.
var both = []a2a.Options{{}, {DataPart: true}}

// cases are the 27 IRs of testdata/ir and 500 random ones.
func cases(t *testing.T) (list []*ir.IR) {
	t.Helper()
	files, _ := filepath.Glob("../../testdata/ir/*.json")
	if len(files) != 27 {
		t.Fatalf("%d files in testdata/ir", len(files))
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		x, err := ir.ParseBytes(raw)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
	}
	for seed := range uint64(500) {
		list = append(list, irgen.Random(seed).IR())
	}
	return list
}

// hop is what an SDK does to a message: it decodes it into maps and float64s and
// encodes it again. The task store of the Go SDK turns empty lists into null on
// the way.
func hop(t *testing.T, raw []byte) []byte {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	out, err := json.Marshal(stored(v))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRoundTrip: an IR comes back from a message with every field, also when an
// SDK decoded the message and encoded it again.
func TestRoundTrip(t *testing.T) {
	for i, x := range cases(t) {
		for _, o := range both {
			for _, name := range []string{"code", "json"} {
				p, err := open.EncodeAs(name, x)
				if err != nil {
					t.Fatal(err)
				}
				raw, err := o.Message(json.RawMessage(`{"messageId":"m1","role":"ROLE_USER"}`), p)
				if err != nil {
					t.Fatalf("case %d: %v", i, err)
				}
				for _, raw := range [][]byte{raw, hop(t, raw)} {
					q, err := o.Read(raw)
					if err != nil {
						t.Fatalf("case %d: %s: %v", i, raw, err)
					}
					if q.Text != p.Text {
						t.Fatalf("case %d: the text %q arrived as %q", i, p.Text, q.Text)
					}
					y, _, err := open.Decode(q)
					if err != nil {
						t.Fatalf("case %d: %s: %v", i, raw, err)
					}
					if !ir.Equivalent(x, y) || y.Meta.ReqID != x.Meta.ReqID {
						t.Fatalf("case %d: %s: %v, req_id %s", i, raw, ir.Diff(x, y), y.Meta.ReqID)
					}
				}
			}
		}
	}
}

func stored(v any) any {
	switch v := v.(type) {
	case []any:
		if len(v) == 0 {
			return nil
		}
		for i := range v {
			v[i] = stored(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = stored(v[k])
		}
	}
	return v
}

func payload(text string) silp.Payload {
	return silp.Payload{Encoding: "code", Text: text, Header: &ir.Header{Meta: ir.Meta{ReqID: "a1b2c3d4"}}}
}

// TestShapes pins what stands on the wire; nothing is HTML-escaped.
func TestShapes(t *testing.T) {
	const uri = a2a.DefaultURI
	for _, c := range []struct {
		o    a2a.Options
		want string
	}{
		{a2a.Options{}, `{"text":"if a<=b & c>d: book()","mediaType":"text/x.silp","metadata":{"` + uri + `":{"silp_encoding":"code","silp_header":{"meta":{"req_id":"a1b2c3d4"}}}}}`},
		{a2a.Options{DataPart: true}, `{"data":{"silp_encoding":"code","silp_payload":"if a<=b & c>d: book()","silp_header":{"meta":{"req_id":"a1b2c3d4"}}},"mediaType":"application/json","metadata":{"` + uri + `":{}}}`},
		{a2a.Options{URI: "urn:x"}, `{"text":"if a<=b & c>d: book()","mediaType":"text/x.silp","metadata":{"urn:x":{"silp_encoding":"code","silp_header":{"meta":{"req_id":"a1b2c3d4"}}}}}`},
	} {
		raw, err := c.o.Part(payload("if a<=b & c>d: book()"))
		if err != nil || string(raw) != c.want {
			t.Errorf("got %s, %v, want %s", raw, err, c.want)
		}
		msg, err := c.o.Message(json.RawMessage(`{"messageId":"m<1","role":"ROLE_USER"}`), payload("if a<=b & c>d: book()"))
		if want := `{"messageId":"m<1","role":"ROLE_USER","extensions":["` + c.o.ExtensionURI() + `"],"parts":[` + c.want + `]}`; err != nil || string(msg) != want {
			t.Errorf("got %s, %v, want %s", msg, err, want)
		}
	}
}

const (
	mark     = `"metadata":{"https://silp.example/a2a/v1":{"silp_encoding":"code","silp_header":{"meta":{"req_id":"abcd"}}}}`
	dataMark = `"metadata":{"other":[1],"https://silp.example/a2a/v1":{}}`
	wrapped  = `{"silp_payload":"book()","silp_encoding":"code","silp_header":{"meta":{"req_id":"abcd"}}}`
	failure  = `{"role":"ROLE_AGENT","parts":[{"text":"no"}],"metadata":{"https://silp.example/a2a/v1":{"code":"decode_failed","message":"no"}}}`
)

func TestRead(t *testing.T) {
	text, data := `{"text":"book()",`+mark+`}`, `{"data":`+wrapped+`,`+dataMark+`}`
	for _, c := range []struct{ name, raw string }{
		{"1.0 text part", `{"messageId":"m","role":"ROLE_USER","parts":[` + text + `]}`},
		{"1.0 data part", `{"messageId":"m","role":"ROLE_USER","parts":[` + data + `]}`},
		{"0.3 TextPart", `{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text",` + text[1:] + `]}`},
		{"0.3 DataPart", `{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"data",` + data[1:] + `]}`},
		{"header as a string", `{"parts":[{"text":"book()","metadata":{"https://silp.example/a2a/v1":{"silp_encoding":"code","silp_header":"{\"meta\":{\"req_id\":\"abcd\"}}"}}}]}`},
		{"data part with its header in metadata", `{"parts":[{"data":{"silp_encoding":"code","silp_payload":"book()","n":1},` + strings.Replace(mark, `"silp_encoding":"code",`, ``, 1) + `}]}`},
		{"among other parts", `{"parts":[{"text":"please"},` + text + `,{"raw":"AAAA","mediaType":"image/png"},{"data":[1,2],"metadata":null}]}`},
		{"media type of something else", `{"parts":[{"mediaType":"text/plain",` + text[1:] + `]}`},
		{"metadata in front", `{"parts":[{` + mark + `,"text":"book()"}]}`},
		{"response of 1.0", `{"message":{"parts":[` + text + `]}}`},
		{"task of 1.0", `{"task":{"id":"t","status":{"state":"TASK_STATE_COMPLETED","message":{"parts":[{"text":"done"}]}},"artifacts":[{"artifactId":"a","parts":[` + text + `]}],"history":[{"parts":[` + text + `]}]}}`},
		{"task of 0.3", `{"kind":"task","id":"t","status":{"state":"completed"},"artifacts":[{"parts":[{"kind":"text",` + text[1:] + `]}]}`},
		{"task that asks back", `{"task":{"status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"parts":[` + text + `]}}}}`},
		{"artifact of a stream", `{"artifactUpdate":{"taskId":"t","artifact":{"parts":[` + text + `]}}}`},
		{"status of a stream", `{"statusUpdate":{"status":{"message":{"parts":[` + text + `]}}}}`},
		{"foreign shapes around", `{"parts":[null,3,"x",[{}],` + text + `,{"text":5}],"extensions":[null,"x"],"metadata":null,"status":null,"artifacts":[0]}`},
	} {
		p, err := a2a.Options{}.Read([]byte(c.raw))
		if err != nil || p.Encoding != "code" || p.Text != "book()" || p.Header == nil || p.Header.Meta.ReqID != "abcd" {
			t.Errorf("%s: %+v, %v", c.name, p, err)
		}
	}
	for _, raw := range []string{text, data} {
		if p, err := (a2a.Options{}).ReadPart([]byte(raw)); err != nil || p.Text != "book()" {
			t.Errorf("%s: %+v, %v", raw, p, err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	text := `{"text":"book()",` + mark + `}`
	const uri = `"https://silp.example/a2a/v1"`
	for _, c := range []struct {
		name, raw string
		code      ir.Code
		path      string
		cond      error // nil: neither condition
	}{
		{"ordinary message", `{"parts":[{"text":"hello"}]}`, ir.DecodeFailed, "", carrier.NoPayload},
		{"only the media type", `{"parts":[{"text":"book()","mediaType":"text/x.silp"}]}`, ir.DecodeFailed, "", carrier.NoPayload},
		{"another URI", `{"parts":[{"text":"book()","metadata":{"urn:x":{"silp_encoding":"code"}}}]}`, ir.DecodeFailed, "", carrier.NoPayload},
		{"URI in another case", `{"parts":[{"text":"book()","metadata":{"HTTPS://silp.example/a2a/v1":{"silp_encoding":"code"}}}]}`, ir.DecodeFailed, "", carrier.NoPayload},
		{"wrapper without metadata", `{"parts":[{"data":` + wrapped + `}]}`, ir.DecodeFailed, "", carrier.NoPayload},
		{"history only", `{"history":[{"parts":[` + text + `]}]}`, ir.DecodeFailed, "", carrier.NoPayload},
		{"lost metadata", `{"extensions":["x",` + uri + `],"parts":[{"text":"book()","mediaType":"text/x.silp"}]}`, ir.DecodeFailed, "/extensions", nil},
		{"lost metadata of an artifact", `{"task":{"artifacts":[{"extensions":[` + uri + `],"parts":[{"text":"book()","metadata":{}}]}]}}`, ir.DecodeFailed, "/task/artifacts/0/extensions", nil},
		{"lost encoding", `{"parts":[{"text":"book()","metadata":{` + uri + `:{}}}]}`, ir.DecodeFailed, "/parts/0/silp_encoding", nil},
		{"empty text", `{"parts":[{"text":"",` + mark + `}]}`, ir.DecodeFailed, "/parts/0/silp_payload", nil},
		{"no content", `{"parts":[{` + mark + `}]}`, ir.DecodeFailed, "/parts/0", nil},
		{"text and data", `{"parts":[{"text":"book()","data":` + wrapped + `,` + mark + `}]}`, ir.DecodeFailed, "/parts/0", nil},
		{"data that is no wrapper", `{"parts":[{"data":{"x":1},` + dataMark + `}]}`, ir.DecodeFailed, "/parts/0/silp_payload", nil},
		{"metadata that is no object", `{"parts":[{"text":"book()","metadata":{` + uri + `:"code"}}]}`, ir.DecodeFailed, "/parts/0", nil},
		{"text in both places", `{"parts":[{"text":"book()","metadata":{` + uri + `:{"silp_encoding":"code","silp_payload":"cancel()"}}}]}`, ir.InvalidSyntax, "/parts/0/silp_payload", nil},
		{"a frontend in both places", `{"parts":[{"data":{"silp_encoding":"code","silp_payload":"book()"},"metadata":{` + uri + `:{"silp_encoding":"json"}}}]}`, ir.InvalidSyntax, "/parts/0/silp_encoding", nil},
		{"a header in both places", `{"parts":[{"data":` + wrapped + `,"metadata":{` + uri + `:{"silp_header":{}}}}]}`, ir.InvalidSyntax, "/parts/0/silp_header", nil},
		{"data alone in metadata", `{"parts":[{"data":{},` + mark + `}]}`, ir.DecodeFailed, "/parts/0/silp_payload", nil},
		{"two SILP parts", `{"parts":[` + text + `,` + text + `]}`, ir.DecodeFailed, "/parts/1", nil},
		{"bad header", `{"parts":[{"text":"book()","metadata":{` + uri + `:{"silp_encoding":"code","silp_header":{"meta":{"req_id":"xyz"}}}}}]}`, ir.DecodeFailed, "/parts/0/silp_header/meta/req_id", nil},
		{"text over the limit", `{"parts":[{"text":"` + strings.Repeat("x", 64<<10+1) + `",` + mark + `}]}`, ir.InvalidSyntax, "/parts/0/silp_payload", nil},
		{"rejected task", `{"task":{"status":{"state":"TASK_STATE_REJECTED","message":` + failure + `}}}`, ir.DecodeFailed, "", carrier.Remote},
		{"failed task of 0.3", `{"kind":"task","status":{"state":"failed","message":` + failure + `},"artifacts":[{"parts":[` + text + `]}]}`, ir.DecodeFailed, "", carrier.Remote},
		{"error without a code", `{"parts":[{"text":"x"}],"metadata":{` + uri + `:{"message":"x"}}}`, ir.DecodeFailed, "/metadata/code", nil},
		{"name twice", `{"parts":[` + text + `],"parts":[]}`, ir.InvalidSyntax, "/parts", nil},
		{"name twice in metadata", `{"parts":[{"text":"x","metadata":{` + uri + `:{},` + uri + `:{}}}]}`, ir.InvalidSyntax, "/parts/0/metadata/https:~1~1silp.example~1a2a~1v1", nil},
		{"not UTF-8", "{\"parts\":[{\"text\":\"\xff\"}]}", ir.InvalidSyntax, "", nil},
		{"no object", `[]`, ir.DecodeFailed, "", nil},
		{"nothing", ``, ir.InvalidSyntax, "", nil},
		{"cut", `{"parts":[`, ir.InvalidSyntax, "/parts", nil},
		{"deep", strings.Repeat(`{"message":`, 65) + `{}` + strings.Repeat(`}`, 65), ir.InvalidSyntax, strings.Repeat("/message", 32), nil},
	} {
		p, err := a2a.Options{}.Read([]byte(c.raw))
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || e.Code != c.code || e.Path != c.path || p != (silp.Payload{}) {
			t.Errorf("%s: %+v, %#v", c.name, p, err)
			continue
		}
		for _, cond := range []error{carrier.NoPayload, carrier.Remote} {
			if errors.Is(err, cond) != (cond == c.cond) {
				t.Errorf("%s: errors.Is %v: %v", c.name, cond, err)
			}
		}
	}
	if _, err := (a2a.Options{}).ReadPart([]byte(`{"text":"x"}`)); !errors.Is(err, carrier.NoPayload) {
		t.Errorf("ReadPart of prose: %v", err)
	}
}

// TestWriteRefuses: nothing that a receiver would refuse, or that an encoder on
// the way would change, is sent.
func TestWriteRefuses(t *testing.T) {
	fields := json.RawMessage(`{"messageId":"m"}`)
	for _, c := range []struct {
		name   string
		o      a2a.Options
		fields json.RawMessage
		p      silp.Payload
		code   ir.Code
	}{
		{"5 MiB", a2a.Options{}, fields, payload(strings.Repeat("x", 5<<20)), ir.InvalidSyntax},
		{"over its own limit", a2a.Options{MaxBytes: 5}, fields, payload("book()"), ir.InvalidSyntax},
		{"not UTF-8", a2a.Options{}, fields, payload("book(\xff)"), ir.InvalidSyntax},
		{"encoding not UTF-8", a2a.Options{}, fields, silp.Payload{Encoding: "\xff", Text: "x"}, ir.InvalidSyntax},
		{"invalid header", a2a.Options{}, fields, silp.Payload{Encoding: "code", Text: "x", Header: &ir.Header{SILP: "x"}}, ir.DecodeFailed},
		{"no text", a2a.Options{}, fields, silp.Payload{Encoding: "code"}, ir.DecodeFailed},
		{"URI with a comma", a2a.Options{URI: "urn:a,urn:b"}, fields, payload("x"), ir.DecodeFailed},
		{"URI with a blank", a2a.Options{URI: "urn: a"}, fields, payload("x"), ir.DecodeFailed},
		{"URI beyond ASCII", a2a.Options{URI: "urn:\u00e9"}, fields, payload("x"), ir.DecodeFailed},
		{"parts there already", a2a.Options{}, json.RawMessage(`{"parts":[]}`), payload("x"), ir.DecodeFailed},
		{"extensions there already", a2a.Options{}, json.RawMessage(`{"extensions":[]}`), payload("x"), ir.DecodeFailed},
		{"no fields", a2a.Options{}, nil, payload("x"), ir.InvalidSyntax},
		{"fields that are no object", a2a.Options{}, json.RawMessage(`[]`), payload("x"), ir.DecodeFailed},
		{"fields with a name twice", a2a.Options{}, json.RawMessage(`{"a":1,"a":2}`), payload("x"), ir.InvalidSyntax},
	} {
		for _, o := range []a2a.Options{c.o, {URI: c.o.URI, MaxBytes: c.o.MaxBytes, DataPart: true}} {
			raw, err := o.Message(c.fields, c.p)
			if raw != nil || !errors.Is(err, c.code) {
				t.Errorf("%s: %.80s, %v", c.name, raw, err)
			}
		}
	}
}

func TestCard(t *testing.T) {
	offer := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}, Preferred: "json", N: 10}
	o := a2a.Options{URI: "urn:x"}
	ext, err := o.Extension(offer, true)
	want := `{"uri":"urn:x","description":"SILP payloads in messages and artifacts","required":true,"params":{"versions":["v1"],"frontends":["code","json"],"preferred":"json","n":10}}`
	if err != nil || string(ext) != want {
		t.Fatalf("got %s, %v, want %s", ext, err, want)
	}
	if _, err := o.Extension(negotiation.Offer{}, false); !errors.Is(err, ir.DecodeFailed) {
		t.Errorf("an empty offer: %v", err)
	}
	if _, err := (a2a.Options{URI: " "}).Extension(offer, false); !errors.Is(err, ir.DecodeFailed) {
		t.Errorf("a bad URI: %v", err)
	}
	for _, c := range []struct {
		name, card string
		ok         bool
		code, path string
	}{
		{"card", `{"name":"a","capabilities":{"streaming":true,"extensions":[{"uri":"urn:y"},` + want + `]},"skills":[]}`, true, "", ""},
		{"capabilities", `{"extensions":[` + want + `]}`, true, "", ""},
		{"other extensions", `{"capabilities":{"extensions":[{"uri":"urn:y","params":{"versions":3}},{"uri":5},{}]}}`, false, "", ""},
		{"none", `{"capabilities":{}}`, false, "", ""},
		{"null", `{"capabilities":null,"extensions":null}`, false, "", ""},
		{"no params", `{"capabilities":{"extensions":[{"uri":"urn:x"}]}}`, false, "decode_failed", "/capabilities/extensions/0/params"},
		{"bad params", `{"extensions":[{"uri":"urn:x","params":{"versions":["v1"],"frontends":[]}}]}`, false, "decode_failed", "/extensions/0/params/frontends"},
		{"twice", `{"extensions":[` + want + `,` + want + `]}`, false, "decode_failed", "/extensions/1"},
		{"no card", `[]`, false, "decode_failed", ""},
		{"no JSON", `{`, false, "invalid_syntax", ""},
		{"element that is no object", `{"extensions":[3]}`, false, "decode_failed", "/extensions/0"},
	} {
		got, ok, err := o.ReadCard([]byte(c.card))
		if ok != c.ok || ok && (!slices.Equal(got.Frontends, offer.Frontends) || got.Preferred != "json" || got.N != 10) {
			t.Errorf("%s: %+v, %v, %v", c.name, got, ok, err)
		}
		e, _ := errors.AsType[*ir.Error](err)
		if (err != nil) != (c.code != "") || e != nil && (string(e.Code) != c.code || e.Path != c.path) {
			t.Errorf("%s: %#v", c.name, err)
		}
	}
}

// TestSplitExtensions: a header may hold several URIs with commas between them.
func TestSplitExtensions(t *testing.T) {
	for _, c := range []struct{ values, want []string }{
		{nil, nil},
		{[]string{""}, nil},
		{[]string{"urn:a"}, []string{"urn:a"}},
		{[]string{"urn:a, urn:b,\turn:c"}, []string{"urn:a", "urn:b", "urn:c"}},
		{[]string{"urn:a,urn:b", "urn:c", "urn:a"}, []string{"urn:a", "urn:b", "urn:c"}},
		{[]string{",, ,urn:a,"}, []string{"urn:a"}},
	} {
		if got := a2a.SplitExtensions(c.values...); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.values, got, c.want)
		}
	}
}

// What a URI costs does not grow with their number: a server takes headers of
// 1 MB from anyone.
func TestSplitManyExtensions(t *testing.T) {
	const n = 20_000
	var b strings.Builder
	for i := range n {
		b.WriteString(strconv.Itoa(1_000_000+i) + ",")
	}
	header := b.String()
	fastest := func(count func() int) time.Duration {
		best := time.Hour
		for range 3 {
			best = min(best, cputime.Of(func() {
				if got := count(); got != n {
					t.Fatalf("%d URIs, want %d", got, n)
				}
			}))
		}
		return best
	}
	linear := fastest(func() int {
		seen := map[string]bool{}
		for _, uri := range strings.Split(header+header, ",") {
			seen[uri] = true
		}
		return len(seen) - 1 // the last is empty
	})
	// About 1; to compare each with all the others took 60 times as long and more.
	if got := fastest(func() int { return len(a2a.SplitExtensions(header, header)) }); got > 20*linear {
		t.Errorf("%d URIs take %v, a map of them takes %v", n, got, linear)
	}
}

func TestErrors(t *testing.T) {
	o := a2a.Options{URI: "urn:x"}
	e := &ir.Error{Code: ir.DecodeFailed, Frontend: "code", Offset: 3, Path: "/intent", Msg: "a <= b", Hint: "do"}
	raw := o.ErrorMetadata(e)
	if want := `{"urn:x":{"code":"decode_failed","message":"a <= b","hint":"do","frontend":"code","path":"/intent","offset":3}}`; string(raw) != want {
		t.Errorf("got %s, want %s", raw, want)
	}
	for _, raw := range [][]byte{raw, hop(t, raw)} {
		got, ok, err := o.ReadErrorMetadata(raw)
		if err != nil || !ok || got.Error() != e.Error() || !errors.Is(got, carrier.Remote) {
			t.Errorf("%s: %v, %v, %v", raw, got, ok, err)
		}
	}
	for _, c := range []struct {
		raw string
		ok  bool
	}{{`{}`, true}, {`{"urn:y":{"code":"timeout"}}`, true}, {`[]`, false}, {`{"urn:x":{"code":"-32005"}}`, false}, {`{`, false}} {
		if got, ok, err := o.ReadErrorMetadata([]byte(c.raw)); ok || got != nil || (err == nil) != c.ok {
			t.Errorf("%s: %v, %v, %v", c.raw, got, ok, err)
		}
	}
}

// TestRPCError: only an unsupported frontend has a JSON-RPC code, A2A's own.
func TestRPCError(t *testing.T) {
	o := a2a.Options{URI: "urn:x"}
	for _, code := range []ir.Code{ir.InvalidSyntax, ir.UnsupportedVersion, ir.DecodeFailed, ir.Timeout, ir.SessionExpired, ir.UnsupportedFrontend} {
		raw, ok := o.RPCError(&ir.Error{Code: code, Offset: -1, Msg: "a <b>"})
		if ok != (code == ir.UnsupportedFrontend) {
			t.Errorf("%s: %s, %v", code, raw, ok)
		}
		if !ok {
			continue
		}
		want := `{"code":-32005,"message":"unsupported_frontend: a <b>","data":[` +
			`{"@type":"type.googleapis.com/google.protobuf.Struct","urn:x":{"code":"unsupported_frontend","message":"a <b>"}},` +
			`{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"CONTENT_TYPE_NOT_SUPPORTED","domain":"a2a-protocol.org"}]}`
		if string(raw) != want {
			t.Errorf("got %s, want %s", raw, want)
		}
		rest := strings.Replace(strings.Replace(want, "-32005", "400", 1), `"data"`, `"status":"INVALID_ARGUMENT","details"`, 1)
		for _, raw := range []string{want, rest} {
			e, ok, err := o.ReadRPCError([]byte(raw))
			if err != nil || !ok || e.Code != ir.UnsupportedFrontend || e.Msg != "a <b>" || !errors.Is(e, carrier.Remote) {
				t.Errorf("%s: %v, %v, %v", raw, e, ok, err)
			}
		}
	}
	if raw, ok := o.RPCError(&ir.Error{Code: ir.UnsupportedFrontend, Msg: "\xff"}); !ok || !json.Valid(raw) {
		t.Errorf("a message that is not UTF-8: %s", raw)
	}
	for _, c := range []struct {
		raw string
		ok  bool
	}{
		{`{"code":-32603,"message":"x"}`, true}, {`{"data":{"urn:x":{"code":"timeout"}}}`, true}, {`{"data":[null,{"urn:y":1}]}`, true},
		{`[]`, false}, {`{"data":[{"urn:x":1}]}`, false}, {`{"data":[`, false},
	} {
		if e, ok, err := o.ReadRPCError([]byte(c.raw)); ok || e != nil || (err == nil) != c.ok {
			t.Errorf("%s: %v, %v, %v", c.raw, e, ok, err)
		}
	}
}
