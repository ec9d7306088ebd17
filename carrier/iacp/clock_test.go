package iacp_test

import (
	"testing"
	"time"
	"unsafe"

	"github.com/silp-protocol/silp-go/carrier/iacp"
)

// later returns a time that is d later, on a host whose time of day was put back
// by as much meanwhile: its monotonic reading alone has moved.
func later(t *testing.T, now time.Time, d time.Duration) time.Time {
	then := now
	(*struct { // the layout of a time.Time
		wall uint64
		ext  int64
		loc  *time.Location
	})(unsafe.Pointer(&then)).ext += int64(d)
	if then.Sub(now) != d || then.Unix() != now.Unix() {
		t.Fatal("a time.Time is laid out in another way now: move its monotonic reading in that one")
	}
	return then
}

// The queen's time of day is put back while an assign is on its way. The forager
// still sees that she gave it up, and that a new one is new.
func TestTimeOfDayPutBack(t *testing.T) {
	start := time.Now()
	q := must(iacp.NewTracker(iacp.TrackerOptions{}))
	if err := q.Admit("f", 1); err != nil {
		t.Fatal(err)
	}
	f := newForager(t, iacp.WorkerOptions{})
	f.now = 100
	beat := func(now time.Time) iacp.Step {
		s := f.Tick(at(f.now))
		answer := q.Handle(now, &s.Send[0])
		f.Handle(at(f.now), &answer.Send[0])
		return answer
	}
	beat(start)
	first := must(q.Submit(start, iacp.Task{Name: "x"})).Send[0]

	now := later(t, start, 400*time.Second)
	f.now += 400
	if got := kinds(q.Tick(now)); got != "revoked" {
		t.Fatal(got)
	}
	beat(now)
	if got := f.note(f.Handle(at(f.now), &first)); got != "task.reject:stale" {
		t.Error("the assign that was given up: ", got)
	}
	f.now += 10
	again := beat(later(t, start, 410*time.Second)) // f is the only one there is
	if got := f.note(f.Handle(at(f.now), &again.Send[1])); got != "start:"+again.Send[1].ID+" task.accept" {
		t.Error("the new one: ", got)
	}
}
