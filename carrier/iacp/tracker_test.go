package iacp_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/silp-protocol/silp-go/carrier/iacp"
	"github.com/silp-protocol/silp-go/ir"
)

// queen is a Tracker and what a test says to it.
type queen struct {
	t *testing.T
	*iacp.Tracker
	now float64
	ids map[string]string // of the last assign of each forager
}

func newQueen(t *testing.T, o iacp.TrackerOptions, foragers ...string) *queen {
	q := &queen{t, must(iacp.NewTracker(o)), 0, make(map[string]string)}
	for _, name := range foragers {
		if err := q.Admit(name, 1); err != nil {
			t.Fatal(err)
		}
	}
	return q
}

// note keeps the IDs of assigns and tells a step in words: events, then
// messages with their receivers.
func (q *queen) note(s iacp.Step) string {
	var words []string
	for _, v := range s.Events {
		w := string(v.Kind)
		if v.Task != "" {
			w += ":" + v.Task
		}
		words = append(words, w)
	}
	for _, e := range s.Send {
		if e.Kind == iacp.TaskAssign {
			q.ids[e.To] = e.ID
		}
		words = append(words, e.Kind+">"+e.To)
	}
	return strings.Join(words, " ")
}

func (q *queen) submit(name string) string {
	q.t.Helper()
	return q.note(must(q.Submit(at(q.now), iacp.Task{Name: name, Assign: iacp.Assign{Node: "tg:" + name}})))
}

// hear gives a message to the queen; {} in body is the forager's last assign.
func (q *queen) hear(from, kind, ref, body string) string {
	body = strings.ReplaceAll(body, "{}", q.ids[from])
	return q.note(q.Handle(at(q.now), &iacp.Envelope{V: "1.1", ID: "m-1", From: from, To: "queen", Kind: kind, Ref: ref, TS: 1, Body: json.RawMessage(body)}))
}

func (q *queen) answer(from, kind, body string) string { return q.hear(from, kind, q.ids[from], body) }

func (q *queen) tick(seconds float64) string {
	q.now += seconds
	return q.note(q.Tick(at(q.now)))
}

const (
	idle = `{"running":[]}`
	busy = `{"running":["{}"]}`
	ok   = `{"status":"ok"}`
)

// want compares a list of steps.
func want(t *testing.T, steps ...[2]string) {
	t.Helper()
	for i, s := range steps {
		if s[0] != s[1] {
			t.Errorf("step %d: %q, want %q", i+1, s[0], s[1])
		}
	}
}

// The page's exchange, with the queen's ids from a counter that begins at 0xa1.
func TestTrackerExchange(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{FirstID: 0xa0}, "forager-07")
	want(t,
		[2]string{q.submit("crawl"), ""}, // nobody was heard from yet
		[2]string{q.hear("forager-07", iacp.Heartbeat, "", idle), "assigned:crawl hb>forager-07 task.assign>forager-07"},
		[2]string{q.ids["forager-07"], "q-0000a1"},
		[2]string{q.answer("forager-07", iacp.TaskAccept, ""), "accepted:crawl"},
		[2]string{q.answer("forager-07", iacp.TaskResult, `{"partial":true}`), "partial:crawl"},
		[2]string{q.answer("forager-07", iacp.TaskResult, ok), "done:crawl"},
		[2]string{q.answer("forager-07", iacp.TaskResult, ok), "duplicate:crawl"},
		[2]string{q.answer("forager-07", iacp.TaskAccept, ""), "ignored task.cancel>forager-07"},
	)
}

