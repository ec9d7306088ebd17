package iacp_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/carrier/iacp"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

// An IR goes out in a task.assign, comes back in a task.result, and is what it
// was, its meta included.
func TestPayload(t *testing.T) {
	codec := silp.New(silp.Options{Verbs: ir.Verbs{Any: true}, AnyVersion: true, Policy: sanitize.Inspect})
	n := 0
	for seed := range uint64(500) {
		x := irgen.Random(seed).IR()
		p, err := codec.Encode(x)
		if err != nil {
			t.Fatal(err)
		}
		body, err := iacp.Assign{Node: "tg:a/1", Attempt: 1, Payload: &p}.JSON()
		if err != nil {
			t.Fatal(err)
		}
		e := iacp.Envelope{ID: "q-1", From: "queen", To: "f", Kind: iacp.TaskAssign, TS: 1, Body: body}
		a, err := must(iacp.Parse(string(must(e.Line())))).Assign()
		if err != nil || a.Node != "tg:a/1" || a.Attempt != 1 || a.Extra != nil {
			t.Fatalf("%s: %+v %v", body, a, err)
		}
		body, err = iacp.Result{Status: "ok", Artifacts: []string{"cm://1"}, Payload: a.Payload}.JSON()
		if err != nil {
			t.Fatal(err)
		}
		e = iacp.Envelope{ID: "m-1", From: "f", To: "queen", Kind: iacp.TaskResult, Ref: "q-1", TS: 1, Body: body}
		r, err := must(iacp.Parse(string(must(e.Line())))).Result()
		if err != nil || r.Status != "ok" || len(r.Artifacts) != 1 || r.Extra != nil {
			t.Fatalf("%s: %+v %v", body, r, err)
		}
		back, _, err := codec.Decode(*r.Payload)
		if err != nil || !ir.Equivalent(x, back) || x.Meta.ReqID != "" && x.Meta.ReqID != back.Meta.ReqID {
			t.Fatalf("%s: %v %v", body, ir.Diff(x, back), err)
		}
		if r.Payload.Header != nil && len(r.Payload.Header.Meta.Extra) > 0 {
			n++
		}
	}
	if n == 0 {
		t.Error("no payload had a header with more than the draft's members")
	}
}

// Nothing is escaped for HTML, and quotes in the text are all that grows.
func TestPayloadText(t *testing.T) {
	p := silp.Payload{Encoding: "code", Text: `if budget<=500: book("a&b")`}
	body := must(iacp.Assign{Node: "n", Payload: &p}.JSON())
	if want := `{"silp_encoding":"code","silp_payload":"if budget<=500: book(\"a&b\")","node":"n"}`; string(body) != want {
		t.Errorf("got %s", body)
	}
}

