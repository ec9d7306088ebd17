package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"testing"
)

// TestMain lets the test's own program be the foragers' processes too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-forager" {
		main()
		return
	}
	os.Exit(m.Run())
}

// One forager dies at its first task, one stalls. Both tasks are given to
// others, and every task has one final result.
func TestColony(t *testing.T) {
	var out bytes.Buffer
	if err := reign(&out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	t.Logf("\n%s", out.String())
	wants := []string{
		`(?m)^forager-3 is killed$`,
		`(?m)^forager-2 was away for 2s$`,
		`(?m)^forager-2 stops q-[0-9a-f]+: the queen is silent$`,
		`(?m)^task-\d\d: to forager-3, lost \(no sign of life\), to forager-[124], `,
		`(?m)^task-\d\d: to forager-2, lost \(no sign of life\), to forager-[14], `,
		`(?m)^12 tasks, each with one final result$`,
	}
	for i := range tasks {
		wants = append(wants, fmt.Sprintf(`(?m)^task-%02d: .*attempt \d: notify\("done: chapter %d"\)$`, i+1, i+1))
	}
	for _, want := range wants {
		if !regexp.MustCompile(want).Match(out.Bytes()) {
			t.Errorf("nothing like %s", want)
		}
	}
}
