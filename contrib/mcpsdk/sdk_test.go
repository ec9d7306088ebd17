package mcpsdk_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The tests of this file hold facts about the SDK that docs/carriers/mcp.md
// tells, and that the code of this package has its shape from.

// A tool without the properties in its schema refuses the payload; with them
// the SDK's own generic AddTool takes it too.
func TestUndeclaredArguments(t *testing.T) {
	s := connect(t, transports["memory"](t, eras[1]), eras[1])
	r := call(t, s, "generic", map[string]any{"silp_encoding": "code", "silp_payload": "x()"}, nil)
	if !r.IsError || !strings.Contains(only(t, r), "unexpected additional properties") {
		t.Errorf("%+v: the SDK no longer refuses undeclared arguments", only(t, r))
	}
	base := json.RawMessage(`{"type":"object","properties":{"nights":{"type":"integer"}},"additionalProperties":false}`)
	schema, err := keys.Schema(base)
	if err != nil {
		t.Fatal(err)
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "declared", InputSchema: schema},
		func(_ context.Context, r *mcp.CallToolRequest, _ map[string]any) (*mcp.CallToolResult, any, error) {
			p, args, err := keys.Unwrap(r.Params.Arguments, r.Params.Meta)
			return text(p.Text + string(args)), nil, err
		})
	client, end := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), end, nil); err != nil {
		t.Fatal(err)
	}
	s = connect(t, client, eras[1])
	r = call(t, s, "declared", map[string]any{"silp_encoding": "code", "silp_payload": "x()", "nights": 2}, nil)
	if got := only(t, r); r.IsError || got != `x(){"nights":2}` {
		t.Errorf("%s", got)
	}
	tools, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(raw(t, tools.Tools[0].InputSchema)); strings.Contains(got, "enum") || strings.Contains(got, "maxLength") || !strings.Contains(got, "silp_payload") {
		t.Errorf("%s", got)
	}
}

// A generic handler's error loses _meta, and with it the code: why AddTool of
// this package does not use one.
func TestGenericHandlerLosesMeta(t *testing.T) {
	s := connect(t, transports["memory"](t, eras[1]), eras[1])
	r := call(t, s, "generic", map[string]any{}, nil)
	if e, _ := keys.ResultError(r.Meta); !r.IsError || e != nil || !strings.Contains(only(t, r), "from a generic handler") {
		t.Errorf("%+v: the SDK keeps the code now; AddTool can be simpler", r)
	}
}

// A handler of HTTP with sessions speaks the older specification only.
func TestStatefulHTTPIsOlder(t *testing.T) {
	server := newServer()
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	t.Cleanup(web.Close)
	c := mcp.NewClient(&mcp.Implementation{Name: "c"}, nil)
	s, err := c.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: web.URL}, &mcp.ClientSessionOptions{ProtocolVersion: eras[1]})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if got := s.InitializeResult().ProtocolVersion; got != eras[0] {
		t.Errorf("the session speaks %s", got)
	}
}

// In the newer specification the SDK adds keys to the _meta that it is given.
func TestMetaIsWrittenTo(t *testing.T) {
	s := connect(t, transports["memory"](t, eras[1]), eras[1])
	meta := mcp.Meta{"a/b": 1}
	if _, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "generic", Meta: meta}); err != nil {
		t.Fatal(err)
	}
	if len(meta) == 1 {
		t.Error("the SDK leaves the map alone now; CallTool need not copy it")
	}
}
