package main

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/schema"
)

func (a *app) validateCommand() *cobra.Command {
	s := &settings{}
	cmd := a.itemCommand(&cobra.Command{
		Use:   "validate [flags] [FILE]",
		Short: "Check an IR against the schema and the strict rules",
		Long: `Validate reports every violation of the draft's JSON Schema (section 3.9), else
the first of the strict rules and limits of this implementation, else the first
verb that is not allowed, else what --rules does not allow. For a valid IR it
prints what is likely a mistake: warnings, which change no exit code. That a verb
is off the whitelist is one of them unless --verbs or --rules says which verbs to
take. With --json or --jsonl it prints
{"valid":...,"errors":[{"path":...,"message":...}]}, also for a text that is no
JSON; faults of the text have offset, line and column too. A valid IR has the
member "warnings":[{"rule":...,"severity":...,"path":...,"message":...,"hint":...}].`,
		Example: "  silpc validate --verbs whitelist ir.json",
	}, maxInput, s.loadRules, func() itemFunc { return a.validateItem(s) })
	s.addNull(cmd)
	s.addRules(cmd)
	// The schema admits every verb; who wants the whitelist says so.
	s.addVerbs(cmd, ir.Verbs{Any: true})
	return cmd
}

func (a *app) validateItem(s *settings) itemFunc {
	x := ir.New()
	return func(dst []byte, text string) ([]byte, error) {
		faults := s.faults(x, text)
		switch {
		case a.asJSON() && len(faults) == 0:
			return appendWarnings(dst, s.lint(x)), nil
		case a.asJSON():
			return appendFaults(dst, text, faults), errAnswered
		case len(faults) == 0:
			return printWarnings(append(dst, "valid"...), s.lint(x)), nil
		default:
			for _, e := range faults {
				printError(a.stderr, "", text, e)
			}
			return append(dst, "not valid"...), errAnswered
		}
	}
}

// lint lists the warnings about a valid IR. Who says which verbs to take has
// agreed on them.
func (s *settings) lint(x *ir.IR) []ir.Warning {
	list := ir.Lint(x)
	if !s.verbs.set && s.rules == nil {
		return list
	}
	return slices.DeleteFunc(list, func(w ir.Warning) bool { return w.Rule == "whitelist" })
}

// faults lists what is wrong with an IR: all that the schema says, or the first
// that the stricter checks behind it say.
func (s *settings) faults(x *ir.IR, text string) []*ir.Error {
	if err := ir.CheckSize(len(text), maxInput); err != nil {
		return []*ir.Error{err}
	}
	if list := s.schemaFaults([]byte(text)); len(list) > 0 {
		return list
	}
	err := s.parseInto(x, text)
	if err == nil {
		err = s.verbs.Check(x)
	}
	if err == nil && s.rules != nil {
		err = s.rules.Check(x)
	}
	if err == nil {
		return nil
	}
	_, e := details(text, err)
	return []*ir.Error{e}
}

// schemaFaults gives the violations of the schema as errors of this module.
func (s *settings) schemaFaults(text []byte) []*ir.Error {
	violations, truncated := violationsOf(text)
	if s.nullAsAbsent && len(violations) > 0 && violations[0].Offset < 0 {
		// The text is strict JSON, or it would have had one violation with an
		// offset. So the nulls that count as absent can be taken out and the
		// rest be checked again: paths stay as they are, because no element of
		// an array goes. Leaving nulls out of the first list instead would hide
		// others when the list is cut at schema.MaxViolations.
		violations, truncated = violationsOf(dropNulls(text))
	}
	list := make([]*ir.Error, len(violations))
	for i, v := range violations {
		e := &ir.Error{Code: ir.DecodeFailed, Offset: int(v.Offset), Path: v.Path, Msg: v.Message}
		if v.Offset >= 0 {
			e.Code = ir.InvalidSyntax
		}
		list[i] = e
	}
	if truncated {
		list = append(list, &ir.Error{Code: ir.DecodeFailed, Offset: -1, Msg: "there are more violations, which are not listed"})
	}
	return list
}

