package iacp

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/negotiation"
)

// TrackerOptions configures a Tracker.
type TrackerOptions struct {
	Timing
	// FirstID is the number of the first message's ID. Ids must not come again
	// after a restart, or the answer to one message is taken for that to another:
	// keep Tracker.NextID, or begin with time.Now().UnixNano(). Seconds are too few,
	// a queen of 20 foragers uses four IDs in each.
	FirstID uint64
	// MaxTasks bounds the tasks that are not done; 0 means 4096.
	MaxTasks int
	// MaxForagers bounds the foragers; 0 means 1024.
	MaxForagers int
	// Remember is how many assigns of tasks that are over are remembered, so
	// that a second result is known as a duplicate; 0 means 4096.
	Remember int
	// Offer, if not nil, answers each tool.query that brings an offer.
	Offer *negotiation.Offer
}

// Task is a piece of work.
type Task struct {
	Name   string // the caller's, unique among those that are not done
	Assign Assign // Attempt is set by the Tracker; Payload and Extra must not change until the task is done
}

// Tracker is the queen's side: it gives tasks to foragers, holds leases, gives a
// task to another forager when one is lost, and takes the first final result
// of each. It sends nothing itself and has no clock: every method takes the
// time and returns a Step. It believes the from of a message; the transport
// must see to it that nobody speaks for another. A Tracker is for one goroutine.
type Tracker struct {
	opt      TrackerOptions
	clock    clock
	ids      ids
	foragers []*forager // in the order of Admit
	byName   map[string]*forager
	waiting  []*task // in the order in which they are to be assigned
	tasks    map[string]*task
	asked    map[pair]*task  // every assign of the tasks that are not over
	over     map[pair]string // assigns of tasks that are over, and their tasks
	oldest   []pair          // the keys of over, oldest first, from head on
	head     int
}

// pair is the key that pairs an answer with its assign.
type pair struct{ forager, assign string }

type forager struct {
	name     string
	slots    int
	heard    time.Time // zero: never
	said     time.Time // when a heartbeat was sent to it last
	lists    bool      // its heartbeats say what is running
	query    string    // ID of the tool.query that it has not answered
	drain    bool
	halt     bool
	running  []*task
	assigned uint64 // ID number of its last assign, for fairness
}

// task is a Task that is not over. It waits, or one forager has it.
type task struct {
	Task
	has      *forager // nil: it waits
	assign   string   // ID of the current assign
	sent     time.Time
	accepted bool
	waits    bool      // it is in Tracker.waiting
	until    time.Time // of the lease, once accepted
	last     string    // the forager that failed last
	again    time.Time // when that one may be asked again
	pause    time.Time // when anybody may be asked again
	pairs    []pair    // of all its assigns that are remembered
}

// maxPairs bounds the assigns that are remembered of one task. An answer to an
// older one is unpaired.
const maxPairs = 16

// NewTracker returns a Tracker without foragers.
func NewTracker(o TrackerOptions) (*Tracker, error) {
	if err := o.Timing.fill(); err != nil {
		return nil, err
	}
	if o.Offer != nil {
		if err := o.Offer.Validate(); err != nil {
			return nil, err
		}
	}
	o.MaxTasks, o.MaxForagers, o.Remember = orDefault(o.MaxTasks, 4096), orDefault(o.MaxForagers, 1024), orDefault(o.Remember, 4096)
	return &Tracker{opt: o, ids: ids{"q-", o.FirstID}, byName: make(map[string]*forager),
		tasks: make(map[string]*task), asked: make(map[pair]*task), over: make(map[pair]string)}, nil
}

func orDefault(n, def int) int {
	if n <= 0 {
		return def
	}
	return n
}

// NextID is the number that the next message's ID will have.
func (t *Tracker) NextID() uint64 { return t.ids.next }

