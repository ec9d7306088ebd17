package a2asdk_test

import (
	"context"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	grpcv0 "github.com/a2aproject/a2a-go/v2/a2agrpc/v0"
	grpcv1 "github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/silp-protocol/silp-go/contrib/a2asdk"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

var open = silp.New(silp.Options{Verbs: ir.Verbs{Any: true}, AnyVersion: true, Policy: sanitize.Inspect})

// Both kinds of parts.
func options(data bool) a2asdk.Options {
	o := a2asdk.Options{Codec: open}
	o.Carrier.DataPart = data
	return o
}

// transport is one way to an agent.
type transport struct {
	name string
	sdk  *a2aclient.Client
	url  string // of HTTP transports
}

func (tr transport) client(o a2asdk.Options) a2asdk.Client {
	return a2asdk.Client{Options: o, SDK: tr.sdk}
}

// v1 are the transports of A2A 1.0.
func v1(list []transport) []transport { return list[:3] }

// agent is an agent of the test.
type agent struct {
	transports []transport // 1.0: JSON-RPC, REST, gRPC; then the same of 0.3
	calls      atomic.Int64
}

// counting counts the executions.
type counting struct {
	a2asrv.AgentExecutor
	calls *atomic.Int64
}

func (c counting) Execute(ctx context.Context, exec *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	c.calls.Add(1)
	return c.AgentExecutor.Execute(ctx, exec)
}

// bare serves without the wrappers of package a2asdk.
type bare bool

// serve starts an agent on loopback with all transports.
func serve(t *testing.T, executor a2asrv.AgentExecutor, bare bare, opts ...a2asrv.RequestHandlerOption) *agent {
	t.Helper()
	a := new(agent)
	opts = append(opts, a2asrv.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	handler := a2asrv.NewHandler(counting{executor, &a.calls}, opts...)

	httpURL := func(h http.Handler) string {
		if !bare {
			h = a2asdk.HTTP(h, 0)
		}
		s := httptest.NewServer(h)
		t.Cleanup(s.Close)
		return s.URL
	}
	grpcURL := func(register func(*grpc.Server)) string {
		var options []grpc.ServerOption
		if !bare {
			options = a2asdk.GRPC(0)
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		s := grpc.NewServer(options...)
		register(s)
		done := make(chan error, 1)
		go func() { done <- s.Serve(l) }()
		t.Cleanup(func() {
			s.Stop()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
		return l.Addr().String()
	}
	plain := grpc.WithTransportCredentials(insecure.NewCredentials())
	connect := func(name, url string, protocol sdk.TransportProtocol, version sdk.ProtocolVersion) {
		c, err := a2aclient.NewFromEndpoints(t.Context(),
			[]*sdk.AgentInterface{{URL: url, ProtocolBinding: protocol, ProtocolVersion: version}},
			grpcv1.WithGRPCTransport(plain), grpcv0.WithGRPCTransport(plain),
			a2av0.WithJSONRPCTransport(a2av0.JSONRPCTransportConfig{}), a2av0.WithRESTTransport(a2av0.RESTTransportConfig{}))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Destroy() })
		a.transports = append(a.transports, transport{name, c, url})
	}
	connect("JSON-RPC", httpURL(a2asrv.NewJSONRPCHandler(handler)), sdk.TransportProtocolJSONRPC, sdk.Version)
	connect("REST", httpURL(a2asrv.NewRESTHandler(handler)), sdk.TransportProtocolHTTPJSON, sdk.Version)
	connect("gRPC", grpcURL(func(s *grpc.Server) { grpcv1.NewHandler(handler).RegisterWith(s) }), sdk.TransportProtocolGRPC, sdk.Version)
	connect("JSON-RPC 0.3", httpURL(a2av0.NewJSONRPCHandler(handler)), sdk.TransportProtocolJSONRPC, a2av0.Version)
	connect("REST 0.3", httpURL(a2av0.NewRESTHandler(handler)), sdk.TransportProtocolHTTPJSON, a2av0.Version)
	connect("gRPC 0.3", grpcURL(func(s *grpc.Server) { grpcv0.NewHandler(handler).RegisterWith(s) }), sdk.TransportProtocolGRPC, a2av0.Version)
	return a
}

// echo answers with the IR that came in.
func echo(_ context.Context, req *a2asdk.Request) (*ir.IR, error) { return req.IR, nil }

var offer = negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}, Preferred: "json"}
