package vocab_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/internal/cputime"
	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/vocab"
)

// The embedded files are those of SHA256SUMS, and every one of the list is
// there and loads: loading checks the SHA-256 of the content.
func TestEmbedded(t *testing.T) {
	sums, err := os.ReadFile("data/SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(sums)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		file, err := os.ReadFile("data/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(file)); got != sum {
			t.Errorf("%s has the SHA-256 %s, SHA256SUMS says %s", name, got, sum)
		}
		n++
	}
	shipped := 0
	for i, x := range (vocab.Options{Dir: t.TempDir()}).Tokenizers() {
		info := tokencheck.List()[i]
		_, err := x.Count("cancel")
		e, missing := errors.AsType[*tokencheck.MissingError](err)
		switch {
		case info.Shipped:
			shipped++
			if err != nil {
				t.Errorf("%s: %v", info.Name, err)
			}
		case !missing || e.Name != info.Name:
			t.Errorf("%s: %v", info.Name, err)
		}
	}
	if n != 4 || shipped != 4 {
		t.Errorf("%d files in SHA256SUMS, %d shipped", n, shipped)
	}
}

// Four licences let a vocabulary be copied; their texts go with it.
func TestLicences(t *testing.T) {
	readme, err := os.ReadFile("licences/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range tokencheck.List() {
		if named := bytes.Contains(readme, []byte("| "+info.Name+".gz |")); named != info.Shipped {
			t.Errorf("%s: named in licences/README.md %v, shipped %v", info.Name, named, info.Shipped)
		}
	}
	files, _ := filepath.Glob("licences/*.txt")
	if len(files) != 5 {
		t.Errorf("%d licence texts", len(files))
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil || len(text) < 1000 || !bytes.Contains(readme, []byte("("+filepath.Base(name)+")")) {
			t.Errorf("%s: %d bytes, %v", name, len(text), err)
		}
	}
}

func TestLocation(t *testing.T) {
	t.Setenv("SILP_VOCAB_DIR", "/there")
	if dir, err := (vocab.Options{}).Location(); dir != "/there" || err != nil {
		t.Error(dir, err)
	}
	if dir, err := (vocab.Options{Dir: "/here"}).Location(); dir != "/here" || err != nil {
		t.Error(dir, err)
	}
	if runtime.GOOS != "linux" {
		return
	}
	t.Setenv("SILP_VOCAB_DIR", "")
	t.Setenv("XDG_CACHE_HOME", "/cache")
	if dir, err := (vocab.Options{}).Location(); dir != "/cache/silp/vocab" || err != nil {
		t.Error(dir, err)
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	if _, err := (vocab.Options{}).Location(); err == nil || !strings.Contains(err.Error(), "set SILP_VOCAB_DIR") {
		t.Error(err)
	}
}

// A file of something else is found by its hash, and says how to go on.
func TestWrongFile(t *testing.T) {
	o := vocab.Options{Dir: t.TempDir(), Recorded: true}
	if o.Installed("llama-2") || o.Installed("gpt-5") || !o.Installed("gpt-4o") {
		t.Error("Installed is wrong")
	}
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	io.WriteString(w, "something else")
	w.Close()
	if err := os.WriteFile(filepath.Join(o.Dir, "llama-2.gz"), file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if !o.Installed("llama-2") {
		t.Error("a file is not seen")
	}
	_, err := o.Tokenizers()[2].Count("a")
	if err == nil || !strings.Contains(err.Error(), "silpc vocab fetch llama-2") || !strings.Contains(err.Error(), "SHA-256") {
		t.Error(err)
	}
}

// What cannot be fetched is refused before anything runs, and a failure leaves
// no file.
func TestFetchFails(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	o := vocab.Options{Dir: filepath.Join(t.TempDir(), "new")}
	for name, want := range map[string]string{
		"gpt-4o":  "embedded",
		"gpt-5":   "there are llama-2 and gemini",
		"llama-2": "npm",
	} {
		if path, err := o.Fetch(context.Background(), name, io.Discard); path != "" || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v", name, path, err)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(o.Dir, "*")); len(files) > 0 {
		t.Error(files)
	}
}

// With the network and npm: what is fetched loads.
func TestFetch(t *testing.T) {
	if os.Getenv("SILP_FETCH") == "" {
		t.Skip("set SILP_FETCH to fetch the vocabulary of llama-2 with npm")
	}
	o := vocab.Options{Dir: filepath.Join(t.TempDir(), "new")}
	path, err := o.Fetch(context.Background(), "llama-2", os.Stderr)
	if err != nil || path != filepath.Join(o.Dir, "llama-2.gz") {
		t.Fatal(path, err)
	}
	if n, err := o.Tokenizers()[2].Count("cancel(order_42)"); n != 6 || err != nil {
		t.Error(n, err)
	}
	if files, _ := filepath.Glob(filepath.Join(o.Dir, ".*")); len(files) > 0 {
		t.Error(files)
	}
}

// BenchmarkLoad is the first use of a tokenizer: CPU time, and the memory that
// stays.
func BenchmarkLoad(b *testing.B) {
	for i, name := range tokencheck.Names() {
		b.Run(name, func(b *testing.B) {
			if !(vocab.Options{}).Installed(name) {
				b.Skip("not installed")
			}
			var before, after runtime.MemStats
			var kept tokencheck.Tokenizer
			var cpu time.Duration
			n := 0
			for b.Loop() {
				kept = nil
				b.StopTimer()
				runtime.GC()
				runtime.ReadMemStats(&before)
				b.StartTimer()
				cpu += cputime.Of(func() {
					kept = vocab.Tokenizers()[i]
					if _, err := kept.Count("cancel"); err != nil {
						b.Fatal(err)
					}
				})
				n++
			}
			b.ReportMetric(float64(cpu.Milliseconds())/float64(n), "cpu-ms/op")
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB-kept")
			runtime.KeepAlive(kept)
		})
	}
}

// BenchmarkCount counts 1 MiB of ordinary text.
func BenchmarkCount(b *testing.B) {
	text := strings.Repeat("if !rain(t+1): start(hike) else: start(cards@indoor)\n", 1<<20/53)
	for i, name := range tokencheck.Names() {
		b.Run(name, func(b *testing.B) {
			x := vocab.Tokenizers()[i]
			if _, err := x.Count("load"); err != nil {
				b.Skip(err)
			}
			var cpu time.Duration
			n := 0
			for b.Loop() {
				cpu += cputime.Of(func() {
					if _, err := x.Count(text); err != nil {
						b.Fatal(err)
					}
				})
				n++
			}
			b.ReportMetric(float64(cpu.Milliseconds())/float64(n), "cpu-ms/op")
		})
	}
}
