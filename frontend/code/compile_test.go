package code_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/ir"
)

func TestAppendCompile(t *testing.T) {
	for _, f := range []code.Frontend{plain, full} {
		out, err := f.AppendCompile([]byte("> "), &ir.IR{Intent: "!CANCEL"})
		if err != nil || string(out) != "> cancel()" {
			t.Errorf("%s, %v", out, err)
		}
	}
}

// What only an IR that was built in Go can have wrong; the vectors hold the
// rest. The error is that of Validate, and dst is not touched.
func TestCompileInvalid(t *testing.T) {
	bad := "\xff"
	for _, c := range []struct {
		path string
		x    ir.IR
	}{
		{"/entities/0/value", ir.IR{Intent: "!A", Entities: []ir.Entity{{Value: bad}}}},
		{"/entities/0/id", ir.IR{Intent: "!A", Entities: []ir.Entity{{ID: bad}}}},
		{"/entities/0/id", ir.IR{Intent: "!A", Entities: []ir.Entity{{Extra: ir.Extra{"id": []byte("1")}}}}},
		{"/constraints/0/type", ir.IR{Intent: "!A", Constraints: []ir.Constraint{{Type: bad}}}},
		{"/constraints/0/subject", ir.IR{Intent: "!A", Constraints: []ir.Constraint{{Extra: ir.Extra{"subject": []byte(`"s"`)}}}}},
		{"/alternatives/0/target", ir.IR{Intent: "!A", Alternatives: []ir.Alternative{{Action: "!A", Target: &bad}}}},
		{"/version", ir.IR{Intent: "!A", Version: &bad}},
	} {
		dst := []byte("kept")
		out, err := full.AppendCompile(dst, &c.x)
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || e.Path != c.path || e.Code != ir.DecodeFailed || e.Frontend != "code" {
			t.Errorf("%s: %v", c.path, err)
		}
		if string(out) != "kept" {
			t.Errorf("%s: dst became %q", c.path, out)
		}
	}
}

func TestAllocations(t *testing.T) {
	const text = `if !rain(t+1) and price(flight)<=800, t+2 and loc(me,Beijing,time=noon): start(hike,t+1,k=v); email(x) else: start(cards@indoor); book(loc=x)`
	x, err := code.Decode(strings.Replace(text, "Beijing,time=noon", "Beijing,noon", 1))
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() { _, err = full.AppendCompile(buf, x) }); n != 0 || err != nil {
		t.Errorf("compile allocates %v times (%v)", n, err)
	}
	compiled, _ := code.Compile(x)
	if n := testing.AllocsPerRun(100, func() { err = plain.DecodeInto(x, compiled) }); n != 0 || err != nil {
		t.Errorf("decode into a used IR allocates %v times (%v)", n, err)
	}
	if n := testing.AllocsPerRun(100, func() { _, err = code.Decode(compiled) }); n > 4 || err != nil {
		t.Errorf("decode allocates %v times (%v)", n, err)
	}
}
