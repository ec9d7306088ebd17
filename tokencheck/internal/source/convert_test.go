package source

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/internal/vocabfile"
)

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

// javascript is a file as llama reads it.
func javascript(tokens string, merges ...uint16) string {
	var raw []byte
	for _, id := range merges {
		raw = binary.LittleEndian.AppendUint16(raw, id)
	}
	return "const llama_vocab_base64 = \"" + b64(tokens) + "\"\nconst llama_merges_binary = \"" + b64(string(raw)) + "\"\n"
}

func TestConvert(t *testing.T) {
	const added = `{"id":2,"content":"<x>","special":false},{"id":0,"content":"<pad>","special":true}`
	for _, row := range []struct {
		name    string
		convert func([]byte) (*vocabfile.Vocabulary, error)
		data    string
		want    *vocabfile.Vocabulary // nil: an error
	}{
		{"tiktoken", tiktoken, b64("!") + " 0\n" + b64("\xff") + " 1\n", &vocabfile.Vocabulary{Tokens: []string{"!", "\xff"}}},
		{"tiktoken, a gap", tiktoken, b64("!") + " 1\n", nil},
		{"tiktoken, no base64", tiktoken, "? 0\n", nil},
		{"claude", claude, `{"pat_str":"x","bpe_ranks":"! 5 ` + b64("!") + " " + b64("ab") + `"}`,
			&vocabfile.Vocabulary{Base: 5, Tokens: []string{"!", "ab"}}},
		{"claude, without", claude, `{"pat_str":"x"}`, nil},
		{"llama", llama, javascript("a\nb\nab\naba", 0, 1, 2, 0), &vocabfile.Vocabulary{Tokens: []string{"a", "b", "ab", "aba"}}},
		{"llama, one last", llama, javascript("a\naa\nb\nba\nbb", 2, 0, 2, 2, 0, 0), &vocabfile.Vocabulary{Tokens: []string{"a", "aa", "b", "ba", "bb"}, Last: []int{1}}},
		{"llama, a merge is missing", llama, javascript("a\nb\nab\naba", 0, 1), nil},
		{"llama, no such token", llama, javascript("a\nb\nab", 0, 1, 1, 0), nil},
		{"llama, without", llama, "const x = 1", nil},
		{"gemma", gemma, `{"added_tokens":[` + added + `],"model":{"vocab":{"a":0,"b":1,"<x>":2,"ab":3},"merges":["a b"]}}`,
			&vocabfile.Vocabulary{Tokens: []string{"a", "b", "<x>", "ab"}, Added: []vocabfile.Token{{ID: 2, Text: "<x>"}}}},
		{"gemma, one first", gemma, `{"model":{"vocab":{"a":0,"b":1,"ab":2,"ba":3,"bb":4},"merges":["b b","a b","b a"]}}`,
			&vocabfile.Vocabulary{Tokens: []string{"a", "b", "ab", "ba", "bb"}, First: []int{4}}},
		{"gemma, pairs", gemma, `{"model":{"vocab":{"a":0,"b":1,"ab":2},"merges":[["a","b"]]}}`, &vocabfile.Vocabulary{Tokens: []string{"a", "b", "ab"}}},
		{"gemma, unknown part", gemma, `{"model":{"vocab":{"a":0,"b":1,"ab":2},"merges":["a c"]}}`, nil},
		{"gemma, a gap", gemma, `{"model":{"vocab":{"a":0,"b":7},"merges":["a b"]}}`, nil},
		{"gemma, nothing", gemma, `{}`, nil},
		{"qwen, merges of other ids", qwen, `{"model":{"vocab":{"a":0,"b":1,"ab":2},"merges":["a b"]}}`, nil},
	} {
		v, err := row.convert([]byte(row.data))
		if row.want == nil {
			if err == nil {
				t.Errorf("%s: %+v", row.name, v)
			}
			continue
		}
		if err != nil || !slices.Equal(v.Append(nil), row.want.Append(nil)) {
			t.Errorf("%s: got %+v, %v, want %+v", row.name, v, err, row.want)
		}
	}
}

// A byte-level vocabulary of all bytes and one merge.
func TestQwen(t *testing.T) {
	letters := make([]string, 256)
	for r, c := range byteLetters() {
		letters[c] = string(r)
	}
	var vocab []string
	quote := func(s string) string {
		if s == `"` || s == `\` {
			s = `\` + s
		}
		return `"` + s + `"`
	}
	for c, s := range letters {
		vocab = append(vocab, quote(s)+":"+strconv.Itoa(c))
	}
	space := letters[' ']
	vocab = append(vocab, quote(space+"a")+":256")
	data := `{"added_tokens":[{"id":257,"content":"<y>","special":false},{"id":151665,"content":"<z>","special":false}],` +
		`"model":{"vocab":{` + strings.Join(vocab, ",") + `},"merges":["` + space + ` a"]}}`
	v, err := qwen([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	for c := range 256 {
		if v.Tokens[c] != string([]byte{byte(c)}) {
			t.Errorf("token %d is %q", c, v.Tokens[c])
		}
	}
	if len(v.Tokens) != 257 || v.Tokens[256] != " a" || len(v.Added) != 1 || v.Added[0] != (vocabfile.Token{ID: 257, Text: "<y>"}) {
		t.Errorf("%d tokens, the last is %q, added %v", len(v.Tokens), v.Tokens[len(v.Tokens)-1], v.Added)
	}
}

func TestUntar(t *testing.T) {
	tarball := pack(t, "package/a", "x")
	if got, err := untar(tarball, "package/a"); err != nil || string(got) != "x" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := untar(tarball, "package/b"); err == nil || !strings.Contains(err.Error(), "package/b") {
		t.Error(err)
	}
	if _, err := untar([]byte("x"), "package/a"); err == nil {
		t.Error("no gzip was taken")
	}
}

func pack(t *testing.T, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	zw := gzip.NewWriter(&b)
	tw := tar.NewWriter(zw)
	if err := tw.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg}); err != nil {
		t.Fatal(err)
	}
	io.WriteString(tw, text)
	tw.Close()
	zw.Close()
	return b.Bytes()
}

// A package that is not the pinned one is refused, whatever npm hands out.
func TestHashIsChecked(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell script as npm")
	}
	dir := t.TempDir()
	tarball := filepath.Join(dir, "evil.tgz")
	if err := os.WriteFile(tarball, pack(t, "package/llama-tokenizer.js", javascript("a\nb\nab", 0, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\n[ \"$*\" = 'pack --silent llama-tokenizer-js@1.2.2' ] || exit 3\n/bin/cp '" + tarball + "' evil.tgz\necho evil.tgz\n"
	if err := os.WriteFile(filepath.Join(dir, "npm"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	_, err := Make(context.Background(), "llama-2", io.Discard)
	if err == nil || !strings.Contains(err.Error(), "is pinned") {
		t.Error(err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Make(context.Background(), "llama-2", io.Discard); err == nil || !strings.Contains(err.Error(), "npm") {
		t.Error(err)
	}
	if _, err := Make(context.Background(), "gpt-5", io.Discard); err == nil {
		t.Error("made a vocabulary of nothing")
	}
}

// Every tokenizer of the list can be made.
func TestPins(t *testing.T) {
	for _, info := range tokencheck.List() {
		if p, ok := pinOf(info.Name); !ok || p.pkg != info.Package || p.pkg == "" || p.convert == nil {
			t.Errorf("%s: %+v", info.Name, p)
		}
	}
}
