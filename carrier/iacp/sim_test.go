package iacp

import (
	"container/heap"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// colony is a queen and her foragers in a world of one thread: its time is
// virtual, every fault is drawn from the seed. What the world knows is checked
// after every message.
type colony struct {
	rnd    *rand.Rand
	opt    colonyOptions
	now    time.Duration // true time
	queue  events
	seq    int
	queen  *Tracker
	qclock hostClock
	qtick  time.Duration
	hosts  []*host
	tasks  map[string]*fact
	left   int           // tasks without a final result
	over   time.Duration // when the last was done, and copies and late results had their time
	asked  map[pair]*ask // every assign, by what the queen said of it
	pairs  []pair        // its keys in order: nothing here may depend on the order of a map
	err    error
	stats  map[string]int
}

// colonyOptions are the faults of a world, and ways to break what is tested.
type colonyOptions struct {
	foragers, tasks int
	quiet           time.Duration // when crashes, freezes and partitions end
	worker          WorkerOptions
	slots           int  // more than a forager has, as the queen is told
	amnesia         bool // the queen starts anew and is given all tasks again
	deaf            bool // no result reaches the queen
	trace           func(format string, args ...any)
	credulous       bool // results are given to the queen as if the right forager sent them
}

// fact is what the world knows of a task.
type fact struct {
	done      int
	executing int
	attempt   int64
}

// ask is what the world knows of an assign.
type ask struct {
	task string
	open bool // the queen counts it
}

type host struct {
	name     string
	clock    hostClock
	worker   *Worker // nil: it is dead
	life     int
	tick     time.Duration
	frozen   time.Duration // until then
	inbox    []string      // what came while it was frozen
	in, out  time.Duration // until when nothing comes in or goes out
	runs     map[string]*runFact
	started  map[string]bool // assigns that ran in this life
	assigned int             // by what the queen said
	slots    int
}

type runFact struct {
	task   string
	assign string
	paused bool
}

// hostClock is off by an offset and a rate.
type hostClock struct {
	offset time.Duration
	rate   float64
}

var epoch = time.Unix(1312284100, 0)

func (c hostClock) at(now time.Duration) time.Time {
	return epoch.Add(c.offset + time.Duration(float64(now)*c.rate))
}

// when is the true time at which the clock shows a time.
func (c hostClock) when(t time.Time) time.Duration {
	return time.Duration(float64(t.Sub(epoch)-c.offset)/c.rate) + time.Microsecond
}

type event struct {
	at  time.Duration
	seq int
	do  func()
}

type events []event

func (q events) Len() int { return len(q) }
func (q events) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].seq < q[j].seq
}
func (q events) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *events) Push(x any)   { *q = append(*q, x.(event)) }
func (q *events) Pop() any {
	old := *q
	e := old[len(old)-1]
	*q = old[:len(old)-1]
	return e
}

func (c *colony) after(d time.Duration, do func()) {
	c.seq++
	heap.Push(&c.queue, event{c.now + d, c.seq, do})
}

func (c *colony) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("at %v: %s", c.now, fmt.Sprintf(format, args...))
	}
}

// trace logs what happens when a seed is looked into.
func (c *colony) trace(who, what string, v any) {
	if c.opt.trace != nil {
		c.opt.trace("%v %s %s %v", c.now, who, what, v)
	}
}

func (c *colony) chance(p float64) bool { return c.rnd.Float64() < p }

func (c *colony) between(a, b time.Duration) time.Duration {
	return a + time.Duration(c.rnd.Int64N(int64(b-a)))
}

func (c *colony) newClock() hostClock {
	return hostClock{c.between(-time.Hour, time.Hour), 0.98 + 0.04*c.rnd.Float64()}
}

// delay is short as a rule; some messages come after minutes.
func (c *colony) delay() time.Duration {
	switch p := c.rnd.Float64(); {
	case p < 0.9:
		return c.between(time.Millisecond, 500*time.Millisecond)
	case p < 0.98:
		return c.between(0, 20*time.Second)
	}
	return c.between(0, 400*time.Second)
}

// send puts a message on the wire, where it is lost, doubled, delayed.
func (c *colony) send(e Envelope, deliver func(line string)) {
	line, err := e.Line()
	if err != nil {
		c.fail("%+v cannot be sent: %v", e, err)
		return
	}
	c.stats["sent"]++
	for copies := 1; copies > 0; copies-- {
		if c.chance(0.05) {
			copies++
		}
		if !c.chance(0.07) {
			c.after(c.delay(), func() { deliver(string(line)) })
		}
	}
}

func (c *colony) toForager(e Envelope) {
	for _, h := range c.hosts {
		if h.name == e.To {
			c.send(e, func(line string) { c.deliver(h, line) })
		}
	}
}

