package tokencheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/silp-protocol/silp-go/internal/jsonio"
)

// Recorded returns a Tokenizer that knows texts which were tokenized before and
// answers any other with a *MissingError. open returns a file with lines as
//
//	{"tokenizer":"llama-2","text":"cancel","ids":[12611],"pieces":[" cancel"]}
//
// of any tokenizers. It is called when the tokenizer is first used, once.
func Recorded(name string, open func() (file []byte, err error)) Tokenizer {
	return &recorded{name, sync.OnceValues(func() (map[string]record, error) {
		file, err := open()
		if err != nil {
			return nil, err
		}
		return readRecords(name, string(file))
	})}
}

// record is what is known of a text.
type record struct {
	ids    []int
	pieces []string
}

type recorded struct {
	name string
	load func() (map[string]record, error)
}

func (t *recorded) Name() string { return t.name }

func (t *recorded) find(text string) (record, error) {
	all, err := t.load()
	if err != nil {
		return record{}, err
	}
	if err := check(text); err != nil {
		return record{}, err
	}
	r, ok := all[text]
	if !ok {
		return record{}, &MissingError{t.name}
	}
	return r, nil
}

func (t *recorded) Count(text string) (int, error) {
	r, err := t.find(text)
	return len(r.ids), err
}

func (t *recorded) Encode(text string) ([]int, error) {
	r, err := t.find(text)
	return slices.Clone(r.ids), err
}

func (t *recorded) Pieces(text string) ([]string, error) {
	r, err := t.find(text)
	return slices.Clone(r.pieces), err
}

// readRecords reads the lines of one tokenizer.
func readRecords(name, file string) (map[string]record, error) {
	all := make(map[string]record)
	n := 0
	for line := range strings.Lines(file) {
		n++
		of, text, r, err := readRecord(line)
		if err != nil {
			return nil, fmt.Errorf("recorded texts, line %d: %w", n, err)
		}
		if of == name {
			all[text] = r
		}
	}
	return all, nil
}

func readRecord(line string) (name, text string, rec record, err error) {
	r := jsonio.NewReader(line)
	defer r.Release()
	for member := range r.Members() {
		switch member {
		case "tokenizer":
			name = r.Text()
		case "text":
			text = r.Text()
		case "ids":
			r.Array()
			for r.More() {
				id, _ := strconv.Atoi(r.Number())
				rec.ids = append(rec.ids, id)
			}
		case "pieces":
			r.Array()
			for r.More() {
				rec.pieces = append(rec.pieces, r.Text())
			}
		default:
			r.Fail("unknown member", "")
		}
	}
	r.End()
	if e := r.Err(); e != nil {
		return "", "", record{}, e
	}
	return name, text, rec, nil
}
