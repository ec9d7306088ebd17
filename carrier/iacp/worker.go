package iacp

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/silp-protocol/silp-go/negotiation"
)

// WorkerOptions configures a Worker.
type WorkerOptions struct {
	Timing
	// Name is the forager's name.
	Name string
	// Slots is how many tasks may run at a time, as the queen knows it; 0 means 1.
	Slots int
	// FirstID is the number of the first message's ID. Ids must not come again
	// after a restart, or the answer to one message is taken for that to another:
	// keep Worker.NextID, or begin with time.Now().UnixNano(). Seconds are too few,
	// a queen of 20 foragers uses four IDs in each.
	FirstID uint64
	// Remember is how many assigns that came to an end are remembered, so that a
	// repeated one does not run again; 0 means 4096. An assign that is older than
	// the oldest of them is refused.
	Remember int
	// NoFence lets tasks run on while the queen is silent. It is for queens whose
	// heartbeats do not answer those of the forager with a ref. A task may then
	// run in two places.
	NoFence bool
	// Offer, if not nil, answers each tool.query that brings an offer.
	Offer *negotiation.Offer
}

// Worker is the forager's side: it decides which assigns run, and never runs
// one twice. It sends nothing, runs nothing and has no clock: every method
// takes the time and returns a Step, whose Start and Stop events the caller
// must follow. A Worker is for one goroutine.
type Worker struct {
	opt   WorkerOptions
	clock clock
	ids   ids

	runs  map[string]*run // by ID of the assign: those that run and those that are remembered
	order []*run          // that run, in the order of their start
	ended []*run          // that do not, oldest first, from head on
	head  int
	whole []*run // those whose results are kept, oldest first
	floor int64  // assigns with an earlier ts are not taken, unless they are remembered

	beats    [8]beat // the heartbeats that were sent last
	beatN    int
	said     time.Time
	contact  beat  // the last of them that the queen answered
	queenTS  int64 // of that answer
	draining bool
	halted   bool
	query    string // ID of the tool.query that was not answered
	drained  bool   // the event was given
}

type beat struct {
	id   string
	sent time.Time
}

// run is an assign that was seen.
type run struct {
	id     string
	ts     int64
	active bool
	answer *Envelope // to a repeated assign once it is not active; nil: reason says it
	reason string
}

// kept is how many results are kept whole, besides one for each slot: the
// queen asks for a result that was lost before it fills the slot again.
const kept = 2

// NewWorker returns a Worker that has not heard from the queen.
func NewWorker(o WorkerOptions) (*Worker, error) {
	if err := o.Timing.fill(); err != nil {
		return nil, err
	}
	if err := checkName(o.Name); err != nil {
		return nil, err
	}
	if o.Offer != nil {
		if err := o.Offer.Validate(); err != nil {
			return nil, err
		}
	}
	o.Slots, o.Remember = orDefault(o.Slots, 1), orDefault(o.Remember, 4096)
	if o.Slots > maxSlots {
		return nil, invalid("", tooManySlots, "")
	}
	return &Worker{opt: o, ids: ids{"m-", o.FirstID}, runs: make(map[string]*run)}, nil
}

// NextID is the number that the next message's ID will have.
func (w *Worker) NextID() uint64 { return w.ids.next }

// Running returns how many tasks run.
func (w *Worker) Running() int { return len(w.order) }

// Tick sends the heartbeat when it is due, and stops what runs when the queen
// has not answered one for too long. Call it at Next, and more often if that is
// easier. After a pause call it, or Handle, before the tasks go on.
func (w *Worker) Tick(now time.Time) Step {
	var s Step
	w.advance(&s, now)
	if w.said.IsZero() || w.clock.now.Sub(w.said) >= w.opt.Heartbeat {
		w.beat(&s)
	}
	return s
}

// Next returns when Tick has something to do: the time of the last call if that
// is at once.
func (w *Worker) Next() time.Time {
	next := w.said.Add(w.opt.Heartbeat)
	if !w.opt.NoFence && len(w.order) > 0 {
		next = earlier(next, w.contact.sent.Add(w.opt.hold()))
	}
	return w.clock.atLeast(next)
}

// advance sets the clock and stops what has no right to run any more.
func (w *Worker) advance(s *Step, now time.Time) {
	w.clock.advance(now)
	if !w.holds() {
		w.stopAll(s, "the queen is silent")
	}
}

// holds reports whether the queen surely keeps the tasks of this forager: it
// answered a heartbeat that was sent less than hold ago.
func (w *Worker) holds() bool {
	return w.opt.NoFence || w.contact.id != "" && w.clock.now.Sub(w.contact.sent) < w.opt.hold()
}

