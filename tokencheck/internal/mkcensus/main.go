// Command mkcensus measures the census and writes what rests on it: the page
// docs/census.md with its heat map, and the tokens of the census's texts for the
// vocabularies that are not embedded (tokencheck/vocab/data/recorded.jsonl).
//
//	go run ./tokencheck/internal/mkcensus
//
// It needs all six vocabularies: silpc vocab fetch llama-2 gemini. With -check it
// writes nothing and fails if a file is not what it would write. The folder is
// that of the module.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/vocab"
)

func main() {
	check := flag.Bool("check", false, "compare instead of writing")
	root := flag.String("root", ".", "the folder of the module")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "mkcensus:", err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	spies := []*spy{}
	tokenizers := vocab.Tokenizers()
	for i, info := range tokencheck.List() {
		if !info.Shipped {
			s := &spy{Tokenizer: tokenizers[i], seen: make(map[string]bool)}
			tokenizers[i] = s
			spies = append(spies, s)
		}
	}
	census, err := tokencheck.Census(tokenizers)
	if err != nil {
		return err
	}
	for _, c := range census.Columns {
		if c.Missing {
			return &tokencheck.MissingError{Name: c.Name}
		}
	}
	var recorded []byte
	for _, s := range spies {
		recorded = append(recorded, s.lines...)
	}
	page, err := makePage(root, census, tokenizers)
	if err != nil {
		return err
	}
	files := map[string][]byte{
		"tokencheck/vocab/data/recorded.jsonl": recorded,
		"docs/census.md":                       page,
		"docs/census.svg":                      []byte(heatMap(census)),
	}
	for name, want := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if !check {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				return err
			}
			continue
		}
		have, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !bytes.Equal(have, want) {
			return fmt.Errorf("%s is out of date; run go run ./tokencheck/internal/mkcensus", name)
		}
	}
	return nil
}

func heatMap(r *tokencheck.Result) string {
	return tokencheck.HeatMap(r.Columns,
		tokencheck.Group{Title: "Table 7: approved", Rows: r.Verbs},
		tokencheck.Group{Title: "Table 8: excluded", Rows: r.Excluded})
}

// spy notes what a tokenizer is asked for pieces of, as lines that
// tokencheck.Recorded reads.
type spy struct {
	tokencheck.Tokenizer
	seen  map[string]bool
	lines []byte
}

func (s *spy) Pieces(text string) ([]string, error) {
	pieces, err := s.Tokenizer.Pieces(text)
	if err != nil || s.seen[text] {
		return pieces, err
	}
	s.seen[text] = true
	ids, err := s.Tokenizer.Encode(text)
	if err != nil {
		return nil, err
	}
	list := func(n int, add func(i int)) {
		s.lines = append(s.lines, '[')
		for i := range n {
			if i > 0 {
				s.lines = append(s.lines, ',')
			}
			add(i)
		}
		s.lines = append(s.lines, ']')
	}
	str := func(t string) {
		ok := false
		if s.lines, ok = jsonio.AppendString(s.lines, t); !ok && err == nil {
			err = fmt.Errorf("%s: a piece of %q is not UTF-8", s.Name(), text)
		}
	}
	s.lines = append(s.lines, `{"tokenizer":`...)
	str(s.Name())
	s.lines = append(s.lines, `,"text":`...)
	str(text)
	s.lines = append(s.lines, `,"ids":`...)
	list(len(ids), func(i int) { s.lines = strconv.AppendInt(s.lines, int64(ids[i]), 10) })
	s.lines = append(s.lines, `,"pieces":`...)
	list(len(pieces), func(i int) { str(pieces[i]) })
	s.lines = append(s.lines, "}\n"...)
	return pieces, err
}
