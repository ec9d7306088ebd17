package a2asdk

import (
	"context"
	"errors"
	"iter"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/log"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

// Request is an IR that a client sent.
type Request struct {
	Received
	Exec *a2asrv.ExecutorContext
}

// Executor is an a2asrv.AgentExecutor. A message with an IR becomes a task that
// is completed with Handle's answer as its artifact, in the surface of the
// request; a message without becomes what Else makes of it. A //ping line in a
// text part is answered with a //pong line and never reaches Else; the agent card
// says the same without asking.
type Executor struct {
	Options
	// Handle answers one IR; nil and no error completes the task without an
	// artifact. A *ir.Error fails the task and arrives with its code, a
	// context's deadline as timeout. Other errors fail the task without a
	// reason: they are logged with the SDK's logger and kept from clients.
	Handle func(context.Context, *Request) (*ir.IR, error)
	// Else takes messages without SILP; nil refuses them with
	// ErrUnsupportedContentType.
	Else a2asrv.AgentExecutor
}

// Execute implements a2asrv.AgentExecutor.
func (e *Executor) Execute(ctx context.Context, exec *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	received, err := e.Read(exec.Message)
	none := errors.Is(err, carrier.NoPayload)
	line, pinged := ping(exec.Message)
	if none && !pinged && e.Else != nil {
		return e.Else.Execute(ctx, exec)
	}
	return func(yield func(sdk.Event, error) bool) {
		if none && pinged && exec.StoredTask == nil {
			yield(e.pong(exec, line))
			return
		}
		if extensions, ok := a2asrv.ExtensionsFrom(ctx); ok {
			extensions.Activate(&sdk.AgentExtension{URI: e.Carrier.ExtensionURI()})
		}
		if err != nil {
			yield(e.Reject(exec, err))
			return
		}
		e.run(ctx, &Request{received, exec}, yield)
	}
}

// ping returns the first text part that is a //ping line.
func ping(msg *sdk.Message) (line string, ok bool) {
	for _, part := range msg.Parts {
		if part != nil && negotiation.IsPing(part.Text()) { // JSON's null is a nil part
			return part.Text(), true
		}
	}
	return "", false
}

// pong answers a //ping line with what the codec speaks.
func (o Options) pong(exec *a2asrv.ExecutorContext, line string) (sdk.Event, error) {
	if _, err := negotiation.ParsePing(line); err != nil {
		return o.Reject(exec, err)
	}
	answer, err := negotiation.AppendPong(nil, o.codec().Offer())
	if err != nil {
		return nil, err
	}
	return sdk.NewMessageForTask(sdk.MessageRoleAgent, exec, sdk.NewTextPart(string(answer))), nil
}

// run gives an IR to Handle and makes events of what it returns.
func (e *Executor) run(ctx context.Context, req *Request, yield func(sdk.Event, error) bool) {
	if req.Exec.StoredTask == nil && !yield(sdk.NewSubmittedTask(req.Exec, req.Exec.Message), nil) {
		return
	}
	if !yield(sdk.NewStatusUpdateEvent(req.Exec, sdk.TaskStateWorking, nil), nil) {
		return
	}
	answer, err := e.Handle(ctx, req)
	if err == nil && answer != nil {
		reply := e.Options
		reply.Frontend = req.Payload.Encoding
		var artifact *sdk.TaskArtifactUpdateEvent
		if artifact, err = reply.Artifact(req.Exec, answer); err == nil && !yield(artifact, nil) {
			return
		}
	}
	if err != nil {
		yield(e.fail(ctx, req.Exec, err), nil)
		return
	}
	yield(sdk.NewStatusUpdateEvent(req.Exec, sdk.TaskStateCompleted, nil), nil)
}

// Cancel implements a2asrv.AgentExecutor. The context that Handle was given ends
// when the task is cancelled.
func (e *Executor) Cancel(ctx context.Context, exec *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	if e.Else != nil && exec.StoredTask != nil && len(exec.StoredTask.History) > 0 {
		if _, err := e.Read(exec.StoredTask.History[0]); errors.Is(err, carrier.NoPayload) {
			return e.Else.Cancel(ctx, exec)
		}
	}
	return func(yield func(sdk.Event, error) bool) {
		yield(sdk.NewStatusUpdateEvent(exec, sdk.TaskStateCanceled, nil), nil)
	}
}

// Reject returns what an executor yields, as its last event, about a message that
// Read did not take. With no task yet, an unsupported frontend, and a message
// without SILP, are an error of the protocol, ErrUnsupportedContentType with the
// SILP error in its details, and any other SILP error a rejected task; a task
// that is there already fails.
func (o Options) Reject(exec *a2asrv.ExecutorContext, err error) (sdk.Event, error) {
	e, ok := errors.AsType[*ir.Error](err)
	switch {
	case !ok:
		return nil, err
	case exec.StoredTask != nil:
		return sdk.NewStatusUpdateEvent(exec, sdk.TaskStateFailed, o.reason(exec, e)), nil
	case e.Code == ir.UnsupportedFrontend || errors.Is(e, carrier.NoPayload):
		return nil, sdk.NewError(sdk.ErrUnsupportedContentType, e.Error()).WithDetails(o.errorMetadata(e))
	}
	task := sdk.NewSubmittedTask(exec, exec.Message)
	task.Status = sdk.TaskStatus{State: sdk.TaskStateRejected, Message: o.reason(exec, e)}
	return task, nil
}

// fail returns the event that ends a task with an error. An error that an
// executor yields itself would race with the events in front of it: the SDK
// forgets the task if it has not stored it yet.
func (o Options) fail(ctx context.Context, exec *a2asrv.ExecutorContext, err error) sdk.Event {
	e, ok := errors.AsType[*ir.Error](err)
	if !ok && errors.Is(err, context.DeadlineExceeded) {
		e, ok = &ir.Error{Code: ir.Timeout, Offset: -1, Msg: "the time limit of the request was exceeded"}, true
	}
	var reason *sdk.Message
	if ok {
		reason = o.reason(exec, e)
	} else {
		log.Error(ctx, "a handler failed", err)
	}
	return sdk.NewStatusUpdateEvent(exec, sdk.TaskStateFailed, reason)
}

// reason returns the status message that reports an error.
func (o Options) reason(exec *a2asrv.ExecutorContext, e *ir.Error) *sdk.Message {
	msg := sdk.NewMessageForTask(sdk.MessageRoleAgent, exec, sdk.NewTextPart(e.Error()))
	msg.Extensions = []string{o.Carrier.ExtensionURI()}
	msg.Metadata = o.errorMetadata(e)
	return msg
}

// errorMetadata returns carrier/a2a's ErrorMetadata as the SDK keeps it.
func (o Options) errorMetadata(e *ir.Error) map[string]any {
	v, _ := carrier.Plain(o.Carrier.ErrorMetadata(e)) // it is JSON that we wrote
	m, _ := v.(map[string]any)
	return m
}
