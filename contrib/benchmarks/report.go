package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"
)

// head says what follows and how to make it.
func head(w io.Writer, c config, ms []message) {
	irJSON, text := sizes(ms)
	fmt.Fprintf(w, `# Performance

This page is written by `+"`go run . -write`"+` in contrib/benchmarks. Without -write it prints the same.

Each message is one of the %d IRs in testdata/ir: %.0f bytes as JSON, %.1f as code text on average. Times are CPU time of the whole process per message, garbage collection included. All contestants of a table take turns in one process, round by round; a time is the median of %d rounds (fewer for large inputs), a ratio the median of the ratios of each round, with the smallest and the largest behind it. Absolute times belong to the machine that ran this; ratios travel better.

Other libraries read into and write from one plain struct and check nothing; ours check every rule of the draft.

Measured with %s, %s/%s, %d cores.
`, len(ms), irJSON, text, c.rounds, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0))
	if c.quick {
		fmt.Fprint(w, "\nA quick run: these numbers only show that it runs.\n")
	}
}

func (s spread) plain() string { return fmt.Sprintf("%.3g (%.3g-%.3g)", s.mid, s.low, s.high) }
func (s spread) times() string { return fmt.Sprintf("%.3gx (%.3g-%.3g)", s.mid, s.low, s.high) }

// workTables prints one table for each group.
func workTables(w io.Writer, results []result) {
	named := byName(results)
	fmt.Fprint(w, "\n## Work on one message\n")
	for len(results) > 0 {
		n := 1
		for n < len(results) && results[n].group == results[0].group {
			n++
		}
		rows := [][]string{{"who", "ns", "allocations", "bytes", "ratio", "of the time of"}}
		for i := range results[:n] {
			r := &results[i]
			ratioText := "1"
			if r.peer != r.name {
				ratioText = ratio(r.ns, named[r.peer].ns).plain()
			}
			rows = append(rows, []string{
				r.name, nanoseconds(r.median()), fmt.Sprintf("%.2f", r.allocs), fmt.Sprintf("%.0f", r.bytes), ratioText, r.peer,
			})
		}
		fmt.Fprintf(w, "\n### %s\n\n", upperFirst(results[0].group))
		table(w, rows)
		results = results[n:]
	}
}

func byName(results []result) map[string]*result {
	named := make(map[string]*result)
	for i := range results {
		named[results[i].name] = &results[i]
	}
	return named
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func nanoseconds(ns float64) string {
	if ns < 100 {
		return fmt.Sprintf("%.1f", ns)
	}
	return fmt.Sprintf("%.0f", ns)
}

// linearTable prints works as rows, inputs as columns of numbers.
func linearTable(w io.Writer, cells []cell) {
	fmt.Fprint(w, "\n## Time per byte\n\nTime per byte of an input of 1 MB over that of one of 10 KB, and, behind it, ns per byte at 1 MB. Inputs are valid IRs whose values (or number of elements) grow; what is counted is the length of the text that is read or written.\n\n")
	var works []string
	rows := [][]string{{"input"}}
	index := make(map[string]int)
	for _, c := range cells {
		if !slices.Contains(works, c.work) {
			works = append(works, c.work)
			rows[0] = append(rows[0], c.work)
		}
		at, ok := index[c.family]
		if !ok {
			at = len(rows)
			index[c.family] = at
			rows = append(rows, []string{c.family})
		}
		rows[at] = append(rows[at], fmt.Sprintf("%.2f, %.2g ns", c.ratio.mid, c.perByte))
	}
	table(w, rows)
}

func garbageTable(w io.Writer, list []refusal) {
	fmt.Fprint(w, "\n## Garbage\n\nThe slowest of the texts in garbage.go, each 1 MB, given to each reader.\n\n")
	rows := [][]string{{"reader", "slowest garbage", "ms", "outcome"}}
	for _, r := range list {
		rows = append(rows, []string{r.name, r.worst, r.ms.plain(), r.outcome})
	}
	table(w, rows)
}

func growthTable(w io.Writer, list []growth) {
	fmt.Fprint(w, "\n## Growth\n\nsilpc, a process of its own, from a file to a file, against the library's calls on the same lines (compile: parse, compile, req_id, write; decode: `Codec.DecodeInto`, write). The start of the process is in its times. Memory is the most that it held; the system counts at least what the measuring process held.\n\n")
	rows := [][]string{{"command", "input", "lines", "CPU ms", "library ms", "CPU over library", "wall ms", "CPU over wall", "memory", "same output"}}
	for _, g := range list {
		same := "yes"
		if !g.sameText {
			same = "NO"
		}
		rows = append(rows, []string{
			g.command + " --jsonl", bytesText(g.size), fmt.Sprint(g.lines), fmt.Sprintf("%.3g", median(g.cpu)), fmt.Sprintf("%.3g", median(g.library)),
			ratio(g.cpu, g.library).plain(), fmt.Sprintf("%.3g", median(g.wall)), ratio(g.cpu, g.wall).plain(), bytesText(g.peak), same,
		})
	}
	table(w, rows)
}

func bytesText(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.0f MB", float64(n)/(1<<20))
	case n > 1<<20*9/10:
		return "1 MB"
	case n >= 1000:
		return fmt.Sprintf("%.0f KB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d B", n)
}

func verdictTable(w io.Writer, list []verdict) {
	fmt.Fprint(w, "\n## Targets\n\n")
	rows := [][]string{{"target", "measured", "verdict"}}
	for _, v := range list {
		word := "ok"
		if !v.ok {
			word = "**missed**"
		}
		rows = append(rows, []string{v.target, v.measured, word})
	}
	table(w, rows)
}

// table prints rows as a Markdown table whose columns line up.
func table(w io.Writer, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, s := range row {
			width[i] = max(width[i], utf8.RuneCountInString(s))
		}
	}
	for n, row := range rows {
		for i, s := range row {
			fmt.Fprintf(w, "| %s%s ", s, strings.Repeat(" ", width[i]-utf8.RuneCountInString(s)))
		}
		fmt.Fprint(w, "|\n")
		if n == 0 {
			for _, n := range width {
				fmt.Fprintf(w, "|%s", strings.Repeat("-", n+2))
			}
			fmt.Fprint(w, "|\n")
		}
	}
}
