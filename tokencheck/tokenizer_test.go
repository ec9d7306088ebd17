package tokencheck_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/internal/cputime"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/vocab"
)

// A megabyte of one thing takes under 3 s of CPU time, the best of up to three
// times.
func TestLongTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("long texts")
	}
	const mib = 1 << 20
	for _, x := range tokenizers(t) {
		if _, err := x.Count("load"); err != nil {
			t.Fatal(err)
		}
		for _, unit := range []string{"a", " ", "😀", "中", "\u0300"} {
			text, best := strings.Repeat(unit, mib/len(unit)), time.Hour
			for range 3 {
				var n int
				var err error
				best = min(best, cputime.Of(func() { n, err = x.Count(text) }))
				if err != nil || n == 0 {
					t.Fatalf("%s, %q: %d, %v", x.Name(), unit, n, err)
				}
				if best < 3*time.Second {
					break
				}
			}
			t.Logf("%s, 1 MiB of %q: %v", x.Name(), unit, best.Round(time.Millisecond))
			if best >= 3*time.Second {
				t.Errorf("%s, 1 MiB of %q: %v", x.Name(), unit, best)
			}
		}
	}
}

func TestBadTexts(t *testing.T) {
	for _, x := range tokenizers(t) {
		for _, row := range []struct {
			text   string
			offset int
		}{
			{"\xff", 0}, {"ab\xc3", 2}, {"ab\xed\xa0\x80", 2}, {strings.Repeat("a", tokencheck.MaxBytes+1), tokencheck.MaxBytes},
		} {
			_, err := x.Count(row.text)
			e, ok := errors.AsType[*ir.Error](err)
			if !ok || e.Code != ir.InvalidSyntax || e.Offset != row.offset {
				t.Errorf("%s: %v", x.Name(), err)
			}
			if ids, err := x.Encode(row.text); err == nil || ids != nil {
				t.Errorf("%s: Encode gives %d ids, %v", x.Name(), len(ids), err)
			}
			if pieces, err := x.Pieces(row.text); err == nil || pieces != nil {
				t.Errorf("%s: Pieces gives %d pieces, %v", x.Name(), len(pieces), err)
			}
		}
	}
}

// Special tokens are text: more than one token each.
func TestSpecialTokensAreText(t *testing.T) {
	for name, list := range map[string][]string{
		"gpt-4o":  {"<|endoftext|>", "<|endofprompt|>"},
		"gpt-3.5": {"<|endoftext|>", "<|fim_prefix|>"},
		"llama-2": {"<s>", "</s>", "<unk>", "<0x0A>"},
		"qwen2.5": {"<|endoftext|>", "<|im_start|>", "<think>"},
		"claude":  {"<EOT>", "<META>"},
		"gemini":  {"<bos>", "<eos>", "<pad>", "<start_of_turn>", "<0x0A>"},
	} {
		for _, x := range tokenizers(t) {
			for _, text := range list {
				if x.Name() != name {
					continue
				}
				pieces, err := x.Pieces(text)
				if err != nil || len(pieces) < 2 || strings.TrimPrefix(strings.Join(pieces, ""), " ") != text {
					t.Errorf("%s, %s: %q, %v", name, text, pieces, err)
				}
			}
		}
	}
}

// The first use may come from many at once, and the file is opened once.
func TestConcurrentUse(t *testing.T) {
	opened := 0
	x := tokencheck.New("claude", func() ([]byte, error) {
		opened++ // the race detector sees it if two come here
		return os.ReadFile("vocab/data/claude.gz")
	})
	text := strings.Repeat("cancel(order_42); ", 20) + strings.Repeat("x", 600)
	want, err := vocab.Tokenizers()[4].Encode(text)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				if ids, err := x.Encode(text); err != nil || !slices.Equal(ids, want) {
					t.Errorf("%v, %v", ids, err)
				}
			}
		})
	}
	wg.Wait()
	if opened != 1 {
		t.Errorf("opened %d times", opened)
	}
}

