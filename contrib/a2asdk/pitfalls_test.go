package a2asdk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/carrier/a2a"
	"github.com/silp-protocol/silp-go/contrib/a2asdk"
	"github.com/silp-protocol/silp-go/ir"
)

const uri = a2a.DefaultURI

// send sends one part over the SDK's client, past the checks of ours.
func send(t *testing.T, tr transport, o a2asdk.Options, listed bool, part *sdk.Part) (sdk.SendMessageResult, error) {
	t.Helper()
	msg := sdk.NewMessage(sdk.MessageRoleUser, part)
	if listed {
		msg.Extensions = []string{uri}
	}
	return tr.sdk.SendMessage(o.Context(t.Context()), &sdk.SendMessageRequest{Message: msg})
}

// prose is an agent for messages without SILP.
type prose struct{}

func (prose) Execute(_ context.Context, exec *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(yield func(sdk.Event, error) bool) {
		yield(sdk.NewMessageForTask(sdk.MessageRoleAgent, exec, sdk.NewTextPart("prose: "+exec.Message.Parts[0].Text())), nil)
	}
}

func (prose) Cancel(context.Context, *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(yield func(sdk.Event, error) bool) { yield(nil, sdk.ErrTaskNotCancelable) }
}

// TestLostMetadata: a text part that lost its metadata is refused where the
// message still lists the extension, and is prose where it does not; its media
// type changes nothing, nor does that of a part which has its metadata.
func TestLostMetadata(t *testing.T) {
	o := options(false)
	whole, err := o.Part(ir.Task("!BOOK", ir.Arg("hotel")))
	if err != nil {
		t.Fatal(err)
	}
	mute := &sdk.Part{Content: whole.Content, MediaType: a2a.MediaType}
	renamed := &sdk.Part{Content: whole.Content, MediaType: "text/plain", Metadata: whole.Metadata}
	for _, c := range []struct {
		name   string
		part   *sdk.Part
		listed bool
		want   string // the error, or what came back
	}{
		{"whole", whole, true, "book(hotel)"},
		{"whole, extension not listed", whole, false, "book(hotel)"},
		{"other media type", renamed, true, "book(hotel)"},
		{"metadata lost", mute, true, "decode_failed: /extensions: the SILP extension is listed, but no part has its metadata"},
		{"media type alone", mute, false, "prose: book(hotel)"},
	} {
		a := serve(t, &a2asdk.Executor{Options: o, Handle: echo, Else: prose{}}, false)
		for _, tr := range a.transports {
			result, err := send(t, tr, o, c.listed, c.part)
			if err != nil {
				t.Errorf("%s, %s: %v", c.name, tr.name, err)
				continue
			}
			got := ""
			if r, err := o.Read(result); err == nil {
				got = r.Payload.Text
			} else if msg, ok := result.(*sdk.Message); ok {
				got = msg.Parts[0].Text()
			} else if state := result.(*sdk.Task).Status.State; state != sdk.TaskStateRejected || !errors.Is(err, carrier.Remote) {
				t.Errorf("%s, %s: state %s, %v", c.name, tr.name, state, err)
			} else {
				got = err.Error()
			}
			if !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, %s: %q, want %q", c.name, tr.name, got, c.want)
			}
		}
	}
}

