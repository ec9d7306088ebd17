package main

import (
	"fmt"
	"strings"
)

// verdict is one line of the table of targets.
type verdict struct {
	target, measured string
	ok               bool
}

// faster is a target: fast takes at most 1/times of the time of slow.
type faster struct {
	fast, slow string
	times      float64
}

// atMost is a target: the time of name over that of floor.
type atMost struct {
	name, floor string
	times       float64
}

// allocs is a target: allocations per message.
type allocs struct {
	name  string
	limit float64
}

// The targets for single messages.
var (
	allocTargets = []allocs{
		{compileCode, 0}, {compileJSON, 0},
		{decodeCode, 4}, {decodeInto, 0},
		{parse, 4}, {parseInto, 0},
		{appendJSON, 0},
	}
	floorTargets = []atMost{{compileID, floorHash, 1.6}}
	speedTargets = []faster{
		{compileJSON, mapMarshal, 20},
		{decodeCode, readStd, 8},
		{parse, readStd, 2.5},
		{parse, readSchema, 12},
		{appendJSON, writeStd, 4},
	}
)

func workVerdicts(results []result) (list []verdict) {
	named := byName(results)
	for _, t := range allocTargets {
		got := named[t.name].allocs
		// The runtime itself allocates a little now and then.
		list = append(list, verdict{
			fmt.Sprintf("%s: at most %.0f allocations", t.name, t.limit), fmt.Sprintf("%.2f", got), got < t.limit+0.005})
	}
	for _, t := range floorTargets {
		r := ratio(named[t.name].ns, named[t.floor].ns)
		list = append(list, verdict{fmt.Sprintf("%s: at most %gx the time of %s", t.name, t.times, t.floor), r.times(), r.mid <= t.times})
	}
	for _, t := range speedTargets {
		r := ratio(named[t.slow].ns, named[t.fast].ns)
		list = append(list, verdict{fmt.Sprintf("%s: at least %gx faster than %s", t.fast, t.times, t.slow), r.times(), r.mid >= t.times})
	}
	return list
}

// maxGrowth is the most that the time per byte may grow from the small to the
// large input.
const maxGrowth = 1.5

func linearVerdicts(cells []cell) (list []verdict) {
	var works []string
	worst := make(map[string]cell)
	for _, c := range cells {
		w, seen := worst[c.work]
		if !seen {
			works = append(works, c.work)
		}
		if !seen || c.ratio.mid > w.ratio.mid {
			worst[c.work] = c
		}
	}
	for _, name := range works {
		w := worst[name]
		list = append(list, verdict{
			fmt.Sprintf("%s: time per byte at 1 MB at most %gx that at 10 KB, on every input", name, maxGrowth),
			fmt.Sprintf("%s (%s)", w.ratio.times(), w.family), w.ratio.mid <= maxGrowth})
	}
	return list
}

// maxRefusal is the time in which 1 MB of garbage must be refused, in ms.
const maxRefusal = 50

func garbageVerdicts(rows []refusal) (list []verdict) {
	for _, r := range rows {
		what := "refused"
		if !r.strict {
			what = "judged"
		}
		measured := fmt.Sprintf("%s ms (%s)", r.ms.plain(), r.worst)
		if len(r.taken) > 0 {
			measured += "; takes " + strings.Join(r.taken, ", ")
		}
		list = append(list, verdict{
			fmt.Sprintf("%s: 1 MB of any garbage is %s in under %d ms", r.name, what, maxRefusal),
			measured, r.ms.mid < maxRefusal && len(r.taken) == 0})
	}
	return list
}

const (
	maxOverhead = 1.5     // CPU of silpc over that of the library's calls
	maxMemory   = 2       // memory at the largest input over that at the one before
	bothCores   = 1.2     // CPU over wall time that one core cannot give
	largeGrowth = 1 << 20 // what is smaller is only printed
)

// growthVerdicts leaves the start of the program out of its CPU time: what the
// smallest input takes.
func growthVerdicts(list []growth) (out []verdict) {
	first, last := make(map[string]growth), make(map[string]growth)
	for _, g := range list {
		name := fmt.Sprintf("silpc %s --jsonl, %s", g.command, bytesText(g.size))
		before, seen := last[g.command]
		last[g.command] = g
		if !seen {
			first[g.command] = g
		}
		if g.size < largeGrowth*9/10 {
			continue
		}
		start := median(first[g.command].cpu)
		cpu := make([]float64, len(g.cpu))
		for i := range cpu {
			cpu[i] = max(0, g.cpu[i]-start)
		}
		r := ratio(cpu, g.library)
		out = append(out, verdict{
			fmt.Sprintf("%s: at most %gx the CPU time of the library's calls, the start left out", name, maxOverhead), r.times(), r.mid <= maxOverhead})
		if g.size < 16*largeGrowth {
			continue
		}
		s := ratio(g.cpu, g.wall)
		out = append(out, verdict{name + ": uses more than one core (CPU over wall time)", s.times(), s.mid >= bothCores})
		if seen && before.peak > 0 {
			grew := float64(g.peak) / float64(before.peak)
			out = append(out, verdict{name + ": memory does not grow with the input", fmt.Sprintf("%.2fx that at %s", grew, bytesText(before.size)), grew <= maxMemory})
		}
		same := "same bytes"
		if !g.sameText {
			same = "other bytes"
		}
		out = append(out, verdict{name + ": the library's output, in order", same, g.sameText})
	}
	return out
}
