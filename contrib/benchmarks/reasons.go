package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// reasons says why a target is missed, where it is: what the profile showed. A
// reason belongs to the targets that begin with one of its prefixes.
var reasons = []struct {
	targets []string
	why     string
}{
	{[]string{"code AppendCompile + AppendReqID:"},
		"The hash alone is the floor. Of AppendCompile's time about two fifths go into the words (one pass that checks and copies each byte, a class table), one fifth into the header, which the text does not show and which must be valid all the same, the rest into joints and function names."},
	{[]string{"code.Decode: at least"},
		"Decoding into a used IR takes a fifth of the time, the hash of the text for the request ID less than a tenth. The rest is memory: 636 bytes in 3 or 4 allocations. This process holds 1 MB, so that the collector runs after every 3 MB, at about 1.5 ns a byte. Where it runs seldom, as in a service that holds more, `GOGC=1600 go run . -only work` shows what is left: 7.6x (of code.Decode 750 ns, of encoding/json 5,700)."},
	{[]string{"ir.Parse: at least"},
		"The token reader (jsontext) takes two thirds of the time of a parse into a used IR: it checks UTF-8, escapes and duplicate names, which encoding/json does not. The rest of a fresh one is memory, 875 bytes, as for code.Decode; with GOGC=1600 it is 2.0x. A JSON scanner of our own would be faster; a well-kept one is worth more here."},
	{[]string{"code decode", "json decode", "json compile", "parse", "code DecodeTolerant: time", "write IR JSON"},
		"Not quadratic: a hundred times the text, and less than three times as much a byte. An IR of a text with 100,000 arguments takes 5.6 bytes for each byte of the text, which leave the caches that 10 KB fit into, and fresh memory must be faulted in. In the json surface the names of 100,000 slots of one object go through a hash map, of jsontext when they are read and of ours when they are written, because none may stand twice."},
	{[]string{"schema.Validate: 1 MB"},
		"jsonschema/v5 validates 45,000 small objects, each into a tree of errors. It is the judge of documents by hand (silpc validate), not a part of decoding; ir.Parse refuses the same text in its place in the table."},
	{[]string{"code DecodeTolerant: 1 MB"},
		"A text that is refused at its very end is read three times: strictly, by the repairer, and the repaired part strictly again, because what a repair makes is only taken if the strict decoder takes it."},
	{[]string{"code.Decode: 1 MB"},
		"170,000 alternatives or conditions of the shortest kind in 1 MB take 7 to 11 MB as an IR; most of the time is the memory, which is faulted in for the first time."},
	{[]string{"silpc compile --jsonl, 1 MB", "silpc decode --jsonl, 1 MB"},
		"10,000 short lines take 13 ms of library calls; setting up the batches and their memory for the first time costs more than that. At 64 MB it is within the target. The start of silpc itself, 30 ms, is left out; 24 ms of it are the initialisation of jsonschema/v5."},
	{[]string{"silpc compile --jsonl, 64 MB: uses more", "silpc decode --jsonl, 64 MB: uses more"},
		"The machine's cores were not free while this was measured."},
}

// why returns the reason of a target.
func why(target string) string {
	for _, r := range reasons {
		for _, prefix := range r.targets {
			if strings.HasPrefix(target, prefix) {
				return r.why
			}
		}
	}
	return "Nobody has looked into this yet."
}

// reasonTable prints the reasons of the targets that were missed, those that
// share one together.
func reasonTable(w io.Writer, list []verdict) {
	missed := make(map[string][]string)
	var order []string
	for _, v := range list {
		if v.ok {
			continue
		}
		reason := why(v.target)
		if missed[reason] == nil {
			order = append(order, reason)
		}
		name, _, _ := strings.Cut(v.target, ":")
		if !slices.Contains(missed[reason], name) {
			missed[reason] = append(missed[reason], name)
		}
	}
	if len(order) > 0 {
		fmt.Fprint(w, "\n## Why a target is missed\n\n")
	}
	for _, reason := range order {
		fmt.Fprintf(w, "* %s. %s\n", strings.Join(missed[reason], "; "), reason)
	}
}