// TestPing: a //ping line is answered and never reaches the agent for prose.
func TestPing(t *testing.T) {
	a := serve(t, &a2asdk.Executor{Handle: echo, Else: prose{}}, false)
	inTask := serve(t, asking{&a2asdk.Executor{Handle: echo, Else: prose{}}}, false)
	for i, tr := range v1(a.transports) {
		result, err := send(t, tr, a2asdk.Options{}, false, sdk.NewTextPart("//ping v1 code"))
		msg, ok := result.(*sdk.Message)
		if err != nil || !ok || msg.Parts[0].Text() != "//pong v1 code,json,natural,nl_json" {
			t.Errorf("%s: %+v, %v", tr.name, result, err)
		}
		result, err = send(t, tr, a2asdk.Options{}, false, sdk.NewTextPart(" //ping"))
		if err != nil {
			t.Fatalf("%s: %v", tr.name, err)
		}
		if _, err := (a2asdk.Options{}).Read(result); !errors.Is(err, ir.InvalidSyntax) || !errors.Is(err, carrier.Remote) {
			t.Errorf("%s: a malformed ping: %v", tr.name, err)
		}

		other := inTask.transports[i]
		first, err := other.client(a2asdk.Options{}).Send(t.Context(), nil, ir.Task("!BOOK", ir.Arg("hotel")))
		if err != nil {
			t.Fatal(err)
		}
		result, err = other.sdk.SendMessage(t.Context(), &sdk.SendMessageRequest{
			Message: sdk.NewMessageForTask(sdk.MessageRoleUser, first.Result, sdk.NewTextPart("//ping v1 code"))})
		if task, ok := result.(*sdk.Task); err != nil || !ok || task.Status.State != sdk.TaskStateFailed {
			t.Errorf("%s: a ping in a task: %+v, %v", tr.name, result, err)
		}
	}
}

