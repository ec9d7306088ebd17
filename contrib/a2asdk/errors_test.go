package a2asdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"testing"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/contrib/a2asdk"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

// silpPart is a part with any text and encoding.
func silpPart(encoding, text string) *sdk.Part {
	part := sdk.NewTextPart(text)
	part.SetMeta(uri, map[string]any{"silp_encoding": encoding})
	return part
}

// TestErrorsOfTheMessage: an error about a message arrives with its code. Only
// an unsupported frontend is an error of the protocol.
func TestErrorsOfTheMessage(t *testing.T) {
	o := a2asdk.Options{} // strict
	a := serve(t, &a2asdk.Executor{Handle: echo}, false)
	for _, c := range []struct {
		name     string
		part     *sdk.Part
		code     ir.Code
		protocol bool
	}{
		{"unsupported frontend", silpPart("math", "x"), ir.UnsupportedFrontend, true},
		{"frontend without decode", silpPart("natural", "Book a hotel."), ir.UnsupportedFrontend, true},
		{"no SILP", sdk.NewTextPart("hello"), ir.DecodeFailed, true},
		{"syntax", silpPart("code", "book(hotel"), ir.InvalidSyntax, false},
		{"verb", silpPart("code", "frobnicate(hotel)"), ir.DecodeFailed, false},
		{"version", silpPart("json", `{"silp":"v2","intent":"!BOOK"}`), ir.UnsupportedVersion, false},
	} {
		for _, tr := range a.transports {
			result, err := send(t, tr, o, false, c.part)
			if !c.protocol && err == nil {
				task, ok := result.(*sdk.Task)
				if !ok || task.Status.State != sdk.TaskStateRejected {
					t.Errorf("%s, %s: %+v", c.name, tr.name, result)
				}
				_, err = o.Read(result)
			} else if tr.name == "REST 0.3" && errors.Is(err, sdk.ErrServerError) {
				continue // the SDK's client of this transport reads no error at all
			} else if !errors.Is(err, sdk.ErrUnsupportedContentType) {
				t.Errorf("%s, %s: %v", c.name, tr.name, err)
			}
			err = o.Error(err)
			if !errors.Is(err, c.code) || !errors.Is(err, carrier.Remote) {
				t.Errorf("%s, %s: %v", c.name, tr.name, err)
			}
			if c.protocol && !errors.Is(err, sdk.ErrUnsupportedContentType) {
				t.Errorf("%s, %s: the SDK's error is lost: %v", c.name, tr.name, err)
			}
		}
		raw, err := json.Marshal(sdk.NewMessage(sdk.MessageRoleUser, c.part))
		if err != nil {
			t.Fatal(err)
		}
		// What a client without any SDK sees.
		var resp struct {
			Result json.RawMessage
			Error  *struct{ Code int }
		}
		reply := post(t, a.transports[0].url, "SendMessage", string(raw))
		if err := json.Unmarshal(reply, &resp); err != nil {
			t.Fatal(err)
		}
		if c.protocol != (resp.Error != nil) || c.protocol && resp.Error.Code != -32005 {
			t.Errorf("%s: %s", c.name, reply)
		}
		var got error
		if c.protocol {
			var whole struct{ Error json.RawMessage }
			_ = json.Unmarshal(reply, &whole)
			e, ok, err := o.Carrier.ReadRPCError(whole.Error)
			if !ok || err != nil {
				t.Errorf("%s: %s: %v", c.name, reply, err)
				continue
			}
			got = e
		} else {
			_, got = o.Carrier.Read(resp.Result)
		}
		if !errors.Is(got, c.code) || !errors.Is(got, carrier.Remote) {
			t.Errorf("%s: %s: %v", c.name, reply, got)
		}
	}
}

