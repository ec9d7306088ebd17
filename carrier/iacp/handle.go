package iacp

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/silp-protocol/silp-go/negotiation"
)

// Handle takes a message that came in.
func (t *Tracker) Handle(now time.Time, e *Envelope) Step {
	t.clock.advance(now)
	var s Step
	f := t.byName[e.From]
	switch {
	case e.check() != nil || e.To != Queen:
		s.ignore(e, "not for the queen")
		return s
	case tooLong(e):
		s.ignore(e, "the id is too long to be answered")
		return s
	case f == nil:
		s.event(Event{Kind: Unpaired, Forager: e.From, Reason: "not admitted", Message: e})
		return s
	}
	// Leases that ran out end before anything that came later can count.
	for _, k := range slices.Clone(f.running) {
		if !t.clock.now.Before(t.due(k)) {
			t.revoke(&s, k)
		}
	}
	f.heard = t.clock.now
	switch e.Kind {
	case Heartbeat:
		t.heartbeat(&s, f, e)
	case TaskAccept, TaskReject, TaskResult:
		t.answer(&s, f, e)
	case ToolQuery:
		s.event(Event{Kind: Asked, Forager: f.name, Message: e})
		if body := offerFor(t.opt.Offer, e); body != nil {
			t.send(&s, f, ToolReply, e.ID, body)
		}
	case ToolReply:
		s.replied(e, &f.query)
	default:
		s.ignore(e, "no message for a queen")
	}
	t.assign(&s)
	return s
}

// tooLong reports whether a message has an ID that would not fit into the line
// of its answer, perhaps.
func tooLong(e *Envelope) bool {
	return len(e.ID) > maxID && (e.Kind == Heartbeat || e.Kind == ToolQuery)
}

func (s *Step) event(e Event) { s.Events = append(s.Events, e) }

func (s *Step) ignore(e *Envelope, why string) {
	s.event(Event{Kind: Ignored, Forager: e.From, Reason: why, Message: e})
}

// offerFor returns the answer to a query for an offer; nil if it is none, or
// there is none.
func offerFor(o *negotiation.Offer, query *Envelope) json.RawMessage {
	if o == nil {
		return nil
	}
	if _, err := query.Offer(); err != nil {
		return nil
	}
	body, _ := OfferBody(*o) // New… has checked it
	return body
}

// replied takes an answer to the query that is open.
func (s *Step) replied(e *Envelope, query *string) {
	if e.Ref == "" || e.Ref != *query {
		s.event(Event{Kind: Unpaired, Forager: e.From, Message: e})
		return
	}
	*query = ""
	s.event(Event{Kind: Replied, Forager: e.From, Message: e})
}

// Ask sends a tool.query to a forager. Its answer is a Replied event; that of an
// earlier query is unpaired from now on.
func (t *Tracker) Ask(now time.Time, name string, body json.RawMessage) (s Step) {
	t.clock.advance(now)
	if f := t.byName[name]; f != nil {
		t.send(&s, f, ToolQuery, "", body)
		f.query = s.Send[0].ID
	}
	return s
}

// Reply answers a tool.query that Handle did not answer.
func (t *Tracker) Reply(now time.Time, query *Envelope, body json.RawMessage) (s Step) {
	t.clock.advance(now)
	if f := t.byName[query.From]; f != nil {
		t.send(&s, f, ToolReply, query.ID, body)
	}
	return s
}

// heartbeat answers an hb, renews the leases of the tasks that it lists, and
// asks again for those that it does not: the assign, or all answers to it, were
// lost, or the forager has started anew.
func (t *Tracker) heartbeat(s *Step, f *forager, e *Envelope) {
	b, err := e.Beat()
	if err != nil {
		s.ignore(e, err.Error())
		return
	}
	t.beat(s, f, e.ID)
	f.lists = b.Running != nil
	for _, k := range f.running {
		switch {
		case slices.Contains(b.Running, k.assign):
			t.hold(s, k)
		case f.lists:
			s.Send = append(s.Send, k.message())
		case k.accepted:
			t.hold(s, k)
		}
	}
	for _, id := range b.Running {
		if id == "" || len(id) > maxID {
			continue
		}
		if k := t.asked[pair{f.name, id}]; k == nil || k.has != f || k.assign != id {
			t.send(s, f, TaskCancel, id, nil)
		}
	}
	if f.drain && !b.Draining {
		t.send(s, f, CtlDrain, "", nil)
	}
	if f.halt && !b.Halted {
		t.send(s, f, CtlHalt, "", nil)
	}
}

// hold begins or renews the lease of a task.
func (t *Tracker) hold(s *Step, k *task) {
	if !k.accepted {
		s.event(k.event(Accepted))
	}
	k.accepted = true
	k.until = t.clock.now.Add(t.opt.lease())
}

// answer takes an accept, a reject or a result.
func (t *Tracker) answer(s *Step, f *forager, e *Envelope) {
	p := pair{f.name, e.Ref}
	k := t.asked[p]
	if k == nil {
		t.stranger(s, p, e)
		return
	}
	current := k.has == f && k.assign == e.Ref
	switch {
	case e.Kind == TaskResult:
		t.result(s, k, p, current, e)
	case !current:
		if e.Kind == TaskAccept {
			t.send(s, f, TaskCancel, e.Ref, nil)
		}
		s.ignore(e, "the assign was revoked")
	case e.Kind == TaskAccept:
		t.hold(s, k)
	default:
		j, _ := e.Reject() // a reject without a reason is one all the same
		v := k.event(Rejected)
		v.Reason, v.Message = j.Reason, e
		t.drop(k)
		t.wait(k, f.name)
		if v.Attempt > 1 { // not from one to the next as fast as they can say no
			k.pause = k.again
		}
		s.event(v)
	}
}

// stranger takes an answer to an assign that no open task knows.
func (t *Tracker) stranger(s *Step, p pair, e *Envelope) {
	name, ok := t.over[p]
	switch {
	case !ok:
		s.event(Event{Kind: Unpaired, Forager: p.forager, Assign: p.assign, Message: e})
	case e.Kind == TaskResult:
		s.event(Event{Kind: Duplicate, Task: name, Forager: p.forager, Assign: p.assign, Message: e})
	default:
		if e.Kind == TaskAccept {
			t.send(s, t.byName[p.forager], TaskCancel, p.assign, nil)
		}
		s.ignore(e, "the task is over")
	}
}

// result takes a result of an open task. The first final one wins, even if its
// assign was revoked since: the work is done.
func (t *Tracker) result(s *Step, k *task, p pair, current bool, e *Envelope) {
	partial, err := e.partial()
	switch {
	case err != nil:
		s.ignore(e, err.Error())
		return
	case partial && !current:
		t.send(s, t.byName[p.forager], TaskCancel, p.assign, nil)
		s.ignore(e, "the assign was revoked")
		return
	case partial:
		t.hold(s, k)
		v := k.event(Partial)
		v.Message = e
		s.event(v)
		return
	}
	v := Event{Kind: Done, Task: k.Name, Forager: p.forager, Assign: p.assign, Attempt: k.Assign.Attempt, Message: e}
	if current {
		t.drop(k)
	} else {
		v.Attempt = k.attempt(p)
		t.leave(s, k)
	}
	t.finish(k)
	s.event(v)
}

// attempt returns the number of an earlier assign of the task.
func (k *task) attempt(p pair) int64 {
	behind := len(k.pairs) - 1 - slices.Index(k.pairs, p)
	return k.Assign.Attempt - int64(behind)
}
