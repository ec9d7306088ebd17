package iacp_test

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/carrier/iacp"
)

// TestAllocations: into memory that exists a line is written and read without
// an allocation; a stream costs one a line, for its text.
func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates: the run without it counts")
	}
	list := traffic(64)
	text := lines(t, list)
	buf := make([]byte, 0, 1024)
	e := iacp.Envelope{Body: make([]byte, 0, 1024)}
	stream := []byte(strings.Join(text, ""))
	in := bytes.NewReader(stream)
	d := iacp.NewDecoder(in)
	for _, c := range []struct {
		name string
		max  float64
		f    func() error
	}{
		{"AppendLine", 0, func() (err error) {
			for i := range list {
				if buf, err = list[i].AppendLine(buf[:0]); err != nil {
					return err
				}
			}
			return nil
		}},
		{"Line", 1, func() error {
			for i := range list {
				if _, err := list[i].Line(); err != nil {
					return err
				}
			}
			return nil
		}},
		{"ParseInto", 0, func() error {
			for _, line := range text {
				if err := iacp.ParseInto(&e, line); err != nil {
					return err
				}
			}
			return nil
		}},
		{"Parse", 2, func() error {
			for _, line := range text {
				if _, err := iacp.Parse(line); err != nil {
					return err
				}
			}
			return nil
		}},
		{"DecodeInto", 1, func() error {
			in.Reset(stream)
			for {
				if err := d.DecodeInto(&e); err != nil {
					if err == io.EOF {
						return nil
					}
					return err
				}
			}
		}},
	} {
		var err error
		n := testing.AllocsPerRun(10, func() { err = c.f() }) / float64(len(list))
		if err != nil || n > c.max {
			t.Errorf("%s: %.2f allocations a line, want at most %v; %v", c.name, n, c.max, err)
		}
	}
}

// A Tracker's memory does not grow with the messages and tasks that have passed:
// every task of this long life is done.
func TestTrackerMemory(t *testing.T) {
	q := must(iacp.NewTracker(iacp.TrackerOptions{Remember: 64, MaxTasks: 8}))
	for _, name := range []string{"a", "b"} {
		if err := q.Admit(name, 2); err != nil {
			t.Fatal(err)
		}
	}
	now := at(0)
	life := func(rounds int) {
		for range rounds {
			now = now.Add(31 * time.Second)
			for _, name := range []string{"a", "b"} {
				q.Handle(now, &iacp.Envelope{V: "1.1", ID: "m-1", From: name, To: "queen", Kind: iacp.Heartbeat, TS: 1, Body: []byte(idle)})
			}
			for _, task := range []string{"x", "y"} {
				s, err := q.Submit(now, iacp.Task{Name: task})
				if err != nil {
					t.Fatal(err)
				}
				e := s.Send[0]
				q.Handle(now, &iacp.Envelope{V: "1.1", ID: "m-2", From: e.To, To: "queen", Kind: iacp.TaskResult, Ref: e.ID, TS: 1})
			}
		}
	}
	life(1000)
	before := live()
	life(20000)
	if after := live(); after > before+32<<10 {
		t.Errorf("%d bytes in use after 20,000 more rounds, %d before", after, before)
	}
	runtime.KeepAlive(q)
}

// The same of a Worker.
func TestWorkerMemory(t *testing.T) {
	f := newForager(t, iacp.WorkerOptions{Remember: 64})
	n := 0
	life := func(rounds int) {
		for range rounds {
			n++
			id := "q-" + time.Duration(n).String() + strings.Repeat("x", 100)
			f.assign(id)
			f.result(id, iacp.Result{Status: strings.Repeat("y", 1000)})
			f.hear(iacp.TaskCancel, "q-c", id+"?", 0, "")
			f.tick(10)
			f.answered()
		}
	}
	life(1000)
	before := live()
	life(20000)
	if after := live(); after > before+32<<10 {
		t.Errorf("%d bytes in use after 20,000 more rounds, %d before", after, before)
	}
	runtime.KeepAlive(f)
}
