package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/vocab"
)

func (a *app) countCommand() *cobra.Command {
	var names namesFlag
	var list []tokencheck.Tokenizer // all cores share them
	cmd := a.itemCommand(&cobra.Command{
		Use:   "count [flags] [FILE]",
		Short: "Count the tokens of a text on six tokenizers",
		Long: `Count counts the tokens of a text exactly, on the draft's six tokenizers or those
that --tokenizer names. Nothing is cut off the text but one line end at its end,
so that it counts what another command printed. Without --tokenizer, those whose
vocabulary is missing are left out and named; see "silpc vocab". With --json or
--jsonl it prints {"counts":{"gpt-4o":...},"missing":[...]}. With --jsonl a line is
a JSON string or an object with the member "text".`,
		Example: "  silpc compile ir.json | silpc count",
	}, maxEscaped, func() error {
		a.raw = true
		for _, t := range vocab.Tokenizers() {
			if len(names) == 0 || slices.Contains(names, t.Name()) {
				list = append(list, t)
			}
		}
		return nil
	}, func() itemFunc { return a.countItem(list, len(names) > 0) })
	cmd.Flags().VarP(&names, "tokenizer", "t", "count on this tokenizer; may be given several times")
	_ = cmd.RegisterFlagCompletionFunc("tokenizer", cobra.FixedCompletions(tokencheck.Names(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// namesFlag is the value of --tokenizer.
type namesFlag []string

func (f *namesFlag) String() string { return strings.Join(*f, ",") }
func (f *namesFlag) Type() string   { return "NAME" }

func (f *namesFlag) Set(name string) error {
	if !slices.Contains(tokencheck.Names(), name) {
		return fmt.Errorf("the tokenizers are %s", strings.Join(tokencheck.Names(), ", "))
	}
	if !slices.Contains(*f, name) {
		*f = append(*f, name)
	}
	return nil
}

// countItem counts on a list of tokenizers; if they were named, none may be
// missing.
func (a *app) countItem(list []tokencheck.Tokenizer, named bool) itemFunc {
	return func(dst []byte, text string) ([]byte, error) {
		var err error
		if a.lines {
			if text, err = textOfLine(text); err != nil {
				return dst, err
			}
		}
		if err := ir.CheckSize(len(text), maxInput); err != nil {
			return dst, err
		}
		counts, missing := make([]int, len(list)), []string{}
		for i, t := range list {
			counts[i], err = t.Count(text)
			if _, gone := errors.AsType[*tokencheck.MissingError](err); gone && !named {
				counts[i], missing = -1, append(missing, t.Name())
				continue
			}
			if err != nil {
				return dst, &placedError{text, err}
			}
		}
		if a.asJSON() {
			return appendCounts(dst, list, counts, missing), nil
		}
		return printCounts(dst, list, counts), nil
	}
}

func appendCounts(dst []byte, list []tokencheck.Tokenizer, counts []int, missing []string) []byte {
	dst = append(dst, `{"counts":{`...)
	sep := ""
	for i, t := range list {
		if counts[i] < 0 {
			continue
		}
		dst = append(appendString(append(dst, sep...), t.Name()), ':')
		dst = strconv.AppendInt(dst, int64(counts[i]), 10)
		sep = ","
	}
	return append(appendStrings(append(dst, `},"missing":`...), missing), '}')
}

// appendStrings appends a JSON array of strings.
func appendStrings(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, s)
	}
	return append(dst, ']')
}

func printCounts(dst []byte, list []tokencheck.Tokenizer, counts []int) []byte {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for i, t := range list {
		if counts[i] < 0 {
			fmt.Fprintf(w, "%s\tnot installed; run: silpc vocab fetch %s\n", t.Name(), t.Name())
			continue
		}
		fmt.Fprintf(w, "%s\t%d\n", t.Name(), counts[i])
	}
	w.Flush()
	return append(dst, bytes.TrimRight(b.Bytes(), "\n")...)
}
