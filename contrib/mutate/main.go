// Command mutate deletes and changes the rules of the compilers and decoders,
// one at a time, and tells which changes no conformance vector notices.
//
// All changed copies of a package's functions are built into one test binary;
// an environment variable says which of them runs. Nothing is written into the
// tree: the changed files stand in a temporary directory and are handed to
// "go test" by -overlay.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"time"
)

// A target is a package whose files are mutated and the packages whose
// TestVectors judges the mutants.
type target struct {
	dir   string
	files []string
	tests []string
	// wrappers are functions that only wrap, for others, what the vectors call
	// without them, so that the vectors say nothing about these.
	wrappers []string
}

var targets = []target{
	{
		dir:   "frontend/code",
		files: []string{"annotation.go", "compile.go", "decode.go", "token.go"},
		tests: []string{"frontend/code"},
	},
	{
		dir:      "frontend/json",
		files:    []string{"compile.go", "decode.go"},
		tests:    []string{"frontend/json"},
		wrappers: []string{"Compile", "Decode"},
	},
	{
		dir:      "frontend/natural",
		files:    []string{"compile.go"},
		tests:    []string{"frontend/natural"},
		wrappers: []string{"Compile", "CompileNLJSON"},
	},
	{
		dir:   "internal/codescan",
		files: []string{"codescan.go"},
		tests: []string{"frontend/code", "frontend/json"},
		// Only the repairs of tolerant decoding and the exported grammars call these.
		wrappers: []string{"Bare", "CheckBare", "Stands", "Begins"},
	},
}

type options struct {
	root      string
	file      string
	line      int
	list      bool
	verbose   bool
	jobs      int
	timeout   time.Duration
	explained string
}

func main() {
	var o options
	flag.StringVar(&o.root, "C", "../..", "the `directory` of the module to mutate")
	flag.StringVar(&o.file, "file", "", "only mutants of this `file`, as in frontend/code/decode.go or decode.go")
	flag.IntVar(&o.line, "line", 0, "only mutants of this `line`")
	flag.BoolVar(&o.list, "list", false, "list the mutants and run none")
	flag.BoolVar(&o.verbose, "v", false, "print every mutant with its outcome, and what the tests say of it")
	flag.IntVar(&o.jobs, "j", runtime.NumCPU(), "how many mutants run at once")
	flag.DurationVar(&o.timeout, "timeout", 5*time.Second, "a mutant that runs longer is killed")
	flag.StringVar(&o.explained, "explained", "docs/mutation.md", "the `file`, below the module, that explains survivors")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	ok, err := o.mutate(os.Stdout, targets)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// mutate runs all chosen mutants and reports whether each survivor is
// explained.
func (o *options) mutate(w io.Writer, targets []target) (ok bool, err error) {
	o.root, err = filepath.Abs(o.root)
	if err != nil {
		return false, err
	}
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(work)
	var all []*mutant
	for i, t := range targets {
		p, err := load(o.root, t)
		if err != nil {
			return false, err
		}
		p.find()
		p.keep(o.wanted)
		if len(p.mutants) == 0 {
			continue
		}
		if err := p.check(); err != nil {
			return false, err
		}
		all = append(all, p.mutants...)
		if o.list {
			continue
		}
		dir := filepath.Join(work, fmt.Sprint(i))
		if err := o.run(w, p, dir); err != nil {
			return false, err
		}
	}
	if o.list {
		for _, m := range all {
			fmt.Fprintf(w, "%s:%d %s\n", m.file, m.line, m.what())
		}
		return true, nil
	}
	return o.report(w, all)
}

func (o *options) wanted(m *mutant) bool {
	return (o.file == "" || o.file == m.file || o.file == path.Base(m.file)) && (o.line == 0 || o.line == m.line)
}
