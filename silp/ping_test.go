package silp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

// A negotiation line is refused as a payload, whatever the codec forgives: a
// tolerant one would read it as a comment in front of the calls.
func TestLinesAreNoPayloads(t *testing.T) {
	for _, text := range []string{"//ping", "//ping v1 code,json", " \r\n\t//ping v1 code\ncancel(x)", "\ufeff//ping v1 code\ncancel(x)", "\u00a0\x00//ping v1 code\n{\"intent\":\"!CANCEL\"}", "//ping the other side\ncancel(x)", "//pong v1 code prefer=code", "//pong\n{\"intent\":\"!CANCEL\"}"} {
		for _, encoding := range []string{"code", "json", "natural", "math", ""} {
			for _, tolerant := range []bool{false, true} {
				for _, policy := range []sanitize.Policy{sanitize.Strict, sanitize.Clean, sanitize.Inspect} {
					c := silp.New(silp.Options{Tolerant: tolerant, Policy: policy, Verbs: ir.Verbs{Any: true}})
					_, _, err := c.Decode(silp.Payload{Encoding: encoding, Text: text})
					e, ok := errors.AsType[*ir.Error](err)
					if !ok || e.Code != ir.InvalidSyntax || e.Offset != strings.Index(text, "//") || !strings.Contains(e.Msg, text[e.Offset:e.Offset+6]+" line is no payload") {
						t.Fatalf("%q as %s: %v", text, encoding, err)
					}
				}
			}
			if _, err := silp.Decode(encoding, text); !errors.Is(err, ir.InvalidSyntax) || !strings.Contains(err.Error(), "is no payload") {
				t.Errorf("%q as %s: %v", text, encoding, err)
			}
		}
	}
	// A comment that looks a little like one is still a comment.
	c := silp.New(silp.Options{Tolerant: true})
	if _, _, err := c.Decode(silp.Payload{Encoding: "code", Text: "//pinged them\ncancel(x)"}); err != nil {
		t.Error(err)
	}
}

// No payload of a lossless frontend looks like a negotiation line.
func TestPayloadsAreNoLines(t *testing.T) {
	c := silp.New(silp.Options{Verbs: ir.Verbs{Any: true}, Policy: sanitize.Inspect})
	n := 0
	for seed := range uint64(2000) {
		x := irgen.Random(seed).IR()
		for _, name := range []string{"code", "json"} {
			p, err := c.EncodeAs(name, x)
			if err != nil {
				continue
			}
			n++
			if negotiation.IsPing(p.Text) || negotiation.IsPong(p.Text) {
				t.Errorf("seed %d: %s", seed, p.Text)
			}
		}
	}
	if n < 3000 {
		t.Errorf("only %d payloads", n)
	}
}
