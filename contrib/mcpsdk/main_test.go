package mcpsdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	shared "github.com/silp-protocol/silp-go/carrier"
	carrier "github.com/silp-protocol/silp-go/carrier/mcp"
	"github.com/silp-protocol/silp-go/contrib/mcpsdk"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/sharedcases"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

// TestMain runs the test server instead, where a test or the TypeScript client
// started this program as one.
func TestMain(m *testing.M) {
	if os.Getenv("SILP_TEST_SERVER") != "" {
		if err := newServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// Both sides take everything that is valid.
var open = silp.New(silp.Options{Verbs: ir.Verbs{Any: true}, AnyVersion: true, Policy: sanitize.Inspect})

var offer = &negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}, Preferred: "code"}

var options = mcpsdk.Options{Codec: open, Offer: offer}

// own are arguments of a tool beside the payload.
type own struct {
	Nights int64  `json:"nights,omitempty"`
	Note   string `json:"note,omitempty"`
}

// newServer returns a server with these tools:
//
//	echo       the IR as JSON
//	text       the text as it arrived, and the note
//	strict     decodes with the strict codec; the IR as JSON
//	fail       returns the error that the note names
//	peer       the protocol version and the frontends that the client announced
//	reply      the IR as structured content, in SILP
//	generic    registered with the SDK's generic AddTool
func newServer() *mcp.Server {
	var caps mcp.ServerCapabilities
	if err := options.AnnounceServer(&caps); err != nil {
		panic(err)
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "silp-test", Version: "1.0.0"}, &mcp.ServerOptions{Capabilities: &caps})
	strict := options
	strict.Codec = nil
	add(s, "echo", options, echo)
	add(s, "strict", strict, echo)
	add(s, "text", options, func(_ context.Context, c mcpsdk.Call[own]) (*mcp.CallToolResult, error) {
		return text(c.Payload.Text + "|" + c.Args.Note), nil
	})
	add(s, "fail", options, fail)
	add(s, "peer", options, func(_ context.Context, c mcpsdk.Call[own]) (*mcp.CallToolResult, error) {
		offer, ok, err := options.ClientOffer(c.Request)
		return text(fmt.Sprintf("%s %v %v %v", c.Request.ProtocolVersion(), offer.Frontends, ok, err)), nil
	})
	add(s, "reply", options, reply)
	mcp.AddTool(s, &mcp.Tool{Name: "generic"}, func(context.Context, *mcp.CallToolRequest, own) (*mcp.CallToolResult, any, error) {
		return nil, nil, &ir.Error{Code: ir.DecodeFailed, Offset: -1, Msg: "from a generic handler"}
	})
	return s
}

func add[In any](s *mcp.Server, name string, o mcpsdk.Options, h mcpsdk.Handler[In]) {
	if err := mcpsdk.AddTool(s, &mcp.Tool{Name: name}, o, h); err != nil {
		panic(err)
	}
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func echo(_ context.Context, c mcpsdk.Call[own]) (*mcp.CallToolResult, error) {
	raw, err := ir.AppendJSON(nil, c.IR)
	return text(string(raw)), err
}

func reply(_ context.Context, c mcpsdk.Call[own]) (*mcp.CallToolResult, error) {
	p, err := open.Encode(c.IR)
	if err != nil {
		return nil, err
	}
	object, err := shared.Wrap(json.RawMessage(`{"nights":1.0}`), p)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{StructuredContent: object, Content: []mcp.Content{&mcp.TextContent{Text: p.Text}}}, nil
}

func fail(_ context.Context, c mcpsdk.Call[own]) (*mcp.CallToolResult, error) {
	switch c.Args.Note {
	case "deadline":
		return nil, fmt.Errorf("asking the hotel: %w", context.DeadlineExceeded)
	case "plain":
		return nil, errors.New("no room is left")
	}
	return nil, fmt.Errorf("wrapped: %w", &ir.Error{Code: ir.Code(c.Args.Note), Offset: -1, Msg: "said the handler", Hint: "a < b"})
}

// eras are the protocol versions, and how a session of each is asked for.
var eras = []string{"2025-11-25", "2026-07-28"}

// transports connect a client to a new server in a protocol version.
var transports = map[string]func(t *testing.T, era string) mcp.Transport{
	"memory": func(t *testing.T, _ string) mcp.Transport {
		client, server := mcp.NewInMemoryTransports()
		session, err := newServer().Connect(t.Context(), server, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = session.Wait() })
		return client
	},
	"stdio": func(t *testing.T, _ string) mcp.Transport {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), "SILP_TEST_SERVER=1")
		cmd.Stderr = os.Stderr
		return &mcp.CommandTransport{Command: cmd}
	},
	// Sessions belong to the older specification, requests that stand alone to
	// the newer.
	"http": func(t *testing.T, era string) mcp.Transport {
		server := newServer()
		h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
			&mcp.StreamableHTTPOptions{Stateless: era == "2026-07-28"})
		web := httptest.NewServer(h)
		t.Cleanup(web.Close)
		return &mcp.StreamableClientTransport{Endpoint: web.URL}
	},
}

// connect returns a session in a protocol version.
func connect(t *testing.T, tr mcp.Transport, era string, middleware ...mcp.Middleware) *mcp.ClientSession {
	t.Helper()
	var caps mcp.ClientCapabilities
	if err := options.AnnounceClient(&caps); err != nil {
		t.Fatal(err)
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "silp-test-client", Version: "1.0.0"}, &mcp.ClientOptions{Capabilities: &caps})
	c.AddSendingMiddleware(middleware...)
	s, err := c.Connect(t.Context(), tr, &mcp.ClientSessionOptions{ProtocolVersion: era})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if got := s.InitializeResult().ProtocolVersion; got != era {
		t.Fatalf("the session speaks %s, want %s", got, era)
	}
	return s
}

// everywhere runs a test over each transport in each protocol version.
func everywhere(t *testing.T, test func(t *testing.T, s *mcp.ClientSession)) {
	for name, transport := range transports {
		for _, era := range eras {
			t.Run(name+"/"+era, func(t *testing.T) { test(t, connect(t, transport(t, era), era)) })
		}
	}
}

// only returns the text of a result that has nothing else.
func only(t *testing.T, r *mcp.CallToolResult) string {
	t.Helper()
	if r == nil || len(r.Content) != 1 {
		t.Fatalf("result %+v", r)
	}
	c, ok := r.Content[0].(*mcp.TextContent)
	if !ok {
		t.Fatalf("content %T", r.Content[0])
	}
	return c.Text
}

// irs returns the 27 published IRs and 500 random ones where they stand beside
// the repository, and generated ones.
func irs(t *testing.T, generated uint64) (list []*ir.IR) {
	t.Helper()
	for seed := range generated {
		list = append(list, irgen.Random(seed).IR())
	}
	return append(list, sharedcases.Find(t)...)
}

// sameIR checks that JSON that came back is x, req_id included.
func sameIR(t *testing.T, x *ir.IR, got string) {
	t.Helper()
	y, err := ir.Parse(got)
	if err != nil {
		t.Fatalf("%s: %v", got, err)
	}
	if !ir.Equivalent(x, y) || x.Meta.ReqID != y.Meta.ReqID {
		t.Fatalf("%s: %v, req_id %s and %s", got, ir.Diff(x, y), x.Meta.ReqID, y.Meta.ReqID)
	}
}

// raw makes arguments by hand.
func raw(t *testing.T, v any) json.RawMessage {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var keys = carrier.Options{}
