package lock

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/ir"
)

func lineOf(t testing.TB, r *Record) string {
	t.Helper()
	out, err := AppendJSON(nil, r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// A file that is cut anywhere loses nothing in front of the cut, and the next
// append stands on a line of its own.
func TestCutAnywhere(t *testing.T) {
	lines := []string{lineOf(t, record("a")), lineOf(t, record("\u00e9\U0001f600\u200b\n")), lineOf(t, record(strings.Repeat("\u00e9", 40)))}
	all := strings.Join(lines, "\n") + "\n"
	name := filepath.Join(t.TempDir(), "compile.lock")
	for n := range len(all) + 1 {
		if err := os.WriteFile(name, []byte(all[:n]), 0o600); err != nil {
			t.Fatal(err)
		}
		// A line without its end is whole if it is a record.
		whole := strings.Count(all[:n], "\n")
		rest := all[strings.LastIndexByte(all[:n], '\n')+1 : n]
		if rest != "" && rest == lines[whole] {
			whole, rest = whole+1, ""
		}
		list, cut := texts(t, name)
		if len(list) != whole || (len(cut) == 1) != (rest != "") {
			t.Fatalf("cut at %d: %d records, want %d; cut lines %v", n, len(list), whole, cut)
		}
		if n%7 > 0 { // appending is slow
			continue
		}
		if err := Append(name, record("new")); err != nil {
			t.Fatal(err)
		}
		after, cut := texts(t, name)
		if len(after) != whole+1 || after[whole] != "new" || (len(cut) == 1) != (rest != "") {
			t.Fatalf("cut at %d and appended: %d records, cut lines %v", n, len(after), cut)
		}
		if raw, _ := os.ReadFile(name); !strings.HasPrefix(string(raw), all[:n]) {
			t.Fatalf("cut at %d: Append changed what was there", n)
		}
	}
}

func TestRead(t *testing.T) {
	good := lineOf(t, record("a"))
	limit := len(good) + 10
	bad := strings.Replace(good, `"verified":true`, `"verified":null`, 1)
	long := strings.Replace(good, "{", "{"+strings.Repeat(" ", 11), 1)
	for _, c := range []struct {
		name, in string
		want     string // a letter a line: . record, x bad, c cut
	}{
		{"nothing", "", ""},
		{"one", good + "\n", "."},
		{"without its end", good, "."},
		{"CRLF", good + "\r\n" + good + "\r\n", ".."},
		{"an empty line", good + "\n\n" + good + "\n", ".x."},
		{"two empty lines at the end", good + "\n\n\n", ".xx"},
		{"bad in the middle", good + "\n" + bad + "\n" + good + "\n", ".x."},
		{"cut in the middle", good + "\n" + good[:40] + "\n" + good + "\n", ".c."},
		{"two on a line", good + good + "\n" + good + "\n", "x."},
		{"zeros", good + "\n" + strings.Repeat("\x00", 30), ".x"},
		{"just short enough", good + "\n" + long[1:] + "\n", ".x"},
		{"too long", good + "\n" + long + "\n" + good + "\n", ".x."},
		{"much too long", strings.Repeat("{", 300_000) + "\n" + good, "x."},
		{"too long by half a rune", good + "\n" + strings.Repeat(" ", limit) + "\u00e9\n", ".x"},
	} {
		for _, in := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
			got := ""
			for line, err := range (Options{MaxLine: limit}).Read(in) {
				if err != nil {
					t.Fatal(err)
				}
				if line.Number != len(got)+1 || (line.Record == nil) == (line.Err == nil) {
					t.Errorf("%s: %+v", c.name, line)
				}
				switch {
				case line.Cut:
					got += "c"
				case line.Err != nil:
					got += "x"
				default:
					got += "."
				}
			}
			if got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
	}
	n := 0
	for range Read(strings.NewReader(good + "\n" + good)) {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d lines after a break", n)
	}
	var last error
	for line, err := range Read(io.MultiReader(strings.NewReader(good+"\n"+good), iotest.ErrReader(errors.New("gone")))) {
		if last = err; err == nil && line.Number != 1 {
			t.Errorf("a line that nobody knows the end of: %+v", line)
		}
	}
	if last == nil || last.Error() != "gone" {
		t.Errorf("the error of the input came as %v", last)
	}
}

// One line is in memory at a time, and of a long one no more than the limit.
func TestReadInBoundedMemory(t *testing.T) {
	const limit = 1 << 16
	in := io.LimitReader(endless{}, 64<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for line, err := range (Options{MaxLine: limit}).Read(in) {
		e, _ := errors.AsType[*ir.Error](line.Err)
		if err != nil || e == nil || e.Offset != limit || len(line.Err.Error()) > 300 {
			t.Errorf("%v, %v", line.Err, err)
		}
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 16*limit {
		t.Errorf("%d bytes for a line of 64 MB", n)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '['
	}
	return len(p), nil
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for line, err := range ReadFile(filepath.Join(dir, "none")) {
		if !errors.Is(err, fs.ErrNotExist) || line != (Line{}) {
			t.Errorf("%+v, %v", line, err)
		}
	}
	for _, err := range ReadFile(dir) {
		if err == nil {
			t.Error("a directory was read")
		}
	}
	if err := Append(filepath.Join(dir, "no", "file"), record("x")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	name := filepath.Join(dir, "compile.lock")
	bad := record("x")
	bad.OutputHash = "x"
	if err := Append(name, record("x"), bad); !errors.Is(err, ir.DecodeFailed) {
		t.Error(err)
	}
	if err := Append(name); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing was to be written: %v", err)
	}
	if err := Append(name, record("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// Readers wait for nobody who reads, and nobody waits for a reader.
func TestReadersShare(t *testing.T) {
	name := filepath.Join(t.TempDir(), "compile.lock")
	if err := Append(name, record("x")); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := lockFile(f, shared); err != nil {
		t.Fatal(err)
	}
	if list, _ := texts(t, name); len(list) != 1 {
		t.Errorf("%d records", len(list))
	}
	unlockFile(f)
	// While a file is read, others append: the reader sees what was there.
	n := 0
	for range ReadFile(name) {
		if n++; n == 1 {
			if err := Append(name, record("y")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n != 1 {
		t.Errorf("%d lines", n)
	}
}

func FuzzRead(f *testing.F) {
	good := lineOf(f, record("a\u00e9\u200b"))
	f.Add(good + "\n" + good[:50])
	f.Add(strings.Replace(good, `"verified":true`, `"verified":true,"key_id":"k","sig":"`+strings.Repeat("A", 86)+`==","x":{"b":1.0,"a":[null]}`, 1) + "\r\n\n{}")
	f.Add("\n\n\xff{\"a\":1,\"a\":2}")
	f.Fuzz(func(t *testing.T, text string) {
		const limit = 1000
		parts := strings.Split(text, "\n")
		if parts[len(parts)-1] == "" {
			parts = parts[:len(parts)-1]
		}
		for i := range parts {
			parts[i] = strings.TrimSuffix(parts[i], "\r")
		}
		n := 0
		for line, err := range (Options{MaxLine: limit}).Read(iotest.HalfReader(strings.NewReader(text))) {
			if err != nil || line.Number != n+1 || n >= len(parts) {
				t.Fatalf("%+v, %v", line, err)
			}
			checkLine(t, line, parts[n], limit)
			n++
		}
		if n != len(parts) {
			t.Fatalf("%d lines of %d", n, len(parts))
		}
	})
}

// checkLine holds the laws of a line: Read sees what Parse sees; a record is
// the same when it is written and read again; an error has a place and is short.
func checkLine(t *testing.T, line Line, text string, limit int) {
	t.Helper()
	r, err := Options{MaxLine: limit}.parse(text)
	if (err == nil) != (line.Err == nil) || err != nil && len(text) <= limit && err.Error() != line.Err.Error() {
		t.Fatalf("%q: %v and %v", text, err, line.Err)
	}
	if err != nil {
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || e.Offset < 0 || e.Offset > len(text) || !utf8.ValidString(e.Msg) || len(e.Msg) > 200 {
			t.Fatalf("%q: %v", text, err)
		}
		return
	}
	out := lineOf(t, r)
	again, err := Parse(out)
	if err != nil || lineOf(t, again) != out {
		t.Fatalf("%q became %q: %v", text, out, err)
	}
	if lineOf(t, line.Record) != out {
		t.Fatalf("%q: Read and Parse differ", text)
	}
	if signed, err := AppendSigned(nil, r); err != nil || !strings.HasPrefix(string(signed), signedPrefix+"{") || strings.Count(string(signed), "\n") != 1 {
		t.Fatalf("%q: %q, %v", text, signed, err)
	}
	if (r.Verify(r.Compiled) == nil) != (OutputHash(r.Compiled) == r.OutputHash) {
		t.Fatalf("%q verifies wrongly", text)
	}
}
