package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/ir"
)

// draft is the document that this program implements.
const draft = "draft-hwang-silp-protocol-00"

// tableCommand returns a command that reads nothing.
func (a *app) tableCommand(cmd *cobra.Command, print func()) *cobra.Command {
	cmd.Args = cobra.NoArgs
	cmd.DisableFlagsInUseLine = true
	a.jsonFlag(cmd)
	cmd.Run = func(*cobra.Command, []string) { print() }
	return cmd
}

func (a *app) frontendsCommand() *cobra.Command {
	return a.tableCommand(&cobra.Command{
		Use:   "frontends [flags]",
		Short: "List the surfaces",
		Long: `Frontends lists the surfaces of draft Table 9 that this program has. A lossless
one can be decoded. With --json it prints an object a line.`,
		Example: "  silpc frontends",
	}, a.printFrontends)
}

// describe gives the description of draft Table 9.
func describe(surface string) string {
	switch surface {
	case "code":
		return "Function-call syntax"
	case "json":
		return "Flat JSON slots"
	case "natural":
		return "Unstructured prose"
	case "nl_json":
		return "Natural language wrapped in JSON"
	}
	return ""
}

func (a *app) printFrontends() {
	w := a.table("FRONTEND\tDESCRIPTION\tROUND-TRIP")
	for _, f := range frontends(false) {
		_, lossless := f.(frontend.Decoder)
		if a.json {
			out := appendString([]byte(`{"name":`), f.Name())
			out = appendString(append(out, `,"description":`...), describe(f.Name()))
			out = strconv.AppendBool(append(out, `,"lossless":`...), lossless)
			a.stdout.Write(append(out, "}\n"...))
			continue
		}
		roundTrip := "no (control)"
		if lossless {
			roundTrip = "yes (lossless)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", f.Name(), describe(f.Name()), roundTrip)
	}
	w.Flush()
}

// table starts an aligned table with the given head. For JSON it stays empty.
func (a *app) table(head string) *tabwriter.Writer {
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	if !a.json {
		fmt.Fprintln(w, head)
	}
	return w
}

func (a *app) verbsCommand() *cobra.Command {
	return a.tableCommand(&cobra.Command{
		Use:   "verbs [flags]",
		Short: "List the approved and the excluded verbs",
		Long: `Verbs lists the whitelist of draft Table 7 with the function names of the code
surface, and the excluded verbs of Table 8. With --json it prints an object a
line.`,
		Example: "  silpc verbs --json",
	}, a.printVerbs)
}

func (a *app) printVerbs() {
	w := a.table("ACTION\tFUNCTION\tAPPROVED\tUSE INSTEAD\tREASON")
	for _, v := range ir.Whitelist() {
		if a.json {
			a.stdout.Write(append(appendVerb(nil, v, true), "}\n"...))
			continue
		}
		fmt.Fprintf(w, "%s\t%s\tyes\n", v, v.Func())
	}
	for _, v := range ir.Excluded() {
		if a.json {
			out := appendString(append(appendVerb(nil, v.Action, false), `,"reason":`...), v.Reason)
			if v.Replacement != "" {
				out = appendString(append(out, `,"replacement":`...), string(v.Replacement))
			}
			a.stdout.Write(append(out, "}\n"...))
			continue
		}
		instead := "a verb above"
		if v.Replacement != "" {
			instead = string(v.Replacement)
		}
		fmt.Fprintf(w, "%s\t%s\tno\t%s\t%s\n", v.Action, v.Action.Func(), instead, v.Reason)
	}
	w.Flush()
}

// appendVerb appends the members that every verb has, the object left open.
func appendVerb(dst []byte, v ir.Action, approved bool) []byte {
	dst = appendString(append(dst, `{"action":`...), string(v))
	dst = appendString(append(dst, `,"function":`...), v.Func())
	return strconv.AppendBool(append(dst, `,"approved":`...), approved)
}

func (a *app) versionCommand() *cobra.Command {
	return a.tableCommand(&cobra.Command{
		Use:     "version [flags]",
		Short:   "Print the version, the draft and the Go version",
		Example: "  silpc version",
	}, a.printVersion)
}

func (a *app) printVersion() {
	version := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	if !a.json {
		fmt.Fprintf(a.stdout, "silpc %s\n%s\n%s\n", version, draft, runtime.Version())
		return
	}
	out := appendString([]byte(`{"version":`), version)
	out = appendString(append(out, `,"draft":`...), draft)
	out = appendString(append(out, `,"go":`...), runtime.Version())
	a.stdout.Write(append(out, "}\n"...))
}