// deliver hands a line to a forager that lives and is awake.
func (c *colony) deliver(h *host, line string) {
	switch {
	case h.worker == nil || c.now < h.in:
	case c.now < h.frozen:
		h.inbox = append(h.inbox, line)
	default:
		e := c.parse(line)
		c.forager(h, h.worker.Handle(h.clock.at(c.now), e))
	}
}

func (c *colony) parse(line string) *Envelope {
	e, err := Parse(line)
	if err != nil {
		c.fail("%s: %v", line, err)
	}
	c.stats["handled"]++
	return e
}

func (c *colony) toQueen(h *host, e Envelope) {
	if c.now < h.out {
		return
	}
	c.send(e, func(line string) {
		e := c.parse(line)
		if e.Kind == TaskResult && c.opt.deaf {
			return
		}
		if e.Kind == TaskResult && c.opt.credulous {
			for _, p := range c.pairs {
				if p.assign == e.Ref {
					e.From = p.forager
				}
			}
		}
		c.queenDid(c.queen.Handle(c.qclock.at(c.now), e))
	})
}

// queenDid takes what the queen wants and compares what she says with what the
// world knows.
func (c *colony) queenDid(s Step) {
	for _, v := range s.Events {
		c.stats[string(v.Kind)]++
		c.trace("queen", string(v.Kind), v)
		p := pair{v.Forager, v.Assign}
		switch v.Kind {
		case Assigned:
			f := c.tasks[v.Task]
			if v.Attempt <= f.attempt && !c.opt.amnesia {
				c.fail("%s: attempt %d after %d", v.Task, v.Attempt, f.attempt)
			}
			f.attempt = v.Attempt
			c.asked[p] = &ask{v.Task, true}
			c.pairs = append(c.pairs, p)
			c.count(v.Forager, +1)
		case Rejected, Revoked:
			c.close(p)
		case Done:
			a := c.asked[p]
			if a == nil || a.task != v.Task {
				c.fail("%s was done by %v, which was not asked", v.Task, p)
				break
			}
			if r, err := v.Message.Result(); err != nil || r.Status != "did "+v.Task+" in "+v.Forager {
				c.fail("%s was done with the result %q of another", v.Task, r.Status)
			}
			for _, q := range c.pairs {
				if b := c.asked[q]; b.open && b.task == v.Task {
					c.close(q)
				}
			}
			c.tasks[v.Task].done++
			if n := c.tasks[v.Task].done; n > 1 {
				c.fail("%s has %d final results", v.Task, n)
			}
			if c.left--; c.left == 0 {
				c.over = c.now + time.Minute
			}
		}
	}
	for _, e := range s.Send {
		c.toForager(e)
	}
	if err := c.queen.check(); err != nil {
		c.fail("tracker: %v", err)
	}
	c.wakeQueen()
}

func (c *colony) close(p pair) {
	if a := c.asked[p]; a != nil && a.open {
		a.open = false
		c.count(p.forager, -1)
	}
}

// count keeps the assigns that a forager has, which its slots bound.
func (c *colony) count(name string, d int) {
	for _, h := range c.hosts {
		if h.name == name {
			if h.assigned += d; h.assigned > h.slots {
				c.fail("%s has %d assigns in %d slots", name, h.assigned, h.slots)
			}
		}
	}
}

func (c *colony) wakeQueen() {
	at := max(c.qclock.when(c.queen.Next()), c.now+time.Millisecond)
	if c.qtick > c.now && c.qtick <= at {
		return
	}
	c.qtick = at
	c.after(at-c.now, func() {
		if c.qtick == at {
			c.qtick = 0
			c.queenDid(c.queen.Tick(c.qclock.at(c.now)))
		}
	})
}

// forager does what a Worker wants.
func (c *colony) forager(h *host, s Step) {
	for _, v := range s.Events {
		c.stats[string(v.Kind)]++
		c.trace(h.name, string(v.Kind), v)
		switch v.Kind {
		case Start:
			c.start(h, v)
		case Stop:
			c.end(h, v.Assign)
		}
	}
	for _, e := range s.Send {
		c.toQueen(h, e)
	}
	if h.worker == nil {
		return
	}
	if err := h.worker.check(); err != nil {
		c.fail("worker: %v", err)
	}
	life := h.life
	at := max(h.clock.when(h.worker.Next()), c.now+time.Millisecond)
	if h.tick > c.now && h.tick <= at {
		return
	}
	h.tick = at
	c.after(at-c.now, func() {
		if h.life == life && h.tick == at && c.now >= h.frozen {
			h.tick = 0
			c.forager(h, h.worker.Tick(h.clock.at(c.now)))
		}
	})
}

