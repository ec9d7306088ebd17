package lock

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/ir"
)

func record(text string) *Record {
	o := Options{Now: func() time.Time { return time.Unix(1783761938, 0) }}
	r, err := o.Seal("code", ir.Task("!CANCEL"), text)
	if err != nil {
		panic(err)
	}
	return r
}

// writer is another process. It gets a file and more arguments, and tells its
// parent on standard output how far it is.
func writer(job string, args []string) int {
	name := args[0]
	switch job {
	case "many": // appends so many records, one after the other
		n, _ := strconv.Atoi(args[2])
		for i := range n {
			if err := Append(name, record(args[1]+" "+strconv.Itoa(i))); err != nil {
				fmt.Println(err)
				return 1
			}
		}
	case "big": // appends big records until it is killed
		for i := 0; ; i++ {
			if err := Append(name, record(strconv.Itoa(i)+" "+strings.Repeat("x", 1<<19))); err != nil {
				fmt.Println(err)
				return 1
			}
			fmt.Println(i)
		}
	case "half": // writes half a record while it has its turn, and stays
		f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
		if err == nil {
			err = lockFile(f, exclusive)
		}
		if err != nil {
			fmt.Println(err)
			return 1
		}
		line, _ := AppendJSON(nil, record("half"))
		f.Write(line[:len(line)/2])
		fmt.Println("ready")
		io.Copy(io.Discard, os.Stdin)
	}
	return 0
}

// start starts a writer; its standard output comes back.
func start(t *testing.T, job string, args ...string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("this system starts no processes")
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "SILP_LOCK_WRITER="+job)
	// Never written to: the child sees the end of it when this process ends.
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return cmd, bufio.NewReader(out)
}

// texts reads a lock file and returns the texts of its records, and the numbers
// of the lines that are cut. Any other bad line fails the test.
func texts(t *testing.T, name string) (list []string, cut []int) {
	t.Helper()
	for line, err := range ReadFile(name) {
		switch {
		case err != nil:
			t.Fatal(err)
		case line.Cut:
			cut = append(cut, line.Number)
		case line.Err != nil:
			t.Fatalf("line %d: %v", line.Number, line.Err)
		case line.Record.Verify(line.Record.Compiled) != nil:
			t.Fatalf("line %d does not verify", line.Number)
		default:
			list = append(list, line.Record.Compiled)
		}
	}
	return list, cut
}

// Two processes append 10,000 records each: 20,000 whole lines, each record
// once, those of a process in its order.
func TestTwoProcesses(t *testing.T) {
	const n = 10_000
	dir := t.TempDir()
	// In memory, where there is such a directory: 20,000 waits for a disk are long.
	if shm, err := os.MkdirTemp("/dev/shm", "lock"); err == nil {
		dir = shm
		t.Cleanup(func() { os.RemoveAll(shm) })
	}
	name := filepath.Join(dir, "compile.lock")
	var both []*exec.Cmd
	for _, who := range []string{"a", "b"} {
		cmd, _ := start(t, "many", name, who, strconv.Itoa(n))
		both = append(both, cmd)
	}
	for _, cmd := range both {
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	list, cut := texts(t, name)
	if len(list) != 2*n || cut != nil {
		t.Fatalf("%d records, want %d; cut lines %v", len(list), 2*n, cut)
	}
	next := map[string]int{}
	turns := 0
	for i, text := range list {
		who, number, _ := strings.Cut(text, " ")
		if number != strconv.Itoa(next[who]) {
			t.Fatalf("%s stands where %s %d should", text, who, next[who])
		}
		next[who]++
		if i > 0 && list[i-1][0] != text[0] {
			turns++
		}
	}
	if turns < 2 {
		t.Error("the processes did not run at the same time")
	}
}

// Goroutines of one process take turns too.
func TestGoroutines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "compile.lock")
	var wg sync.WaitGroup
	for who := range 8 {
		wg.Go(func() {
			for i := range 50 {
				if err := Append(name, record(fmt.Sprint(who, " ", i)), record("x")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if list, cut := texts(t, name); len(list) != 800 || cut != nil {
		t.Errorf("%d records, cut lines %v", len(list), cut)
	}
}

// A process that is killed loses nothing that Append returned for, and at most
// the record that it was writing.
func TestKillWhileAppending(t *testing.T) {
	name := filepath.Join(t.TempDir(), "compile.lock")
	rounds, cuts := 6, 0
	for round := range rounds {
		before := 0
		if round > 0 {
			list, _ := texts(t, name)
			before = len(list)
		}
		cmd, out := start(t, "big", name)
		done := 0
		for range 1 + rand.IntN(4) {
			if _, err := out.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
			done++
		}
		for range rand.IntN(1 << 16) { // somewhere in the next append
			runtime.Gosched()
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(out)
		done += strings.Count(string(rest), "\n")
		cmd.Wait()
		list, cut := texts(t, name)
		if whole := len(list) - before; whole < done || whole > done+1 {
			t.Errorf("%d records were acknowledged, %d are there", done, whole)
		}
		if len(cut) > cuts+1 {
			t.Errorf("lines %v are cut after one more kill", cut)
		}
		cuts = len(cut)
		if err := Append(name, record("after")); err != nil {
			t.Fatal(err)
		}
		if after, _ := texts(t, name); len(after) != len(list)+1 || after[len(list)] != "after" {
			t.Error("the append after the kill is not there")
		}
	}
	t.Logf("%d of %d kills cut a line", cuts, rounds)
}

// The same in the worst place: half the line is written, and the turn is taken.
func TestKillWithHalfALine(t *testing.T) {
	name := filepath.Join(t.TempDir(), "compile.lock")
	if err := Append(name, record("before")); err != nil {
		t.Fatal(err)
	}
	cmd, out := start(t, "half", name)
	if line, err := out.ReadString('\n'); line != "ready\n" {
		t.Fatalf("%q, %v", line, err)
	}
	// The writer has its turn: nobody else gets one before it dies.
	appended := make(chan error, 1)
	go func() { appended <- Append(name, record("after")) }()
	if runtime.GOOS != "plan9" {
		for range 1000 {
			runtime.Gosched()
		}
		select {
		case err := <-appended:
			t.Fatalf("an append while another one was on its way: %v", err)
		default:
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if err := <-appended; err != nil {
		t.Fatal(err)
	}
	list, cut := texts(t, name)
	if strings.Join(list, ",") != "before,after" || len(cut) != 1 || cut[0] != 2 {
		t.Errorf("records %q, cut lines %v", list, cut)
	}
}
