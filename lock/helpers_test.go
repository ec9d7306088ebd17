package lock_test

import (
	"crypto/ed25519"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/lock"
)

var update = flag.Bool("update", false, "rewrite the files in testdata")

const data = "../testdata/lock/"

func clock() time.Time {
	return time.Date(2026, 7, 11, 11, 25, 38, 109734999, time.FixedZone("", 2*3600))
}

// testKey is the key of testdata/lock: its seed is the bytes 0 to 31.
func testKey() ed25519.PrivateKey {
	seed := make([]byte, ed25519.SeedSize)
	for i := range seed {
		seed[i] = byte(i)
	}
	return ed25519.NewKeyFromSeed(seed)
}

func testPublic() ed25519.PublicKey { return testKey().Public().(ed25519.PublicKey) }

// readIRs reads the IRs of a directory by the base names of their files.
func readIRs(t *testing.T, dir string, o ir.Options) (names []string, irs []*ir.IR) {
	t.Helper()
	files, err := filepath.Glob(dir + "/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		x, err := o.Parse(string(raw))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		names, irs = append(names, strings.TrimSuffix(filepath.Base(file), ".json")), append(irs, x)
	}
	return names, irs
}

// readAll reads a lock file that has no bad line.
func readAll(t *testing.T, name string) (list []*lock.Record) {
	t.Helper()
	for line, err := range lock.ReadFile(name) {
		if err != nil || line.Err != nil {
			t.Fatalf("%s: line %d: %v, %v", name, line.Number, line.Err, err)
		}
		list = append(list, line.Record)
	}
	return list
}

func asError(t *testing.T, err error) *ir.Error {
	t.Helper()
	e, ok := errors.AsType[*ir.Error](err)
	if !ok {
		t.Fatalf("%v is no *ir.Error", err)
	}
	return e
}

func seal(t testing.TB, text string) *lock.Record {
	t.Helper()
	r, err := lock.Options{Now: clock}.Seal("code", ir.Task("!CANCEL", ir.Arg("order_42")), text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
