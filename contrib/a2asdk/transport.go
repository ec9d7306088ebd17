package a2asdk

import (
	"context"
	"net/http"
	"strings"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/silp-protocol/silp-go/carrier/a2a"
)

// DefaultMaxRequest bounds a request in bytes: what gRPC takes by default.
const DefaultMaxRequest = 4 << 20

// HTTP goes around the SDK's JSON-RPC and REST handlers. It splits the values of
// A2A-Extensions at commas, so that the SDK sees every URI that a client lists,
// and refuses a body of more than maxRequest bytes (0 means DefaultMaxRequest):
// with status 413 where its length is announced, else the handler meets a body
// that ends too early and answers with a parse error.
func HTTP(next http.Handler, maxRequest int64) http.Handler {
	if maxRequest == 0 {
		maxRequest = DefaultMaxRequest
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > maxRequest {
			http.Error(w, "the request is too large", http.StatusRequestEntityTooLarge)
			return
		}
		split := *r
		split.Header = r.Header.Clone()
		splitAll(split.Header)
		split.Body = http.MaxBytesReader(w, r.Body, maxRequest)
		next.ServeHTTP(w, &split)
	})
}

// splitAll splits the header of this version of A2A, and of 0.3, at commas.
func splitAll(header map[string][]string) {
	for name, values := range header {
		if isExtensions(name) {
			header[name] = a2a.SplitExtensions(values...)
		}
	}
}

func isExtensions(name string) bool {
	return strings.EqualFold(name, sdk.SvcParamExtensions) || strings.EqualFold(name, "X-"+sdk.SvcParamExtensions)
}

// GRPC returns the options of a grpc.Server that do what HTTP does for the other
// transports. gRPC answers a request that is too large with RESOURCE_EXHAUSTED.
func GRPC(maxRequest int) []grpc.ServerOption {
	if maxRequest == 0 {
		maxRequest = DefaultMaxRequest
	}
	return []grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxRequest),
		grpc.ChainUnaryInterceptor(func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
			return handle(splitIncoming(ctx), req)
		}),
		grpc.ChainStreamInterceptor(func(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
			return handle(srv, splitStream{stream, splitIncoming(stream.Context())})
		}),
	}
}

type splitStream struct {
	grpc.ServerStream
	ctx context.Context
}

func (s splitStream) Context() context.Context { return s.ctx }

func splitIncoming(ctx context.Context) context.Context {
	md, ok := metadata.FromIncomingContext(ctx) // a copy
	if !ok {
		return ctx
	}
	splitAll(md)
	return metadata.NewIncomingContext(ctx, md)
}