func TestBadPayloads(t *testing.T) {
	for _, c := range []struct{ name, body, path string }{
		{"no text", `{"silp_encoding":"code"}`, "/body/silp_payload"},
		{"a header that is none", `{"silp_encoding":"code","silp_payload":"x","silp_header":1}`, "/body/silp_header"},
		{"over 64 KiB", `{"silp_encoding":"code","silp_payload":"` + strings.Repeat("x", 64<<10+1) + `"}`, "/body/silp_payload"},
	} {
		e := iacp.Envelope{Body: json.RawMessage(c.body)}
		_, errA := e.Assign()
		_, errR := e.Result()
		for _, err := range []error{errA, errR} {
			if x, ok := errors.AsType[*ir.Error](err); !ok || x.Path != c.path {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
	p := silp.Payload{Encoding: "code", Text: "x\xff"}
	for name, err := range map[string]error{
		"bad UTF-8":               fail(iacp.Assign{Payload: &p}.JSON()),
		"a second one in Extra":   fail(iacp.Result{Payload: &silp.Payload{Encoding: "code", Text: "x()"}, Extra: ir.Extra{"silp_payload": json.RawMessage(`"y()"`)}}.JSON()),
		"beside an error":         fail(iacp.Result{Payload: &silp.Payload{Encoding: "code", Text: "x()"}, Error: &ir.Error{Code: ir.Timeout}}.JSON()),
		"over 64 KiB, to be sent": fail(iacp.Assign{Payload: &silp.Payload{Encoding: "code", Text: strings.Repeat("x", 64<<10+1)}}.JSON()),
	} {
		if x, ok := errors.AsType[*ir.Error](err); !ok || !strings.HasPrefix(x.Path, "/body/silp_") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// For queen and forager it is a task like any other, and a result too.
	q := newQueen(t, iacp.TrackerOptions{}, "a")
	q.hear("a", iacp.Heartbeat, "", idle)
	q.submit("x")
	want(t, [2]string{q.answer("a", iacp.TaskResult, `{"silp_encoding":"code","status":"ok"}`), "done:x"})
	f := newForager(t, iacp.WorkerOptions{})
	want(t, [2]string{f.hear(iacp.TaskAssign, "q-1", "", 0, `{"silp_encoding":"code"}`), "start:q-1 task.accept"})
}

// A forager that cannot read its payload says why in the result.
func TestErrorResult(t *testing.T) {
	_, err := silp.Decode("code", "book(hotel")
	x, _ := errors.AsType[*ir.Error](err)
	e := iacp.Envelope{Body: must(iacp.Result{Status: "error", Error: x}.JSON())}
	r, err := e.Result()
	if err != nil || r.Status != "error" || r.Extra != nil || !errors.Is(r.Error, ir.InvalidSyntax) || !errors.Is(r.Error, carrier.Remote) || r.Error.Error() != x.Error() {
		t.Errorf("%+v %v", r, err)
	}
	e.Body = json.RawMessage(`{"silp_error":{"code":"other"}}`)
	if r, err := e.Result(); err != nil || r.Error != nil || string(r.Extra["silp_error"]) != `{"code":"other"}` {
		t.Errorf("%+v %v", r, err)
	}
}

// A queen asks a forager what it speaks, and the other way round.
func TestOffers(t *testing.T) {
	mine := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}}
	yours := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"json", "natural"}, Preferred: "json"}
	q := must(iacp.NewTracker(iacp.TrackerOptions{Offer: &mine}))
	w := must(iacp.NewWorker(iacp.WorkerOptions{Name: "f", Offer: &yours}))
	if err := q.Admit("f", 1); err != nil {
		t.Fatal(err)
	}
	body := must(iacp.OfferBody(mine))
	s := q.Ask(at(0), "f", body)
	query := s.Send[0]
	s = w.Handle(at(0), &query)
	if kinds(s) != "asked" || sent(s) != "tool.reply" || s.Send[0].Ref != query.ID {
		t.Fatalf("%+v", s)
	}
	reply := s.Send[0]
	if s := q.Handle(at(0), &reply); kinds(s) != "replied" {
		t.Fatalf("%+v", s)
	}
	if s := q.Handle(at(0), &reply); kinds(s) != "unpaired" {
		t.Errorf("a second answer: %+v", s)
	}
	ping, pong := must(query.Offer()), must(reply.Offer())
	if d := cmp.Diff(mine, ping) + cmp.Diff(yours, pong); d != "" {
		t.Error(d)
	}
	if c := must(negotiation.Choose(ping, pong)); c.Frontend != "json" {
		t.Errorf("%+v", c)
	}
	// The other way round, and a question of another kind, which the caller
	// answers.
	s = w.Ask(at(0), must(iacp.OfferBody(yours)))
	s = q.Handle(at(0), &s.Send[0])
	if sent(s) != "tool.reply" || kinds(w.Handle(at(0), &s.Send[0])) != "replied" {
		t.Errorf("%+v", s)
	}
	other := w.Ask(at(0), json.RawMessage(`{"tool":"crawl"}`)).Send[0]
	if s := q.Handle(at(0), &other); kinds(s) != "asked" || len(s.Send) != 0 {
		t.Errorf("%+v", s)
	}
	s = q.Reply(at(0), &other, json.RawMessage(`{"has":true}`))
	if sent(s) != "tool.reply" || kinds(w.Handle(at(0), &s.Send[0])) != "replied" {
		t.Errorf("%+v", s)
	}
	if s := w.Reply(at(0), &query, nil); s.Send[0].Ref != query.ID {
		t.Errorf("%+v", s)
	}
	for _, bad := range []string{``, `[]`, `{}`, `{"silp":1}`, `{"silp":{"versions":[]}}`} {
		e := iacp.Envelope{Body: json.RawMessage(bad)}
		if o, err := e.Offer(); !errors.Is(err, ir.DecodeFailed) {
			t.Errorf("%s: %+v %v", bad, o, err)
		}
	}
	wrong := negotiation.Offer{}
	if _, err := iacp.NewTracker(iacp.TrackerOptions{Offer: &wrong}); !errors.Is(err, ir.DecodeFailed) {
		t.Error(err)
	}
	if _, err := iacp.NewWorker(iacp.WorkerOptions{Name: "f", Offer: &wrong}); !errors.Is(err, ir.DecodeFailed) {
		t.Error(err)
	}
	if _, err := iacp.OfferBody(wrong); !errors.Is(err, ir.DecodeFailed) {
		t.Error(err)
	}
}
