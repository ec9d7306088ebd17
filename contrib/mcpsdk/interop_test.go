package mcpsdk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	shared "github.com/silp-protocol/silp-go/carrier"
	carrier "github.com/silp-protocol/silp-go/carrier/mcp"
	"github.com/silp-protocol/silp-go/contrib/mcpsdk"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

// Every field of every IR is equal on the other side, req_id included.
func TestRoundTrip(t *testing.T) {
	list := irs(t, 100)
	everywhere(t, func(t *testing.T, s *mcp.ClientSession) {
		for _, frontend := range []string{"code", "json"} {
			o := options
			o.Offer = &negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{frontend}}
			for _, x := range list {
				r, err := mcpsdk.CallTool(t.Context(), s, o, &mcp.CallToolParams{Name: "echo", Arguments: own{Nights: 1}}, x)
				if err != nil {
					t.Fatalf("%+v: %v", x, err)
				}
				sameIR(t, x, only(t, r))
			}
		}
	})
}

// The text arrives byte for byte, and so does what a tool says: what a model
// reads has no \u003c. Arguments, which some hosts show as they stand, have none
// on the wire either.
func TestTextIsVerbatim(t *testing.T) {
	const note = "<a> & \"b\" \u2028 \u200b ≤ 中 😀"
	x := ir.Task("!BOOK", ir.Named("note", note)).If(ir.Cmp("budget", "<=", "500"), ir.Cmp("stars", ">", "3"))
	want, err := open.Encode(x)
	if err != nil {
		t.Fatal(err)
	}
	everywhere(t, func(t *testing.T, s *mcp.ClientSession) {
		r, err := mcpsdk.CallTool(t.Context(), s, options, &mcp.CallToolParams{Name: "text", Arguments: own{Note: note}}, x)
		if err != nil {
			t.Fatal(err)
		}
		if got := only(t, r); got != want.Text+"|"+note {
			t.Errorf("got %q, want %q", got, want.Text+"|"+note)
		}
	})
	for _, era := range eras {
		var wire bytes.Buffer
		client, server := mcp.NewInMemoryTransports()
		if _, err := newServer().Connect(t.Context(), server, nil); err != nil {
			t.Fatal(err)
		}
		s := connect(t, &mcp.LoggingTransport{Transport: client, Writer: &wire}, era)
		if _, err := mcpsdk.CallTool(t.Context(), s, options, &mcp.CallToolParams{Name: "text", Arguments: own{Note: "<&>"}}, x); err != nil {
			t.Fatal(err)
		}
		_ = s.Close()
		// The call. The SDK spells the text of a result with escapes, which are
		// gone when the client has read it.
		got := wire.String()
		if !strings.Contains(got, `"silp_payload":"if budget<=500 and stars>3: book(note=`) || !strings.Contains(got, `"note":"<&>"`) {
			t.Errorf("%s: on the wire: %s", era, got)
		}
		if !strings.Contains(got, `"text":"if budget\u003c=500`) {
			t.Error("the SDK no longer escapes the text of results; say so in docs/carriers/mcp.md")
		}
	}
}

// A header's numbers survive an SDK that keeps them as float64.
func TestExactNumbers(t *testing.T) {
	x := ir.Task("!BOOK", ir.Arg("hotel"))
	x.Meta.ReqID, x.Meta.Priority = "abcd", 1<<53+1
	x.Meta.Extra = ir.Extra{"n": []byte("0.30000000000000000001"), "m": []byte("1e400")}
	everywhere(t, func(t *testing.T, s *mcp.ClientSession) {
		r, err := mcpsdk.CallTool(t.Context(), s, options, &mcp.CallToolParams{Name: "echo"}, x)
		if err != nil {
			t.Fatal(err)
		}
		sameIR(t, x, only(t, r))
	})
}

