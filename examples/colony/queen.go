package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/silp-protocol/silp-go/carrier/iacp"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// queen is the process that knows the tasks.
type queen struct {
	out     io.Writer
	tracker *iacp.Tracker
	links   map[string]*link
	procs   map[string]*exec.Cmd
	killed  bool
	story   map[string][]string // of each task
	done    map[string]int
}

// hello is a forager's first message, on its new connection; mail is a later one.
type hello struct {
	link *link
	e    *iacp.Envelope
}

type mail struct {
	from string // whose connection it is
	e    *iacp.Envelope
}

// reign starts the foragers, gives out the tasks and prints their stories.
func reign(out io.Writer) error {
	out = &oneWriter{w: out}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer listener.Close()
	tracker, err := iacp.NewTracker(iacp.TrackerOptions{Timing: timing, FirstID: uint64(time.Now().UnixNano())})
	if err != nil {
		return err
	}
	q := &queen{out, tracker, make(map[string]*link), make(map[string]*exec.Cmd), false, make(map[string][]string), make(map[string]int)}
	defer q.stop()
	if err := q.hire(listener.Addr().String()); err != nil {
		return err
	}
	hellos := make(chan hello)
	go accept(listener, hellos, out)
	mails := make(chan mail)
	for len(q.done) < tasks {
		var s iacp.Step
		select {
		case h := <-hellos:
			// The name on a connection is the first one that is used there; a
			// real colony would ask for proof.
			name := h.e.From
			q.links[name] = h.link
			go func() {
				for e := range h.link.in {
					mails <- mail{name, e}
				}
			}()
			s = tracker.Handle(time.Now(), h.e)
			if len(q.links) == foragers && len(q.story) == 0 {
				if err := q.submit(); err != nil {
					return err
				}
			}
		case m := <-mails:
			if m.e.From != m.from {
				fmt.Fprintf(out, "%s speaks for %s: not heard\n", m.from, m.e.From)
				continue
			}
			s = tracker.Handle(time.Now(), m.e)
		case <-time.After(time.Until(tracker.Next())):
			s = tracker.Tick(time.Now())
		}
		q.step(s)
	}
	for name := range q.links {
		q.step(tracker.Drain(time.Now(), name))
	}
	return q.tell()
}

// accept hands on each connection with its first message.
func accept(listener net.Listener, hellos chan<- hello, out io.Writer) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			l := dial(conn, out)
			if e, ok := <-l.in; ok {
				hellos <- hello{l, e}
			}
		}()
	}
}

// hire starts the foragers' processes.
func (q *queen) hire(addr string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for i := range foragers {
		name := fmt.Sprintf("forager-%d", i+1)
		if err := q.tracker.Admit(name, 1); err != nil {
			return err
		}
		cmd := exec.Command(self, "-forager", name, "-queen", addr)
		cmd.Stdout, cmd.Stderr = q.out, q.out
		if err := cmd.Start(); err != nil {
			return err
		}
		q.procs[name] = cmd
	}
	return nil
}

func (q *queen) submit() error {
	codec := silp.New(silp.Options{})
	for i := range tasks {
		p, err := codec.Encode(ir.Task("!TRANSLATE", ir.Arg(fmt.Sprintf("chapter %d", i+1))))
		if err != nil {
			return err
		}
		name := fmt.Sprintf("task-%02d", i+1)
		s, err := q.tracker.Submit(time.Now(), iacp.Task{Name: name, Assign: iacp.Assign{Node: "tg:book/" + name, Payload: &p}})
		if err != nil {
			return err
		}
		q.step(s)
	}
	return nil
}

// step sends what the tracker wants and notes what happened.
func (q *queen) step(s iacp.Step) {
	for _, v := range s.Events {
		switch v.Kind {
		case iacp.Assigned:
			q.note(v, "to "+v.Forager)
		case iacp.Accepted:
			if v.Forager == dies && !q.killed {
				q.killed = true
				fmt.Fprintf(q.out, "%s is killed\n", dies)
				_ = q.procs[dies].Process.Kill()
			}
		case iacp.Revoked, iacp.Rejected:
			q.note(v, "lost ("+v.Reason+")")
		case iacp.Done:
			q.done[v.Task]++
			q.note(v, fmt.Sprintf("attempt %d: %s", v.Attempt, text(v.Message)))
		case iacp.Duplicate:
			q.note(v, "a duplicate from "+v.Forager)
		}
	}
	for _, e := range s.Send {
		if l := q.links[e.To]; l != nil {
			l.send(e)
		}
	}
}

func (q *queen) note(v iacp.Event, what string) { q.story[v.Task] = append(q.story[v.Task], what) }

// text is what a result says.
func text(e *iacp.Envelope) string {
	r, err := e.Result()
	switch {
	case err != nil:
		return err.Error()
	case r.Error != nil:
		return r.Error.Error()
	case r.Payload == nil:
		return r.Status
	}
	return r.Payload.Text
}

// tell prints the story of each task.
func (q *queen) tell() error {
	for i := range tasks {
		name := fmt.Sprintf("task-%02d", i+1)
		fmt.Fprintf(q.out, "%s: %s\n", name, strings.Join(q.story[name], ", "))
		if q.done[name] != 1 {
			return fmt.Errorf("%s has %d final results", name, q.done[name])
		}
	}
	fmt.Fprintf(q.out, "%d tasks, each with one final result\n", tasks)
	return nil
}

// stop waits for the foragers, which were drained, and ends those that do not
// listen.
func (q *queen) stop() {
	for _, cmd := range q.procs {
		timer := time.AfterFunc(2*stall, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		timer.Stop()
	}
}

// oneWriter lets several processes write, a line at a time.
type oneWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (o *oneWriter) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(p)
}
