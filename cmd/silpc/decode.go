package main

import (
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/frontend/natural"
	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

func (a *app) decodeCommand() *cobra.Command {
	s := &settings{}
	cmd := a.itemCommand(&cobra.Command{
		Use:   "decode [flags] [FILE]",
		Short: "Decode a text to an IR",
		Long: `Decode reads a text of the code or json surface and prints its IR as JSON, with
the req_id of the text. With --jsonl a line is a JSON string or an object with
the member "text", such as compile --jsonl prints; the output is
{"ir":...,"diagnostics":[...],"findings":[...]}: repairs of --tolerant, and hidden
and look-alike characters; the places in errors count within the text. --rules names a JSON file that says
which verbs, entities and constraints to take, on top of --verbs; the members are
those of ir.Rules.`,
		Example: `  echo 'cancel(order_42)' | silpc decode -f code`,
	}, maxEscaped, s.loadRules, func() itemFunc { return a.decodeItem(s) })
	s.addSurface(cmd)
	s.addNull(cmd)
	cmd.Flags().Lookup("null-as-absent").Usage = "read null as absent for slots and optional members (json)"
	s.addVerbs(cmd, ir.Verbs{})
	s.addPolicy(cmd)
	cmd.Flags().BoolVar(&s.tolerant, "tolerant", false, "repair what language models write, and list the repairs")
	s.addRules(cmd)
	return cmd
}

func (a *app) decodeItem(s *settings) itemFunc {
	surfaces := []frontend.Frontend{code.Frontend{Verbs: s.verbs.Verbs}, jsonfrontend.Frontend{NullAsAbsent: s.nullAsAbsent}, natural.Frontend{}, natural.NLJSON{}}
	codec := silp.New(silp.Options{Frontends: surfaces, Verbs: s.verbs.Verbs, Rules: s.rules, Policy: s.policy.Policy, Tolerant: s.tolerant})
	x := ir.New()
	return func(dst []byte, text string) ([]byte, error) {
		if a.lines {
			var err error
			if text, err = textOfLine(text); err != nil {
				return dst, err
			}
		}
		report, err := codec.DecodeInto(x, silp.Payload{Encoding: string(s.surface), Text: text})
		if err != nil {
			return dst, &placedError{text, err}
		}
		if !a.asJSON() {
			printReport(a.stderr, text, report.Diagnostics, report.Findings)
			return ir.AppendJSON(dst, x)
		}
		dst, err = ir.AppendJSON(append(dst, `{"ir":`...), x)
		dst = appendDiagnostics(append(dst, `,"diagnostics":`...), report.Diagnostics)
		dst = appendFindings(append(dst, `,"findings":`...), report.Findings)
		return append(dst, '}'), err
	}
}

// textOfLine returns the text that a line of decode --jsonl holds. Members
// beside text are ignored, so that the output of compile --jsonl fits.
func textOfLine(line string) (string, error) {
	if text, ok := quickText(line); ok {
		return text, nil
	}
	return parseText(line)
}

// quickText reads the usual lines, "…" and {"text":"…","req_id":"…"}, without a
// parser. Where it is not sure it says so, and parseText decides.
func quickText(line string) (text string, ok bool) {
	if len(line) > maxEscaped {
		return "", false
	}
	const head, next = `{"text":`, `,"req_id":"`
	rest, object := strings.CutPrefix(line, head)
	text, rest, ok = quickString(rest)
	if !ok || !object {
		return text, ok && rest == ""
	}
	if id, more := strings.CutPrefix(rest, next); more {
		// A string without escapes or anything beyond ASCII.
		n := strings.IndexFunc(id, func(r rune) bool { return r == '"' || r == '\\' || r < ' ' || r >= utf8.RuneSelf })
		if n < 0 || id[n] != '"' {
			return "", false
		}
		rest = id[n+1:]
	}
	return text, rest == "}"
}

// quickString reads the JSON string that s begins with.
func quickString(s string) (text, rest string, ok bool) {
	end, escaped, fault := codescan.Quoted(s, 0)
	if s == "" || s[0] != '"' || fault != codescan.QuoteOK || !utf8.ValidString(s[:end]) {
		return "", "", false
	}
	return codescan.Unquote(s[:end], escaped), s[end:], true
}

func parseText(line string) (string, error) {
	if err := ir.CheckSize(len(line), maxEscaped); err != nil {
		return "", err
	}
	r := jsonio.NewReader(line)
	defer r.Release()
	text := ""
	switch r.Kind() {
	case '"':
		text = r.Text()
	case '{':
		text = textMember(r)
	default:
		r.AppendValue(nil)
		r.Fail(`expected a JSON string, or an object with the member "text"`, "")
	}
	r.End()
	return text, ir.ReadError(r, "")
}

func textMember(r *jsonio.Reader) (text string) {
	found := false
	for name := range r.Members() {
		if name == "text" {
			text, found = r.Text(), true
		} else {
			r.AppendValue(nil)
		}
	}
	if !found {
		r.Fail(`missing member "text"`, "")
	}
	return text
}
