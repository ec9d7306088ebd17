package main

import (
	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

func (a *app) compileCommand() *cobra.Command {
	s := &settings{}
	cmd := a.itemCommand(&cobra.Command{
		Use:   "compile [flags] [FILE]",
		Short: "Compile an IR to the text of a surface",
		Long: `Compile reads an IR as JSON and prints its text. With --json or --jsonl it
prints {"text":...,"req_id":...}; req_id is that of the text, as decode gives it.`,
		Example: "  silpc compile -f code --meta ir.json",
	}, maxInput, s.check, func() itemFunc { return a.compileItem(s) })
	s.addSurface(cmd)
	s.addMeta(cmd)
	s.addNull(cmd)
	s.addVerbs(cmd, ir.Verbs{})
	s.addPolicy(cmd)
	return cmd
}

func (a *app) compileItem(s *settings) itemFunc {
	codec := silp.New(silp.Options{Frontends: frontends(s.meta), Verbs: s.verbs.Verbs, Policy: s.policy.Policy})
	x := ir.New()
	var compiled []byte
	return func(dst []byte, text string) ([]byte, error) {
		if err := s.parseInto(x, text); err != nil {
			return dst, err
		}
		if !a.asJSON() {
			return codec.AppendText(dst, string(s.surface), x)
		}
		var err error
		if compiled, err = codec.AppendText(compiled[:0], string(s.surface), x); err != nil {
			return dst, err
		}
		dst = appendString(append(dst, `{"text":`...), string(compiled))
		// Not the IR's own req_id, which the caller has: the one that a receiver
		// of the bare text computes.
		dst = ir.AppendReqID(append(dst, `,"req_id":"`...), compiled, ir.ReqIDDigits)
		return append(dst, `"}`...), nil
	}
}