// An unanswered assign is given up after assign_timeout, not sooner, and goes
// to a different forager, with a task.cancel in front and a higher attempt.
func TestAssignTimeout(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{}, "a", "b")
	q.hear("a", iacp.Heartbeat, "", `{}`)
	want(t, [2]string{q.submit("x"), "assigned:x task.assign>a"})
	want(t, [2]string{q.tick(299.9), "hb>a hb>b"})
	q.hear("b", iacp.Heartbeat, "", idle)
	if got := q.Next(); !got.Equal(at(300)) {
		t.Errorf("next is %v", got)
	}
	q.now = 300
	s := q.Tick(at(300))
	var got []string
	for _, e := range s.Send {
		got = append(got, e.Kind+">"+e.To+" "+e.Ref+string(e.Body))
	}
	if d := cmp.Diff([]string{"task.cancel>a q-000001", `task.assign>b {"node":"tg:x","attempt":2}`}, got); d != "" {
		t.Error(d)
	}
	if kinds(s) != "revoked assigned" || s.Events[0].Attempt != 1 || s.Events[0].Forager != "a" || s.Events[1].Attempt != 2 || s.Events[1].Forager != "b" {
		t.Errorf("%+v", s.Events)
	}
	// The first forager was only slow: its result is the first and wins, the
	// second is told, and its own result is a duplicate.
	q.ids["b"] = s.Send[1].ID
	q.ids["a"] = "q-000001"
	want(t,
		[2]string{q.answer("a", iacp.TaskAccept, ""), "ignored task.cancel>a"},
		[2]string{q.answer("a", iacp.TaskResult, `{"partial":true}`), "ignored task.cancel>a"},
		[2]string{q.answer("a", iacp.TaskResult, ok), "done:x task.cancel>b"},
		[2]string{q.answer("b", iacp.TaskResult, ok), "duplicate:x"},
	)
}

// Heartbeats that list the assign keep its lease for as long as they come.
func TestLease(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{}, "a", "b")
	q.hear("a", iacp.Heartbeat, "", idle)
	q.submit("x")
	q.answer("a", iacp.TaskAccept, "")
	for range 100 { // far beyond assign_timeout
		q.now += 10
		want(t, [2]string{q.hear("a", iacp.Heartbeat, "", busy), "hb>a"})
	}
	q.hear("b", iacp.Heartbeat, "", idle)
	want(t,
		[2]string{q.tick(29.9), "hb>a hb>b"},
		[2]string{q.tick(0.1), "revoked:x task.cancel>a"}, // b was not heard from for 30 s either
		[2]string{q.hear("b", iacp.Heartbeat, "", idle), "assigned:x hb>b task.assign>b"},
		// What the first one still runs is cancelled each time that it says so.
		[2]string{q.hear("a", iacp.Heartbeat, "", busy), "hb>a task.cancel>a"},
	)
}

// A partial result keeps the lease too.
func TestLeaseOfPartial(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{}, "a")
	q.hear("a", iacp.Heartbeat, "", idle)
	q.submit("x")
	q.answer("a", iacp.TaskAccept, "")
	for range 10 {
		q.now += 29
		want(t, [2]string{q.answer("a", iacp.TaskResult, `{"partial":true}`), "partial:x"})
	}
}

// A heartbeat that lists an assign is as good as the accept that was lost. One
// that does not list it makes the queen say it again: the same message.
func TestLostMessages(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{}, "a")
	q.hear("a", iacp.Heartbeat, "", idle)
	first := must(q.Submit(at(0), iacp.Task{Name: "x"}))
	q.note(first)
	q.now = 10
	s := q.Handle(at(10), &iacp.Envelope{V: "1.1", ID: "m-2", From: "a", To: "queen", Kind: iacp.Heartbeat, TS: 1, Body: json.RawMessage(idle)})
	if d := cmp.Diff(first.Send[0], s.Send[1]); d != "" || s.Send[0].Ref != "m-2" {
		t.Error(d, s.Send[0].Ref)
	}
	want(t,
		[2]string{q.hear("a", iacp.Heartbeat, "", busy), "accepted:x hb>a"},
		[2]string{q.hear("a", iacp.Heartbeat, "", idle), "hb>a task.assign>a"},
		[2]string{q.hear("a", iacp.Heartbeat, "", `{"running":["","q-nothing","`+strings.Repeat("x", 300)+`"]}`), "hb>a task.assign>a task.cancel>a"},
	)
	// A forager whose heartbeats list nothing may not know a repeated assign: it
	// is never repeated, and any heartbeat keeps its lease.
	q = newQueen(t, iacp.TrackerOptions{}, "a")
	q.hear("a", iacp.Heartbeat, "", `{"slots":1}`)
	q.submit("x")
	q.answer("a", iacp.TaskAccept, "")
	for range 20 {
		q.now += 29
		want(t, [2]string{q.hear("a", iacp.Heartbeat, "", ``), "hb>a"})
	}
}

