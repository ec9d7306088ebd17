package iacp_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/silp-protocol/silp-go/carrier/iacp"
)

// forager is a Worker and what a test says to it. Its queen's clock is an hour
// ahead.
type forager struct {
	t *testing.T
	*iacp.Worker
	now  float64
	beat string // ID of its last heartbeat
}

const ahead = 3600

func newForager(t *testing.T, o iacp.WorkerOptions) *forager {
	o.Name = "f"
	f := &forager{t: t, Worker: must(iacp.NewWorker(o))}
	f.tick(0)
	f.answered()
	return f
}

func (f *forager) note(s iacp.Step) string {
	var words []string
	for _, v := range s.Events {
		words = append(words, string(v.Kind)+":"+v.Assign)
	}
	for _, e := range s.Send {
		w := e.Kind
		switch {
		case e.Kind == iacp.Heartbeat:
			f.beat = e.ID
			w += string(e.Body)
		case e.Kind == iacp.TaskReject:
			w += ":" + must(e.Reject()).Reason
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

func (f *forager) tick(seconds float64) string {
	f.now += seconds
	return f.note(f.Tick(at(f.now)))
}

func (f *forager) hear(kind, id, ref string, age int64, body string) string {
	return f.note(f.Handle(at(f.now), &iacp.Envelope{V: "1.1", ID: id, From: "queen", To: "f", Kind: kind, Ref: ref,
		TS: at(f.now).Unix() + ahead - age, Body: json.RawMessage(body)}))
}

// answered gives the queen's answer to the last heartbeat.
func (f *forager) answered() { f.hear(iacp.Heartbeat, "q-hb", f.beat, 0, "") }

func (f *forager) assign(id string) string { return f.hear(iacp.TaskAssign, id, "", 0, "") }

func (f *forager) result(id string, r iacp.Result) string {
	s, err := f.Result(at(f.now), id, r)
	if err != nil {
		return err.Error()
	}
	return f.note(s)
}

// A repeated assign is answered, and never runs again: with the accept while it
// runs, with the very same result once it has ended.
func TestRepeatedAssign(t *testing.T) {
	f := newForager(t, iacp.WorkerOptions{})
	want(t,
		[2]string{f.assign("q-1"), "start:q-1 task.accept"},
		[2]string{f.assign("q-1"), "task.accept"},
		[2]string{f.result("q-1", iacp.Result{Partial: true}), "task.result"},
	)
	s, err := f.Result(at(f.now), "q-1", iacp.Result{Status: "ok"})
	if err != nil {
		t.Fatal(err)
	}
	f.now = 1
	again := f.Handle(at(1), &iacp.Envelope{V: "1.1", ID: "q-1", From: "queen", To: "f", Kind: iacp.TaskAssign, TS: 1})
	if d := cmp.Diff(s.Send, again.Send); d != "" || len(again.Events) != 0 {
		t.Error(d, again.Events)
	}
	if _, err := f.Result(at(1), "q-1", iacp.Result{}); !errors.Is(err, iacp.ErrNotRunning) {
		t.Error(err)
	}
	// Results are kept for the slots and a few more.
	for _, id := range []string{"q-2", "q-3", "q-4"} {
		f.assign(id)
		f.result(id, iacp.Result{})
	}
	want(t,
		[2]string{f.assign("q-2"), "task.result"},
		[2]string{f.assign("q-1"), "task.reject:the result is no longer kept"},
	)
}

// A result that no line has room for is an error, and another one can be sent:
// the queen would ask in vain for one that was stored.
func TestLongResult(t *testing.T) {
	f := newForager(t, iacp.WorkerOptions{})
	f.assign("q-1")
	if got := f.result("q-1", iacp.Result{Status: strings.Repeat("x", iacp.DefaultMaxLine)}); !strings.Contains(got, "longer than") {
		t.Errorf("%.80s", got)
	}
	want(t, [2]string{f.result("q-1", iacp.Result{Status: "error"}), "task.result"})
}

// A forager does not run what it may not.
func TestRefusals(t *testing.T) {
	f := newForager(t, iacp.WorkerOptions{})
	f.assign("q-1")
	want(t,
		[2]string{f.assign("q-2"), "task.reject:busy"},
		[2]string{f.hear(iacp.TaskCancel, "q-c", "q-1", 0, ""), "stop:q-1"},
		[2]string{f.hear(iacp.TaskCancel, "q-c", "q-1", 0, ""), ""},
		[2]string{f.assign("q-1"), "task.reject:cancelled"},
		[2]string{f.assign("q-2"), "task.reject:busy"}, // once is for ever
		// A cancel that overtakes its assign.
		[2]string{f.hear(iacp.TaskCancel, "q-c", "q-3", 0, ""), ""},
		[2]string{f.assign("q-3"), "task.reject:cancelled"},
		[2]string{f.hear(iacp.TaskCancel, "q-c", "", 0, ""), "ignored:"},
		[2]string{f.hear(iacp.TaskAssign, "q-4", "", 0, `{"attempt":0}`)[:12], "task.reject:"},
		[2]string{f.hear(iacp.TaskAssign, strings.Repeat("x", 257), "", 0, ``), "ignored:"},
		[2]string{f.assign("q-5"), "start:q-5 task.accept"},
		[2]string{f.hear(iacp.CtlDrain, "q-d", "", 0, ""), ""},
		[2]string{f.assign("q-6"), "task.reject:draining"},
		[2]string{f.result("q-5", iacp.Result{}), "drained: task.result"},
		[2]string{f.hear(iacp.CtlDrain, "q-d", "", 0, ""), ""},
		[2]string{f.tick(10), `hb{"running":[],"draining":true}`},
	)
}

func TestHalt(t *testing.T) {
	f := newForager(t, iacp.WorkerOptions{Slots: 2})
	f.assign("q-1")
	f.assign("q-2")
	want(t,
		[2]string{f.hear(iacp.CtlHalt, "q-h", "", 0, ""), "stop:q-1 stop:q-2 halted:"},
		[2]string{f.hear(iacp.CtlHalt, "q-h", "", 0, ""), ""},
		[2]string{f.assign("q-1"), "task.reject:halted"},
		[2]string{f.assign("q-3"), "task.reject:halted"},
		[2]string{f.tick(10), `hb{"running":[],"halted":true}`},
	)
}

// A forager runs on for 25 s behind the heartbeat that was answered last, counted
// from when that was sent, and not a moment longer.
func TestFence(t *testing.T) {
	f := newForager(t, iacp.WorkerOptions{})
	want(t,
		[2]string{f.assign("q-1"), "start:q-1 task.accept"},
		[2]string{f.tick(10), `hb{"running":["q-1"]}`},
	)
	f.now = 19
	f.answered() // that of 10 s
	want(t,
		[2]string{f.tick(1), `hb{"running":["q-1"]}`},
		[2]string{f.tick(14.9), `hb{"running":["q-1"]}`},
	)
	if got := f.Next(); !got.Equal(at(35)) {
		t.Errorf("next is %v", got)
	}
	want(t,
		[2]string{f.tick(0.1), "stop:q-1"},
		[2]string{f.assign("q-2"), "ignored:"}, // no new ones either
		[2]string{f.assign("q-1"), "task.reject:the queen is silent"},
	)
	f.answered()
	want(t, [2]string{f.assign("q-2"), "start:q-2 task.accept"})
	// A pause of the process: what comes first finds the run at its end, even the
	// answer that would have kept it, even its result.
	f.now += 100
	f.answered()
	want(t, [2]string{f.result("q-2", iacp.Result{}), iacp.ErrNotRunning.Error()})
	// Without the fence it runs on.
	f = newForager(t, iacp.WorkerOptions{NoFence: true})
	f.assign("q-1")
	f.now = 1000
	want(t, [2]string{f.result("q-1", iacp.Result{}), "task.result"})
}

// An assign that the queen may have given up, or is about to, does not run; nor
// one from before the forager's time. Only the queen's clock counts.
func TestStale(t *testing.T) {
	f := newForager(t, iacp.WorkerOptions{})
	want(t, [2]string{f.hear(iacp.TaskAssign, "q-1", "", 1, ""), "task.reject:stale"}) // sent before the forager was heard of
	f.tick(1000)
	f.answered()
	want(t,
		[2]string{f.hear(iacp.TaskAssign, "q-2", "", 270, ""), "task.reject:stale"},
		[2]string{f.hear(iacp.TaskAssign, "q-3", "", 269, ""), "start:q-3 task.accept"},
		[2]string{f.result("q-3", iacp.Result{}), "task.result"},
	)
	f.now += 20 // the heartbeat's answer is as old: it counts as time that has passed
	want(t,
		[2]string{f.hear(iacp.TaskAssign, "q-4", "", 270, ""), "task.reject:stale"},
		[2]string{f.hear(iacp.TaskAssign, "q-5", "", 269, ""), "start:q-5 task.accept"},
	)
}

// What was forgotten is not taken for new.
func TestForgotten(t *testing.T) {
	f := newForager(t, iacp.WorkerOptions{Remember: 2})
	for _, id := range []string{"q-1", "q-2", "q-3"} {
		f.assign(id)
		f.result(id, iacp.Result{})
		f.tick(1)
		f.answered()
	}
	want(t,
		[2]string{f.hear(iacp.TaskAssign, "q-1", "", 3, ""), "task.reject:stale"},
		[2]string{f.hear(iacp.TaskAssign, "q-3", "", 1, ""), "task.result"},
		[2]string{f.assign("q-4"), "start:q-4 task.accept"},
	)
}

// Messages that are none of a forager's business.
func TestNotForForager(t *testing.T) {
	f := newForager(t, iacp.WorkerOptions{})
	for _, e := range []iacp.Envelope{
		{V: "1.1", ID: "q-1", From: "g", To: "f", Kind: iacp.TaskAssign, TS: 1},
		{V: "1.1", ID: "q-1", From: "queen", To: "g", Kind: iacp.TaskAssign, TS: 1},
		{V: "2.0", ID: "q-1", From: "queen", To: "f", Kind: iacp.TaskAssign, TS: 1},
		{V: "1.1", ID: "q-1", From: "queen", To: "f", Kind: iacp.TaskAccept, TS: 1},
		{V: "1.1", ID: "q-1", From: "queen", To: "f", Kind: iacp.MemSync, TS: 1},
	} {
		if got := f.note(f.Handle(at(0), &e)); got != "ignored:" {
			t.Errorf("%+v: %s", e, got)
		}
	}
	if f.Running() != 0 {
		t.Error("something runs")
	}
}
