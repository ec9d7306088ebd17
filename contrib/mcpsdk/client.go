package mcpsdk

import (
	"context"
	"encoding/json"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

// CallTool calls a tool with x. params.Arguments are the tool's own arguments,
// anything that marshals to an object, or nil; a json.RawMessage is sent as it
// stands. params is not changed.
//
// Where the server could not decode x, or its handler returned a SILP error, err
// is that *ir.Error, and errors.Is(err, carrier.Remote) holds. A payload that
// must not be sent is refused before anything is. A result that reports another
// failure of the tool has IsError set, as with the SDK alone; err is then nil.
func CallTool(ctx context.Context, s *mcp.ClientSession, o Options, params *mcp.CallToolParams, x *ir.IR) (*mcp.CallToolResult, error) {
	if params == nil {
		params = &mcp.CallToolParams{}
	}
	p, err := o.encode(s, x)
	if err != nil {
		return nil, err
	}
	args, err := ownArguments(params.Arguments)
	if err != nil {
		return nil, err
	}
	arguments, meta, err := o.Carrier.Wrap(args, p)
	if err != nil {
		return nil, err
	}
	call := *params
	call.Arguments = arguments
	call.Meta = maps.Clone(params.Meta)
	if call.Meta == nil {
		call.Meta = mcp.Meta{}
	}
	maps.Copy(call.Meta, meta)
	result, err := s.CallTool(ctx, &call)
	if err != nil {
		return nil, err
	}
	e, err := o.Carrier.ResultError(result.Meta)
	switch {
	case err != nil:
		return result, err
	case e != nil:
		return result, e
	}
	return result, nil
}

// encode compiles x in the frontend that both sides agree on.
func (o Options) encode(s *mcp.ClientSession, x *ir.IR) (silp.Payload, error) {
	if o.Offer != nil {
		theirs, ok, err := o.ServerOffer(s)
		if err != nil {
			return silp.Payload{}, err
		}
		if ok {
			choice, err := negotiation.Options{MustDecode: true}.Choose(*o.Offer, theirs)
			if err != nil {
				return silp.Payload{}, err
			}
			return o.codec().EncodeAs(choice.Frontend, x)
		}
	}
	return o.codec().Encode(x)
}

func ownArguments(v any) (json.RawMessage, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case json.RawMessage:
		return v, nil
	}
	return marshal(v)
}
