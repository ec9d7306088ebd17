package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/lock"
)

// records reads a lock file that has no bad line.
func records(t *testing.T, text string) (list []*lock.Record) {
	t.Helper()
	for line, err := range lock.Read(strings.NewReader(text)) {
		if err != nil || line.Err != nil {
			t.Fatalf("line %d: %v, %v", line.Number, line.Err, err)
		}
		list = append(list, line.Record)
	}
	return list
}

// keyFile writes the private key of testdata/public.pem: that of the seed 0 to 31.
func keyFile(t *testing.T) string {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	for i := range seed {
		seed[i] = byte(i)
	}
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "private.pem")
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	key := keyFile(t)
	name, bad := filepath.Join(dir, "compile.lock"), filepath.Join(dir, "bad.json")
	if err := os.WriteFile(bad, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../testdata/ir/*.json")
	if err != nil || len(files) != 27 {
		t.Fatal(files, err)
	}
	out, errs, exit := silpc("", append([]string{"lock", "-o", name}, files...)...)
	if out != name+": 27 records added\n" || errs != "" || exit != exitGood {
		t.Errorf("%q, %q, exit %d", out, errs, exit)
	}
	// A bad file is reported, the others are recorded.
	out, errs, exit = silpc(cancel, "lock", "-f", "json", "--key", key, "-o", name, files[0], bad, "-")
	if out != name+": 2 records added\n" || !strings.HasPrefix(errs, "silpc: "+bad+": decode_failed: missing member") || exit != exitBad {
		t.Errorf("%q, %q, exit %d", out, errs, exit)
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	list := records(t, string(raw))
	if len(list) != 29 || list[27].Frontend != "json" || list[28].Compiled != `{"intent":"!CANCEL","act":"order_42"}` || list[28].Sig == nil {
		t.Fatalf("%s", raw)
	}
	x, err := ir.Parse(cancel)
	if err != nil || list[28].VerifyIR(x) != nil || list[28].Verify(list[28].Compiled) != nil {
		t.Errorf("%+v, %v", list[28], err)
	}
	if out, errs, exit = silpc("", "verify", name); out != "29 records good, 0 bad\n" || errs != "" || exit != exitGood {
		t.Errorf("%q, %q, exit %d", out, errs, exit)
	}
	out, _, exit = silpc("", "verify", "--jsonl", "--ir", "../../testdata/ir", "--key", "testdata/public.pem", name)
	lines := strings.Split(out, "\n")
	if exit != exitBad || len(lines) != 30 || lines[27] != `{"line":28,"output":true,"ir":true,"signature":true}` ||
		lines[28] != `{"line":29,"output":true,"ir":false,"signature":true}` || lines[0] != `{"line":1,"output":true,"ir":true,"signature":false}` {
		t.Errorf("exit %d\n%s", exit, out)
	}
}

func TestVerifyWithPrivateKey(t *testing.T) {
	out, errs, exit := silpc("", "verify", "--key", keyFile(t))
	if out != "" || exit != exitUsage || !strings.Contains(errs, "found a PRIVATE KEY, expected a PUBLIC KEY") {
		t.Errorf("%q, %q, exit %d", out, errs, exit)
	}
}

// What is printed is what is on disk, line by line, bad ones in their places.
func TestLockLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "compile.lock")
	out, errs, exit := silpc(cancel+"\nx\n"+cancel+"\r\n"+cancel, "lock", "--jsonl", "-o", name)
	lines := strings.SplitAfter(out, "\n")
	if errs != "" || exit != exitBad || len(lines) != 5 || !strings.HasPrefix(lines[1], `{"error":{"code":"invalid_syntax"`) {
		t.Fatalf("%s%s, exit %d", out, errs, exit)
	}
	raw, err := os.ReadFile(name)
	if err != nil || string(raw) != lines[0]+lines[2]+lines[3] {
		t.Errorf("%s\n%s, %v", out, raw, err)
	}
	if list := records(t, string(raw)); len(list) != 3 {
		t.Errorf("%d records", len(list))
	}
	printed, errs, exit := silpc(cancel, "lock", "-o", "-")
	if list := records(t, printed); len(list) != 1 || errs != "" || exit != exitGood {
		t.Errorf("%s%s, exit %d", printed, errs, exit)
	}
	if twice, _, _ := silpc(cancel, "lock", "--json", "-o", "-"); strings.Count(twice, "\n") != 1 {
		t.Errorf("%s", twice)
	}
}

// Whoever sends an IR and waits gets its record, which is on disk by then.
func TestLockCoprocess(t *testing.T) {
	name := filepath.Join(t.TempDir(), "compile.lock")
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan int, 1)
	go func() {
		code := run([]string{"lock", "--jsonl", "-o", name}, inR, outW, io.Discard)
		outW.Close()
		done <- code
	}()
	answers := bufio.NewReader(outR)
	for n := range 3 {
		if _, err := io.WriteString(inW, cancel+"\n"); err != nil {
			t.Fatal(err)
		}
		answer, err := answers.ReadString('\n')
		raw, _ := os.ReadFile(name)
		if err != nil || !bytes.HasSuffix(raw, []byte(answer)) || bytes.Count(raw, []byte("\n")) != n+1 {
			t.Fatalf("%s, %v; on disk\n%s", answer, err, raw)
		}
	}
	inW.Close()
	if code := <-done; code != exitGood {
		t.Errorf("exit %d", code)
	}
}

// When nobody reads, records go on disk, and no more input is read than was on
// its way.
func TestLockWithClosedOutput(t *testing.T) {
	name := filepath.Join(t.TempDir(), "compile.lock")
	r, w := io.Pipe()
	r.Close()
	in := &endless{line: cancel + "\n"}
	if exit := run([]string{"lock", "--jsonl", "-o", name}, in, w, io.Discard); exit != exitBad || in.n.Load() > 4*ioBuffer {
		t.Errorf("exit %d after %d bytes", exit, in.n.Load())
	}
}