// What is wrong with a vocabulary comes back from every call, and says so.
func TestBadVocabularies(t *testing.T) {
	claude, err := os.ReadFile("vocab/data/claude.gz")
	if err != nil {
		t.Fatal(err)
	}
	missing := &tokencheck.MissingError{Name: "llama-2"}
	for _, row := range []struct {
		name, of string
		file     []byte
		err      error
		want     string
	}{
		{"missing", "llama-2", nil, missing, "silpc vocab fetch llama-2"},
		{"no gzip", "claude", []byte("x"), nil, "the vocabulary file of claude is damaged: unexpected EOF; delete it and run: silpc vocab fetch claude"},
		{"cut off", "claude", claude[:len(claude)/2], nil, "; delete it and run: silpc vocab fetch claude"},
		{"that of another", "gpt-4o", claude, nil, "instead of 92ae51c1"},
		{"no such tokenizer", "gpt-5", claude, nil, "there are gpt-4o, gpt-3.5, llama-2, qwen2.5, claude, gemini"},
	} {
		x := tokencheck.New(row.of, func() ([]byte, error) { return row.file, row.err })
		for range 2 {
			if _, err := x.Count("a"); err == nil || !strings.Contains(err.Error(), row.want) || row.err != nil && !errors.Is(err, row.err) {
				t.Errorf("%s: %v", row.name, err)
			}
		}
		if x.Name() != row.of {
			t.Errorf("%s: the name is %s", row.name, x.Name())
		}
	}
}

func TestRecorded(t *testing.T) {
	file := `{"tokenizer":"llama-2","text":"cancel","ids":[12611],"pieces":[" cancel"]}` + "\n" +
		`{"tokenizer":"gemini","text":"a","ids":[1,2],"pieces":["a",""]}` + "\n"
	x := tokencheck.Recorded("llama-2", func() ([]byte, error) { return []byte(file), nil })
	n, err := x.Count("cancel")
	ids, err2 := x.Encode("cancel")
	pieces, err3 := x.Pieces("cancel")
	if n != 1 || !slices.Equal(ids, []int{12611}) || !slices.Equal(pieces, []string{" cancel"}) || errors.Join(err, err2, err3) != nil {
		t.Errorf("%d, %v, %q, %v", n, ids, pieces, errors.Join(err, err2, err3))
	}
	for _, text := range []string{"a", "", "cance"} {
		_, err := x.Count(text)
		if e, ok := errors.AsType[*tokencheck.MissingError](err); !ok || e.Name != "llama-2" {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := x.Count("\xff"); !errors.Is(err, ir.InvalidSyntax) {
		t.Error(err)
	}
	for _, bad := range []string{"x", `{"tokenizer":1}`, `{"ids":["a"]}`, `{"more":1}`, `{"text":"a"}{}`} {
		x := tokencheck.Recorded("llama-2", func() ([]byte, error) { return []byte("\n" + bad), nil })
		if _, err := x.Count("cancel"); err == nil || !strings.Contains(err.Error(), "recorded texts, line 1") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestList(t *testing.T) {
	for i, info := range tokencheck.List() {
		if info.Name != tokencheck.Names()[i] || info.Tokens == 0 || info.Package == "" || info.Licence == "" || len(info.SHA256) != 64 {
			t.Errorf("%+v", info)
		}
		if proxy := info.Name == "claude" || info.Name == "gemini"; proxy != (info.Stands != "") {
			t.Errorf("%s: proxy %q", info.Name, info.Stands)
		}
	}
}

// Only what is no UTF-8 fails, pieces are as many as ids, and no text is lost.
func FuzzTokenizers(f *testing.F) {
	for _, s := range []string{"cancel(x)", "a\u0301\u0323", "</b>\u2581", strings.Repeat(" ", 40), "'s", "\u1100\u1161"} {
		f.Add(s)
	}
	list := tokenizers(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		for _, x := range list {
			ids, err := x.Encode(text)
			pieces, err2 := x.Pieces(text)
			if len(ids) != len(pieces) || (err == nil) != (err2 == nil) {
				t.Errorf("%s, %q: %d ids, %d pieces, %v, %v", x.Name(), text, len(ids), len(pieces), err, err2)
			}
			if err != nil && !errors.Is(err, ir.InvalidSyntax) || err == nil && text != "" && len(ids) == 0 {
				t.Errorf("%s, %q: %d ids, %v", x.Name(), text, len(ids), err)
			}
		}
	})
}