// TestErrorsOfTheHandler: each code of draft Table 10 arrives as a failed task.
func TestErrorsOfTheHandler(t *testing.T) {
	o := a2asdk.Options{}
	for _, c := range []struct {
		err  error
		code ir.Code // "" if the reason is kept from the client
	}{
		{&ir.Error{Code: ir.InvalidSyntax, Offset: 3, Msg: "x <= y"}, ir.InvalidSyntax},
		{&ir.Error{Code: ir.UnsupportedVersion, Offset: -1, Msg: "x"}, ir.UnsupportedVersion},
		{&ir.Error{Code: ir.UnsupportedFrontend, Offset: -1, Msg: "x"}, ir.UnsupportedFrontend},
		{errors.Join(errors.New("behind"), &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: "/intent", Msg: "x", Hint: "do"}), ir.DecodeFailed},
		{&ir.Error{Code: ir.SessionExpired, Offset: -1, Msg: "x"}, ir.SessionExpired},
		{&ir.Error{Code: ir.Timeout, Offset: -1, Msg: "x"}, ir.Timeout},
		{context.DeadlineExceeded, ir.Timeout},
		{errors.New("secret"), ""},
	} {
		a := serve(t, &a2asdk.Executor{Handle: func(context.Context, *a2asdk.Request) (*ir.IR, error) { return nil, c.err }}, false)
		for _, tr := range a.transports {
			reply, err := tr.client(o).Send(t.Context(), nil, ir.Task("!BOOK", ir.Arg("hotel")))
			task, ok := reply.Result.(*sdk.Task)
			if !ok || task.Status.State != sdk.TaskStateFailed || reply.IR != nil {
				t.Errorf("%v, %s: %+v, %v", c.err, tr.name, reply, err)
			}
			if c.code != "" && (!errors.Is(err, c.code) || !errors.Is(err, carrier.Remote)) || c.code == "" && (err == nil || errors.Is(err, carrier.Remote)) {
				t.Errorf("%v, %s: %v", c.err, tr.name, err)
			}
			if raw, _ := json.Marshal(reply.Result); strings.Contains(string(raw), "secret") {
				t.Errorf("%s: %s", tr.name, raw)
			}
		}
	}
}

// TestInvalidAnswer: an answer that cannot be sent fails the task.
func TestInvalidAnswer(t *testing.T) {
	a := serve(t, &a2asdk.Executor{Handle: func(context.Context, *a2asdk.Request) (*ir.IR, error) { return ir.Task("!FROBNICATE"), nil }}, false)
	for _, tr := range a.transports {
		reply, err := tr.client(a2asdk.Options{}).Send(t.Context(), nil, ir.Task("!BOOK", ir.Arg("hotel")))
		if !errors.Is(err, ir.DecodeFailed) || !errors.Is(err, carrier.Remote) || reply.Result.(*sdk.Task).Status.State != sdk.TaskStateFailed {
			t.Errorf("%s: %+v, %v", tr.name, reply, err)
		}
	}
}

// asking is an agent that asks back once before it takes an IR.
type asking struct{ a2asrv.AgentExecutor }

func (a asking) Execute(ctx context.Context, exec *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	if exec.StoredTask != nil {
		return a.AgentExecutor.Execute(ctx, exec)
	}
	return func(yield func(sdk.Event, error) bool) {
		if yield(sdk.NewSubmittedTask(exec, exec.Message), nil) {
			yield(sdk.NewStatusUpdateEvent(exec, sdk.TaskStateInputRequired, nil), nil)
		}
	}
}

