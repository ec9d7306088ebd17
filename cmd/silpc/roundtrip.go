package main

import (
	"encoding/json" // only for our own payload, there and back
	"slices"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

func (a *app) roundtripCommand() *cobra.Command {
	s := &settings{}
	cmd := a.itemCommand(&cobra.Command{
		Use:   "roundtrip [flags] [FILE]",
		Short: "Compile an IR, decode the text, and compare",
		Long: `Roundtrip encodes an IR to a payload, writes the payload as JSON, reads it
again, decodes it, and says whether the IR is the same (draft section 4.6). silp,
version and meta travel beside the text, or in it with --meta. Every silp version
is taken. With --json or --jsonl it prints {"equal":...,"text":...,"diff":[...]};
a difference has the path, and what stands there before (a) and after (b).`,
		Example: "  silpc roundtrip -f json --verbs any ir.json",
	}, maxInput, s.check, func() itemFunc { return a.roundtripItem(s) })
	s.addSurface(cmd)
	s.addMeta(cmd)
	s.addNull(cmd)
	s.addVerbs(cmd, ir.Verbs{})
	return cmd
}

func (a *app) roundtripItem(s *settings) itemFunc {
	codec := silp.New(silp.Options{Frontends: frontends(s.meta), Verbs: s.verbs.Verbs, AnyVersion: true, Policy: sanitize.Inspect})
	x := ir.New()
	return func(dst []byte, text string) ([]byte, error) {
		if err := s.parseInto(x, text); err != nil {
			return dst, err
		}
		p, err := codec.EncodeAs(string(s.surface), x)
		if err != nil {
			return dst, err
		}
		back, err := deliver(codec, p)
		if err != nil {
			return dst, &placedError{p.Text, err}
		}
		changes := compare(x, back)
		if a.asJSON() {
			dst = appendComparison(dst, p.Text, changes)
		} else {
			dst = printComparison(dst, p.Text, changes)
		}
		if len(changes) > 0 {
			return dst, errAnswered
		}
		return dst, nil
	}
}

// deliver takes a payload through its JSON form and decodes it.
func deliver(codec *silp.Codec, p silp.Payload) (*ir.IR, error) {
	raw, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	var received silp.Payload
	if err := json.Unmarshal(raw, &received); err != nil {
		return nil, err
	}
	x, _, err := codec.Decode(received)
	return x, err
}

// compare lists what differs. Unlike ir.Diff it counts the req_id, which the
// payload's header brings back.
func compare(a, b *ir.IR) []ir.Change {
	changes := ir.Diff(a, b)
	if a.Meta.ReqID != b.Meta.ReqID {
		changes = append(slices.Clip(changes), ir.Change{
			Path: "/meta/req_id",
			A:    string(appendString(nil, a.Meta.ReqID)),
			B:    string(appendString(nil, b.Meta.ReqID)),
		})
	}
	return changes
}

func appendComparison(dst []byte, text string, changes []ir.Change) []byte {
	if len(changes) == 0 {
		dst = append(dst, `{"equal":true,"text":`...)
		return append(appendString(dst, text), '}')
	}
	dst = appendString(append(dst, `{"equal":false,"text":`...), text)
	return append(appendChanges(append(dst, `,"diff":`...), changes), '}')
}

// appendChanges appends a list of changes; a member is left out where the IR
// has none.
func appendChanges(dst []byte, changes []ir.Change) []byte {
	dst = append(dst, '[')
	for i, c := range changes {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(append(dst, `{"path":`...), c.Path)
		// The values are JSON already.
		if c.A != "" {
			dst = append(append(dst, `,"a":`...), c.A...)
		}
		if c.B != "" {
			dst = append(append(dst, `,"b":`...), c.B...)
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// printChanges appends a line for each change.
func printChanges(dst []byte, changes []ir.Change) []byte {
	for _, c := range changes {
		line := c.String()
		dst = append(append(dst, '\n'), visible(line, len(line))...)
	}
	return dst
}

func printComparison(dst []byte, text string, changes []ir.Change) []byte {
	if len(changes) == 0 {
		return append(append(dst, "equal\n"...), text...)
	}
	return printChanges(append(append(dst, "not equal\n"...), text...), changes)
}