// A result of a forager that was not asked completes nothing, whatever it says.
func TestUnasked(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{}, "a", "b", "c")
	q.hear("a", iacp.Heartbeat, "", idle)
	q.submit("x")
	id := q.ids["a"]
	for _, from := range []string{"b", "c", "stranger", "queen", "A", "a "} {
		for _, ref := range []string{id, "", "q-0", "x", "tg:x"} {
			if got := q.hear(from, iacp.TaskResult, ref, `{"status":"ok","node":"tg:x"}`); got != "unpaired" {
				t.Errorf("%q, ref %q: %s", from, ref, got)
			}
		}
	}
	for _, e := range []iacp.Envelope{
		{V: "1.1", ID: "m-1", From: "a", To: "b", Kind: iacp.TaskResult, Ref: id, TS: 1}, // not to the queen
		{V: "2.0", ID: "m-1", From: "a", To: "queen", Kind: iacp.TaskResult, Ref: id, TS: 1},
		{V: "1.1", ID: "m-1", From: "a", To: "queen", Kind: "TASK.RESULT", Ref: id, TS: 1},
		{V: "1.1", ID: "m-1", From: "a", To: "queen", Kind: iacp.TaskResult, Ref: id, TS: 1, Body: json.RawMessage(`{"partial":"no"}`)},
	} {
		if got := q.note(q.Handle(at(0), &e)); got != "ignored" {
			t.Errorf("%+v: %s", e, got)
		}
	}
	want(t, [2]string{q.answer("a", iacp.TaskResult, ok), "done:x"})
}

// A reject moves the task on, whatever its body; not back to who rejected while
// another lives, and to that one only after a heartbeat.
func TestReject(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{}, "a", "b")
	q.hear("a", iacp.Heartbeat, "", idle)
	q.hear("b", iacp.Heartbeat, "", idle)
	want(t,
		[2]string{q.submit("x"), "assigned:x task.assign>a"},
		[2]string{q.answer("a", iacp.TaskReject, `{"reason":"busy"}`), "rejected:x assigned:x task.assign>b"},
		[2]string{q.answer("a", iacp.TaskReject, `{"reason":"busy"}`), "ignored"},
		// From now on a heartbeat lies between two assigns.
		[2]string{q.answer("b", iacp.TaskReject, ``), "rejected:x"},
		[2]string{q.tick(9.9), ""},
		[2]string{q.tick(0.1), "assigned:x hb>a hb>b task.assign>a"},
	)
	q = newQueen(t, iacp.TrackerOptions{}, "a")
	q.hear("a", iacp.Heartbeat, "", idle)
	want(t,
		[2]string{q.submit("x"), "assigned:x task.assign>a"},
		[2]string{q.answer("a", iacp.TaskReject, `{"reason":"busy"}`), "rejected:x"},
		[2]string{q.tick(9.9), ""},
		[2]string{q.tick(0.1), "assigned:x hb>a task.assign>a"},
	)
}

// A forager that is busy for ever does not hold up what another failed at.
func TestWaitForAnother(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{}, "a", "b")
	q.hear("b", iacp.Heartbeat, "", idle)
	q.submit("long")
	q.hear("a", iacp.Heartbeat, "", idle)
	want(t,
		[2]string{q.submit("x"), "assigned:x task.assign>a"},
		[2]string{q.answer("a", iacp.TaskReject, `{"reason":"no"}`), "rejected:x"},
	)
	for q.now < 300 {
		q.now += 10
		want(t,
			[2]string{q.hear("b", iacp.Heartbeat, "", busy), map[bool]string{true: "accepted:long hb>b", false: "hb>b"}[q.now == 10]},
			[2]string{q.hear("a", iacp.Heartbeat, "", idle), "hb>a"},
		)
	}
	q.now += 10
	want(t, [2]string{q.hear("a", iacp.Heartbeat, "", idle), "assigned:x hb>a task.assign>a"})
}

