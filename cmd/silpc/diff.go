package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/ir"
)

func (a *app) diffCommand() *cobra.Command {
	s := &settings{}
	cmd := &cobra.Command{
		Use:   "diff [flags] A B",
		Short: "Compare the meaning of two IRs",
		Long: `Diff reads two IRs, one of which may be "-" for standard input, and says whether
they mean the same (draft section 4.6): defaults count as written, the action of
an entity as the intent where there is none, and req_id does not count. If not,
it lists what changed, by position, and whether that changed the verbs, the order
of a list, or a negation. With --json it prints
{"equivalent":...,"verbs":...,"order":...,"negation":...,"changes":[...]}; a
change has the path, and what stands there in A (a) and in B (b).

Exit code: 0 the same, 1 not the same or bad input, 2 wrong usage.`,
		Example:               "  silpc diff old.json new.json",
		DisableFlagsInUseLine: true,
		Args:                  cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == "-" && args[1] == "-" {
				return errors.New("only one of the two IRs can come from standard input")
			}
			a.diff(s, args[0], args[1])
			return nil
		},
	}
	a.jsonFlag(cmd)
	s.addNull(cmd)
	return cmd
}

func (a *app) diff(s *settings, fileA, fileB string) {
	x, okA := a.readIR(s, fileA)
	if a.json && !okA {
		return // one JSON value
	}
	y, okB := a.readIR(s, fileB)
	if !okA || !okB {
		return
	}
	c := ir.Compare(x, y)
	a.bad = !c.Equivalent
	var out []byte
	if a.json {
		out = appendDiff(nil, c)
	} else {
		out = printDiff(nil, c)
	}
	a.stdout.Write(append(out, '\n'))
}

// readIR reads one of several inputs, or reports what is wrong with it.
func (a *app) readIR(s *settings, file string) (*ir.IR, bool) {
	in, name, err := a.open(file)
	if err != nil {
		a.unreadable(name, err)
		return nil, false
	}
	defer in.Close()
	text, err := readText(in)
	if err != nil {
		a.unreadable(name, err)
		return nil, false
	}
	x := ir.New()
	err = s.parseInto(x, text)
	switch {
	case err == nil:
		return x, true
	case a.json:
		a.stdout.Write(append(appendError(nil, name, text, err), '\n'))
	default:
		printError(a.stderr, name, text, err)
	}
	a.bad = true
	return nil, false
}

func appendDiff(dst []byte, c ir.Comparison) []byte {
	dst = strconv.AppendBool(append(dst, `{"equivalent":`...), c.Equivalent)
	dst = strconv.AppendBool(append(dst, `,"verbs":`...), c.Verbs)
	dst = strconv.AppendBool(append(dst, `,"order":`...), c.Order)
	dst = strconv.AppendBool(append(dst, `,"negation":`...), c.Negation)
	return append(appendChanges(append(dst, `,"changes":`...), c.Changes), '}')
}

func printDiff(dst []byte, c ir.Comparison) []byte {
	if c.Equivalent {
		return append(dst, "same meaning"...)
	}
	var what []string
	if c.Verbs {
		what = append(what, "verbs")
	}
	if c.Order {
		what = append(what, "order")
	}
	if c.Negation {
		what = append(what, "negation")
	}
	dst = append(dst, "different meaning"...)
	if what != nil {
		dst = append(dst, "; changed: "+strings.Join(what, ", ")...)
	}
	return printChanges(dst, c.Changes)
}
