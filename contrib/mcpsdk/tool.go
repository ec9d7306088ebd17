package mcpsdk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	jsonv1 "github.com/go-json-experiment/json/v1"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	shared "github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// Call is what a handler is given.
type Call[In any] struct {
	// IR is the decoded task, every field restored; nil where the client sent
	// no payload and Options.Carrier.Optional allows that.
	IR *ir.IR
	// Args are the tool's own arguments.
	Args In
	// Payload is the text as it arrived, for a lock or a model.
	Payload silp.Payload
	// Report says what the codec noticed.
	Report silp.Report
	// Request is the SDK's request.
	Request *mcp.CallToolRequest
}

// Handler handles a call. Its result is sent as it stands. A result's text for a
// model is a mcp.TextContent; values that encoding/json marshals into it have
// \u003c for "<".
//
// An error that is a *ir.Error reaches the client with its code, and a context
// whose deadline passed as timeout. A *jsonrpc.Error is one of the protocol, not
// of SILP. Any other is the text of a result with IsError set.
type Handler[In any] func(ctx context.Context, call Call[In]) (*mcp.CallToolResult, error)

// AddTool adds a tool whose calls carry SILP to a server, as mcp.AddTool does.
// The tool's own input schema is t.InputSchema, or made from In where that is
// nil; the properties of the payload are added to it, and the arguments beside
// the payload are checked against it, defaults filled in. In is a struct, a map,
// json.RawMessage for the arguments as they arrived, or any for a tool without
// arguments. t is not changed.
//
// It returns an error where the schema cannot be used, and panics where the
// SDK's Server.AddTool does: at annotations for headers that are not valid.
func AddTool[In any](s *mcp.Server, t *mcp.Tool, o Options, h Handler[In]) error {
	base, err := baseSchema[In](t.InputSchema)
	if err != nil {
		return fmt.Errorf("mcpsdk: tool %q: %w", t.Name, err)
	}
	tool := *t
	if tool.InputSchema, err = o.Carrier.Schema(base); err != nil { // null too
		return fmt.Errorf("mcpsdk: tool %q: input schema: %w", t.Name, err)
	}
	var schema *jsonschema.Schema
	if err := json.Unmarshal(base, &schema); err != nil {
		return fmt.Errorf("mcpsdk: tool %q: input schema: %w", t.Name, err)
	}
	resolved, err := schema.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		return fmt.Errorf("mcpsdk: tool %q: input schema: %w", t.Name, err)
	}
	o.Codec = o.codec()
	b := binding[In]{options: o, schema: resolved, handler: h}
	s.AddTool(&tool, b.handle)
	return nil
}

// baseSchema returns the tool's own input schema as JSON.
func baseSchema[In any](given any) (json.RawMessage, error) {
	if given != nil {
		return marshal(given)
	}
	switch reflect.TypeFor[In]() {
	case reflect.TypeFor[any](), reflect.TypeFor[json.RawMessage]():
		return json.RawMessage(`{"type":"object"}`), nil
	}
	s, err := jsonschema.For[In](nil)
	if err != nil {
		return nil, err
	}
	return marshal(s)
}

// binding is a tool.
type binding[In any] struct {
	options Options
	schema  *jsonschema.Resolved
	handler Handler[In]
}

func (b *binding[In]) handle(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	call, err := b.decode(r)
	if err != nil {
		return b.options.result(err)
	}
	result, err := b.handler(ctx, call)
	if err != nil {
		return b.options.result(err)
	}
	if result == nil {
		result = &mcp.CallToolResult{}
	}
	return result, nil
}

func (b *binding[In]) decode(r *mcp.CallToolRequest) (call Call[In], err error) {
	call.Request = r
	p, args, err := b.options.Carrier.Unwrap(r.Params.Arguments, r.Params.Meta)
	switch {
	case err == nil:
		call.Payload = p
		if call.IR, call.Report, err = b.options.Codec.Decode(p); err != nil {
			return call, err
		}
	case !b.options.Carrier.Optional || !errors.Is(err, shared.NoPayload):
		return call, err
	}
	call.Args, err = b.arguments(args)
	return call, err
}

// arguments checks the tool's own arguments and reads them. The SDK's validator
// knows numbers as float64 only; In is read from the numbers as they arrived.
func (b *binding[In]) arguments(raw json.RawMessage) (in In, err error) {
	if raw, err = b.defaults(raw); err != nil {
		return in, fmt.Errorf("filling in the defaults of the arguments: %w", err)
	}
	var values map[string]any
	if err := json.Unmarshal(raw, &values); err != nil {
		return in, fmt.Errorf("reading the arguments: %w", err)
	}
	if err := b.schema.Validate(values); err != nil {
		return in, fmt.Errorf("checking the arguments: %w", err)
	}
	// As encoding/json, but names are exact.
	if err := jsonv2.Unmarshal(raw, &in, jsonv1.DefaultOptionsV1(), jsonv2.MatchCaseInsensitiveNames(false)); err != nil {
		return in, fmt.Errorf("reading the arguments: %w", err)
	}
	return in, nil
}

// defaults fills in what the schema says of missing arguments. Without any the
// arguments stay as they stand.
func (b *binding[In]) defaults(raw json.RawMessage) (json.RawMessage, error) {
	var values map[string]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&values); err != nil {
		return nil, err
	}
	before, err := marshal(values)
	if err != nil {
		return nil, err
	}
	if err := b.schema.ApplyDefaults(&values); err != nil {
		return nil, err
	}
	after, err := marshal(values)
	if err != nil || bytes.Equal(before, after) {
		return raw, err
	}
	return after, nil
}

// result maps an error.
func (o Options) result(err error) (*mcp.CallToolResult, error) {
	if wire, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return nil, wire
	}
	if e, ok := errors.AsType[*ir.Error](err); ok {
		return o.ErrorResult(e), nil
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return o.ErrorResult(&ir.Error{Code: ir.Timeout, Offset: -1, Msg: "the deadline of the call has passed", Err: err}), nil
	}
	var r mcp.CallToolResult
	r.SetError(err)
	return &r, nil
}

// ErrorResult returns the result that reports e, for handlers that are not
// registered with AddTool.
func (o Options) ErrorResult(e *ir.Error) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		Meta:    o.Carrier.ErrorMeta(e),
		Content: []mcp.Content{&mcp.TextContent{Text: strings.ToValidUTF8(e.Error(), "\uFFFD")}},
		IsError: true,
	}
}