// Slots: no more assigns than a forager has, the least busy one first.
func TestSlots(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{}, "a")
	if err := q.Admit("b", 2); err != nil {
		t.Fatal(err)
	}
	q.hear("a", iacp.Heartbeat, "", idle)
	q.hear("b", iacp.Heartbeat, "", idle)
	want(t,
		[2]string{q.submit("1"), "assigned:1 task.assign>a"},
		[2]string{q.submit("2"), "assigned:2 task.assign>b"},
		[2]string{q.submit("3"), "assigned:3 task.assign>b"},
		[2]string{q.submit("4"), ""},
		[2]string{q.answer("b", iacp.TaskResult, ok), "done:3 assigned:4 task.assign>b"},
	)
	if open, assigned := q.Outstanding(); open != 3 || assigned != 3 {
		t.Errorf("%d open, %d assigned", open, assigned)
	}
}

// Drain and halt are said again until the forager says that it heard, and Admit
// takes them back.
func TestDrainAndHalt(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{}, "a")
	q.hear("a", iacp.Heartbeat, "", idle)
	want(t,
		[2]string{q.note(q.Drain(at(0), "a")), "ctl.drain>a"},
		[2]string{q.note(q.Drain(at(0), "nobody")), ""},
		[2]string{q.submit("x"), ""},
		[2]string{q.hear("a", iacp.Heartbeat, "", idle), "hb>a ctl.drain>a"},
		[2]string{q.hear("a", iacp.Heartbeat, "", `{"running":[],"draining":true}`), "hb>a"},
		[2]string{q.note(q.Halt(at(0), "a")), "ctl.halt>a"},
		[2]string{q.hear("a", iacp.Heartbeat, "", `{"running":[],"draining":true}`), "hb>a ctl.halt>a"},
	)
	if err := q.Admit("a", 1); err != nil {
		t.Fatal(err)
	}
	want(t, [2]string{q.hear("a", iacp.Heartbeat, "", idle), "assigned:x hb>a task.assign>a"})
}

// A forager that is dismissed makes room for another, and is none that can be
// paired. One that has a task stays.
func TestDismiss(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{MaxForagers: 1}, "a")
	q.hear("a", iacp.Heartbeat, "", idle)
	q.submit("x")
	id := q.ids["a"]
	if q.Dismiss("a") || q.Dismiss("nobody") {
		t.Error("dismissed a forager with a task, or nobody")
	}
	if err := q.Admit("b", 1); err == nil {
		t.Error("room for two foragers")
	}
	want(t, [2]string{q.hear("a", iacp.TaskResult, id, ok), "done:x"})
	if !q.Dismiss("a") || q.Dismiss("a") {
		t.Error("not dismissed once")
	}
	if err := q.Admit("b", 1); err != nil {
		t.Error(err)
	}
	want(t,
		[2]string{q.hear("a", iacp.TaskResult, id, ok), "unpaired"},
		[2]string{q.submit("y"), ""},
		[2]string{q.hear("b", iacp.Heartbeat, "", idle), "assigned:y hb>b task.assign>b"},
	)
}

func TestCancel(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{}, "a")
	q.hear("a", iacp.Heartbeat, "", idle)
	q.submit("x")
	q.submit("y")
	q.submit("z")
	cancel := func(name string) string {
		s, ok := q.Cancel(at(0), name)
		return map[bool]string{true: "true ", false: "false "}[ok] + q.note(s)
	}
	id := q.ids["a"]
	want(t,
		[2]string{cancel("y"), "true cancelled:y"},
		[2]string{cancel("x"), "true cancelled:x assigned:z task.cancel>a task.assign>a"},
		[2]string{cancel("x"), "false "},
		[2]string{q.hear("a", iacp.TaskResult, id, ok), "duplicate:x"},
	)
}