func (w *Worker) beat(s *Step) {
	b := Beat{Running: make([]string, 0, len(w.order)), Draining: w.draining, Halted: w.halted}
	for _, r := range w.order {
		b.Running = append(b.Running, r.id)
	}
	body, _ := b.JSON() // ids came in as text
	e := w.message(Heartbeat, "", body)
	w.said = w.clock.now
	w.beats[w.beatN%len(w.beats)] = beat{e.ID, w.said}
	w.beatN++
	s.Send = append(s.Send, e)
}

func (w *Worker) message(kind, ref string, body json.RawMessage) Envelope {
	return Envelope{V: Version, ID: w.ids.take(), From: w.opt.Name, To: Queen, Kind: kind, Ref: ref, TS: w.clock.now.Unix(), Body: body}
}

// Handle takes a message that came in.
func (w *Worker) Handle(now time.Time, e *Envelope) Step {
	var s Step
	w.advance(&s, now)
	if e.check() != nil || e.From != Queen || e.To != w.opt.Name {
		s.ignore(e, "not for this forager, or not from the queen")
		return s
	}
	if tooLong(e) {
		s.ignore(e, "the id is too long to be answered")
		return s
	}
	switch e.Kind {
	case TaskAssign:
		w.assign(&s, e)
	case TaskCancel:
		w.cancel(&s, e)
	case Heartbeat:
		w.heard(e)
	case CtlDrain:
		w.draining = true
		w.drainedYet(&s)
	case CtlHalt:
		w.stopAll(&s, "halted")
		if !w.halted {
			s.event(Event{Kind: Halted, Forager: Queen, Message: e})
		}
		w.halted = true
	case ToolQuery:
		s.event(Event{Kind: Asked, Forager: Queen, Message: e})
		if body := offerFor(w.opt.Offer, e); body != nil {
			s.Send = append(s.Send, w.message(ToolReply, e.ID, body))
		}
	case ToolReply:
		s.replied(e, &w.query)
	default:
		s.ignore(e, "no message for a forager")
	}
	return s
}

// heard takes a heartbeat of the queen. The first answer sets the floor:
// assigns from before were meant for the forager that had this name before.
func (w *Worker) heard(e *Envelope) {
	for _, b := range w.beats {
		if e.Ref == "" || b.id != e.Ref {
			continue
		}
		if w.contact.id == "" {
			w.floor = max(w.floor, e.TS)
		}
		if w.contact.id == "" || b.sent.After(w.contact.sent) {
			w.contact, w.queenTS = b, e.TS
		}
	}
}

// assign takes an assign: it runs, or is answered.
func (w *Worker) assign(s *Step, e *Envelope) {
	if r := w.runs[e.ID]; r != nil {
		s.Send = append(s.Send, w.again(r))
		return
	}
	switch {
	case len(e.ID) > maxID:
		s.ignore(e, "the id is too long to be remembered")
		return
	case !w.holds():
		s.ignore(e, "the queen has not answered a heartbeat")
		return
	}
	why := w.refusal(e)
	attempt, err := e.attempt()
	if err != nil && why == "" {
		why = err.Error()
	}
	r := w.note(e.ID, e.TS)
	w.order = append(w.order, r)
	if why != "" {
		w.end(r, why, nil)
		s.Send = append(s.Send, w.again(r))
		return
	}
	s.Send = append(s.Send, w.again(r))
	s.event(Event{Kind: Start, Forager: Queen, Assign: e.ID, Attempt: attempt, Message: e})
}

// maxID bounds the IDs that are remembered.
const maxID = 256

// note remembers an assign. The ID must not keep its line alive.
func (w *Worker) note(id string, ts int64) *run {
	r := &run{id: strings.Clone(id), ts: ts, active: true}
	w.runs[r.id] = r
	return r
}

// refusal says why a new assign does not run; "" means that it does.
func (w *Worker) refusal(e *Envelope) string {
	switch {
	case w.halted:
		return "halted"
	case w.draining:
		return "draining"
	case w.stale(e.TS):
		return "stale"
	case len(w.order) >= w.opt.Slots:
		return "busy"
	}
	return ""
}

