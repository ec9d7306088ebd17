package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/negotiation"
)

// negotiationFlags are the flags of ping and pong.
type negotiationFlags struct {
	offer      negotiation.Offer
	mustDecode bool
}

func (f *negotiationFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.offer.Versions, "versions", []string{"v1"}, "the protocol versions of this side's offer")
	flags.StringSliceVar(&f.offer.Frontends, "frontends", []string{"code", "json"}, "its frontends, by any names")
	flags.StringVar(&f.offer.Preferred, "prefer", "", "the `NAME` of the one that it prefers")
	flags.IntVar(&f.offer.N, "n", 0, "its heartbeat: 1, 5, 10, 15, 20, or 9999 for none")
	flags.BoolVar(&f.mustDecode, "must-decode", false, "choose only what the receiver can decode")
}

// check refuses an offer that no line can hold: it is one of the command line.
func (f *negotiationFlags) check() error {
	if err := f.offer.Validate(); err != nil {
		_, e := details("", err)
		return fmt.Errorf("%s; %s", e.Msg, e.Hint)
	}
	return nil
}

// choose appends what two offers come to.
func (f *negotiationFlags) choose(dst []byte, asJSON bool, ping, pong negotiation.Offer) ([]byte, error) {
	c, err := negotiation.Options{MustDecode: f.mustDecode}.Choose(ping, pong)
	if err != nil {
		return dst, err
	}
	if !asJSON {
		dst = append(append(append(append(dst, "version "...), c.Version...), ", frontend "...), c.Frontend...)
		if c.N != 0 {
			dst = strconv.AppendInt(append(dst, ", n "...), int64(c.N), 10)
		}
		return dst, nil
	}
	dst = appendString(append(dst, `{"version":`...), c.Version)
	dst = appendString(append(dst, `,"frontend":`...), c.Frontend)
	if c.N != 0 {
		dst = strconv.AppendInt(append(dst, `,"n":`...), int64(c.N), 10)
	}
	return append(dst, '}'), nil
}

func (a *app) pingCommand() *cobra.Command {
	f := &negotiationFlags{}
	cmd := a.itemCommand(&cobra.Command{
		Use:   "ping [flags] [FILE]",
		Short: "Print a //ping line, or read the answer to it",
		Long: `Ping prints the //ping line of an offer. With FILE, or "-" for standard input, it
reads the //pong line that came back and prints the choice. --json prints
{"ping":...}, or {"choice":{...}}.`,
		Example: "  silpc ping --frontends code,json -",
	}, maxInput, f.check, func() itemFunc { return a.pingItem(f) })
	f.add(cmd)
	read := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 || a.lines {
			return read(cmd, args)
		}
		if err := f.check(); err != nil {
			return err
		}
		line, err := negotiation.AppendPing(nil, f.offer)
		if err != nil {
			return err
		}
		if a.json {
			line = append(appendString([]byte(`{"ping":`), string(line)), '}')
		}
		a.stdout.Write(append(line, '\n'))
		return nil
	}
	return cmd
}

func (a *app) pingItem(f *negotiationFlags) itemFunc {
	return func(dst []byte, text string) ([]byte, error) {
		pong, err := negotiation.ParsePong(text)
		if err != nil {
			return dst, err
		}
		if !a.asJSON() {
			return f.choose(dst, false, f.offer, pong)
		}
		if dst, err = f.choose(append(dst, `{"choice":`...), true, f.offer, pong); err != nil {
			return dst, err
		}
		return append(dst, '}'), nil
	}
}

func (a *app) pongCommand() *cobra.Command {
	f := &negotiationFlags{}
	cmd := a.itemCommand(&cobra.Command{
		Use:   "pong [flags] [FILE]",
		Short: "Answer a //ping line",
		Long: `Pong reads a //ping line and prints the //pong line to send back, and on a second
line the choice that both sides make. With --json or --jsonl it prints
{"pong":...,"choice":{...}}.`,
		Example: "  silpc ping | silpc pong --prefer json",
	}, maxInput, f.check, func() itemFunc { return a.pongItem(f) })
	f.add(cmd)
	return cmd
}

func (a *app) pongItem(f *negotiationFlags) itemFunc {
	return func(dst []byte, text string) ([]byte, error) {
		ping, err := negotiation.ParsePing(text)
		if err != nil {
			return dst, err
		}
		line, err := negotiation.AppendPong(nil, f.offer)
		if err != nil {
			return dst, err
		}
		if !a.asJSON() {
			return f.choose(append(append(dst, line...), '\n'), false, ping, f.offer)
		}
		dst = appendString(append(dst, `{"pong":`...), string(line))
		if dst, err = f.choose(append(dst, `,"choice":`...), true, ping, f.offer); err != nil {
			return dst, err
		}
		return append(dst, '}'), nil
	}
}