// What a Tracker is asked and cannot do is an error.
func TestTrackerErrors(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{MaxTasks: 2, MaxForagers: 1}, "a")
	q.submit("x")
	for name, err := range map[string]error{
		"the queen's name":     q.Admit("queen", 1),
		"no name":              q.Admit("", 1),
		"a name in bytes":      q.Admit("\xff", 1),
		"a long name":          q.Admit(strings.Repeat("x", 257), 1),
		"too many":             q.Admit("b", 1),
		"slots":                q.Admit("a", 1025),
		"no task":              fail(q.Submit(at(0), iacp.Task{})),
		"a task twice":         fail(q.Submit(at(0), iacp.Task{Name: "x"})),
		"bad body":             fail(q.Submit(at(0), iacp.Task{Name: "y", Assign: iacp.Assign{Node: "\xff"}})),
		"a long body":          fail(q.Submit(at(0), iacp.Task{Name: "y", Assign: iacp.Assign{Node: strings.Repeat("x", iacp.DefaultMaxLine)}})),
		"a worker in bytes":    fail(iacp.NewWorker(iacp.WorkerOptions{Name: "\xff"})),
		"a short timeout":      fail(iacp.NewTracker(iacp.TrackerOptions{Timing: iacp.Timing{AssignTimeout: time.Minute}})),
		"an endless heartbeat": fail(iacp.NewTracker(iacp.TrackerOptions{Timing: iacp.Timing{Heartbeat: 1 << 62}})),
		"a worker's":           fail(iacp.NewWorker(iacp.WorkerOptions{Name: "a", Timing: iacp.Timing{Heartbeat: time.Minute}})),
		"a worker queen":       fail(iacp.NewWorker(iacp.WorkerOptions{Name: "queen"})),
		"a worker's slots":     fail(iacp.NewWorker(iacp.WorkerOptions{Name: "a", Slots: 1025})),
	} {
		if !errors.Is(err, ir.DecodeFailed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	q.submit("y")
	if _, err := q.Submit(at(0), iacp.Task{Name: "z"}); !errors.Is(err, ir.DecodeFailed) {
		t.Errorf("a task too many: %v", err)
	}
}

// Whatever a forager sends in a line that can be read, the answer can be
// written: its id stands in there, with less room for it.
func TestLongID(t *testing.T) {
	for _, kind := range []string{iacp.Heartbeat, iacp.ToolQuery} {
		q := newQueen(t, iacp.TrackerOptions{}, "a")
		for _, n := range []int{256, 257, iacp.DefaultMaxLine - 90} {
			e := &iacp.Envelope{ID: strings.Repeat("x", n), From: "a", To: "queen", Kind: kind, TS: 1}
			e = must(iacp.Parse(string(must(e.Line()))))
			s := q.Handle(at(0), e)
			if ignored := kinds(s) == "ignored"; ignored != (n > 256) {
				t.Errorf("%s, id of %d bytes: %s", kind, n, kinds(s))
			}
			for i := range s.Send {
				if _, err := s.Send[i].Line(); err != nil {
					t.Errorf("%s, id of %d bytes: %v", kind, n, err)
				}
			}
		}
	}
}

// The longest body that is taken can be written, with the longest names.
func TestLongBody(t *testing.T) {
	name := strings.Repeat("\x01", 256)
	q := newQueen(t, iacp.TrackerOptions{FirstID: 1 << 63}, name)
	q.hear(name, iacp.Heartbeat, "", "")
	n := iacp.DefaultMaxLine
	var s iacp.Step
	for err := error(ir.DecodeFailed); err != nil; n -= 16 {
		s, err = q.Submit(at(0), iacp.Task{Name: "x", Assign: iacp.Assign{Node: strings.Repeat("x", n)}})
	}
	if n < iacp.DefaultMaxLine-8<<10 || sent(s) != iacp.TaskAssign {
		t.Fatal(n, sent(s))
	}
	must(s.Send[0].Line())
}

func fail[T any](_ T, err error) error { return err }

// Ids do not come again: six digits, then seven, from where the caller begins.
func TestIDs(t *testing.T) {
	q := newQueen(t, iacp.TrackerOptions{FirstID: 0xfffffe}, "a")
	for _, id := range []string{"q-fffffe", "q-ffffff", "q-1000000"} {
		if s := q.Drain(at(0), "a"); s.Send[0].ID != id {
			t.Errorf("got %s, want %s", s.Send[0].ID, id)
		}
	}
	if q.NextID() != 0x1000001 {
		t.Errorf("next is %x", q.NextID())
	}
}
