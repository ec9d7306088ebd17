package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/vocab"
)

func (a *app) vocabCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "vocab list|fetch",
		Short: "List and make the vocabularies of the tokenizers",
		Long: `Vocab is about the vocabularies of the draft's six tokenizers. Four are part of
this program. llama-2 and gemini come under licences that everybody has to accept
for himself; "vocab fetch" makes them. No other command fetches anything.`,
		Example:               "  silpc vocab fetch llama-2 gemini",
		DisableFlagsInUseLine: true,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("vocab needs list or fetch")
		},
	}
	cmd.AddCommand(
		a.tableCommand(&cobra.Command{
			Use:     "list [flags]",
			Short:   "List the vocabularies and whether they are there",
			Long:    "List prints the vocabularies of the six tokenizers. With --json it prints an\nobject a line.",
			Example: "  silpc vocab list",
		}, a.printVocabularies),
		a.vocabFetchCommand(),
	)
	return cmd
}

func (a *app) printVocabularies() {
	w := a.table("NAME\tVOCABULARY\tTOKENS\tSTATUS\tLICENCE\tMADE FROM")
	missing := false
	for _, info := range tokencheck.List() {
		status := "missing"
		switch {
		case info.Shipped:
			status = "embedded"
		case vocab.Options{}.Installed(info.Name):
			status = "fetched"
		default:
			missing = true
		}
		if !a.json {
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\n", info.Name, info.Vocabulary, info.Tokens, status, info.Licence, info.Package)
			continue
		}
		out := appendString([]byte(`{"name":`), info.Name)
		out = appendString(append(out, `,"vocabulary":`...), info.Vocabulary)
		out = strconv.AppendInt(append(out, `,"tokens":`...), int64(info.Tokens), 10)
		out = appendString(append(out, `,"status":`...), status)
		out = appendString(append(out, `,"licence":`...), info.Licence)
		out = appendString(append(out, `,"package":`...), info.Package)
		out = strconv.AppendBool(append(out, `,"proxy":`...), info.Stands != "")
		a.stdout.Write(append(out, "}\n"...))
	}
	w.Flush()
	if missing && !a.json {
		fmt.Fprintln(a.stdout, "\nto make what is missing: silpc vocab fetch llama-2 gemini")
	}
}

// fetchable are the names that vocab fetch takes.
func fetchable() (names []string) {
	for _, info := range tokencheck.List() {
		if !info.Shipped {
			names = append(names, info.Name)
		}
	}
	return names
}

func (a *app) vocabFetchCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "fetch NAME...",
		Short: "Make the vocabularies that are not part of this program",
		Long: `Fetch makes the vocabulary of llama-2 or gemini from a pinned npm package, with
"npm pack". It checks the SHA-256 of the package and of what came out, and writes a
file into the folder $SILP_VOCAB_DIR, or silp/vocab in the user's cache folder. By
fetching them you take them under their own licences: the Llama 2 Community
License and the Gemma Terms of Use.`,
		Example:               "  silpc vocab fetch llama-2 gemini",
		DisableFlagsInUseLine: true,
		ValidArgs:             fetchable(),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("fetch needs a name: %s", strings.Join(fetchable(), " or "))
			}
			for _, name := range args {
				if !slices.Contains(fetchable(), name) {
					return fmt.Errorf("%q cannot be fetched; there are %s", name, strings.Join(fetchable(), " and "))
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range args {
				path, err := a.fetch(cmd.Context(), name)
				if err != nil {
					a.unreadable(name, err)
					continue
				}
				fmt.Fprintf(a.stdout, "%s: %s\n", name, visible(path, maxMessage))
				a.stdout.Flush()
			}
			return nil
		},
	}
}

// fetch makes a vocabulary unless a good one is there.
func (a *app) fetch(ctx context.Context, name string) (string, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	o := vocab.Options{}
	for _, t := range o.Tokenizers() {
		if t.Name() != name {
			continue
		}
		if _, err := t.Count("a"); err == nil {
			dir, err := o.Location()
			return "already in " + dir, err
		}
	}
	return o.Fetch(ctx, name, a.stderr)
}
