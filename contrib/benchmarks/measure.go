package main

import (
	"runtime"
	"slices"
	"time"

	"github.com/silp-protocol/silp-go/internal/cputime"
)

// contestant does one piece of work over and over.
type contestant struct {
	group string // the work
	name  string // who does it; unique in all groups
	peer  string // the name of the contestant that the table compares it with
	units int    // messages (or bytes) that one run handles
	run   func()
}

// result is what the rounds of one contestant gave, per unit.
type result struct {
	contestant
	ns     []float64 // one per round
	allocs float64
	bytes  float64
}

func (r *result) median() float64 { return median(r.ns) }

// measure lets all contestants take turns, round by round.
func measure(c config, list []contestant) []result {
	results := make([]result, len(list))
	times := make([]int, len(list))
	for i := range list {
		results[i].contestant = list[i]
		times[i] = calibrate(c, list[i].run)
	}
	for range c.rounds {
		for i := range results {
			results[i].round(times[i])
		}
	}
	return results
}

// calibrate finds how often to run to fill the slot of a round.
func calibrate(c config, run func()) int {
	run() // whatever is done once is done now
	for n := 1; ; n *= 2 {
		begin := cputime.Now()
		for range n {
			run()
		}
		if took := cputime.Now() - begin; took >= c.slot/4 || n >= 1<<24 {
			return max(1, int(float64(n)*float64(c.slot)/float64(max(took, 1))))
		}
	}
}

// round measures once. The garbage of the contestant before is gone when the
// clock starts; the contestant's own is part of its time.
func (r *result) round(times int) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := cputime.Now()
	for range times {
		r.run()
	}
	took := cputime.Now() - begin
	runtime.ReadMemStats(&after)
	units := float64(times) * float64(r.units)
	r.ns = append(r.ns, float64(took/time.Nanosecond)/units)
	r.allocs = float64(after.Mallocs-before.Mallocs) / units
	r.bytes = float64(after.TotalAlloc-before.TotalAlloc) / units
}

// spread is a ratio: the median over the rounds, the smallest and the largest.
type spread struct{ mid, low, high float64 }

// ratio compares two contestants, each round with itself.
func ratio(a, b []float64) spread {
	if len(a) == 0 || len(a) != len(b) {
		return spread{}
	}
	list := make([]float64, len(a))
	for i := range a {
		list[i] = a[i] / b[i]
	}
	return spreadOf(list)
}

func spreadOf(list []float64) spread {
	return spread{median(list), slices.Min(list), slices.Max(list)}
}

func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	m := len(list) / 2
	if len(list)%2 == 1 {
		return list[m]
	}
	return (list[m-1] + list[m]) / 2
}
