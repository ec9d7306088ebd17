package iacp

import (
	"fmt"
	"slices"
)

// check finds a way in which a Tracker is not what it should be.
func (t *Tracker) check() error {
	assigned := 0
	for _, f := range t.foragers {
		if len(f.running) > f.slots {
			return fmt.Errorf("%s has %d assigns and %d slots", f.name, len(f.running), f.slots)
		}
		for _, k := range f.running {
			if k.has != f || k.waits || t.tasks[k.Name] != k || t.asked[pair{f.name, k.assign}] != k {
				return fmt.Errorf("%s does not have %s", f.name, k.Name)
			}
		}
		assigned += len(f.running)
	}
	for _, k := range t.waiting {
		if k.has != nil || !k.waits || t.tasks[k.Name] != k {
			return fmt.Errorf("%s waits and does not", k.Name)
		}
	}
	if assigned+len(t.waiting) != len(t.tasks) {
		return fmt.Errorf("%d assigned and %d waiting of %d", assigned, len(t.waiting), len(t.tasks))
	}
	pairs := 0
	for _, k := range t.tasks {
		pairs += len(k.pairs)
		if len(k.pairs) > maxPairs || k.has != nil && !slices.Contains(k.pairs, pair{k.has.name, k.assign}) {
			return fmt.Errorf("%s has the pairs %v", k.Name, k.pairs)
		}
	}
	if pairs != len(t.asked) {
		return fmt.Errorf("%d pairs of tasks, %d in all", pairs, len(t.asked))
	}
	if n := len(t.oldest) - t.head; n != len(t.over) || n > t.opt.Remember {
		return fmt.Errorf("%d in order, %d remembered", n, len(t.over))
	}
	if len(t.tasks) > t.opt.MaxTasks || len(t.foragers) > t.opt.MaxForagers {
		return fmt.Errorf("%d tasks, %d foragers", len(t.tasks), len(t.foragers))
	}
	return nil
}

// check finds a way in which a Worker is not what it should be.
func (w *Worker) check() error {
	ended := w.ended[w.head:]
	if len(w.order) > w.opt.Slots || len(ended) > w.opt.Remember || len(w.whole) > w.opt.Slots+kept || len(w.order)+len(ended) != len(w.runs) {
		return fmt.Errorf("%d run in %d slots, %d ended, %d whole, %d in all", len(w.order), w.opt.Slots, len(ended), len(w.whole), len(w.runs))
	}
	for _, r := range w.order {
		if !r.active || w.runs[r.id] != r {
			return fmt.Errorf("%s does not run", r.id)
		}
	}
	for _, r := range ended {
		if r.active || w.runs[r.id] != r || r.answer != nil && !slices.Contains(w.whole, r) {
			return fmt.Errorf("%s has not ended", r.id)
		}
	}
	if len(w.order) > 0 && !w.holds() {
		return fmt.Errorf("%d run without an answer of the queen", len(w.order))
	}
	return nil
}