func violationsOf(text []byte) (list []schema.Violation, truncated bool) {
	if e, ok := errors.AsType[*schema.Error](schema.Validate(text)); ok {
		return e.Violations, e.Truncated
	}
	return nil, false
}

// dropNulls returns a strict JSON text without the members that ir.Options
// reads as absent when they are null.
func dropNulls(text []byte) []byte {
	dec := jsontext.NewDecoder(bytes.NewReader(text))
	var out bytes.Buffer
	enc := jsontext.NewEncoder(&out)
	section := "" // the member of the root that is being read
	for {
		tok, err := dec.ReadToken()
		if errors.Is(err, io.EOF) {
			return out.Bytes()
		}
		depth := dec.StackDepth()
		if kind, n := dec.StackIndex(depth); err == nil && kind == '{' && n%2 == 1 { // a name
			name := tok.String()
			if depth == 1 {
				section = name
			}
			if optional(depth, section, name) && dec.PeekKind() == 'n' {
				_, err = dec.ReadToken()
			} else {
				err = enc.WriteToken(jsontext.String(name))
			}
		} else if err == nil {
			err = enc.WriteToken(tok)
		}
		if err != nil {
			return text // not strict JSON after all: the schema says so again
		}
	}
}

// optional reports whether the schema names the member of an object at depth
// and does not require it.
func optional(depth int, section, name string) bool {
	var names []string
	switch {
	case depth == 1:
		names = []string{"silp", "version", "entities", "constraints", "alternatives"}
	case depth == 2 && section == "meta":
		names = []string{"session_id", "priority", "confidence", "seq", "out", "next_agent"}
	case depth == 3 && section == "entities":
		names = []string{"action"}
	case depth == 3 && section == "constraints":
		names = []string{"time"}
	case depth == 3 && section == "alternatives":
		names = []string{"target", "location"}
	}
	return slices.Contains(names, name)
}

// appendFaults appends the JSON answer for an IR that is not valid.
func appendFaults(dst []byte, text string, faults []*ir.Error) []byte {
	dst = append(dst, `{"valid":false,"errors":[`...)
	for i, e := range faults {
		if i > 0 {
			dst = append(dst, ',')
		}
		// An empty path is the document, so it stays.
		dst = appendString(append(dst, `{"path":`...), e.Path)
		dst = appendString(append(dst, `,"message":`...), e.Msg)
		dst = appendPlace(dst, text, e.Offset)
		dst = append(appendHint(dst, e.Hint), '}')
	}
	return append(dst, "]}"...)
}

// appendWarnings appends the JSON answer for a valid IR. The list is there also
// when it is empty: then there is nothing to warn of.
func appendWarnings(dst []byte, warnings []ir.Warning) []byte {
	dst = append(dst, `{"valid":true,"errors":[],"warnings":[`...)
	for i, w := range warnings {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(append(dst, `{"rule":`...), w.Rule)
		dst = appendString(append(dst, `,"severity":`...), string(w.Severity))
		dst = appendString(append(dst, `,"path":`...), w.Path)
		dst = appendString(append(dst, `,"message":`...), w.Message)
		dst = append(appendString(append(dst, `,"hint":`...), w.Hint), '}')
	}
	return append(dst, "]}"...)
}

// printWarnings appends the warnings for people, below the verdict.
func printWarnings(dst []byte, warnings []ir.Warning) []byte {
	for _, w := range warnings {
		dst = append(dst, "\n"+string(w.Severity)+": "+visible(w.Path, maxPath)+": "+visible(w.Message, maxMessage)+" ("+w.Rule+")"...)
		dst = append(dst, "\n  hint: "+visible(w.Hint, maxMessage)...)
	}
	return dst
}
