package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/vocab"
)

func (a *app) tokensCommand() *cobra.Command {
	s := &settings{}
	surface := costFlag("all")
	var meter *tokencheck.Meter // all cores share it
	cmd := a.itemCommand(&cobra.Command{
		Use:   "tokens [flags] [FILE]",
		Short: "Count what an IR costs on each surface",
		Long: `Tokens compiles an IR to every surface, or the one that -f names, and counts the
tokens of the texts on six tokenizers. "ir" is compact IR JSON without silp, version
and meta, which no text holds. Below each count stand the tokens of the primer, the
text that teaches a model to read the surface; what a payload saves against ir; and
the number of such payloads from which on that is at least the primer. With --json
or --jsonl it prints {"surfaces":[{"surface":...,"text":...,"tokens":{...},"min":...,
"max":...,"range":...,"primer":{...},"saved":{...},"break_even":{...}}],
"missing":[...]}; break_even is null where there is none.`,
		Example: "  silpc tokens ir.json",
	}, maxInput, func() error { meter = tokencheck.NewMeter(vocab.Tokenizers()); return nil }, func() itemFunc { return a.tokensItem(s, string(surface), meter) })
	cmd.Flags().VarP(&surface, "frontend", "f", "the surface: all, code, json, natural, nl_json or ir")
	s.addNull(cmd)
	return cmd
}

// costFlag is the value of -f of tokens.
type costFlag string

func (f *costFlag) String() string { return string(*f) }
func (f *costFlag) Type() string   { return "NAME" }

func (f *costFlag) Set(name string) error {
	switch name {
	case "all", "code", "json", "natural", "nl_json", tokencheck.IRJSON:
		*f = costFlag(name)
		return nil
	}
	return fmt.Errorf("the surfaces are all, code, json, natural, nl_json and ir")
}

func (a *app) tokensItem(s *settings, surface string, meter *tokencheck.Meter) itemFunc {
	x := ir.New()
	return func(dst []byte, text string) ([]byte, error) {
		if err := s.parseInto(x, text); err != nil {
			return dst, err
		}
		c, err := meter.Cost(x)
		if err != nil {
			return dst, err
		}
		var list []tokencheck.SurfaceCost
		for _, sc := range c.Surfaces {
			if surface == "all" || surface == sc.Name {
				list = append(list, sc)
			}
		}
		if a.asJSON() {
			return appendCosts(dst, c.Columns, list), nil
		}
		return printCosts(dst, c.Columns, list), nil
	}
}

func appendCosts(dst []byte, columns []tokencheck.Column, list []tokencheck.SurfaceCost) []byte {
	dst = append(dst, `{"surfaces":[`...)
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(append(dst, `{"surface":`...), s.Name)
		dst = appendString(append(dst, `,"text":`...), s.Text)
		dst = appendNumbers(append(dst, `,"tokens":`...), columns, s.Tokens, false)
		dst = strconv.AppendInt(append(dst, `,"min":`...), int64(s.Min), 10)
		dst = strconv.AppendInt(append(dst, `,"max":`...), int64(s.Max), 10)
		dst = strconv.AppendInt(append(dst, `,"range":`...), int64(s.Range()), 10)
		dst = appendNumbers(append(dst, `,"primer":`...), columns, s.Primer, false)
		dst = appendNumbers(append(dst, `,"saved":`...), columns, s.Saved, false)
		dst = append(appendNumbers(append(dst, `,"break_even":`...), columns, s.BreakEven, true), '}')
	}
	return append(appendStrings(append(dst, `],"missing":`...), missingOf(columns)), '}')
}

func missingOf(columns []tokencheck.Column) []string {
	names := []string{}
	for _, c := range columns {
		if c.Missing {
			names = append(names, c.Name)
		}
	}
	return names
}

// appendNumbers appends an object of the numbers by tokenizer. zeroIsNull says
// that 0 means none.
func appendNumbers(dst []byte, columns []tokencheck.Column, numbers []int, zeroIsNull bool) []byte {
	dst = append(dst, '{')
	sep := ""
	for i, c := range columns {
		if c.Missing {
			continue
		}
		dst = append(appendString(append(dst, sep...), c.Name), ':')
		if numbers[i] == 0 && zeroIsNull {
			dst = append(dst, "null"...)
		} else {
			dst = strconv.AppendInt(dst, int64(numbers[i]), 10)
		}
		sep = ","
	}
	return append(dst, '}')
}

func printCosts(dst []byte, columns []tokencheck.Column, list []tokencheck.SurfaceCost) []byte {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	head := []string{"SURFACE", ""}
	for _, c := range columns {
		head = append(head, c.Name)
	}
	fmt.Fprintln(w, strings.Join(append(head, "MIN", "MAX", "RANGE"), "\t"))
	line := func(surface, what string, numbers []int, zero string, more ...string) {
		cells := []string{surface, what}
		for i, c := range columns {
			switch {
			case c.Missing:
				cells = append(cells, "-")
			case numbers[i] == 0:
				cells = append(cells, zero)
			default:
				cells = append(cells, strconv.Itoa(numbers[i]))
			}
		}
		fmt.Fprintln(w, strings.Join(append(cells, more...), "\t"))
	}
	for _, s := range list {
		line(s.Name, "tokens", s.Tokens, "0", strconv.Itoa(s.Min), strconv.Itoa(s.Max), strconv.Itoa(s.Range()))
		if s.Name == tokencheck.IRJSON {
			continue
		}
		// Empty cells, or the columns would end here.
		line("", "primer", s.Primer, "0", "", "", "")
		line("", "saved", s.Saved, "0", "", "", "")
		line("", "pays from", s.BreakEven, "never", "", "", "")
	}
	w.Flush()
	var rows []string
	for row := range strings.Lines(b.String()) {
		rows = append(rows, strings.TrimRight(row, " \n"))
	}
	dst = append(dst, strings.Join(rows, "\n")...)
	if missing := missingOf(columns); len(missing) > 0 {
		dst = append(dst, "\n- not installed; run: silpc vocab fetch "+strings.Join(missing, " ")...)
	}
	return dst
}
