package json_test

import (
	"bytes"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/laws"
	"github.com/silp-protocol/silp-go/ir"
)

// FuzzDecode: no text makes the decoder panic; an error says where and leaves
// the IR empty; a text that decodes is compiled to one canonical text that
// decodes to the same IR (draft section 4.6).
func FuzzDecode(f *testing.F) {
	for _, v := range list(f) {
		f.Add(v.Text)
	}
	full := json.Frontend{WithMeta: true, MaxBytes: 1 << 25}
	f.Fuzz(func(t *testing.T, text string) {
		x := &ir.IR{Meta: ir.Meta{ReqID: "a1b2"}}
		if err := full.DecodeInto(x, text); err != nil {
			checkError(t, err)
			if !ir.Equivalent(x, &ir.IR{}) || x.Meta.ReqID != "a1b2" {
				t.Fatalf("after an error: %+v", x)
			}
			return
		}
		if err := x.Validate(); err != nil {
			t.Fatalf("decoded to an invalid IR: %v", err)
		}
		json.CheckFlat(t, x)
		first := appendText(t, full, x)
		y := ir.New()
		if err := full.DecodeInto(y, string(first)); err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		if !ir.Equivalent(x, y) {
			t.Fatalf("%s: changes %v", first, ir.Diff(x, y))
		}
		if second := appendText(t, full, y); !bytes.Equal(first, second) {
			t.Fatalf("not canonical:\n%s\n%s", first, second)
		}
	})
}

// FuzzIR checks the laws that start from an IR, which the bytes choose.
func FuzzIR(f *testing.F) {
	for i := range byte(20) {
		f.Add([]byte{i, 3, i * 7, 2, i * 13, i, 1, 2, i * 29, 3, i, i * 5, 2})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g := irgen.FromBytes(data)
		checkLaws(t, g.IR(), g)
	})
}

// FuzzJSON checks the same laws on whatever IR JSON parses.
func FuzzJSON(f *testing.F) {
	for _, v := range list(f) {
		f.Add(v.IR)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if x, err := ir.Parse(text); err == nil {
			checkLaws(t, x, irgen.FromBytes([]byte(text)))
		}
	})
}

func checkLaws(t *testing.T, x *ir.IR, g *irgen.Gen) {
	t.Helper()
	json.CheckFlat(t, x)
	full := json.Frontend{WithMeta: true, MaxBytes: 1 << 25}
	if err := laws.IR(json.Frontend{MaxBytes: 1 << 25}, full, x, g); err != nil {
		t.Error(err)
	}
}

// TestHostile checks the laws on seeded IRs.
func TestHostile(t *testing.T) {
	for i := range uint64(20000) {
		g := irgen.Random(i)
		if checkLaws(t, g.IR(), g); t.Failed() {
			t.Fatalf("seed %d", i)
		}
	}
}

func appendText(t *testing.T, f json.Frontend, x *ir.IR) []byte {
	t.Helper()
	b, err := f.AppendCompile(nil, x)
	if err != nil {
		t.Fatalf("compile: %v", err)
	}
	return b
}
