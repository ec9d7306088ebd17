package code_test

import (
	"testing"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/laws"
	"github.com/silp-protocol/silp-go/ir"
)

var (
	plain = code.Frontend{}
	full  = code.Frontend{WithMeta: true}
)

// FuzzIR checks the laws that start from an IR, which the bytes choose.
func FuzzIR(f *testing.F) {
	for i := range byte(20) {
		f.Add([]byte{i, 3, i * 7, 2, i * 13, i, 1, 2, i * 29, 3, i, i * 5, 2})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g := irgen.FromBytes(data)
		if err := laws.IR(plain, full, g.IR(), g); err != nil {
			t.Error(err)
		}
	})
}

// FuzzJSON checks the same laws on whatever IR JSON parses.
func FuzzJSON(f *testing.F) {
	for i := range uint64(20) {
		out, _ := ir.AppendJSON(nil, irgen.Random(i).IR())
		f.Add(string(out))
	}
	for _, v := range list(f) {
		f.Add(v.IR)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := ir.Parse(text)
		if err != nil {
			return
		}
		if err := laws.IR(plain, full, x, irgen.FromBytes([]byte(text))); err != nil {
			t.Error(err)
		}
	})
}

// FuzzText checks the laws that start from an arbitrary text.
func FuzzText(f *testing.F) {
	for _, v := range list(f) {
		f.Add(v.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := laws.Text(full, text); err != nil {
			t.Error(err)
		}
	})
}

// TestHostile checks the laws on seeded IRs; SILP_SOAK in package silp does the
// same on a million.
func TestHostile(t *testing.T) {
	for i := range uint64(20000) {
		g := irgen.Random(i)
		x := g.IR()
		if err := laws.IR(plain, full, x, g); err != nil {
			t.Fatalf("seed %d: %v", i, err)
		}
	}
}
