package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/silp-protocol/silp-go/ir"
)

const cancel = `{"intent":"!CANCEL","entities":[{"id":"act","value":"order_42"}],"meta":{"req_id":"b7e2"}}`

// silpc runs one command line.
func silpc(in string, args ...string) (stdout, stderr string, exit int) {
	var out, errs bytes.Buffer
	exit = run(args, strings.NewReader(in), &out, &errs)
	return out.String(), errs.String(), exit
}

func TestVersion(t *testing.T) {
	out, errs, exit := silpc("", "version")
	lines := strings.Split(out, "\n")
	if exit != exitGood || errs != "" || len(lines) != 4 || !strings.HasPrefix(lines[0], "silpc ") ||
		lines[1] != draft || lines[2] != runtime.Version() {
		t.Errorf("%q, %q, exit %d", out, errs, exit)
	}
	out, errs, exit = silpc("", "version", "--json")
	if exit != exitGood || errs != "" || !strings.HasPrefix(out, `{"version":"`) ||
		!strings.HasSuffix(out, `","draft":"`+draft+`","go":"`+runtime.Version()+"\"}\n") {
		t.Errorf("%q, %q, exit %d", out, errs, exit)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "fish", "powershell", "zsh"} {
		out, errs, exit := silpc("", "completion", shell)
		if exit != exitGood || errs != "" || !strings.Contains(out, "silpc") {
			t.Errorf("%s: exit %d, %q", shell, exit, errs)
		}
	}
}

func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ir.json")
	if err := os.WriteFile(name, []byte(cancel+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"compile", name}, {"compile", "-"}, {"compile"}} {
		if out, errs, exit := silpc(cancel, args...); out != "cancel(order_42)\n" || errs != "" || exit != exitGood {
			t.Errorf("%v: %q, %q, exit %d", args, out, errs, exit)
		}
	}
}

func TestMissingFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "none\x1b[31m.json")
	out, errs, exit := silpc("", "compile", name)
	if out != "" || exit != exitBad || !strings.HasPrefix(errs, "silpc: open ") || strings.Contains(errs, "\x1b") {
		t.Errorf("%q, %q, exit %d", out, errs, exit)
	}
	for _, mode := range []string{"--json", "--jsonl"} {
		out, errs, exit := silpc("", "validate", mode, name)
		if errs != "" || exit != exitBad || !strings.HasPrefix(out, `{"error":{"code":"io_error","message":"open `) ||
			!strings.HasSuffix(out, "\"}}\n") || strings.Contains(out, "\x1b") {
			t.Errorf("%s: %q, %q, exit %d", mode, out, errs, exit)
		}
	}
}

// A read error behind good lines does not swallow their answers.
func TestReadError(t *testing.T) {
	in := io.MultiReader(strings.NewReader(cancel+"\n"+cancel[:20]), iotest.ErrReader(errors.New("the disk is gone")))
	var out, errs bytes.Buffer
	exit := run([]string{"compile", "--jsonl"}, in, &out, &errs)
	want := `{"text":"cancel(order_42)","req_id":"dd209c26"}` + "\n" +
		`{"error":{"code":"io_error","message":"standard input: the disk is gone"}}` + "\n"
	if exit != exitBad || out.String() != want || errs.Len() > 0 {
		t.Errorf("exit %d\n%s%s", exit, out.String(), errs.String())
	}
}

func TestUsageErrorIsPrintedSafely(t *testing.T) {
	_, errs, exit := silpc("", "compile", "--\x1b[31m\u202e")
	if exit != exitUsage || strings.ContainsAny(errs, "\x1b\u202e") {
		t.Errorf("%q, exit %d", errs, exit)
	}
}

// Every command ends quietly with exit code 1 when nobody reads its output,
// and a line-by-line one reads no further.
func TestClosedOutput(t *testing.T) {
	for _, args := range [][]string{
		{"validate"}, {"compile"}, {"fmt", "--json"}, {"roundtrip"}, {"fmt", "--jsonl"}, {"compile", "--jsonl"},
		{"verbs"}, {"frontends", "--json"}, {"version"}, {"help"}, {"completion", "bash"},
	} {
		r, w := io.Pipe()
		r.Close()
		var errs bytes.Buffer
		if exit := run(args, strings.NewReader(cancel), w, &errs); exit != exitBad || errs.Len() > 0 {
			t.Errorf("%v: exit %d, %q", args, exit, errs.String())
		}
	}
}

// endless repeats a line for ever and counts what was read.
type endless struct {
	line string
	n    atomic.Int64
}

func (e *endless) Read(p []byte) (int, error) {
	n := int(e.n.Load())
	for i := range p {
		p[i] = e.line[(n+i)%len(e.line)]
	}
	e.n.Add(int64(len(p)))
	return len(p), nil
}

func TestClosedOutputEndsAnEndlessInput(t *testing.T) {
	r, w := io.Pipe()
	r.Close()
	in := &endless{line: cancel + "\n"}
	// Two batches until the output fails, those on their way, and the one that
	// is being read.
	most := int64(2+2*runtime.GOMAXPROCS(0)+2) * ioBuffer
	if exit := run([]string{"compile", "--jsonl"}, in, w, io.Discard); exit != exitBad || in.n.Load() > most {
		t.Errorf("exit %d after %d bytes", exit, in.n.Load())
	}
}

