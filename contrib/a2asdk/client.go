package a2asdk

import (
	"context"
	"errors"
	"fmt"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/ir"
)

// Client sends IRs over a client of the SDK.
type Client struct {
	Options
	SDK *a2aclient.Client
}

// Reply is the answer to an IR.
type Reply struct {
	Received                       // its IR is nil if the answer holds none, as that of a task that still runs
	Result   sdk.SendMessageResult // the message or task as the SDK returned it
}

// Send sends an IR and waits for the answer. info is the task or context that it
// belongs to, nil for a new one. What is invalid or over the limit is refused
// before anything is sent. An error of the other side comes back with its code,
// with the rejected or failed task in the reply. A task that failed, was rejected
// or was canceled without one is an error without a code.
func (c Client) Send(ctx context.Context, info sdk.TaskInfoProvider, x *ir.IR) (Reply, error) {
	msg, err := c.Message(sdk.MessageRoleUser, info, x)
	if err != nil {
		return Reply{}, err
	}
	result, err := c.SDK.SendMessage(c.Context(ctx), &sdk.SendMessageRequest{Message: msg})
	if err != nil {
		return Reply{}, c.Error(err)
	}
	received, err := c.Read(result)
	if err == nil || errors.Is(err, carrier.NoPayload) {
		err = ended(result)
	}
	return Reply{received, result}, err
}

// ended returns the error of a task that ended without doing what it was asked.
func ended(result sdk.SendMessageResult) error {
	task, ok := result.(*sdk.Task)
	if !ok {
		return nil
	}
	switch task.Status.State {
	case sdk.TaskStateFailed, sdk.TaskStateRejected, sdk.TaskStateCanceled:
		return fmt.Errorf("a2asdk: the task ended in state %s without a SILP error", task.Status.State)
	}
	return nil
}