// call makes a call by hand, past the checks of mcpsdk.CallTool. A SILP error
// must be no error of the protocol.
func call(t *testing.T, s *mcp.ClientSession, tool string, arguments any, meta mcp.Meta) *mcp.CallToolResult {
	t.Helper()
	// The SDK adds keys of its own to the map that it is given.
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments, Meta: maps.Clone(meta)})
	if err != nil {
		t.Fatalf("an error of the protocol: %v", err)
	}
	return r
}

// Errors arrive with their code, a text for the model, and never as JSON-RPC.
func TestErrorsArrive(t *testing.T) {
	payload := func(encoding, text string) map[string]any {
		return map[string]any{"silp_encoding": encoding, "silp_payload": text}
	}
	long := "cancel(" + strings.Repeat("secret", 12<<10) + ")"
	rows := []struct {
		name, tool string
		arguments  any
		meta       mcp.Meta
		code       ir.Code
		text       string
	}{
		{"syntax", "echo", payload("code", "book(hotel"), nil, ir.InvalidSyntax, `expected "," or ")"`},
		// An enum in the schema would say this without a code.
		{"frontend", "echo", payload("math", "x+1"), nil, ir.UnsupportedFrontend, `no frontend named "math"`},
		{"frontend without decode", "echo", payload("natural", "book hotel."), nil, ir.UnsupportedFrontend, "has no decode"},
		{"version", "strict", payload("code", "book(hotel)"), mcp.Meta{keys.HeaderKey(): map[string]any{"silp": "v7"}}, ir.UnsupportedVersion, "v7"},
		{"verb", "strict", payload("code", "switch_tool(x)"), nil, ir.DecodeFailed, "!SWITCH_TOOL"},
		{"no payload", "echo", map[string]any{"nights": 1}, nil, ir.DecodeFailed, "no SILP payload"},
		{"half", "echo", map[string]any{"silp_payload": "x()"}, nil, ir.DecodeFailed, "half of a payload"},
		{"header", "echo", payload("code", "x()"), mcp.Meta{keys.HeaderKey(): 5}, ir.DecodeFailed, "expected an object"},
		// A maxLength in the schema would repeat all of it.
		{"too long", "echo", payload("code", long), nil, ir.InvalidSyntax, "over the carrier's limit"},
		{"handler", "fail", map[string]any{"silp_encoding": "code", "silp_payload": "x()", "note": "session_expired"}, nil, ir.SessionExpired, "said the handler"},
		{"deadline", "fail", map[string]any{"silp_encoding": "code", "silp_payload": "x()", "note": "deadline"}, nil, ir.Timeout, "deadline"},
	}
	everywhere(t, func(t *testing.T, s *mcp.ClientSession) {
		for _, row := range rows {
			r := call(t, s, row.tool, row.arguments, row.meta)
			e, err := keys.ResultError(r.Meta)
			got := only(t, r)
			if !r.IsError || err != nil || e == nil || e.Code != row.code {
				t.Errorf("%s: %v, %v, result %s", row.name, e, err, got)
				continue
			}
			if !strings.HasPrefix(got, string(row.code)+": ") || !strings.Contains(got, row.text) || len(got) > 500 || strings.Contains(got, "secretsecret") {
				t.Errorf("%s: the model reads %.200q", row.name, got)
			}
		}
		r := call(t, s, "fail", map[string]any{"silp_encoding": "code", "silp_payload": "x()", "note": "plain"}, nil)
		if e, err := keys.ResultError(r.Meta); !r.IsError || e != nil || err != nil || only(t, r) != "no room is left" {
			t.Errorf("an error that is none of SILP: %+v, %v", r, e)
		}
		// The client helper gives the same errors.
		_, err := mcpsdk.CallTool(t.Context(), s, options, &mcp.CallToolParams{Name: "strict"}, ir.Task("!SWITCH_TOOL"))
		if !errors.Is(err, ir.DecodeFailed) || !errors.Is(err, shared.Remote) {
			t.Errorf("%v", err)
		}
		if r, err = mcpsdk.CallTool(t.Context(), s, options, &mcp.CallToolParams{Name: "fail", Arguments: own{Note: "plain"}}, ir.Task("!BOOK")); err != nil || !r.IsError {
			t.Errorf("%+v %v", r, err)
		}
	})
}