// onlyPlain reports a Go value that protocol buffers or a copying store refuse.
func onlyPlain(path string, v any) error {
	switch v := v.(type) {
	case nil, bool, string, float64:
	case []any:
		for i := range v {
			if err := onlyPlain(fmt.Sprintf("%s/%d", path, i), v[i]); err != nil {
				return err
			}
		}
	case map[string]any:
		for k := range v {
			if err := onlyPlain(path+"/"+k, v[k]); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("%s is a %T", path, v)
	}
	return nil
}

// TestPlainMetadata: a []string in metadata is refused over gRPC alone. None is
// in what this package writes, and a card with an offer arrives on every
// transport.
func TestPlainMetadata(t *testing.T) {
	o := options(false)
	ext, err := o.Extension(offer, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := onlyPlain("", ext.Params); err != nil {
		t.Error(err)
	}
	for _, x := range ours(t) {
		for _, data := range []bool{false, true} {
			part, err := options(data).Part(x)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(onlyPlain("", part.Metadata), onlyPlain("", part.Data())); err != nil {
				t.Error(err)
			}
		}
	}
	card := &sdk.AgentCard{Name: "a", Description: "a", Version: "1", DefaultInputModes: []string{a2a.MediaType}, DefaultOutputModes: []string{a2a.MediaType},
		SupportedInterfaces: []*sdk.AgentInterface{sdk.NewAgentInterface("http://127.0.0.1", sdk.TransportProtocolJSONRPC)},
		Skills:              []sdk.AgentSkill{{ID: "s", Name: "s", Description: "s", Tags: []string{"s"}}},
		Capabilities:        sdk.AgentCapabilities{ExtendedAgentCard: true, Extensions: []sdk.AgentExtension{ext}}}
	a := serve(t, &a2asdk.Executor{Options: o, Handle: echo}, false, a2asrv.WithExtendedAgentCard(card))
	for _, tr := range v1(a.transports) {
		card, err := tr.sdk.GetExtendedAgentCard(t.Context(), &sdk.GetExtendedAgentCardRequest{})
		if err != nil {
			t.Errorf("%s: %v", tr.name, err)
			continue
		}
		agreed, err := o.Agree(offer, card)
		if err != nil || agreed.Frontend != "json" {
			t.Errorf("%s: %q, %v", tr.name, agreed.Frontend, err)
		}
	}

	part, err := o.Part(ir.Task("!BOOK", ir.Arg("hotel")))
	if err != nil {
		t.Fatal(err)
	}
	part.SetMeta("urn:strings", []string{"a"})
	if _, err := send(t, a.transports[2], o, true, part); err == nil {
		t.Error("gRPC takes a []string now: the pitfall is gone")
	}
}

// TestCommaSeparatedHeader: several URIs in one header line reach the SDK as
// several. The same server without our wrappers does not find the extension.
func TestCommaSeparatedHeader(t *testing.T) {
	o := options(false)
	ext, err := o.Extension(offer, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, bare := range []bare{false, true} {
		a := serve(t, &a2asdk.Executor{Options: o, Handle: echo}, bare,
			a2asrv.WithCapabilityChecks(&sdk.AgentCapabilities{Streaming: true, Extensions: []sdk.AgentExtension{ext}}))
		for _, tr := range a.transports {
			msg, err := o.Message(sdk.MessageRoleUser, nil, ir.Task("!BOOK", ir.Arg("hotel")))
			if err != nil {
				t.Fatal(err)
			}
			ctx := a2aclient.AttachServiceParams(t.Context(), a2aclient.ServiceParams{sdk.SvcParamExtensions: {"urn:other, " + uri}})
			req := &sdk.SendMessageRequest{Message: msg}
			_, err = tr.sdk.SendMessage(ctx, req)
			for _, streamed := range tr.sdk.SendStreamingMessage(ctx, req) {
				if (streamed == nil) != (err == nil) {
					t.Errorf("bare %v, %s: streamed %v, else %v", bare, tr.name, streamed, err)
				}
			}
			if bare != (err != nil) {
				t.Errorf("bare %v, %s: %v", bare, tr.name, err)
			}
		}
	}
}

// TestOversized: what is over the limit is refused before it is sent, and from a
// client that sends it nevertheless before it is read.
func TestOversized(t *testing.T) {
	o := options(false)
	a := serve(t, &a2asdk.Executor{Options: o, Handle: echo}, false)
	large := ir.Task("!BOOK", ir.Arg(strings.Repeat("x", 5<<20)))
	for _, tr := range a.transports {
		for _, data := range []bool{false, true} {
			_, err := tr.client(options(data)).Send(t.Context(), nil, large)
			e, ok := errors.AsType[*ir.Error](err)
			if !ok || e.Code != ir.InvalidSyntax || e.Path != "/silp_payload" || errors.Is(err, carrier.Remote) {
				t.Errorf("%s: %v", tr.name, err)
			}
		}
		if _, err := send(t, tr, o, true, sdk.NewTextPart(strings.Repeat("x", 5<<20))); err == nil {
			t.Errorf("%s: an agent took 5 MiB", tr.name)
		}
		if tr.url == "" || strings.HasPrefix(tr.name, "gRPC") {
			continue
		}
		// A body whose length is not announced.
		body := io.MultiReader(strings.NewReader(`{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":"`), strings.NewReader(strings.Repeat("x", 5<<20)), strings.NewReader(`"}`))
		resp, err := http.Post(tr.url, "application/json", body)
		if err != nil {
			continue // the server closed the connection
		}
		raw, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if strings.Contains(string(raw), `"result"`) {
			t.Errorf("%s: %.200s", tr.name, raw)
		}
	}
	if n := a.calls.Load(); n != 0 {
		t.Errorf("the agent ran %d times", n)
	}

	// Between the limit of the text and that of the request: SILP's own error.
	part := sdk.NewTextPart("book(" + strings.Repeat("x", 65<<10) + ")")
	part.SetMeta(uri, map[string]any{"silp_encoding": "code"})
	for _, tr := range a.transports {
		result, err := send(t, tr, o, true, part)
		if err != nil {
			t.Fatalf("%s: %v", tr.name, err)
		}
		if _, err := o.Read(result); !errors.Is(err, ir.InvalidSyntax) || !errors.Is(err, carrier.Remote) {
			t.Errorf("%s: %v", tr.name, err)
		}
	}
}

// TestInvalidUTF8: JSON encoders turn such bytes into U+FFFD and say nothing, so
// they are refused before they are sent, and in what an agent is given directly.
func TestInvalidUTF8(t *testing.T) {
	o := options(false)
	a := serve(t, &a2asdk.Executor{Options: o, Handle: echo}, false)
	for _, tr := range a.transports {
		for _, data := range []bool{false, true} {
			if _, err := tr.client(options(data)).Send(t.Context(), nil, ir.Task("!BOOK", ir.Arg("hot\xffel"))); !errors.Is(err, ir.DecodeFailed) {
				t.Errorf("%s: %v", tr.name, err)
			}
		}
	}
	if n := a.calls.Load(); n != 0 {
		t.Errorf("the agent ran %d times", n)
	}
	text := sdk.NewTextPart("book(hot\xffel)")
	text.SetMeta(uri, map[string]any{"silp_encoding": "code"})
	data := sdk.NewDataPart(map[string]any{"silp_encoding": "code", "silp_payload": "book(hot\xffel)"})
	data.SetMeta(uri, map[string]any{})
	for _, part := range []*sdk.Part{text, data} {
		if _, err := o.Read(sdk.NewMessage(sdk.MessageRoleUser, part)); !errors.Is(err, ir.DecodeFailed) {
			t.Errorf("%v: %v", part, err)
		}
	}
}

// TestOnTheWire: what another SDK would see of a message of ours, and that an
// agent takes the shapes of a peer that knows no SDK.
func TestOnTheWire(t *testing.T) {
	o := options(false)
	msg, err := o.Message(sdk.MessageRoleUser, nil, ir.Task("!BOOK", ir.Arg("hotel")).If(ir.Cmp("price", "<=", "100")))
	if err != nil {
		t.Fatal(err)
	}
	msg.ID = "m1"
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(msg); err != nil {
		t.Fatal(err)
	}
	// The SDK's encoders escape < on the wire; on arrival it is < again.
	want := `{"messageId":"m1","extensions":["` + uri + `"],"parts":[{"text":"if price<=100: book(hotel)","mediaType":"text/x.silp","metadata":{"` + uri +
		`":{"silp_encoding":"code","silp_header":{"meta":{"req_id":"d3953e6d"}}}}}],"role":"ROLE_USER"}`
	if got := strings.ReplaceAll(strings.TrimSpace(buf.String()), `\u003c`, "<"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}

	a := serve(t, &a2asdk.Executor{Options: o, Handle: echo}, false)
	for _, c := range []struct{ url, method, body string }{
		{a.transports[0].url, "SendMessage", want},
		{a.transports[3].url, "message/send", `{"kind":"message","messageId":"m1","role":"user","parts":[{"kind":"text","text":"if price<=100: book(hotel)","metadata":{"` + uri + `":{"silp_encoding":"code"}}}]}`},
		{a.transports[3].url, "message/send", `{"kind":"message","messageId":"m1","role":"user","parts":[{"kind":"data","data":{"silp_encoding":"code","silp_payload":"if price<=100: book(hotel)"},"metadata":{"` + uri + `":{}}}]}`},
	} {
		raw := post(t, c.url, c.method, c.body)
		var resp struct{ Result json.RawMessage }
		if err := json.Unmarshal(raw, &resp); err != nil {
			t.Fatal(err)
		}
		p, err := o.Carrier.Read(resp.Result)
		if err != nil || p.Text != "if price<=100: book(hotel)" {
			t.Errorf("%s: %s: %+v, %v", c.body, raw, p, err)
		}
	}
}

// TestNullParts: null among the parts, which the SDK hands over as nil pointers,
// ends no process.
func TestNullParts(t *testing.T) {
	a := serve(t, &a2asdk.Executor{Handle: echo}, false)
	for _, parts := range []string{`[null]`, `[null,{"text":"book(hotel)","metadata":{"` + uri + `":{"silp_encoding":"code"}}}]`} {
		raw := post(t, a.transports[0].url, "SendMessage", `{"messageId":"m1","role":"ROLE_USER","parts":`+parts+`}`)
		if !json.Valid(raw) {
			t.Errorf("%s: %q", parts, raw)
		}
	}
	if n := a.calls.Load(); n != 2 {
		t.Errorf("the agent ran %d times", n)
	}
}

// post sends a message over JSON-RPC with nothing but HTTP.
func post(t *testing.T, url, method, message string) []byte {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(`{"jsonrpc":"2.0","id":"1","method":"`+method+`","params":{"message":`+message+`}}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
