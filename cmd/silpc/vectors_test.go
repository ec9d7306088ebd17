package main

import (
	"encoding/json" // of our own output
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

const vectorsHere = "../../testdata/vectors"

// changedCopy copies the vectors and changes one byte of an expected text.
func changedCopy(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "vectors")
	if err := os.CopyFS(dir, os.DirFS(vectorsHere)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "compile-code.json")
	text := read(t, name)
	changed := strings.Replace(text, `if disk>90%: cancel()"`, `if disk<90%: cancel()"`, 1)
	if changed == text {
		t.Fatal("the vector is not there any more")
	}
	if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

var summary = regexp.MustCompile(`^(\d+) passed, (\d+) failed\n$`)

func TestVectorsRun(t *testing.T) {
	out, errs, exit := silpc("", "vectors", "run", vectorsHere)
	if m := summary.FindStringSubmatch(out); exit != exitGood || errs != "" || m == nil || m[1] == "0" || m[2] != "0" {
		t.Errorf("exit %d\n%s%s", exit, out, errs)
	}
}

// The files on disk count: one byte changed in a copy is a failure.
func TestVectorsRunNoticesAChange(t *testing.T) {
	dir := changedCopy(t)
	out, errs, exit := silpc("", "vectors", "run", dir)
	for _, want := range []string{"FAIL compile-code.json: ", "got  if disk>90%", "want if disk<90%", " passed, 1 failed\n"} {
		if exit != exitBad || errs != "" || !strings.Contains(out, want) {
			t.Errorf("exit %d, want %q\n%s%s", exit, want, out, errs)
		}
	}
	out, _, exit = silpc("", "vectors", "run", "--jsonl", dir)
	bad := 0
	for line := range strings.Lines(out) {
		var row struct {
			File, Group, Name, Ref, Message string
			Passed                          *bool
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil || row.File == "" || row.Group == "" || row.Name == "" || row.Ref == "" || row.Passed == nil {
			t.Fatalf("%s: %v", line, err)
		}
		if !*row.Passed {
			bad++
		}
		if *row.Passed != (row.Message == "") {
			t.Error(line)
		}
	}
	if bad != 1 || exit != exitBad {
		t.Errorf("%d failed, exit %d", bad, exit)
	}
}

// A slip in a file must not turn a check off.
func TestVectorsRunRefusesATypo(t *testing.T) {
	dir := changedCopy(t)
	name := filepath.Join(dir, "error-code.json")
	if err := os.WriteFile(name, []byte(strings.Replace(read(t, name), `"offset"`, `"ofset"`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	out, errs, exit := silpc("", "vectors", "run", dir)
	if exit != exitBad || out != "" || !strings.Contains(errs, `error-code.json: line `) || !strings.Contains(errs, `unknown member "ofset"`) {
		t.Errorf("exit %d\n%s%s", exit, out, errs)
	}
}

func TestVectorsUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	_, errs, exit := silpc("", "vectors", "run")
	if exit != exitUsage || !strings.Contains(errs, "there is no testdata/vectors below the current directory; name the directory") {
		t.Errorf("exit %d, %s", exit, errs)
	}
	if _, errs, exit = silpc("", "vectors"); exit != exitUsage || !strings.Contains(errs, "needs a command") {
		t.Errorf("exit %d, %s", exit, errs)
	}
	if out, _, exit := silpc("", "vectors", "run", "--json", "none"); exit != exitBad || !strings.HasPrefix(out, `{"error":{"code":"io_error",`) {
		t.Errorf("exit %d, %s", exit, out)
	}
}

// The runner for ports agrees, and notices a change.
func TestNodeRunner(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not on PATH")
	}
	binary := filepath.Join(t.TempDir(), "silpc")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ours, _, _ := silpc("", "vectors", "run", vectorsHere)
	out, err := exec.Command(node, filepath.Join(vectorsHere, "run.mjs"), binary).CombinedOutput()
	if err != nil || string(out) != ours {
		t.Errorf("%v\n%swant %s", err, out, ours)
	}
	out, err = exec.Command(node, filepath.Join(changedCopy(t), "run.mjs"), binary).CombinedOutput()
	if _, failed := errors.AsType[*exec.ExitError](err); !failed || !strings.HasSuffix(string(out), " passed, 1 failed\n") {
		t.Errorf("with a change: %v\n%s", err, out)
	}
}