// start begins a run. That no other run of the task is executing is what the
// colony is for.
func (c *colony) start(h *host, v Event) {
	a, err := v.Message.Assign()
	if err != nil {
		c.fail("%v", err)
	}
	if h.started[v.Assign] {
		c.fail("%s runs %s again", h.name, v.Assign)
	}
	h.started[v.Assign] = true
	r := &runFact{task: a.Node, assign: v.Assign}
	h.runs[v.Assign] = r
	c.execute(r, +1)
	need := c.between(time.Second, 60*time.Second)
	if c.chance(0.05) { // longer than assign_timeout, some of them
		need = c.between(time.Minute, 7*time.Minute)
	}
	c.after(need/2, func() { c.result(h, r, true) })
	c.after(need, func() { c.result(h, r, false) })
}

func (c *colony) execute(r *runFact, d int) {
	f := c.tasks[r.task]
	if f.executing += d; f.executing > 1 {
		c.fail("%s runs in %d places", r.task, f.executing)
	}
}

// result sends one, when the run still is. A frozen host goes on later.
func (c *colony) result(h *host, r *runFact, partial bool) {
	if h.runs[r.assign] != r {
		return
	}
	if c.now < h.frozen {
		c.after(h.frozen-c.now+time.Second, func() { c.result(h, r, partial) })
		return
	}
	s, err := h.worker.Result(h.clock.at(c.now), r.assign, Result{Status: "did " + r.task + " in " + h.name, Partial: partial})
	if err != nil && !errors.Is(err, ErrNotRunning) {
		c.fail("%v", err)
	}
	c.forager(h, s)
	if err == nil && !partial {
		c.end(h, r.assign)
	}
}

func (c *colony) end(h *host, assign string) {
	if r := h.runs[assign]; r != nil {
		delete(h.runs, assign)
		if !r.paused {
			c.execute(r, -1)
		}
	}
}

// birth starts a forager, perhaps again under its name.
func (c *colony) birth(h *host) {
	h.life++
	o := c.opt.worker
	o.Name, o.Slots, o.FirstID = h.name, h.slots, uint64(h.life)<<20
	w, err := NewWorker(o)
	if err != nil {
		c.fail("%v", err)
		return
	}
	h.worker, h.runs, h.started, h.inbox, h.frozen, h.tick = w, make(map[string]*runFact), make(map[string]bool), nil, 0, 0
	c.forager(h, w.Tick(h.clock.at(c.now)))
}

func (c *colony) death(h *host) {
	c.stats["deaths"]++
	for id := range h.runs {
		c.end(h, id)
	}
	h.worker = nil
	h.life++
}

func (c *colony) freeze(h *host, d time.Duration) {
	h.frozen = c.now + d
	life := h.life
	for _, r := range h.runs {
		if !r.paused {
			r.paused = true
			c.execute(r, -1)
		}
	}
	c.after(d, func() {
		if h.life != life || c.now < h.frozen {
			return
		}
		// The first thing after a pause is a Tick: what it stops does not go on.
		c.forager(h, h.worker.Tick(h.clock.at(c.now)))
		for _, r := range h.runs {
			if r.paused {
				r.paused = false
				c.execute(r, +1)
			}
		}
		inbox := h.inbox
		h.inbox = nil
		for _, line := range inbox {
			c.deliver(h, line)
		}
	})
}

// trouble befalls a forager now and then, until the world is quiet.
func (c *colony) trouble() {
	if c.now > c.opt.quiet {
		for _, h := range c.hosts { // most of the dead come back
			if h.worker == nil && c.chance(0.5) {
				c.birth(h)
			}
		}
		return
	}
	h := c.hosts[c.rnd.IntN(len(c.hosts))]
	p := c.rnd.Float64()
	c.trace(h.name, "trouble", p)
	switch {
	case h.worker == nil:
	case p < 0.4:
		c.death(h)
		if life := h.life; c.chance(0.7) {
			c.after(c.between(2*time.Second, time.Minute), func() {
				if h.life == life && h.worker == nil {
					c.birth(h)
				}
			})
		}
	case p < 0.6:
		c.freeze(h, c.between(time.Second, 100*time.Second))
	case p < 0.8:
		h.in = c.now + c.between(time.Second, 200*time.Second)
	default:
		h.out = c.now + c.between(time.Second, 200*time.Second)
	}
	c.after(c.between(time.Second, 20*time.Second), c.trouble)
}

// lie sends results of tasks from foragers that were not asked.
func (c *colony) lie() {
	h := c.hosts[c.rnd.IntN(len(c.hosts))]
	for _, p := range c.pairs {
		if p.forager != h.name && c.asked[p].open && h.worker != nil {
			body, _ := Result{Status: "a lie"}.JSON()
			c.toQueen(h, h.worker.message(TaskResult, p.assign, body))
			break
		}
	}
	c.after(c.between(5*time.Second, time.Minute), c.lie)
}

