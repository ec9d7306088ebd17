package main

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

func TestDiffUnreadable(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none\x1b[31m.json")
	for _, args := range [][]string{{"diff", none, "-"}, {"diff", "-", none}} {
		out, errs, exit := silpc(cancel, args...)
		if out != "" || exit != exitBad || !strings.HasPrefix(errs, "silpc: open ") || strings.Contains(errs, "\x1b") {
			t.Errorf("%v: %q, %q, exit %d", args, out, errs, exit)
		}
		out, errs, exit = silpc(cancel, append(args, "--json")...)
		if errs != "" || exit != exitBad || !strings.HasPrefix(out, `{"error":{"code":"io_error","message":"open `) || strings.Count(out, "\n") != 1 {
			t.Errorf("%v: %q, %q, exit %d", args, out, errs, exit)
		}
	}
	var out, errs bytes.Buffer
	if exit := run([]string{"diff", "-", "testdata/hike.json"}, iotest.ErrReader(errors.New("the disk is gone")), &out, &errs); exit != exitBad ||
		errs.String() != "silpc: standard input: the disk is gone\n" {
		t.Errorf("%q, exit %d", errs.String(), exit)
	}
}

func TestDiffTooLong(t *testing.T) {
	_, errs, exit := silpc(strings.Repeat("x", 4*maxInput), "diff", "-", "testdata/hike.json")
	if exit != exitBad || !strings.Contains(errs, "over the limit of 1048576") || len(errs) > 600 {
		t.Errorf("exit %d: %.300s", exit, errs)
	}
}

func TestDiffClosedOutput(t *testing.T) {
	r, w := io.Pipe()
	r.Close()
	if exit := run([]string{"diff", "testdata/hike.json", "testdata/hike.json"}, strings.NewReader(""), w, io.Discard); exit != exitBad {
		t.Errorf("exit %d", exit)
	}
}

// Rules that cannot be read are a fault of the command line, whatever the input.
func TestUnreadableRules(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none\x1b[31m.json")
	for _, cmd := range []string{"validate", "decode"} {
		for _, file := range []string{none, t.TempDir()} {
			out, errs, exit := silpc(cancel, cmd, "--rules", file)
			if out != "" || exit != exitUsage || !strings.HasPrefix(errs, "silpc: --rules: ") || strings.Contains(errs, "\x1b") {
				t.Errorf("%s %q: %q, %q, exit %d", cmd, file, out, errs, exit)
			}
		}
	}
}