// What must not be sent is refused before anything is.
func TestRefusedBeforeSending(t *testing.T) {
	calls := 0
	count := func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			if method == "tools/call" {
				calls++
			}
			return next(ctx, method, r)
		}
	}
	s := connect(t, transports["memory"](t, eras[0]), eras[0], count)
	for _, row := range []struct {
		name string
		args any
		x    *ir.IR
		code ir.Code
	}{
		{"5 MiB", nil, ir.Task("!BOOK", ir.Arg(strings.Repeat("x", 5<<20))), ir.InvalidSyntax},
		{"invalid UTF-8", nil, ir.Task("!BOOK", ir.Arg("\xff")), ir.DecodeFailed},
		{"no verb", nil, &ir.IR{}, ir.DecodeFailed},
		{"arguments with a payload", map[string]any{"silp_payload": "x"}, ir.Task("!BOOK"), ir.DecodeFailed},
	} {
		_, err := mcpsdk.CallTool(t.Context(), s, options, &mcp.CallToolParams{Name: "echo", Arguments: row.args}, row.x)
		if !errors.Is(err, row.code) || errors.Is(err, shared.Remote) {
			t.Errorf("%s: %.200v", row.name, err)
		}
	}
	if calls != 0 {
		t.Errorf("%d calls were made", calls)
	}
	// The SDK alone would send U+FFFD and say nothing.
	r := call(t, s, "text", map[string]any{"silp_encoding": "code", "silp_payload": "x(a\xff)"}, nil)
	if e, _ := keys.ResultError(r.Meta); e == nil && !strings.Contains(only(t, r), "\uFFFD") {
		t.Errorf("%+v: the SDK no longer replaces bytes; say so in the documentation", r)
	}
	if calls != 1 {
		t.Errorf("%d calls were counted, want 1", calls)
	}
}

// Where a hop drops _meta, the text decodes and req_id is computed from it.
func TestLostMeta(t *testing.T) {
	everywhere(t, func(t *testing.T, s *mcp.ClientSession) {
		r := call(t, s, "echo", map[string]any{"silp_encoding": "code", "silp_payload": "book(hotel)"}, nil)
		x := ir.Task("!BOOK", ir.Arg("hotel"))
		x.Meta.ReqID = ir.ReqID("book(hotel)", 8)
		sameIR(t, x, only(t, r))
	})
}

// A tool answers in SILP, as structured content.
func TestReply(t *testing.T) {
	list := irs(t, 100)[:100]
	everywhere(t, func(t *testing.T, s *mcp.ClientSession) {
		for _, x := range list {
			r, err := mcpsdk.CallTool(t.Context(), s, options, &mcp.CallToolParams{Name: "reply"}, x)
			if err != nil {
				t.Fatal(err)
			}
			object, err := shared.FromPlain(r.StructuredContent)
			if err != nil {
				t.Fatal(err)
			}
			p, fields, err := shared.Unwrap(object)
			if err != nil || p.Text != only(t, r) || string(fields) != `{"nights":1}` {
				t.Fatalf("%s: %s %v", object, fields, err)
			}
			y, _, err := open.Decode(p)
			if err != nil || !ir.Equivalent(x, y) || x.Meta.ReqID != y.Meta.ReqID {
				t.Fatalf("%s: %v %v", object, err, ir.Diff(x, y))
			}
		}
	})
}

