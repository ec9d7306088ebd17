package a2asdk

import (
	"context"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"

	"github.com/silp-protocol/silp-go/carrier/a2a"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// Options says how IRs stand in messages. Both sides use the same URI. The zero
// value is the strict default.
type Options struct {
	// Carrier has the extension's URI, the kind of parts, the size limit.
	Carrier a2a.Options
	// Codec encodes and decodes; nil means silp.New(silp.Options{}).
	Codec *silp.Codec
	// Frontend is the surface to send; "" means the codec's first. An Executor
	// answers in the surface of the request.
	Frontend string
}

func (o Options) codec() *silp.Codec {
	if o.Codec == nil {
		return silp.New(silp.Options{})
	}
	return o.Codec
}

func (o Options) encode(x *ir.IR) (silp.Payload, error) {
	if o.Frontend == "" {
		return o.codec().Encode(x)
	}
	return o.codec().EncodeAs(o.Frontend, x)
}

// Part returns an IR as a part of a message or an artifact. Its metadata holds
// JSON's own Go types only; protocol buffers take no others.
func (o Options) Part(x *ir.IR) (*sdk.Part, error) {
	p, err := o.encode(x)
	if err != nil {
		return nil, err
	}
	raw, err := o.Carrier.Part(p)
	if err != nil {
		return nil, err
	}
	part := new(sdk.Part)
	return part, part.UnmarshalJSON(raw)
}

// Message returns a message that holds an IR. info is the task or context that
// it belongs to, nil for a new one.
func (o Options) Message(role sdk.MessageRole, info sdk.TaskInfoProvider, x *ir.IR) (*sdk.Message, error) {
	part, err := o.Part(x)
	if err != nil {
		return nil, err
	}
	if info == nil {
		info = sdk.TaskInfo{}
	}
	msg := sdk.NewMessageForTask(role, info, part)
	msg.Extensions = []string{o.Carrier.ExtensionURI()}
	return msg, nil
}

// Artifact returns the event with which a task's executor hands out an IR.
func (o Options) Artifact(info sdk.TaskInfoProvider, x *ir.IR) (*sdk.TaskArtifactUpdateEvent, error) {
	part, err := o.Part(x)
	if err != nil {
		return nil, err
	}
	ev := sdk.NewArtifactEvent(info, part)
	ev.Artifact.Extensions = []string{o.Carrier.ExtensionURI()}
	return ev, nil
}

// Context returns a context whose calls list the extension in the A2A-Extensions
// header, for calls of the SDK's client that Client.Send does not make.
func (o Options) Context(ctx context.Context) context.Context {
	return a2aclient.AttachServiceParams(ctx, a2aclient.ServiceParams{sdk.SvcParamExtensions: {o.Carrier.ExtensionURI()}})
}