func (c *colony) newQueen(first uint64) {
	q, err := NewTracker(TrackerOptions{FirstID: first})
	if err != nil {
		c.fail("%v", err)
		return
	}
	c.queen = q
	for _, h := range c.hosts {
		if err := q.Admit(h.name, h.slots+c.opt.slots); err != nil {
			c.fail("%v", err)
		}
	}
	for i := range c.opt.tasks {
		name := fmt.Sprintf("t%d", i)
		s, err := q.Submit(c.qclock.at(c.now), Task{Name: name, Assign: Assign{Node: name}})
		if err != nil {
			c.fail("%v", err)
		}
		c.queenDid(s)
	}
}

// simulate runs a colony until every task is done and says what went wrong.
func simulate(seed uint64, o colonyOptions) (map[string]int, error) {
	c := &colony{rnd: rand.New(rand.NewPCG(seed, 1)), opt: o, tasks: make(map[string]*fact), left: o.tasks, asked: make(map[pair]*ask), stats: make(map[string]int)}
	c.qclock = c.newClock()
	for i := range o.foragers {
		h := &host{name: fmt.Sprintf("forager-%02d", i), clock: c.newClock(), slots: max(1, i%4-1)}
		c.hosts = append(c.hosts, h)
		c.after(c.between(0, 20*time.Second), func() { c.birth(h) })
	}
	for i := range o.tasks {
		c.tasks[fmt.Sprintf("t%d", i)] = &fact{}
	}
	c.newQueen(0)
	if o.amnesia {
		c.after(2*time.Minute, func() {
			for _, p := range c.pairs {
				c.close(p)
			}
			c.newQueen(1 << 20)
		})
	}
	c.after(5*time.Second, c.trouble)
	c.after(5*time.Second, c.lie)
	const longest = 2 * time.Hour
	for c.err == nil && c.now < longest && (c.left > 0 || c.now < c.over) {
		e := heap.Pop(&c.queue).(event)
		c.now = e.at
		e.do()
	}
	if c.err == nil && c.left > 0 && c.alive() {
		c.fail("%d tasks are lost", c.left)
	}
	c.stats["seconds"] += int(c.now / time.Second)
	return c.stats, c.err
}

func (c *colony) alive() bool {
	for _, h := range c.hosts {
		if h.worker != nil {
			return true
		}
	}
	return false
}

func standard() colonyOptions {
	return colonyOptions{foragers: 20, tasks: 40, quiet: 5 * time.Minute}
}

// TestColony: whatever befalls a colony, every task gets one final result, no
// two runs of a task overlap, no task is lost, and nobody is asked for more than
// it has slots.
func TestColony(t *testing.T) {
	seeds := 1000
	if testing.Short() {
		seeds = 50
	}
	sum := make(map[string]int)
	var mu sync.Mutex
	t.Run("seeds", func(t *testing.T) {
		const shards = 2
		for shard := range shards {
			t.Run(strconv.Itoa(shard), func(t *testing.T) {
				t.Parallel()
				for seed := shard; seed < seeds; seed += shards {
					stats, err := simulate(uint64(seed), standard())
					if err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					}
					mu.Lock()
					for k, n := range stats {
						sum[k] += n
					}
					mu.Unlock()
				}
			})
		}
	})
	t.Log(sum)
	for _, k := range []string{"deaths", string(Revoked), string(Rejected), string(Duplicate), string(Unpaired), string(Partial), string(Stop)} {
		if sum[k] < seeds {
			t.Errorf("%q happened %d times in %d colonies: the worlds are too kind", k, sum[k], seeds)
		}
	}
	if n := standard().tasks * seeds; sum[string(Done)] != n {
		t.Errorf("%d results for %d tasks", sum[string(Done)], n)
	}
}

// TestColonyCanFail breaks the colony in one way each, and the check that
// should notice must.
func TestColonyCanFail(t *testing.T) {
	for _, c := range []struct {
		name, want string
		broken     func(o *colonyOptions)
	}{
		{"foragers that run on while the queen is silent", "runs in 2 places", func(o *colonyOptions) { o.worker.NoFence = true }},
		{"a queen that believes in another slot", "slots", func(o *colonyOptions) { o.slots = 1 }},
		{"a queen that forgets", "final results", func(o *colonyOptions) { o.amnesia = true }},
		{"results that do not come in", "are lost", func(o *colonyOptions) { o.deaf = true }},
		{"a queen that does not look who answers", "of another", func(o *colonyOptions) { o.credulous = true }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(30) {
				o := standard()
				c.broken(&o)
				if _, err := simulate(seed, o); err != nil && strings.Contains(err.Error(), c.want) {
					return
				}
			}
			t.Errorf("no world says %q", c.want)
		})
	}
}
