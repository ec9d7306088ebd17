package iacp_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/silp-protocol/silp-go/carrier/iacp"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

func ExampleParse() {
	e, err := iacp.Parse(`{"v":"1.1","id":"m-4f91c3","from":"forager-07","to":"queen","kind":"task.result","ref":"q-00a1","ts":1312284180,"body":{"status":"ok"},"FROM":"x"}`)
	fmt.Println(e.From, e.Kind, e.Ref, string(e.Body), string(e.Extra["FROM"]), err)
	_, err = iacp.Parse(`{"v":"2.0","id":"m-1","from":"f","to":"queen","kind":"hb","ts":1}`)
	fmt.Println(errors.Is(err, ir.UnsupportedVersion))
	// Output:
	// forager-07 task.result q-00a1 {"status":"ok"} "x" <nil>
	// true
}

// Lines without new memory, except for a ref that needs an escape.
func ExampleParseInto() {
	var e iacp.Envelope
	var buf []byte
	for _, line := range []string{
		`{"v":"1.1","id":"m-1","from":"f","to":"queen","kind":"hb","ts":1312284100}`,
		`{"ts":1312284101,"kind":"task.accept","to":"queen","from":"f","id":"m-2","ref":"q-00a1","v":"1.1"}`,
	} {
		if err := iacp.ParseInto(&e, line); err != nil {
			panic(err)
		}
		var err error
		if buf, err = e.AppendLine(buf); err != nil {
			panic(err)
		}
	}
	fmt.Print(string(buf))
	// Output:
	// {"v":"1.1","id":"m-1","from":"f","to":"queen","kind":"hb","ts":1312284100}
	// {"v":"1.1","id":"m-2","from":"f","to":"queen","kind":"task.accept","ref":"q-00a1","ts":1312284101}
}

// A sender is strict.
func ExampleEnvelope_Line() {
	e := iacp.Envelope{ID: "m-1", From: "f", To: iacp.Queen, Kind: iacp.TaskResult, TS: 1312284180}
	_, err := e.Line()
	fmt.Println(err)
	e.Ref = "q-00a1"
	line, err := e.Line()
	fmt.Print(string(line), err)
	// Output:
	// decode_failed: /ref: a "task.result" must name the message that it answers; set it to that message's id
	// {"v":"1.1","id":"m-1","from":"f","to":"queen","kind":"task.result","ref":"q-00a1","ts":1312284180}
	// <nil>
}

// A stream goes on behind a bad line.
func ExampleDecoder() {
	d := iacp.NewDecoder(strings.NewReader(`{"v":"1.1","id":"m-1","from":"f","to":"queen","kind":"hb","ts":1312284100}
{"v":"1.1","id":"m-2"}
{"v":"1.1","id":"m-3","from":"f","to":"queen","kind":"hb","ts":1312284110}
{"v":"1.1","id":"m-4","fr`))
	var e iacp.Envelope
	for {
		err := d.DecodeInto(&e)
		line, bad := errors.AsType[*iacp.LineError](err)
		switch {
		case err == io.EOF:
			return
		case bad:
			fmt.Println(line)
		case err != nil:
			panic(err)
		default:
			fmt.Println(e.ID)
		}
	}
	// Output:
	// m-1
	// line 2: decode_failed: missing member "from" (offset 21); an envelope has v, id, from, to, kind and ts
	// m-3
	// line 4: unexpected EOF
}

func ExampleDecoderOptions_NewDecoder() {
	d := iacp.DecoderOptions{MaxLine: 80}.NewDecoder(strings.NewReader(strings.Repeat("x", 100) + "\n" +
		`{"v":"1.1","id":"m-1","from":"f","to":"queen","kind":"hb","ts":1312284100}` + "\n"))
	_, err := d.Decode()
	fmt.Println(err)
	e, err := d.Decode()
	fmt.Println(e.ID, err)
	// Output:
	// line 1: invalid_syntax: the line is longer than 80 bytes (offset 80); send less, or raise the limit (DecoderOptions.MaxLine)
	// m-1 <nil>
}

// SILP in a task.assign and in its task.result.
func ExampleAssign() {
	codec := silp.New(silp.Options{})
	p, err := codec.Encode(ir.Task("!BOOK", ir.Arg("hotel")).If(ir.Cmp("budget", "<=", "500")))
	if err != nil {
		panic(err)
	}
	body, err := iacp.Assign{Node: "tg:trip/1", Payload: &p}.JSON()
	fmt.Println(string(body), err)
	e := iacp.Envelope{Body: body}
	a, err := e.Assign()
	if err != nil {
		panic(err)
	}
	x, _, err := codec.Decode(*a.Payload)
	fmt.Println(x.Intent, x.Entities[0].Value, err)
	// Output:
	// {"silp_encoding":"code","silp_payload":"if budget<=500: book(hotel)","silp_header":{"meta":{"req_id":"1f4cd6df"}},"node":"tg:trip/1"} <nil>
	// !BOOK hotel <nil>
}

func ExampleEnvelope_Result() {
	e := iacp.Envelope{Body: []byte(`{"status":"ok","artifacts":["cm://index/3"],"seconds":80}`)}
	r, err := e.Result()
	fmt.Println(r.Status, r.Artifacts, r.Partial, string(r.Extra["seconds"]), err)
	body, err := r.JSON()
	fmt.Println(string(body), err)
	// Output:
	// ok [cm://index/3] false 80 <nil>
	// {"status":"ok","artifacts":["cm://index/3"],"seconds":80} <nil>
}

