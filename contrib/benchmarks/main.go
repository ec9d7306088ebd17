// Command benchmarks measures silp-go against other libraries and against floors
// that no implementation can go below, and prints what it found as Markdown.
//
// It is a module of its own, so that none of the libraries that it compares with
// is a dependency of the library. Run it in its own folder:
//
//	go run .
//
// All numbers are CPU time of the whole process, garbage collection included.
// Contestants take turns, round by round, so that noise hits all alike; what is
// printed is the median over the rounds, and for ratios the smallest and the
// largest round too.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// config is how long to measure and what.
type config struct {
	root   string // the folder of the library's go.mod
	rounds int
	slot   time.Duration // CPU time of one contestant in one round
	only   []string      // sections; empty means all
	quick  bool
}

func main() {
	root := flag.String("root", "../..", "the `folder` of the library's go.mod")
	quick := flag.Bool("quick", false, "two very short rounds and small inputs: proves that it runs, its numbers mean little")
	write := flag.Bool("write", false, "write docs/performance.md too")
	only := flag.String("only", "", "comma-separated `sections`: work, linear, garbage, growth")
	rounds := flag.Int("rounds", 9, "`number` of rounds")
	slot := flag.Duration("slot", 60*time.Millisecond, "CPU time of one contestant in one round")
	flag.Parse()
	c := config{root: *root, rounds: *rounds, slot: *slot, quick: *quick}
	if *only != "" {
		c.only = strings.Split(*only, ",")
	}
	if c.quick {
		c.rounds, c.slot = 2, time.Millisecond
	}
	if err := run(c, *write); err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

// run measures, prints, and writes the page if asked to.
func run(c config, write bool) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	if write && len(c.only) > 0 {
		return fmt.Errorf("-write needs all sections: leave out -only")
	}
	var page bytes.Buffer
	if err := measureAll(io.MultiWriter(os.Stdout, &page), c); err != nil {
		return err
	}
	if !write {
		return nil
	}
	return os.WriteFile(filepath.Join(c.root, "docs", "performance.md"), page.Bytes(), 0o644)
}

func (c config) wants(section string) bool {
	return len(c.only) == 0 || slices.Contains(c.only, section)
}

// measureAll runs the sections. Growth comes first: the system counts the
// memory of this process as that of the processes that it starts.
func measureAll(w io.Writer, c config) error {
	ms, err := load(filepath.Join(c.root, "testdata", "ir"))
	if err != nil {
		return err
	}
	var grown []growth
	if c.wants("growth") {
		if grown, err = measureGrowth(c, ms); err != nil {
			return err
		}
	}
	head(w, c, ms)
	var verdicts []verdict
	if c.wants("work") {
		results := measure(c, contestants(ms))
		workTables(w, results)
		verdicts = append(verdicts, workVerdicts(results)...)
	}
	if c.wants("linear") {
		cells := measureLinear(c)
		linearTable(w, cells)
		verdicts = append(verdicts, linearVerdicts(cells)...)
	}
	if c.wants("garbage") {
		rows := measureGarbage(c)
		garbageTable(w, rows)
		verdicts = append(verdicts, garbageVerdicts(rows)...)
	}
	if c.wants("growth") {
		growthTable(w, grown)
		verdicts = append(verdicts, growthVerdicts(grown)...)
	}
	verdictTable(w, verdicts)
	reasonTable(w, verdicts)
	return nil
}