// Admit adds a forager, or changes its slots, the number of assigns that it may
// have at a time (0 means 1), and takes back a drain or halt. It gets no task
// before it was heard from. With fewer slots than before it keeps what it has.
func (t *Tracker) Admit(name string, slots int) error {
	f := t.byName[name]
	switch {
	case slots > maxSlots:
		return invalid("", tooManySlots, "")
	case f == nil && checkName(name) != nil:
		return checkName(name)
	case f == nil && len(t.foragers) >= t.opt.MaxForagers:
		return invalid("", "no room for more than "+strconv.Itoa(t.opt.MaxForagers)+" foragers", "dismiss those that are gone (Tracker.Dismiss), or raise TrackerOptions.MaxForagers")
	case f == nil:
		f = &forager{name: name}
		t.foragers = append(t.foragers, f)
		t.byName[name] = f
	}
	f.slots, f.drain, f.halt = max(slots, 1), false, false
	return nil
}

// checkName refuses the names that no forager can have.
func checkName(name string) error {
	if name == "" || name == Queen || len(name) > maxID || !utf8.ValidString(name) {
		return invalid("", "a forager cannot be called "+show.Quote(name), `a name is text of 1 to 256 bytes; "queen" is reserved`)
	}
	return nil
}

// Dismiss forgets a forager that has no task, to make room for others, and
// reports whether it did. One that has a task keeps its place until the task is
// done or its lease is over: Drain it before. What it sends afterwards is
// Unpaired.
func (t *Tracker) Dismiss(name string) bool {
	f := t.byName[name]
	if f == nil || len(f.running) > 0 {
		return false
	}
	delete(t.byName, name)
	t.foragers = slices.DeleteFunc(t.foragers, func(o *forager) bool { return o == f })
	return true
}

// Submit takes a task and assigns it when a forager is free.
func (t *Tracker) Submit(now time.Time, x Task) (Step, error) {
	t.clock.advance(now)
	switch {
	case x.Name == "":
		return Step{}, invalid("", "the task has no name", "")
	case t.tasks[x.Name] != nil:
		return Step{}, invalid("", "the task "+show.Quote(x.Name)+" is not done yet", "names are unique among the tasks that are not done")
	case len(t.tasks) >= t.opt.MaxTasks:
		return Step{}, invalid("", "no room for more than "+strconv.Itoa(t.opt.MaxTasks)+" tasks", "wait for results, or raise TrackerOptions.MaxTasks")
	}
	// A body that cannot be written is an error now, not at the assign.
	x.Assign.Attempt = 0
	body, err := x.Assign.JSON()
	if err == nil {
		err = fits(body)
	}
	if err != nil {
		return Step{}, err
	}
	k := &task{Task: x, waits: true}
	t.tasks[x.Name] = k
	t.waiting = append(t.waiting, k)
	var s Step
	t.assign(&s)
	return s, nil
}

// Cancel ends a task without a result. A forager that has it is told, best
// effort. It returns false if there is no such task.
func (t *Tracker) Cancel(now time.Time, name string) (Step, bool) {
	t.clock.advance(now)
	k := t.tasks[name]
	if k == nil {
		return Step{}, false
	}
	var s Step
	e := k.event(Cancelled)
	t.leave(&s, k)
	t.finish(k)
	s.Events = append(s.Events, e)
	t.assign(&s)
	return s, true
}

// Drain tells a forager to finish what it has; it gets nothing new. The message
// is repeated until its heartbeats say that it drains.
func (t *Tracker) Drain(now time.Time, name string) Step {
	return t.control(now, name, CtlDrain, func(f *forager) { f.drain = true })
}

// Halt tells a forager to stop everything at once, and is repeated as Drain is.
// Its tasks go to others as soon as it says that it stopped them, or its lease
// is over. The page sends it during recovery only.
func (t *Tracker) Halt(now time.Time, name string) Step {
	return t.control(now, name, CtlHalt, func(f *forager) { f.halt = true })
}

