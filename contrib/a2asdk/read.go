package a2asdk

import (
	"errors"
	"unicode/utf8"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// Received is an IR that came in, and how.
type Received struct {
	IR      *ir.IR
	Report  silp.Report
	Payload silp.Payload // the text as it was sent
}

// Read decodes the IR of a message, a task, or an event of a stream. The errors
// are those of carrier/a2a's Options.Read and of silp.Codec.Decode:
// errors.Is(err, carrier.NoPayload) where there is no SILP part, and
// errors.Is(err, carrier.Remote) for an error that the other side reports.
func (o Options) Read(ev sdk.Event) (Received, error) {
	raw, err := carrier.FromPlain(o.outline(ev))
	if err != nil {
		return Received{}, err
	}
	p, err := o.Carrier.Read(raw)
	if err != nil {
		return Received{}, err
	}
	x, report, err := o.codec().Decode(p)
	return Received{IR: x, Report: report, Payload: p}, err
}

// outline returns what Read looks at, in the shape of the protocol: the parts
// and messages that have metadata under the URI, and nothing else, so that files
// of a message are not copied.
func (o Options) outline(ev sdk.Event) map[string]any {
	switch ev := ev.(type) {
	case *sdk.Message:
		return o.message(ev)
	case *sdk.Task:
		artifacts := []any{}
		for _, a := range ev.Artifacts {
			artifacts = append(artifacts, o.artifact(a))
		}
		return map[string]any{"status": o.status(ev.Status), "artifacts": artifacts}
	case *sdk.TaskStatusUpdateEvent:
		return map[string]any{"status": o.status(ev.Status)}
	case *sdk.TaskArtifactUpdateEvent:
		return map[string]any{"artifact": o.artifact(ev.Artifact)}
	}
	return nil
}

func (o Options) status(s sdk.TaskStatus) map[string]any {
	return map[string]any{"message": o.message(s.Message)}
}

func (o Options) message(m *sdk.Message) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return o.holder(m.Extensions, m.Parts, m.Metadata)
}

func (o Options) artifact(a *sdk.Artifact) map[string]any {
	if a == nil {
		return map[string]any{}
	}
	return o.holder(a.Extensions, a.Parts, nil)
}

func (o Options) holder(extensions []string, parts sdk.ContentParts, metadata map[string]any) map[string]any {
	uris, list := []any{}, []any{}
	for _, uri := range extensions {
		if utf8.ValidString(uri) {
			uris = append(uris, uri)
		}
	}
	for _, part := range parts {
		// The place of a part is in the path of an error.
		list = append(list, o.part(part))
	}
	return map[string]any{"extensions": uris, "parts": list, "metadata": o.metadata(metadata)}
}

func (o Options) part(p *sdk.Part) any {
	if p == nil {
		return nil
	}
	m := o.metadata(p.Metadata)
	if len(m) == 0 {
		return nil
	}
	out := map[string]any{"metadata": m}
	switch c := p.Content.(type) {
	case sdk.Text:
		out["text"] = string(c)
	case sdk.Data:
		out["data"] = c.Value
	}
	return out
}

// metadata returns the one member of the URI, if it is there.
func (o Options) metadata(m map[string]any) map[string]any {
	v, ok := m[o.Carrier.ExtensionURI()]
	if !ok {
		return map[string]any{}
	}
	return map[string]any{o.Carrier.ExtensionURI(): v}
}

// Error returns the SILP error that an error of the SDK's client carries in its
// details, joined with the SDK's, so that both errors.Is(err,
// ir.UnsupportedFrontend) and errors.Is(err, a2a.ErrUnsupportedContentType)
// hold; any other error as it is.
func (o Options) Error(err error) error {
	protocol, ok := errors.AsType[*sdk.Error](err)
	if !ok {
		return err
	}
	details := o.metadata(protocol.Details)
	raw, plainErr := carrier.FromPlain(details)
	if plainErr != nil {
		return err
	}
	e, ok, readErr := o.Carrier.ReadErrorMetadata(raw)
	if readErr != nil || !ok {
		return err
	}
	e.Err = errors.Join(e.Err, err)
	return e
}
