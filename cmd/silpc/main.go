// Command silpc checks, compiles, decodes and compares SILP payloads on the
// command line (draft-hwang-silp-protocol-00).
//
//	silpc COMMAND [flags] [FILE]
//
// Without FILE, or with "-", a command reads standard input. It prints text for
// people; with --json one JSON value; with --jsonl every line of the input is
// an item of its own and gives one JSON object on one line, in order, in
// constant memory, and a bad line does not end the run. An answer is written
// before the next item is waited for, so that a program can talk to silpc line
// by line.
//
// The exit code is 0 if all went well, 1 if some input was bad, could not be
// read, or the output could not be written, 2 if the command line was wrong.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// Exit codes.
const (
	exitGood  = 0
	exitBad   = 1
	exitUsage = 2
)

func main() {
	ignoreBrokenPipe()
	// Little lives long here, so collecting less often costs little memory.
	debug.SetGCPercent(400)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// app is one run of the program.
type app struct {
	stdin  io.Reader
	stdout *bufio.Writer // an error of it sticks, and is looked at once at the end
	target io.Writer     // what stdout writes to
	stderr io.Writer
	json   bool // --json
	lines  bool // --jsonl
	raw    bool // an input is a text whose blanks at the end count
	bad    bool // some input was bad
}

// run executes one command line and returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, target: stdout, stdout: bufio.NewWriterSize(stdout, ioBuffer), stderr: stderr}
	root := a.root()
	// A copy that is never nil: cobra would take nil for "use os.Args".
	root.SetArgs(append([]string{}, args...))
	cmd, err := root.ExecuteC()
	flushed := a.stdout.Flush()
	switch {
	case err != nil:
		// Commands report bad input themselves, so this is the command line.
		msg := strings.Join(strings.Fields(err.Error()), " ")
		fmt.Fprintf(stderr, "silpc: %s\nrun '%s --help'\n", visible(msg, maxMessage), cmd.CommandPath())
		return exitUsage
	case flushed != nil || a.bad:
		// Whoever closed the pipe knows, so a failed write gets no message.
		return exitBad
	}
	return exitGood
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "silpc COMMAND [flags] [FILE]",
		Short: "Check, compile and decode SILP payloads",
		Long: `silpc checks, compiles and decodes SILP payloads (` + draft + `).

Without FILE, or with "-", a command reads standard input. --json prints one
JSON value. --jsonl takes every line of the input as an item and prints one JSON
object a line, in order; a bad line gives {"error":{...}} and the next one goes
on. An empty line is a bad line, so that input and output keep step.

Exit code: 0 all good, 1 some input was bad, 2 wrong usage.`,
		Example:               "  silpc compile -f code ir.json",
		DisableFlagsInUseLine: true,
		SilenceErrors:         true,
		SilenceUsage:          true,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("a command is missing")
		},
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetHelpCommand(helpCommand())
	root.AddCommand(
		a.validateCommand(), a.compileCommand(), a.decodeCommand(), a.roundtripCommand(), a.sanitizeCommand(), a.diffCommand(), a.fmtCommand(),
		a.pingCommand(), a.pongCommand(),
		a.lockCommand(), a.verifyCommand(),
		a.censusCommand(), a.tokensCommand(), a.countCommand(), a.vocabCommand(),
		a.grammarCommand(),
		a.vectorsCommand(), a.frontendsCommand(), a.verbsCommand(), a.versionCommand(),
	)
	strictCompletion(root)
	return root
}

// strictCompletion makes cobra's completion command without a shell, or with an
// unknown one, the usage error that it is. The command keeps the output that
// root has now.
func strictCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	if cmd, _, err := root.Find([]string{"completion"}); err == nil {
		cmd.RunE = func(*cobra.Command, []string) error {
			return errors.New("completion needs the name of a shell: bash, fish, powershell or zsh")
		}
	}
}

// helpCommand replaces cobra's, for which an unknown topic is no error.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:                   "help [COMMAND]",
		Short:                 "Show the help of a command",
		Example:               "  silpc help compile",
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			target, _, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			target.InitDefaultHelpFlag()
			return target.Help()
		},
	}
}

// itemCommand returns a command that works on inputs. When the flags are read,
// check looks at them; then item makes a function that handles one input after
// the other, several of them if there are lines for several cores.
func (a *app) itemCommand(cmd *cobra.Command, maxLine int, check func() error, item func() itemFunc) *cobra.Command {
	cmd.Args = cobra.MaximumNArgs(1)
	cmd.DisableFlagsInUseLine = true
	a.jsonFlag(cmd)
	cmd.Flags().BoolVar(&a.lines, "jsonl", false, "every input line is an item, every output line a JSON object")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if err := check(); err != nil {
			return err
		}
		a.items(args, maxLine, item)
		return nil
	}
	return cmd
}

func (a *app) jsonFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&a.json, "json", false, "print JSON")
}

// asJSON reports whether standard output is for programs.
func (a *app) asJSON() bool { return a.json || a.lines }
