package lock

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

// A disk that is full in the middle of a record: the error is reported, and what
// was written is taken back.
func TestFullDisk(t *testing.T) {
	name := filepath.Join(t.TempDir(), "compile.lock")
	if err := Append(name, record("a")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	limit := old
	limit.Cur = uint64(info.Size()) + 100
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Skip(err)
	}
	err = Append(name, record("b"))
	if back := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); back != nil {
		t.Fatal(back)
	}
	if err == nil {
		t.Fatal("no error")
	}
	if now, _ := os.Stat(name); now.Size() != info.Size() {
		t.Errorf("%d bytes are left of a record that was not written", now.Size()-info.Size())
	}
	if err := Append(name, record("c")); err != nil {
		t.Fatal(err)
	}
	if list, cut := texts(t, name); len(list) != 2 || cut != nil {
		t.Errorf("%q, cut lines %v", list, cut)
	}
}

// A pipe that has a name, as the shell's <(command) makes, is read to its end.
func TestReadPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := w.WriteString(lineOf(t, record("a")) + "\n" + lineOf(t, record("b")) + "\n"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if list, cut := texts(t, fmt.Sprintf("/proc/self/fd/%d", r.Fd())); len(list) != 2 || cut != nil {
		t.Errorf("%q, cut lines %v", list, cut)
	}
}