// A program that sends a line and waits for the answer gets it, even if the
// beginning of the next line came along.
func TestCoprocess(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan int, 1)
	go func() {
		code := run([]string{"compile", "--jsonl"}, inR, outW, io.Discard)
		outW.Close()
		done <- code
	}()
	answers := make(chan string)
	go func() {
		defer close(answers)
		for s := bufio.NewScanner(outR); s.Scan(); {
			answers <- s.Text()
		}
	}()
	const want = `{"text":"cancel(order_42)","req_id":"dd209c26"}`
	send := func(text string) {
		if _, err := io.WriteString(inW, text); err != nil {
			t.Error(err)
		}
	}
	expect := func() {
		t.Helper()
		select {
		case got := <-answers:
			if got != want {
				t.Errorf("got %s", got)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("no answer")
		}
	}
	send(cancel + "\n")
	expect()
	send(cancel + "\n" + cancel[:10])
	expect()
	send(cancel[10:] + "\r\n" + cancel + "\n")
	expect()
	expect()
	send(cancel) // the last line may end with the input
	inW.Close()
	expect()
	if code := <-done; code != exitGood {
		t.Errorf("exit %d", code)
	}
}

// A line over the limit gives an error, and the next line goes on.
func TestLongLines(t *testing.T) {
	long := func(n int) string { // an IR of n bytes
		head, tail := `{"intent":"!CANCEL","entities":[{"id":"act","value":"`, `"}],"meta":{"req_id":"b7e2"}}`
		return head + strings.Repeat("a", n-len(head)-len(tail)) + tail
	}
	for _, end := range []string{"\n", "\r\n"} {
		in := strings.Join([]string{cancel, long(maxInput), long(maxInput + 1), long(3 * maxInput), cancel}, end)
		out, errs, exit := silpc(in, "fmt", "--jsonl")
		lines := strings.Split(out, "\n")
		if exit != exitBad || errs != "" || len(lines) != 6 {
			t.Fatalf("exit %d, %d lines, %s", exit, len(lines), errs)
		}
		if lines[0] != cancel || lines[1] != long(maxInput) || lines[4] != cancel {
			t.Error("a line within the limit was changed")
		}
		for _, line := range lines[2:4] {
			if !strings.HasPrefix(line, `{"error":{"code":"invalid_syntax","message":"input of 1048577 bytes is over the limit of 1048576","offset":1048576,`) {
				t.Errorf("got %.200s", line)
			}
		}
	}
}

// decode --jsonl takes every text within the limit, however it is escaped, and
// no line that is much longer.
func TestLongLinesOfDecode(t *testing.T) {
	text := "cancel(" + strings.Repeat("a", maxInput-len("cancel()")) + ")"
	escaped := `{"text":"cancel(` + strings.Repeat(`\u0061`, maxInput-len("cancel()")) + `)"}`
	in := escaped + "\n" + `"` + text + `a"` + "\n" + `"` + strings.Repeat("a", maxEscaped) + `"` + "\n" + `"cancel(x)"`
	out, errs, exit := silpc(in, "decode", "--jsonl")
	lines := strings.Split(out, "\n")
	if exit != exitBad || errs != "" || len(lines) != 5 {
		t.Fatalf("exit %d, %d lines, %s", exit, len(lines), errs)
	}
	for i, want := range []string{
		`{"ir":{"intent":"!CANCEL","entities":[{"id":"act","value":"aaa`,
		`{"error":{"code":"invalid_syntax","message":"input of 1048577 bytes is over the limit of 1048576",`,
		`{"error":{"code":"invalid_syntax","message":"input of 6295553 bytes is over the limit of 6295552",`,
		`{"ir":{"intent":"!CANCEL","entities":[{"id":"act","value":"x"}]`,
	} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d: %.200s", i, lines[i])
		}
	}
}

// One item: blanks at its end do not count for the limit, what follows them is
// never overlooked.
func TestLongInput(t *testing.T) {
	head, tail := `{"intent":"!CANCEL","entities":[{"id":"act","value":"`, `"}],"meta":{"req_id":"b7e2"}}`
	full := head + strings.Repeat("a", maxInput-len(head)-len(tail)) + tail
	if _, errs, exit := silpc(full+"\r\n\n", "fmt"); exit != exitGood {
		t.Errorf("exit %d: %s", exit, errs)
	}
	for _, in := range []string{full + " x", full + strings.Repeat(" ", 2*slack) + "x", strings.Repeat("x", 4*maxInput)} {
		for _, cmd := range []string{"fmt", "validate", "decode"} {
			_, errs, exit := silpc(in, cmd)
			if exit != exitBad || !strings.Contains(errs, "over the limit of 1048576") {
				t.Errorf("%s: exit %d: %.300s", cmd, exit, errs)
			}
			if len(errs) > 600 {
				t.Errorf("an error of %d bytes", len(errs))
			}
		}
	}
}

// Lines keep their order on any number of cores, whatever their sizes.
func TestLinesKeepTheirOrder(t *testing.T) {
	var in, want strings.Builder
	for i := range 5000 {
		pad := strings.Repeat("x", i*7919%3000)
		fmt.Fprintf(&in, "{\"intent\":\"!BOOK\",\"entities\":[{\"id\":\"act\",\"value\":\"%d%s\"}],\"meta\":{\"req_id\":\"a1b2c3d4\"}}\n", i, pad)
		text := fmt.Sprintf("book(%d%s)", i, pad)
		fmt.Fprintf(&want, "{\"text\":\"%s\",\"req_id\":\"%s\"}\n", text, ir.ReqID(text, 8))
	}
	var out, errs bytes.Buffer
	if exit := run([]string{"compile", "--jsonl"}, strings.NewReader(in.String()), &out, &errs); exit != exitGood || out.String() != want.String() {
		t.Errorf("exit %d, %q; the output differs", exit, errs.String())
	}
}
