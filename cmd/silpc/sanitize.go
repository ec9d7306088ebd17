package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/sanitize"
)

func (a *app) sanitizeCommand() *cobra.Command {
	s := &settings{}
	kind := kindFlag("code")
	cmd := a.itemCommand(&cobra.Command{
		Use:   "sanitize [flags] [FILE]",
		Short: "Find hidden and look-alike characters, and clean a text",
		Long: `Sanitize checks a text of the code or json surface, or with -f value one value,
for characters that nobody sees and for look-alikes, and prints the text that
comes out under the policy. With --json or --jsonl it prints
{"text":...,"findings":[...]}, or {"error":...,"findings":[...]} where the text is
refused. With --jsonl a line is a JSON string or an object with the member "text".`,
		Example: "  silpc sanitize --policy clean payload.txt",
	}, maxEscaped, func() error { return nil }, func() itemFunc { return a.sanitizeItem(s, string(kind)) })
	cmd.Flags().VarP(&kind, "frontend", "f", "what the text is: code, json or value")
	s.addPolicy(cmd)
	return cmd
}

// kindFlag is the value of -f of sanitize.
type kindFlag string

func (f *kindFlag) String() string { return string(*f) }
func (f *kindFlag) Type() string   { return "NAME" }

func (f *kindFlag) Set(name string) error {
	switch name {
	case "code", "json", "value":
		*f = kindFlag(name)
		return nil
	}
	return fmt.Errorf("a text is code, json or value")
}

func (a *app) sanitizeItem(s *settings, kind string) itemFunc {
	opt := sanitize.Options{Policy: s.policy.Policy}
	check := map[string]func(string) (string, sanitize.Report, error){"code": opt.Code, "json": opt.JSON, "value": opt.Value}[kind]
	return func(dst []byte, text string) ([]byte, error) {
		if a.lines {
			var err error
			if text, err = textOfLine(text); err != nil {
				return dst, err
			}
		}
		out, report, err := check(text)
		if !a.asJSON() {
			printReport(a.stderr, text, nil, report.Findings)
			return append(dst, out...), err
		}
		if err == nil {
			dst = appendString(append(dst, `{"text":`...), out)
		} else {
			// {"error":{…}} without its last brace
			dst = appendError(dst, "", text, err)
			dst = dst[:len(dst)-1]
		}
		dst = append(appendFindings(append(dst, `,"findings":`...), report.Findings), '}')
		if err != nil {
			return dst, errAnswered
		}
		return dst, nil
	}
}