// TestErrorsOfATask: once there is a task every error fails it, also an
// unsupported frontend; an answer completes it.
func TestErrorsOfATask(t *testing.T) {
	o := a2asdk.Options{}
	a := serve(t, asking{&a2asdk.Executor{Handle: echo}}, false)
	for _, tr := range v1(a.transports) {
		for _, c := range []struct {
			part *sdk.Part
			code ir.Code
		}{{silpPart("math", "x"), ir.UnsupportedFrontend}, {silpPart("code", "book("), ir.InvalidSyntax}, {sdk.NewTextPart("hi"), ir.DecodeFailed}, {silpPart("code", "book(hotel)"), ""}} {
			first, err := tr.client(o).Send(t.Context(), nil, ir.Task("!BOOK", ir.Arg("hotel")))
			if err != nil || first.IR != nil {
				t.Fatalf("%s: %+v, %v", tr.name, first, err)
			}
			task := first.Result.(*sdk.Task)
			result, err := tr.sdk.SendMessage(t.Context(), &sdk.SendMessageRequest{Message: sdk.NewMessageForTask(sdk.MessageRoleUser, task, c.part)})
			if err != nil {
				t.Fatalf("%s, %s: %v", tr.name, c.code, err)
			}
			want := sdk.TaskStateFailed
			if c.code == "" {
				want = sdk.TaskStateCompleted
			}
			_, err = o.Read(result)
			if got := result.(*sdk.Task); got.ID != task.ID || got.Status.State != want || c.code != "" && (!errors.Is(err, c.code) || !errors.Is(err, carrier.Remote)) || c.code == "" && err != nil {
				t.Errorf("%s, %q: %s, %v", tr.name, c.code, got.Status.State, err)
			}
		}
		// The client continues a task with an IR too.
		first, err := tr.client(o).Send(t.Context(), nil, ir.Task("!BOOK", ir.Arg("hotel")))
		if err != nil {
			t.Fatal(err)
		}
		second, err := tr.client(o).Send(t.Context(), first.Result, ir.Task("!CANCEL", ir.Arg("hotel")))
		if err != nil || second.IR == nil || second.IR.Intent != "!CANCEL" || second.Result.TaskInfo() != first.Result.TaskInfo() {
			t.Errorf("%s: %+v, %v", tr.name, second, err)
		}
	}
}

// TestSendRefuses: an IR that is invalid, or off the whitelist, is not sent.
func TestSendRefuses(t *testing.T) {
	a := serve(t, &a2asdk.Executor{Handle: echo}, false)
	c := a.transports[0].client(a2asdk.Options{})
	for _, x := range []*ir.IR{{}, ir.Task("!FROBNICATE", ir.Arg("x"))} {
		if _, err := c.Send(t.Context(), nil, x); !errors.Is(err, ir.DecodeFailed) {
			t.Errorf("%v: %v", x.Intent, err)
		}
	}
	c.Frontend = "math"
	if _, err := c.Send(t.Context(), nil, ir.Task("!BOOK", ir.Arg("x"))); !errors.Is(err, ir.UnsupportedFrontend) {
		t.Error(err)
	}
	if n := a.calls.Load(); n != 0 {
		t.Errorf("the agent ran %d times", n)
	}
}

// TestNoAnswer: a handler without an answer completes its task.
func TestNoAnswer(t *testing.T) {
	a := serve(t, &a2asdk.Executor{Handle: func(context.Context, *a2asdk.Request) (*ir.IR, error) { return nil, nil }}, false)
	for _, tr := range a.transports {
		reply, err := tr.client(a2asdk.Options{}).Send(t.Context(), nil, ir.Task("!BOOK", ir.Arg("hotel")))
		if task, ok := reply.Result.(*sdk.Task); err != nil || reply.IR != nil || !ok || task.Status.State != sdk.TaskStateCompleted || len(task.Artifacts) != 0 {
			t.Errorf("%s: %+v, %v", tr.name, reply, err)
		}
	}
}

// TestCancel: cancelling a task ends the handler's context and the task. The SDK
// can cancel a task once it has stored it, which the stream shows.
func TestCancel(t *testing.T) {
	ended := make(chan error, 1)
	o := a2asdk.Options{}
	a := serve(t, &a2asdk.Executor{Handle: func(ctx context.Context, _ *a2asdk.Request) (*ir.IR, error) {
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	}, Else: prose{}}, false)
	for _, tr := range v1(a.transports) {
		msg, err := o.Message(sdk.MessageRoleUser, nil, ir.Task("!BOOK", ir.Arg("hotel")))
		if err != nil {
			t.Fatal(err)
		}
		var last sdk.TaskState
		for ev, err := range tr.sdk.SendStreamingMessage(t.Context(), &sdk.SendMessageRequest{Message: msg}) {
			if err != nil {
				t.Fatalf("%s: %v", tr.name, err)
			}
			status, ok := ev.(*sdk.TaskStatusUpdateEvent)
			if !ok {
				continue
			}
			if last = status.Status.State; last == sdk.TaskStateWorking {
				task, err := tr.sdk.CancelTask(t.Context(), &sdk.CancelTaskRequest{ID: status.TaskID})
				if err != nil || task.Status.State != sdk.TaskStateCanceled {
					t.Fatalf("%s: %+v, %v", tr.name, task, err)
				}
			}
		}
		if last != sdk.TaskStateCanceled {
			t.Errorf("%s: the stream ended in state %s", tr.name, last)
		}
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", tr.name, err)
		}
	}
}

