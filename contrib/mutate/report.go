package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// count is a row of the table.
type count struct {
	file                         string
	mutants, survived, explained int
}

func (c *count) add(d count) {
	c.mutants += d.mutants
	c.survived += d.survived
	c.explained += d.explained
}

func (c *count) row() string {
	return fmt.Sprintf("| %s | %d | %d | %d | %.1f %% | %d |", c.file, c.mutants, c.mutants-c.survived, c.survived,
		100*float64(c.survived)/float64(max(1, c.mutants)), c.explained)
}

// report prints the table and the survivors, and reports whether all of them
// are explained.
func (o *options) report(w io.Writer, all []*mutant) (ok bool, err error) {
	explained, err := o.explanations()
	if err != nil {
		return false, err
	}
	var rows []count
	total, deletions := count{file: "all"}, count{file: "of all: something left out"}
	for _, m := range all {
		c := count{file: m.file, mutants: 1}
		if m.outcome == survived {
			c.survived = 1
			if _, ok := explained[m.key()]; ok {
				c.explained = 1
			}
		}
		if len(rows) == 0 || rows[len(rows)-1].file != m.file {
			rows = append(rows, count{file: m.file})
		}
		rows[len(rows)-1].add(c)
		total.add(c)
		if m.isDeletion() {
			deletions.add(c)
		}
	}
	fmt.Fprintln(w, "| file | mutants | killed | survived | share of survivors | of them explained |\n|---|---|---|---|---|---|")
	for _, c := range append(rows, total, deletions) {
		fmt.Fprintln(w, c.row())
	}
	for _, m := range all {
		_, known := explained[m.key()]
		switch {
		case m.outcome == survived && !known:
			fmt.Fprintf(w, "survived, line %d, not explained:\n%s\n", m.line, m.key())
		case m.outcome == survived:
			fmt.Fprintf(w, "survived, line %d, explained:\n%s\n", m.line, m.key())
		case known:
			fmt.Fprintf(w, "killed, but explained as a survivor:\n%s\n", m.key())
		}
		delete(explained, m.key())
	}
	if o.file == "" && o.line == 0 {
		for _, key := range sorted(explained) {
			fmt.Fprintf(w, "explained, but there is no such mutant:\n%s\n", key)
		}
	}
	return total.survived == total.explained, nil
}

// explanations are the lines of the document that begin like a mutant.
func (o *options) explanations() (map[string]struct{}, error) {
	lines := map[string]struct{}{}
	if o.explained == "" {
		return lines, nil
	}
	raw, err := os.ReadFile(filepath.Join(o.root, o.explained))
	if errors.Is(err, fs.ErrNotExist) {
		return lines, nil
	}
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSuffix(line, "\n")
		if file, _, ok := strings.Cut(line, ".go "); ok && !strings.ContainsAny(file, " |`") {
			lines[line] = struct{}{}
		}
	}
	return lines, err
}
