package main

import (
	"fmt"
	"io"
	"net"
	"time"

	"github.com/silp-protocol/silp-go/carrier/iacp"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// forage is a forager's process: it ends when it was drained, or the queen is
// gone.
func forage(name, addr string, out io.Writer) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	worker, err := iacp.NewWorker(iacp.WorkerOptions{Timing: timing, Name: name, FirstID: uint64(time.Now().UnixNano())})
	if err != nil {
		return err
	}
	f := &forager{name: name, out: out, link: dial(conn, out), worker: worker, ready: make(chan done)}
	if f.step(worker.Tick(time.Now())) {
		return nil
	}
	for {
		var s iacp.Step
		select {
		case e, ok := <-f.link.in:
			if !ok {
				return nil
			}
			s = worker.Handle(time.Now(), e)
		case d := <-f.ready:
			// An error says that the run was stopped meanwhile: its result is
			// thrown away.
			s, _ = worker.Result(time.Now(), d.assign, d.result)
		case <-time.After(time.Until(worker.Next())):
			s = worker.Tick(time.Now())
		}
		if f.step(s) {
			return nil
		}
	}
}

type forager struct {
	name   string
	out    io.Writer
	link   *link
	worker *iacp.Worker
	ready  chan done
	starts int
}

// done is the result of a run.
type done struct {
	assign string
	result iacp.Result
}

// step does what the worker wants and reports whether the forager was drained.
func (f *forager) step(s iacp.Step) (drained bool) {
	f.link.send(s.Send...)
	for _, v := range s.Events {
		switch v.Kind {
		case iacp.Start:
			f.starts++
			result := do(v.Message)
			// A real task would look at a context that Stop cancels.
			time.AfterFunc(work, func() { f.ready <- done{v.Assign, result} })
			if f.name == stalls && f.starts == 1 {
				<-time.After(stall) // nothing moves: no heartbeat, no message is read
				fmt.Fprintf(f.out, "%s was away for %v\n", f.name, stall)
			}
		case iacp.Stop:
			fmt.Fprintf(f.out, "%s stops %s: %s\n", f.name, v.Assign, v.Reason)
		case iacp.Drained:
			drained = true
		}
	}
	return drained
}

// do reads the payload of an assign and answers with one.
func do(e *iacp.Envelope) iacp.Result {
	codec := silp.New(silp.Options{})
	a, err := e.Assign()
	if err != nil || a.Payload == nil {
		return iacp.Result{Status: "error"}
	}
	x, _, err := codec.Decode(*a.Payload)
	if err != nil || len(x.Entities) == 0 {
		return failed(err)
	}
	p, err := codec.Encode(ir.Task("!NOTIFY", ir.Arg("done: "+x.Entities[0].Value)))
	if err != nil {
		return failed(err)
	}
	return iacp.Result{Status: "ok", Payload: &p}
}

// failed is the result of a task that cannot be done.
func failed(err error) iacp.Result {
	x, _ := err.(*silp.Error)
	return iacp.Result{Status: "error", Error: x}
}