// Both sides see the other's offer, and the client sends in what they agree on.
func TestOffers(t *testing.T) {
	everywhere(t, func(t *testing.T, s *mcp.ClientSession) {
		got, ok, err := options.ServerOffer(s)
		if err != nil || !ok || strings.Join(got.Frontends, " ") != "code json" || got.Preferred != "code" {
			t.Errorf("the server's offer: %+v %v %v", got, ok, err)
		}
		r, err := mcpsdk.CallTool(t.Context(), s, options, &mcp.CallToolParams{Name: "peer"}, ir.Task("!BOOK"))
		if err != nil || only(t, r) != s.InitializeResult().ProtocolVersion+" [code json] true <nil>" {
			t.Errorf("the client's offer: %v %v", r, err)
		}
		for frontend, want := range map[string]string{"code": "book()|", "json": `{"intent":"!BOOK"}|`} {
			o := options
			o.Offer = &negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{frontend}}
			r, err := mcpsdk.CallTool(t.Context(), s, o, &mcp.CallToolParams{Name: "text"}, ir.Task("!BOOK"))
			if err != nil || only(t, r) != want {
				t.Errorf("%s: %v %v", frontend, r, err)
			}
		}
		o := options
		o.Offer = &negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"natural"}}
		if _, err := mcpsdk.CallTool(t.Context(), s, o, &mcp.CallToolParams{Name: "text"}, ir.Task("!BOOK")); !errors.Is(err, ir.UnsupportedFrontend) {
			t.Errorf("nothing in common: %v", err)
		}
	})
	if err := (mcpsdk.Options{}).AnnounceServer(&mcp.ServerCapabilities{}); err == nil {
		t.Error("announced nothing")
	}
	bad := mcpsdk.Options{Offer: &negotiation.Offer{}}
	if err := bad.AnnounceClient(&mcp.ClientCapabilities{}); err == nil {
		t.Error("announced an empty offer")
	}
	// A side without the extension.
	server := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	add(server, "text", options, func(_ context.Context, c mcpsdk.Call[any]) (*mcp.CallToolResult, error) {
		return text(c.Payload.Encoding), nil
	})
	client, end := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), end, nil); err != nil {
		t.Fatal(err)
	}
	s := connect(t, client, eras[1])
	if _, ok, err := options.ServerOffer(s); ok || err != nil {
		t.Errorf("an offer out of nowhere: %v %v", ok, err)
	}
	if r, err := mcpsdk.CallTool(t.Context(), s, options, &mcp.CallToolParams{Name: "text"}, ir.Task("!BOOK")); err != nil || only(t, r) != "code" {
		t.Errorf("%v %v", r, err)
	}
}

// The form of draft -00.
func TestTextAlone(t *testing.T) {
	o := options
	o.Carrier = carrier.Options{Argument: "task"}
	server := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	add(server, "echo", o, echo)
	client, end := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), end, nil); err != nil {
		t.Fatal(err)
	}
	s := connect(t, client, eras[1])
	o.Offer = nil
	for _, x := range irs(t, 50)[:50] {
		r, err := mcpsdk.CallTool(t.Context(), s, o, &mcp.CallToolParams{Name: "echo"}, x)
		if err != nil {
			t.Fatal(err)
		}
		sameIR(t, x, only(t, r))
	}
	r := call(t, s, "echo", map[string]any{"task": `{"intent":"!BOOK"}`}, nil)
	x := ir.Task("!BOOK")
	x.Meta.ReqID = ir.ReqID(`{"intent":"!BOOK"}`, 8)
	sameIR(t, x, only(t, r))
}

