package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/internal/vectors"
)

// vectorsDir is where a clone of this module has the vectors.
var vectorsDir = filepath.Join("testdata", "vectors")

func (a *app) vectorsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:                   "vectors",
		Short:                 "Work with the conformance vectors",
		DisableFlagsInUseLine: true,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("vectors needs a command: run")
		},
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(a.vectorsRunCommand())
	return cmd
}

func (a *app) vectorsRunCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run [flags] [DIR]",
		Short: "Run the conformance vectors of a directory",
		Long: `Run checks this program's library against the vectors in DIR, by default those
in testdata/vectors below the current directory. It prints the vectors that fail
and a last line with the counts. With --json or --jsonl it prints an object a
vector: {"file":...,"group":...,"name":...,"ref":...,"passed":...,"message":...}.`,
		Example:               "  silpc vectors run testdata/vectors",
		Args:                  cobra.MaximumNArgs(1),
		DisableFlagsInUseLine: true,
	}
	a.jsonFlag(cmd)
	cmd.Flags().BoolVar(&a.lines, "jsonl", false, "the same as --json: one JSON object a line")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		dir := vectorsDir
		if len(args) == 1 {
			dir = args[0]
		} else if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return fmt.Errorf("there is no %s below the current directory; name the directory of the vectors", filepath.ToSlash(dir))
		}
		a.runVectors(dir)
		return nil
	}
	return cmd
}

func (a *app) runVectors(dir string) {
	_, err := os.Stat(dir)
	var results []vectors.Result
	if err == nil {
		results, err = vectors.Run(os.DirFS(dir))
	}
	if err != nil {
		a.unreadable(dir, err)
		return
	}
	failed := 0
	for i := range results {
		r := &results[i]
		if !r.Passed() {
			failed++
		}
		switch {
		case a.asJSON():
			a.stdout.Write(append(appendResult(nil, r), '\n'))
		case !r.Passed():
			fmt.Fprintf(a.stdout, "FAIL %s: %s (%s)\n%s\n", r.File, visible(r.Name, maxMessage), visible(r.Ref, maxMessage), indented(r.Message))
		}
	}
	if !a.asJSON() {
		fmt.Fprintf(a.stdout, "%d passed, %d failed\n", len(results)-failed, failed)
	}
	a.bad = a.bad || failed > 0
}

func appendResult(dst []byte, r *vectors.Result) []byte {
	dst = appendString(append(dst, `{"file":`...), r.File)
	dst = appendString(append(dst, `,"group":`...), r.Group)
	dst = appendString(append(dst, `,"name":`...), r.Name)
	dst = appendString(append(dst, `,"ref":`...), r.Ref)
	dst = strconv.AppendBool(append(dst, `,"passed":`...), r.Passed())
	if !r.Passed() {
		dst = appendString(append(dst, `,"message":`...), r.Message)
	}
	return append(dst, '}')
}

// indented prints a message of several lines, safe for a terminal.
func indented(message string) string {
	out := ""
	for line := range strings.SplitSeq(message, "\n") {
		if out != "" {
			out += "\n"
		}
		out += "  " + visible(line, 10*maxMessage)
	}
	return out
}