func ExampleEnvelope_Reject() {
	body, err := iacp.Reject{Reason: "busy"}.JSON()
	fmt.Println(string(body), err)
	e := iacp.Envelope{Body: []byte(`{}`)}
	_, err = e.Reject()
	fmt.Println(err)
	// Output:
	// {"reason":"busy"} <nil>
	// decode_failed: /body/reason: a task.reject must carry a reason
}

func ExampleEnvelope_Beat() {
	e := iacp.Envelope{Body: []byte(`{"running":["q-00a1"],"draining":true,"load":0.7}`)}
	b, err := e.Beat()
	fmt.Println(b.Running, b.Draining, string(b.Extra["load"]), err)
	// Output: [q-00a1] true 0.7 <nil>
}

// A forager tells the queen what it speaks; both choose the same surface.
func ExampleOfferBody() {
	body, err := iacp.OfferBody(negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(body))
	e := iacp.Envelope{Kind: iacp.ToolQuery, Body: body}
	ping, err := e.Offer()
	if err != nil {
		panic(err)
	}
	pong := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"json"}}
	c, err := negotiation.Choose(ping, pong)
	fmt.Println(c.Frontend, err)
	// Output:
	// {"silp":{"versions":["v1"],"frontends":["code","json"]}}
	// json <nil>
}

// A queen and a forager, and the messages between them. The forager falls
// silent; the queen waits for its lease to end and takes the task back.
func ExampleTracker() {
	queen, err := iacp.NewTracker(iacp.TrackerOptions{FirstID: 0xa1})
	if err != nil {
		panic(err)
	}
	forager, err := iacp.NewWorker(iacp.WorkerOptions{Name: "forager-07", FirstID: 0x4f91c2})
	if err != nil {
		panic(err)
	}
	if err := queen.Admit("forager-07", 1); err != nil {
		panic(err)
	}
	now := time.Unix(1312284100, 0)
	// exchange hands the messages of a forager's step to the queen, hers back, and
	// so on.
	var exchange func(s iacp.Step)
	exchange = func(s iacp.Step) {
		for i := range s.Send {
			t := queen.Handle(now, &s.Send[i])
			for j := range t.Send {
				line, err := t.Send[j].Line()
				fmt.Print(string(line), err, "\n")
				exchange(forager.Handle(now, &t.Send[j]))
			}
		}
	}
	if _, err := queen.Submit(now, iacp.Task{Name: "crawl", Assign: iacp.Assign{Node: "tg:crawl-index/3"}}); err != nil {
		panic(err)
	}
	exchange(forager.Tick(now))
	fmt.Println(forager.Running(), "running, next at", forager.Next().Sub(now))
	open, assigned := queen.Outstanding()
	fmt.Println(open, "open,", assigned, "assigned, next at", queen.Next().Sub(now))

	now = now.Add(30 * time.Second)
	for _, e := range queen.Tick(now).Events {
		fmt.Println(e.Kind, e.Task, e.Forager, e.Reason)
	}
	for _, e := range forager.Tick(now).Events {
		fmt.Println(e.Kind, e.Assign, e.Reason)
	}
	_, err = forager.Result(now, "q-0000a2", iacp.Result{Status: "ok"})
	fmt.Println(err)
	fmt.Printf("%x %x\n", queen.NextID(), forager.NextID())
	// Output:
	// {"v":"1.1","id":"q-0000a1","from":"queen","to":"forager-07","kind":"hb","ref":"m-4f91c2","ts":1312284100}
	// <nil>
	// {"v":"1.1","id":"q-0000a2","from":"queen","to":"forager-07","kind":"task.assign","ts":1312284100,"body":{"node":"tg:crawl-index/3","attempt":1}}
	// <nil>
	// 1 running, next at 10s
	// 1 open, 1 assigned, next at 10s
	// revoked crawl forager-07 no sign of life
	// stop q-0000a2 the queen is silent
	// iacp: the task does not run here, or was stopped
	// a5 4f91c5
}

// Control messages, and a question that is no offer.
func ExampleTracker_Drain() {
	queen, err := iacp.NewTracker(iacp.TrackerOptions{})
	if err != nil {
		panic(err)
	}
	if err := queen.Admit("f", 1); err != nil {
		panic(err)
	}
	forager, err := iacp.NewWorker(iacp.WorkerOptions{Name: "f"})
	if err != nil {
		panic(err)
	}
	now := time.Unix(1312284100, 0)
	show := func(s iacp.Step) {
		for _, e := range s.Events {
			fmt.Println(e.Kind)
		}
		for _, e := range s.Send {
			fmt.Println(e.Kind, "to", e.To)
		}
	}
	drain := queen.Drain(now, "f")
	show(drain)
	show(forager.Handle(now, &drain.Send[0]))
	halt := queen.Halt(now, "f")
	show(forager.Handle(now, &halt.Send[0]))
	if _, err := queen.Submit(now, iacp.Task{Name: "a"}); err != nil {
		panic(err)
	}
	s, ok := queen.Cancel(now, "a")
	show(s)
	fmt.Println(ok)
	ask := queen.Ask(now, "f", []byte(`{"tool":"crawl"}`))
	show(forager.Handle(now, &ask.Send[0]))
	answer := forager.Reply(now, &ask.Send[0], []byte(`{"has":true}`))
	show(queen.Handle(now, &answer.Send[0]))
	fmt.Println(queen.Dismiss("f"))
	// Output:
	// ctl.drain to f
	// drained
	// halted
	// cancelled
	// true
	// asked
	// replied
	// true
}
