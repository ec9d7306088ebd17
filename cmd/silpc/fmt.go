package main

import (
	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/ir"
)

func (a *app) fmtCommand() *cobra.Command {
	s := &settings{}
	cmd := a.itemCommand(&cobra.Command{
		Use:   "fmt [flags] [FILE]",
		Short: "Print an IR as canonical JSON",
		Long: `Fmt prints an IR on one line: members in the order of the draft's tables, absent
members, empty lists and a priority of 0 left out. Other defaults stay where they
are written.`,
		Example: "  silpc fmt --null-as-absent ir.json",
	}, maxInput, s.check, func() itemFunc { return fmtItem(s) })
	s.addNull(cmd)
	return cmd
}

func fmtItem(s *settings) itemFunc {
	x := ir.New()
	return func(dst []byte, text string) ([]byte, error) {
		if err := s.parseInto(x, text); err != nil {
			return dst, err
		}
		return ir.AppendJSON(dst, x)
	}
}