func (t *Tracker) control(now time.Time, name, kind string, set func(*forager)) (s Step) {
	t.clock.advance(now)
	if f := t.byName[name]; f != nil {
		set(f)
		t.send(&s, f, kind, "", nil)
	}
	return s
}

// Outstanding returns how many tasks are not done, and how many of them a
// forager has.
func (t *Tracker) Outstanding() (open, assigned int) {
	return len(t.tasks), len(t.tasks) - len(t.waiting)
}

// Tick does what is due: it revokes, assigns, and sends heartbeats. Call it at
// Next, and more often if that is easier.
func (t *Tracker) Tick(now time.Time) Step {
	t.clock.advance(now)
	var s Step
	for _, f := range t.foragers {
		for _, k := range slices.Clone(f.running) {
			if !t.clock.now.Before(t.due(k)) {
				t.revoke(&s, k)
			}
		}
		if t.clock.now.Sub(f.said) >= t.opt.Heartbeat {
			t.beat(&s, f, "")
		}
	}
	t.assign(&s)
	return s
}

// Next returns when Tick has something to do: the time of the last call if that
// is at once.
func (t *Tracker) Next() time.Time {
	next := t.clock.now.Add(t.opt.Heartbeat)
	for _, f := range t.foragers {
		next = earlier(next, f.said.Add(t.opt.Heartbeat))
		for _, k := range f.running {
			next = earlier(next, t.due(k))
		}
	}
	for _, k := range t.waiting {
		for _, at := range [...]time.Time{k.again, k.pause} {
			if at.After(t.clock.now) {
				next = earlier(next, at)
			}
		}
	}
	return t.clock.atLeast(next)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// due is when an assign is given up.
func (t *Tracker) due(k *task) time.Time {
	if k.accepted {
		return k.until
	}
	return k.sent.Add(t.opt.AssignTimeout)
}

// alive reports whether a forager was heard from within a lease.
func (t *Tracker) alive(f *forager) bool {
	return !f.heard.IsZero() && t.clock.now.Sub(f.heard) < t.opt.lease()
}

// assign gives waiting tasks to free foragers.
func (t *Tracker) assign(s *Step) {
	if len(t.waiting) == 0 {
		return
	}
	free := t.free()
	kept := t.waiting[:0]
	for i, k := range t.waiting {
		if len(free) == 0 {
			kept = append(kept, t.waiting[i:]...)
			break
		}
		at := t.choose(free, k)
		if at < 0 {
			kept = append(kept, k)
			continue
		}
		f := free[at]
		t.give(s, k, f)
		if len(f.running) == f.slots {
			free = slices.Delete(free, at, at+1)
		}
	}
	clear(t.waiting[len(kept):])
	t.waiting = kept
}

// free lists the foragers that can take a task.
func (t *Tracker) free() (list []*forager) {
	for _, f := range t.foragers {
		if t.alive(f) && !f.drain && !f.halt && len(f.running) < f.slots {
			list = append(list, f)
		}
	}
	return list
}

// choose returns the index of the forager for a task: the one with the fewest
// tasks, and among those the one whose last assign is the longest ago; -1 means
// that the task waits. The one that failed last is asked again when nobody else
// is there, or nobody else has become free within assign_timeout, and not at
// once.
func (t *Tracker) choose(free []*forager, k *task) int {
	best, now := -1, t.clock.now
	if now.Before(k.pause) {
		return best
	}
	for i, f := range free {
		if f.name == k.last && (now.Before(k.again) || now.Before(k.again.Add(t.opt.AssignTimeout)) && t.others(f)) {
			continue
		}
		if best < 0 || len(f.running) < len(free[best].running) ||
			len(f.running) == len(free[best].running) && f.assigned < free[best].assigned {
			best = i
		}
	}
	return best
}

// others reports whether a forager besides f can be waited for.
func (t *Tracker) others(f *forager) bool {
	return slices.ContainsFunc(t.foragers, func(o *forager) bool { return o != f && t.alive(o) && !o.drain && !o.halt })
}

// give assigns a task to a forager.
func (t *Tracker) give(s *Step, k *task, f *forager) {
	f.assigned = t.ids.next
	k.has, k.assign, k.sent, k.accepted, k.waits = f, t.ids.take(), t.clock.now, false, false
	k.Assign.Attempt++
	f.running = append(f.running, k)
	p := pair{f.name, k.assign}
	if len(k.pairs) == maxPairs {
		delete(t.asked, k.pairs[0])
		k.pairs = append(k.pairs[:0], k.pairs[1:]...)
	}
	k.pairs = append(k.pairs, p)
	t.asked[p] = k
	s.Send = append(s.Send, k.message())
	s.Events = append(s.Events, k.event(Assigned))
}

// message returns the assign as it was sent first.
func (k *task) message() Envelope {
	body, _ := k.Assign.JSON() // Submit has seen that it can be written
	return Envelope{V: Version, ID: k.assign, From: Queen, To: k.has.name, Kind: TaskAssign, TS: k.sent.Unix(), Body: body}
}

// event returns an event of the task's current assign, if it has one.
func (k *task) event(kind EventKind) Event {
	e := Event{Kind: kind, Task: k.Name, Attempt: k.Assign.Attempt}
	if k.has != nil {
		e.Forager, e.Assign = k.has.name, k.assign
	}
	return e
}

// revoke takes a task away from a forager that is not heard from.
func (t *Tracker) revoke(s *Step, k *task) {
	e := k.event(Revoked)
	e.Reason = "no answer"
	if k.accepted {
		e.Reason = "no sign of life"
	}
	t.leave(s, k)
	t.wait(k, e.Forager)
	s.Events = append(s.Events, e)
}

// leave ends the current assign of a task, if it has one, with a task.cancel.
func (t *Tracker) leave(s *Step, k *task) {
	if f := k.has; f != nil {
		t.send(s, f, TaskCancel, k.assign, nil)
		t.drop(k)
	}
}

// drop ends the current assign of a task.
func (t *Tracker) drop(k *task) {
	f := k.has
	f.running = slices.DeleteFunc(f.running, func(o *task) bool { return o == k })
	k.has, k.assign, k.accepted = nil, "", false
}

// wait puts a task in front of the others; name is the forager that failed.
func (t *Tracker) wait(k *task, name string) {
	k.last, k.again, k.waits = name, t.clock.now.Add(t.opt.Heartbeat), true
	t.waiting = slices.Insert(t.waiting, 0, k)
}

// finish forgets a task that nobody has and remembers its assigns.
func (t *Tracker) finish(k *task) {
	delete(t.tasks, k.Name)
	if k.waits {
		t.waiting = slices.DeleteFunc(t.waiting, func(o *task) bool { return o == k })
	}
	for _, p := range k.pairs {
		delete(t.asked, p)
		t.over[p] = k.Name
		t.oldest = append(t.oldest, p)
	}
	for len(t.oldest)-t.head > t.opt.Remember {
		delete(t.over, t.oldest[t.head])
		t.oldest[t.head] = pair{}
		t.head++
	}
	if t.head > len(t.oldest)/2 {
		t.oldest = append(t.oldest[:0], t.oldest[t.head:]...)
		t.head = 0
	}
}

// send adds a message to a forager.
func (t *Tracker) send(s *Step, f *forager, kind, ref string, body json.RawMessage) {
	s.Send = append(s.Send, Envelope{V: Version, ID: t.ids.take(), From: Queen, To: f.name, Kind: kind, Ref: ref, TS: t.clock.now.Unix(), Body: body})
}

// beat sends a heartbeat. With a ref it tells the forager that one of its own
// came in, which is what the forager's hold on its tasks stands on.
func (t *Tracker) beat(s *Step, f *forager, ref string) {
	f.said = t.clock.now
	t.send(s, f, Heartbeat, ref, nil)
}
