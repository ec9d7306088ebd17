package iacp

import (
	"strconv"
	"time"
)

// Step is what a Tracker or Worker wants done: messages to send, in order, and
// what happened. It is the caller's.
type Step struct {
	Send   []Envelope
	Events []Event
}

// Event is something that happened.
type Event struct {
	Kind    EventKind
	Task    string // name of the task, where there is one; a Tracker's only
	Forager string // the other side, or the forager that has the task
	Assign  string // ID of the assign
	Attempt int64
	Reason  string    // of Rejected, Revoked, Stop, Ignored
	Message *Envelope // the message behind it, where there is one
}

// EventKind names an event.
type EventKind string

// Events of a Tracker.
const (
	Assigned  EventKind = "assigned"  // a forager was asked to do the task
	Accepted  EventKind = "accepted"  // it said yes, or is running it
	Partial   EventKind = "partial"   // a partial result; Message has it
	Done      EventKind = "done"      // the one final result of the task; Message has it
	Duplicate EventKind = "duplicate" // a further final result of a task that is done
	Rejected  EventKind = "rejected"  // the forager will not do it; the task waits for another
	Revoked   EventKind = "revoked"   // no answer or no sign of life in time; the task waits for another
	Cancelled EventKind = "cancelled" // by Cancel; the task is over
	Unpaired  EventKind = "unpaired"  // an answer, but nothing like it was asked of this sender
)

// Events of a Worker.
const (
	Start   EventKind = "start"   // begin to run; Message is the assign
	Stop    EventKind = "stop"    // end this run at once, its result counts no more
	Drained EventKind = "drained" // after a drain: nothing is running any more
	Halted  EventKind = "halted"  // all runs were stopped by ctl.halt
)

// Events of both.
const (
	Asked   EventKind = "asked"   // a tool.query; Message has it
	Replied EventKind = "replied" // a tool.reply; Message has it
	Ignored EventKind = "ignored" // a message that says nothing to this side; Reason says why
)

// Timing holds the times that queen and foragers must agree on.
type Timing struct {
	// Heartbeat is how often each side is heard from; 0 means 10 s. A forager
	// that is not heard from for three heartbeats loses its tasks, and stops
	// them itself when none of its own was answered for two and a half.
	Heartbeat time.Duration
	// AssignTimeout is how long an assign may stay unanswered; 0 means 300 s. It
	// is at least six heartbeats and 3 s: times in messages are whole seconds.
	AssignTimeout time.Duration
}

// maxSlots bounds the assigns that a forager may have at a time.
const (
	maxSlots     = 1024
	tooManySlots = "a forager has at most 1024 slots"
)

const (
	defaultHeartbeat     = 10 * time.Second
	defaultAssignTimeout = 300 * time.Second
)

func (t *Timing) fill() error {
	if t.Heartbeat == 0 {
		t.Heartbeat = defaultHeartbeat
	}
	if t.AssignTimeout == 0 {
		t.AssignTimeout = defaultAssignTimeout
	}
	if t.Heartbeat < 0 || t.AssignTimeout < 0 || (t.AssignTimeout-3*time.Second)/6 < t.Heartbeat {
		return invalid("", "assign_timeout must be at least six heartbeats and 3 s", "")
	}
	return nil
}

// lease is how long the queen holds a task for a forager that is silent.
func (t *Timing) lease() time.Duration { return 3 * t.Heartbeat }

// hold is how long a forager runs on without an answered heartbeat, counted
// from when it sent that. It is shorter than the lease, which is counted from
// when the queen got it: clocks may differ by a sixth in speed.
func (t *Timing) hold() time.Duration { return 5 * t.Heartbeat / 2 }

// ids makes the IDs of one sender.
type ids struct {
	prefix string
	next   uint64
}

// take returns the next ID: the prefix and at least six hex digits. Random ones
// of that length would be as likely as not to repeat within 5,000 messages.
func (s *ids) take() string {
	n := strconv.FormatUint(s.next, 16)
	s.next++
	const zeros = "000000"
	return s.prefix + zeros[min(len(n), len(zeros)):] + n
}

// clock keeps time from running backwards, the time of day in messages too: it
// is that of the start and what has passed since, whatever the host's was set to
// meanwhile.
type clock struct{ start, now time.Time }

func (c *clock) advance(now time.Time) {
	if c.start.IsZero() {
		c.start = now
	}
	if now.After(c.now) {
		c.now = c.start.Add(now.Sub(c.start))
	}
}

// atLeast is t, or now if t has passed.
func (c *clock) atLeast(t time.Time) time.Time {
	if t.Before(c.now) {
		return c.now
	}
	return t
}
