package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
)

type outcome string

const (
	survived outcome = "survived"
	killed   outcome = "killed"
	timedOut outcome = "killed: too slow"
)

// run builds the mutants of p below dir and sets their outcomes.
func (o *options) run(w io.Writer, p *pkg, dir string) error {
	sources, _ := p.copies()
	binaries, err := p.build(dir, sources)
	if err != nil {
		return err
	}
	if err := o.baseline(p, binaries); err != nil {
		return err
	}
	var next sync.Mutex
	var wait sync.WaitGroup
	i := 0
	errs := make([]error, len(p.mutants))
	for range max(1, o.jobs) {
		wait.Go(func() {
			for {
				next.Lock()
				n := i
				i++
				next.Unlock()
				if n >= len(p.mutants) {
					return
				}
				errs[n] = o.judge(p, p.mutants[n], binaries, dir)
			}
		})
	}
	wait.Wait()
	if o.verbose {
		for _, m := range p.mutants {
			fmt.Fprintf(w, "%s %s:%d %s\n%s", m.outcome, m.file, m.line, m.what(), m.detail)
		}
	}
	return errors.Join(errs...)
}

// build returns the test binaries of the target, with sources in place of the
// files of its package.
func (p *pkg) build(dir string, sources map[string][]byte) (binaries []string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	var overlay struct{ Replace map[string]string }
	overlay.Replace = map[string]string{}
	for _, name := range sorted(sources) {
		if bytes.Equal(sources[name], p.sources[name]) {
			continue
		}
		file := filepath.Join(dir, path.Base(name))
		if err := os.WriteFile(file, sources[name], 0o666); err != nil {
			return nil, err
		}
		overlay.Replace[filepath.Join(p.root, name)] = file
	}
	raw, err := json.Marshal(overlay)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, raw, 0o666); err != nil {
		return nil, err
	}
	for i, test := range p.tests {
		binary := filepath.Join(dir, fmt.Sprintf("%d.test", i))
		cmd := exec.Command("go", "test", "-c", "-vet=off", "-overlay", file, "-o", binary, "./"+test)
		cmd.Dir = p.root
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("the tests of %s do not build: %w\n%s", test, err, out)
		}
		binaries = append(binaries, binary)
	}
	return binaries, nil
}

// baseline makes sure that the tests pass and test something while no mutant
// runs.
func (o *options) baseline(p *pkg, binaries []string) error {
	for i, b := range binaries {
		out, result, err := o.test(p, i, b, 0)
		switch {
		case err != nil:
			return err
		case result != survived:
			return fmt.Errorf("the vectors of %s fail without a mutant, or take longer than -timeout:\n%s", p.tests[i], out)
		case strings.Contains(out, "no tests to run"):
			return fmt.Errorf("%s has no TestVectors", p.tests[i])
		}
	}
	return nil
}

// judge sets the outcome of m.
func (o *options) judge(p *pkg, m *mutant, binaries []string, dir string) error {
	if m.alone {
		sources := p.sourcesOf(m)
		var err error
		dir = filepath.Join(dir, fmt.Sprint(m.id))
		if binaries, err = p.build(dir, sources); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	for i, b := range binaries {
		out, result, err := o.test(p, i, b, m.id)
		if err != nil {
			return err
		}
		m.outcome, m.detail = result, out
		if result != survived {
			return nil
		}
	}
	return nil
}

// test runs a test binary, which ends at the first vector that fails.
func (o *options) test(p *pkg, i int, binary string, id int) (string, outcome, error) {
	ctx, cancel := context.WithTimeout(context.Background(), o.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "-test.run=^TestVectors$", "-test.failfast")
	cmd.Dir = filepath.Join(p.root, p.tests[i])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", variable, id))
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return "", timedOut, nil
	}
	if _, ok := errors.AsType[*exec.ExitError](err); ok {
		return string(out), killed, nil
	}
	return string(out), survived, err
}
