package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/frontend/grammar"
	"github.com/silp-protocol/silp-go/ir"
)

type grammarFormat struct {
	surface, name string
	export        func(grammar.Options) (string, error)
	isJSON        bool
}

// grammarFormats are the values of --format, the default of each surface first.
var grammarFormats = [...]grammarFormat{
	{"code", "gbnf", grammar.Options.GBNF, false},
	{"code", "lark", grammar.Options.Lark, false},
	{"code", "regex", grammar.Options.Regex, false},
	{"json", "schema", grammar.Options.Schema, true},
	{"json", "openai", grammar.Options.OpenAISchema, true},
}

func (a *app) grammarCommand() *cobra.Command {
	s := &settings{}
	o := grammar.Options{}
	format := ""
	cmd := &cobra.Command{
		Use:   "grammar [flags]",
		Short: "Export a grammar for constrained generation",
		Long: `Grammar prints a grammar of the payloads that a receiver takes, for an inference
server that holds a model to it. Formats of the code surface are gbnf (llama.cpp,
XGrammar), lark (OpenAI's custom tools, llguidance) and regex; of the json
surface schema (JSON Schema 2020-12) and openai (strict function tools).

Without options it has the 13 verbs of draft Table 7 with any entities. --verbs
names the verbs: whitelist, any, or names, only these. --rules narrows it to
what the rules in a JSON file allow, as validate --rules checks them.
--json prints an object with the members frontend, format and grammar.`,
		Example: "  silpc grammar -f code --format gbnf --verbs book,cancel",
	}
	cmd.Args = cobra.NoArgs
	cmd.DisableFlagsInUseLine = true
	s.addSurface(cmd)
	cmd.Flags().Lookup("frontend").Usage = "the surface: code or json"
	cmd.Flags().StringVar(&format, "format", "", "the `FORMAT`: gbnf, lark, regex, schema or openai")
	var verbs []string
	cmd.Flags().StringSliceVar(&verbs, "verbs", nil, "the verbs of the grammar: whitelist, any, or names, as in book,cancel or whitelist,run")
	s.addRules(cmd)
	s.addMeta(cmd)
	cmd.Flags().Lookup("meta").Usage = "take silp, version and meta (schema)"
	cmd.Flags().BoolVar(&o.AnySpelling, "any-spelling", false, "take every spelling that strict decoding takes (code)")
	cmd.Flags().BoolVar(&o.AnyLetter, "any-letter", false, "let bare words hold every non-ASCII character: smaller, for XGrammar (code)")
	cmd.Flags().IntVar(&o.MaxWord, "max-word", 0, "the most characters of a word, 0 for any number")
	cmd.Flags().IntVar(&o.MaxCalls, "max-calls", 0, "the most calls, 0 for any number")
	cmd.Flags().IntVar(&o.MaxList, "max-list", 0, "the most constraints, alternatives and free arguments, 0 for any number")
	a.jsonFlag(cmd)
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := s.loadRules(); err != nil {
			return err
		}
		o.Rules, o.WithMeta = s.rules, s.meta
		if err := setVerbs(&o, verbs); err != nil {
			return err
		}
		return a.printGrammar(string(s.surface), format, o)
	}
	return cmd
}

func (a *app) printGrammar(surface, format string, o grammar.Options) error {
	i := slices.IndexFunc(grammarFormats[:], func(f grammarFormat) bool {
		return f.surface == surface && (format == "" || f.name == format)
	})
	if i < 0 {
		return fmt.Errorf("no grammar %s of the surface %s: code has gbnf, lark and regex, json has schema and openai", format, surface)
	}
	f := grammarFormats[i]
	text, err := f.export(o)
	if e, ok := errors.AsType[*ir.Error](err); ok {
		msg := e.Msg
		if e.Hint != "" {
			msg += "; " + e.Hint
		}
		return errors.New(msg)
	}
	if !a.json {
		fmt.Fprintln(a.stdout, strings.TrimSuffix(text, "\n"))
		return nil
	}
	out := appendString([]byte(`{"frontend":`), surface)
	out = appendString(append(out, `,"format":`...), f.name)
	out = append(out, `,"grammar":`...)
	if f.isJSON {
		out = append(out, text...)
	} else {
		out = appendString(out, text)
	}
	a.stdout.Write(append(out, "}\n"...))
	return nil
}

// setVerbs narrows the grammar to a list of verbs: names alone mean only these.
func setVerbs(o *grammar.Options, list []string) error {
	if len(list) == 0 {
		return nil
	}
	var only []ir.Action
	for _, name := range list {
		switch name = strings.TrimSpace(name); name {
		case "any":
			o.Verbs.Any = true
		case "whitelist":
			only = append(only, ir.Whitelist()...)
		default:
			v, err := parseVerb(name)
			if err != nil {
				return err
			}
			only = append(only, v)
		}
	}
	if o.Verbs.Any {
		if len(list) > 1 {
			return errors.New("--verbs: any stands alone")
		}
		return nil
	}
	o.Verbs.Also = only
	if o.Rules == nil {
		o.Rules = grammar.Only(only...)
		return nil
	}
	for v := range o.Rules.Verbs {
		if !slices.Contains(only, v) {
			delete(o.Rules.Verbs, v)
		}
	}
	return nil
}
