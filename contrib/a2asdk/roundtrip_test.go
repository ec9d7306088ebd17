package a2asdk_test

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"github.com/silp-protocol/silp-go/contrib/a2asdk"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/sharedcases"
	"github.com/silp-protocol/silp-go/ir"
)

// ours are the 27 IRs of testdata/ir and 100 random ones.
func ours(t *testing.T) (list []*ir.IR) {
	t.Helper()
	files, _ := filepath.Glob("../../testdata/ir/*.json")
	if len(files) != 27 {
		t.Fatalf("%d files in testdata/ir", len(files))
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, parse(t, string(raw)))
	}
	for seed := range uint64(100) {
		list = append(list, irgen.Random(seed).IR())
	}
	// What an SDK's maps, float64s and copies would lose.
	return append(list, parse(t, `{"intent":"!BOOK","meta":{"req_id":"abcd","priority":9007199254740993,"x":[],"y":{},"z":null,"n":1e400,"f":0.1}}`))
}

func parse(t *testing.T, text string) *ir.IR {
	t.Helper()
	x, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestRoundTrip(t *testing.T)       { roundTrip(t, ours(t), 6) }
func TestRoundTripShared(t *testing.T) { roundTrip(t, sharedcases.IRs(t), 3) }

// roundTrip: through the first n transports and back, as text and as data, every field
// of the IR is there, req_id included, on both sides, and the text is the same
// byte for byte.
func roundTrip(t *testing.T, list []*ir.IR, n int) {
	for _, data := range []bool{false, true} {
		o := options(data)
		var arrived atomic.Pointer[a2asdk.Received]
		a := serve(t, &a2asdk.Executor{Options: o, Handle: func(_ context.Context, req *a2asdk.Request) (*ir.IR, error) {
			arrived.Store(&req.Received)
			return req.IR, nil
		}}, false)
		for _, tr := range a.transports[:n] {
			t.Run(map[bool]string{false: "text ", true: "data "}[data]+tr.name, func(t *testing.T) {
				c := tr.client(o)
				for i, x := range list {
					c.Frontend = []string{"code", "json"}[i%2]
					sent, err := open.EncodeAs(c.Frontend, x)
					if err != nil {
						t.Fatal(err)
					}
					reply, err := c.Send(t.Context(), nil, x)
					if err != nil {
						t.Fatalf("case %d: %s: %v", i, sent.Text, err)
					}
					for side, r := range map[string]a2asdk.Received{"agent": *arrived.Load(), "client": reply.Received} {
						if r.Payload.Text != sent.Text || r.Payload.Encoding != sent.Encoding {
							t.Fatalf("case %d, %s: the text %q arrived as %q", i, side, sent.Text, r.Payload.Text)
						}
						if !ir.Equivalent(x, r.IR) || r.IR.Meta.ReqID != x.Meta.ReqID {
							t.Fatalf("case %d, %s: %v, req_id %s", i, side, ir.Diff(x, r.IR), r.IR.Meta.ReqID)
						}
					}
				}
			})
		}
	}
}

// TestStream: the answer is an artifact event of a stream too, and the stored
// task still holds it.
func TestStream(t *testing.T) {
	o := options(false)
	a := serve(t, &a2asdk.Executor{Options: o, Handle: echo}, false)
	x := ours(t)[127]
	for _, tr := range v1(a.transports) {
		msg, err := o.Message(sdk.MessageRoleUser, nil, x)
		if err != nil {
			t.Fatal(err)
		}
		var task sdk.TaskID
		found := 0
		for ev, err := range tr.sdk.SendStreamingMessage(o.Context(t.Context()), &sdk.SendMessageRequest{Message: msg}) {
			if err != nil {
				t.Fatalf("%s: %v", tr.name, err)
			}
			task = ev.TaskInfo().TaskID
			if r, err := o.Read(ev); err == nil && ir.Equivalent(x, r.IR) && r.IR.Meta.ReqID == x.Meta.ReqID {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%s: the IR was in %d events", tr.name, found)
		}
		stored, err := tr.sdk.GetTask(t.Context(), &sdk.GetTaskRequest{ID: task})
		if err != nil {
			t.Fatalf("%s: %v", tr.name, err)
		}
		for where, ev := range map[string]sdk.Event{"task": stored, "history": stored.History[0]} {
			if r, err := o.Read(ev); err != nil || !ir.Equivalent(x, r.IR) {
				t.Errorf("%s, %s: %v, %v", tr.name, where, ir.Diff(x, r.IR), err)
			}
		}
	}
}
