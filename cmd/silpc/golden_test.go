package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the outputs in testdata")

// scenario is a command line with its input and all that it gives. The files in
// testdata hold one after the other:
//
//	== name
//	> arguments, split at blanks
//	-- stdin (or -- quoted: one Go string literal, for what cannot stand here)
//	…
//	-- stdout
//	…
//	-- stderr
//	…
//	-- exit N
//
// Sections without a line may be missing.
type scenario struct {
	name, args            string
	stdin, stdout, stderr string
	quoted                bool
	exit                  int
}

func TestGolden(t *testing.T) {
	// The outputs are those of a machine without fetched vocabularies.
	t.Setenv("SILP_VOCAB_DIR", "testdata/no-folder")
	files, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for _, want := range parseScenarios(t, file, string(raw)) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".golden")+"/"+want.name, func(t *testing.T) {
				got := want.run(t)
				out.WriteString(got.String())
				if !*update && got != want {
					t.Errorf("got\n%swant\n%s", got, want)
				}
			})
		}
		if *update && out.String() != string(raw) {
			if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (s scenario) run(t *testing.T) scenario {
	t.Helper()
	in := s.stdin
	if s.quoted {
		var err error
		if in, err = strconv.Unquote(strings.TrimSpace(s.stdin)); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	s.exit = run(strings.Fields(s.args), strings.NewReader(in), &stdout, &stderr)
	s.stdout, s.stderr = stdout.String(), stderr.String()
	if s.exit != exitGood && s.stdout+s.stderr == "" {
		t.Error("failed without a word")
	}
	return s
}

func (s scenario) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s\n> %s\n", s.name, s.args)
	section := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "-- %s\n%s", name, text)
		}
	}
	if s.quoted {
		section("quoted", s.stdin)
	} else {
		section("stdin", s.stdin)
	}
	section("stdout", s.stdout)
	section("stderr", s.stderr)
	fmt.Fprintf(&b, "-- exit %d\n", s.exit)
	return b.String()
}

func parseScenarios(t *testing.T, file, text string) (list []scenario) {
	t.Helper()
	var s *scenario
	var into *string
	for i, line := range strings.SplitAfter(text, "\n") {
		key, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch {
		case key == "==":
			list = append(list, scenario{name: rest})
			s, into = &list[len(list)-1], nil
		case s == nil && line == "":
		case s == nil:
			t.Fatalf("%s:%d: text before the first scenario", file, i+1)
		case key == ">" && into == nil:
			s.args = rest
		case key == "--" && strings.HasPrefix(rest, "exit "):
			s.exit, _ = strconv.Atoi(rest[len("exit "):])
			into = nil
		case key == "--":
			into = map[string]*string{"stdin": &s.stdin, "quoted": &s.stdin, "stdout": &s.stdout, "stderr": &s.stderr}[rest]
			s.quoted = s.quoted || rest == "quoted"
			if into == nil {
				t.Fatalf("%s:%d: no section is named %q", file, i+1, rest)
			}
		case into != nil:
			*into += line
		case line != "":
			t.Fatalf("%s:%d: text outside a section", file, i+1)
		}
	}
	return list
}
