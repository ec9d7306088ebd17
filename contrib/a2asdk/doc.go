// Package a2asdk connects SILP to agents and clients that are built on the
// official Go SDK of the Agent2Agent protocol,
// github.com/a2aproject/a2a-go/v2 (v2.4.0), over JSON-RPC, REST and gRPC. What
// stands in a message is defined by package carrier/a2a.
//
// # An agent
//
// Executor is an a2asrv.AgentExecutor around a function that is given decoded
// IRs. HTTP and GRPC go around the SDK's transports: they split A2A-Extensions
// headers at commas, which the SDK does not, and bound the size of a request,
// which the SDK leaves open for JSON-RPC and REST.
//
// # A client
//
// Client.Send sends an IR and returns what came back. Agree chooses the frontend
// from the agent's card.
//
// # Errors
//
// A SILP error of the other side is a *ir.Error here, with its code, and
// errors.Is(err, carrier.Remote) holds for it. On the way it is a task that was
// rejected or failed, or, for an unsupported frontend before there is a task,
// the SDK's ErrUnsupportedContentType, JSON-RPC code -32005.
package a2asdk