// The tool's own arguments: exact numbers, exact names, checked, defaults.
func TestOwnArguments(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	add(server, "typed", options, func(_ context.Context, c mcpsdk.Call[own]) (*mcp.CallToolResult, error) {
		return text(string(raw(t, c.Args))), nil
	})
	add(server, "raw", options, func(_ context.Context, c mcpsdk.Call[json.RawMessage]) (*mcp.CallToolResult, error) {
		return text(string(c.Args)), nil
	})
	optional := options
	optional.Carrier.Optional = true
	add(server, "optional", optional, func(_ context.Context, c mcpsdk.Call[own]) (*mcp.CallToolResult, error) {
		if c.IR != nil || c.Payload != (silp.Payload{}) {
			t.Error("an IR out of nowhere")
		}
		return nil, nil
	})
	tool := &mcp.Tool{Name: "defaults", InputSchema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer","default":7},"n":{"type":"number"}}}`)}
	if err := mcpsdk.AddTool(server, tool, options, func(_ context.Context, c mcpsdk.Call[json.RawMessage]) (*mcp.CallToolResult, error) {
		return text(string(c.Args)), nil
	}); err != nil {
		t.Fatal(err)
	}
	client, end := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), end, nil); err != nil {
		t.Fatal(err)
	}
	s := connect(t, client, eras[1])
	for _, row := range []struct {
		name, tool, args, want string
		isError                bool
	}{
		{"exact number", "typed", `{"nights":9007199254740993}`, `{"nights":9007199254740993}`, false},
		{"wrong type", "typed", `{"nights":"2"}`, "checking the arguments", true},
		{"undeclared", "typed", `{"days":2}`, "days", true},
		{"another case", "typed", `{"Nights":2}`, "Nights", true},
		{"as they stand", "raw", `{"b":1.00,"a":12345678901234567890}`, `{"b":1.00,"a":12345678901234567890}`, false},
		{"default", "defaults", `{"n":1.00}`, `{"a":7,"n":1.00}`, false},
		{"no default needed", "defaults", `{"n":1.00,"a":2}`, `{"n":1.00,"a":2}`, false},
	} {
		r, err := mcpsdk.CallTool(t.Context(), s, options, &mcp.CallToolParams{Name: row.tool, Arguments: json.RawMessage(row.args)}, ir.Task("!BOOK"))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if got := only(t, r); r.IsError != row.isError || !strings.Contains(got, row.want) || !row.isError && got != row.want {
			t.Errorf("%s: %v %s", row.name, r.IsError, got)
		}
	}
	if r := call(t, s, "optional", map[string]any{"nights": 2}, nil); r.IsError {
		t.Errorf("%+v", only(t, r))
	}
	if r := call(t, s, "optional", map[string]any{"silp_payload": "x()"}, nil); !r.IsError {
		t.Error("half of a payload is not no payload")
	}
}

func TestAddToolRefuses(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	h := func(context.Context, mcpsdk.Call[own]) (*mcp.CallToolResult, error) { return nil, nil }
	for name, schema := range map[string]any{
		"a property of that name": json.RawMessage(`{"type":"object","properties":{"silp_payload":{}}}`),
		"null":                    json.RawMessage(`null`),
		"nil":                     (*jsonschema.Schema)(nil),
		"no object":               json.RawMessage(`{"type":"string"}`),
		"a broken reference":      json.RawMessage(`{"type":"object","properties":{"a":{"$ref":"#/nowhere"}}}`),
		"a wrong default":         json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer","default":"x"}}}`),
		"no JSON":                 make(chan int),
	} {
		if err := mcpsdk.AddTool(s, &mcp.Tool{Name: "x", InputSchema: schema}, options, h); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	params := &mcp.CallToolParams{Name: "x", Arguments: own{Nights: 1}, Meta: mcp.Meta{"a/b": 1}}
	client := connect(t, transports["memory"](t, eras[1]), eras[1])
	if _, err := mcpsdk.CallTool(t.Context(), client, options, params, ir.Task("!BOOK")); err == nil {
		t.Error("there is no such tool")
	}
	if _, err := mcpsdk.CallTool(t.Context(), client, options, nil, ir.Task("!BOOK")); err == nil {
		t.Error("there is no tool without a name")
	}
	if params.Arguments != (own{Nights: 1}) || len(params.Meta) != 1 {
		t.Errorf("CallTool changed its params: %+v", params)
	}
}