// TestCancelElse: a task that Else made is cancelled by Else.
func TestCancelElse(t *testing.T) {
	e := &a2asdk.Executor{Handle: echo, Else: prose{}}
	for _, c := range []struct {
		name    string
		history []*sdk.Message
		err     error
	}{
		{"prose", []*sdk.Message{sdk.NewMessage(sdk.MessageRoleUser, sdk.NewTextPart("hello"))}, sdk.ErrTaskNotCancelable},
		{"SILP", []*sdk.Message{sdk.NewMessage(sdk.MessageRoleUser, silpPart("code", "book(hotel)"))}, nil},
		{"no history", nil, nil},
	} {
		n := 0
		for ev, err := range e.Cancel(t.Context(), &a2asrv.ExecutorContext{StoredTask: &sdk.Task{History: c.history}}) {
			n++
			if status, ok := ev.(*sdk.TaskStatusUpdateEvent); !errors.Is(err, c.err) || ok != (c.err == nil) || ok && status.Status.State != sdk.TaskStateCanceled {
				t.Errorf("%s: %+v, %v", c.name, ev, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d events", c.name, n)
		}
	}
}

// TestReject: an error that is not SILP's stays what it is.
func TestReject(t *testing.T) {
	other := errors.New("other")
	if ev, err := (a2asdk.Options{}).Reject(&a2asrv.ExecutorContext{}, other); ev != nil || err != other {
		t.Errorf("%+v, %v", ev, err)
	}
}

func TestAgree(t *testing.T) {
	o := a2asdk.Options{}
	card := func(agent negotiation.Offer) *sdk.AgentCard {
		ext, err := o.Extension(agent, false)
		if err != nil {
			t.Fatal(err)
		}
		return &sdk.AgentCard{Capabilities: sdk.AgentCapabilities{Extensions: []sdk.AgentExtension{ext}}}
	}
	own := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json", "natural"}}
	for _, c := range []struct {
		name string
		card *sdk.AgentCard
		want string
		code ir.Code
	}{
		{"preferred", card(offer), "json", ""},
		{"first common", card(negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"json", "code"}}), "code", ""},
		{"no decode", card(negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"natural"}, Preferred: "natural"}), "", ir.UnsupportedFrontend},
		{"no version", card(negotiation.Offer{Versions: []string{"v2"}, Frontends: []string{"code"}}), "", ir.UnsupportedVersion},
		{"no SILP", &sdk.AgentCard{}, "", ir.UnsupportedFrontend},
		{"no offer", &sdk.AgentCard{Capabilities: sdk.AgentCapabilities{Extensions: []sdk.AgentExtension{{URI: uri}}}}, "", ir.DecodeFailed},
		{"no JSON", &sdk.AgentCard{Capabilities: sdk.AgentCapabilities{Extensions: []sdk.AgentExtension{{Params: map[string]any{"f": func() {}}}}}}, "", ir.DecodeFailed},
	} {
		got, err := o.Agree(own, c.card)
		if got.Frontend != c.want || (err != nil) != (c.code != "") || err != nil && !errors.Is(err, c.code) {
			t.Errorf("%s: %q, %v", c.name, got.Frontend, err)
		}
	}
	if _, err := o.Extension(negotiation.Offer{}, false); !errors.Is(err, ir.DecodeFailed) {
		t.Errorf("an empty offer: %v", err)
	}
	if err := o.Error(nil); err != nil {
		t.Errorf("no error: %v", err)
	}
	if err := o.Error(sdk.NewError(sdk.ErrInternalError, "x").WithDetails(map[string]any{uri: []string{"x"}})); errors.Is(err, carrier.Remote) {
		t.Errorf("details that are no SILP error: %v", err)
	}
}