// stale reports whether an assign may be so old that the queen is about to give
// it up, or gave it up already: less than a lease is left of assign_timeout. The
// queen's time is that of the answer to the last heartbeat, and at most what
// has passed since that was sent; the local time of day plays no part.
func (w *Worker) stale(ts int64) bool {
	if ts < w.floor {
		return true
	}
	if w.contact.id == "" {
		return false // NoFence
	}
	age := w.queenTS - ts + 1
	if age > int64(w.opt.AssignTimeout/time.Second) {
		return true
	}
	return time.Duration(age)*time.Second+w.clock.now.Sub(w.contact.sent) > w.opt.AssignTimeout-w.opt.lease()
}

// again answers an assign, now and whenever it is repeated.
func (w *Worker) again(r *run) Envelope {
	switch {
	case r.active:
		return w.message(TaskAccept, r.id, nil)
	case r.answer != nil:
		return *r.answer
	}
	body, _ := Reject{Reason: r.reason}.JSON() // reasons are text
	return w.message(TaskReject, r.id, body)
}

// cancel stops a run. One that was not heard of yet will not begin.
func (w *Worker) cancel(s *Step, e *Envelope) {
	r := w.runs[e.Ref]
	switch {
	case e.Ref == "" || len(e.Ref) > maxID:
		s.ignore(e, "a task.cancel without ref, or with one that is too long")
	case r == nil:
		w.end(w.note(e.Ref, e.TS), "cancelled", nil)
	case r.active:
		w.stop(s, r, "cancelled")
	}
}

func (w *Worker) stop(s *Step, r *run, why string) {
	w.end(r, why, nil)
	s.event(Event{Kind: Stop, Forager: Queen, Assign: r.id, Reason: why})
	w.drainedYet(s)
}

func (w *Worker) stopAll(s *Step, why string) {
	for len(w.order) > 0 {
		w.stop(s, w.order[0], why)
	}
}

func (w *Worker) drainedYet(s *Step) {
	if w.draining && !w.drained && len(w.order) == 0 {
		w.drained = true
		s.event(Event{Kind: Drained, Forager: Queen})
	}
}

// end moves a run to those that are remembered, and forgets the oldest beyond
// the bounds.
func (w *Worker) end(r *run, why string, answer *Envelope) {
	r.active, r.reason, r.answer = false, why, answer
	for i, o := range w.order {
		if o == r {
			w.order = append(w.order[:i], w.order[i+1:]...)
			break
		}
	}
	w.ended = append(w.ended, r)
	if answer != nil {
		w.whole = append(w.whole, r)
	}
	if len(w.whole) > w.opt.Slots+kept {
		w.whole[0].answer, w.whole[0].reason = nil, "the result is no longer kept"
		w.whole = append(w.whole[:0], w.whole[1:]...)
	}
	for len(w.ended)-w.head > w.opt.Remember {
		gone := w.ended[w.head]
		w.ended[w.head] = nil
		w.head++
		delete(w.runs, gone.id)
		w.floor = max(w.floor, gone.ts+1)
	}
	if w.head > len(w.ended)/2 {
		w.ended = append(w.ended[:0], w.ended[w.head:]...)
		w.head = 0
	}
}

// ErrNotRunning is what Result returns when the run was stopped.
var ErrNotRunning = errors.New("iacp: the task does not run here, or was stopped")

// Result sends a result of the run that an assign began; one that is not
// partial ends it. The error is ErrNotRunning when the run was stopped, perhaps
// just now: the result counts no more. After any other error, as of a result
// that is too long for a line, it runs on.
func (w *Worker) Result(now time.Time, assign string, t Result) (Step, error) {
	var s Step
	w.advance(&s, now)
	r := w.runs[assign]
	if r == nil || !r.active {
		return s, ErrNotRunning
	}
	body, err := t.JSON()
	if err == nil {
		err = fits(body)
	}
	if err != nil {
		return s, err
	}
	e := w.message(TaskResult, assign, body)
	if !t.Partial {
		w.end(r, "", &e)
	}
	s.Send = append(s.Send, e)
	w.drainedYet(&s)
	return s, nil
}

// Ask sends a tool.query to the queen. Its answer is a Replied event; that of an
// earlier query is unpaired from now on.
func (w *Worker) Ask(now time.Time, body json.RawMessage) Step {
	var s Step
	w.advance(&s, now)
	e := w.message(ToolQuery, "", body)
	w.query = e.ID
	s.Send = append(s.Send, e)
	return s
}

// Reply answers a tool.query that Handle did not answer.
func (w *Worker) Reply(now time.Time, query *Envelope, body json.RawMessage) Step {
	var s Step
	w.advance(&s, now)
	s.Send = append(s.Send, w.message(ToolReply, query.ID, body))
	return s
}
