package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// message is one IR in every form that some contestant takes.
type message struct {
	name      string
	text      string // IR JSON
	raw       []byte // the same
	x         *ir.IR
	copy      *ir.IR // equal to x, no memory shared
	plain     plainIR
	plainCopy plainIR
	code      string // text of the code surface
	json      string // text of the json surface
	payload   silp.Payload
	strings   []string // every string value of the IR
}

// load reads the IRs of a folder.
func load(dir string) ([]message, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no IRs in %s", dir)
	}
	ms := make([]message, len(files))
	for i, file := range files {
		raw, err := os.ReadFile(file)
		if err == nil {
			ms[i], err = prepare(strings.TrimSpace(string(raw)))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		ms[i].name = strings.TrimSuffix(filepath.Base(file), ".json")
	}
	return ms, nil
}

func prepare(text string) (m message, err error) {
	m.text, m.raw = text, []byte(text)
	if m.x, err = ir.Parse(text); err != nil {
		return m, err
	}
	m.copy = m.x.Clone()
	if err := json.Unmarshal(m.raw, &m.plain); err != nil {
		return m, err
	}
	if err := json.Unmarshal(m.raw, &m.plainCopy); err != nil {
		return m, err
	}
	if m.code, err = code.Compile(m.x); err != nil {
		return m, err
	}
	if m.json, err = jsonfrontend.Compile(m.x); err != nil {
		return m, err
	}
	m.strings = stringsOf(m.x)
	m.payload, err = silp.New(silp.Options{}).Encode(m.x)
	return m, err
}

// stringsOf lists the values of an IR: what sanitize.Value is for.
func stringsOf(x *ir.IR) (list []string) {
	add := func(ps ...*string) {
		for _, p := range ps {
			if p != nil {
				list = append(list, *p)
			}
		}
	}
	for _, e := range x.Entities {
		add(&e.Value)
	}
	for _, c := range x.Constraints {
		add(&c.Value, c.Time, c.Subject)
	}
	for _, a := range x.Alternatives {
		add(a.Target, a.Location)
	}
	return list
}

// sizes returns the mean length of the IRs as JSON and as code text.
func sizes(ms []message) (irJSON, text float64) {
	for i := range ms {
		irJSON += float64(len(ms[i].text))
		text += float64(len(ms[i].code))
	}
	return irJSON / float64(len(ms)), text / float64(len(ms))
}
