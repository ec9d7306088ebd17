package code_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/internal/cputime"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/laws"
	"github.com/silp-protocol/silp-go/ir"
)

func wholeStrict(text string) (*ir.IR, []frontend.Diagnostic, error) {
	x, err := code.Decode(text)
	return x, nil, err
}

func wholeTolerant(text string) (*ir.IR, []frontend.Diagnostic, error) {
	x := ir.New()
	diags, err := plain.DecodeTolerant(x, text)
	if err != nil {
		return nil, nil, err
	}
	x.Meta.ReqID = ir.ReqID(frontend.Trim(text), 8)
	return x, diags, nil
}

func one1() int { return 1 }

// streams checks the laws of streams on a text, split as next says.
func streams(t *testing.T, text string, next func() int) {
	t.Helper()
	if err := laws.Stream(plain.NewStream(), wholeStrict, text, next); err != nil {
		t.Errorf("strict: %v", err)
	}
	if err := laws.Stream(plain.NewTolerantStream(), wholeTolerant, text, next); err != nil {
		t.Errorf("tolerant: %v", err)
	}
}

// Texts in which a beginning reads otherwise than the whole: the fuzzer found
// each of them.
var beginnings = []string{
	"if a>5\n  and$: b()", "if a≤1 and c(x)≠a:3c: d()", "IF a(b) AND::::--: c()", "if a≤1 &&&&&&&&and b: c()",
	"cancel(iff,elsewhere)", "cancel(\n  a, //b)", "cancel(San if(x))", "book(x);\n email(y)", "o(kx);\n email(y)", "o(kx); # then\n email(y)",
}

func TestStreamEveryByte(t *testing.T) {
	for _, text := range beginnings {
		streams(t, text, one1)
	}
	for _, v := range list(t) {
		streams(t, v.Text, one1)
	}
	for _, c := range repaired {
		streams(t, c.text, one1)
	}
}

func TestStreamRandomChunks(t *testing.T) {
	for i := range uint64(200) {
		g := irgen.Random(i)
		out, err := full.AppendCompile(nil, g.IR())
		if err != nil || len(out) > 2000 {
			continue
		}
		text := string(out)
		streams(t, text, func() int { return 1 + g.Choose(4) })
		streams(t, mutate(g, text), func() int { return 1 + g.Choose(4) })
	}
}

func FuzzStream(f *testing.F) {
	for _, c := range repaired {
		f.Add(c.text, uint64(1))
	}
	for _, text := range beginnings {
		f.Add(text, uint64(2))
	}
	f.Add(`a("\ud83d\ude00é",k="中`, uint64(2))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) > 500 {
			return
		}
		g := irgen.Random(seed)
		streams(t, text, func() int { return 1 + g.Choose(4) })
	})
}

func TestSnapshot(t *testing.T) {
	for _, c := range []struct{ text, calls, path, open string }{
		{`if budg`, "", "/constraints/0", "budg"},
		{`if budget<=500: book(hotel,downtown); email(`, "if budget<=500: book(hotel,downtown)", "", ""},
		{`book(hotel,city="San Fr`, `book(hotel)`, "/entities/1/value", "San Fr"},
		{`book(city="San \ud83d\u`, `book()`, "/entities/0/value", "San "},
		{`book(hotel) else: search(ho`, `book(hotel)`, "/alternatives/0", "ho"},
	} {
		for name, s := range map[string]*frontend.Stream{"strict": plain.NewStream(), "tolerant": plain.NewTolerantStream()} {
			if _, err := s.Write([]byte(c.text)); err != nil {
				t.Fatal(err)
			}
			p := s.Snapshot()
			got := ""
			if p.IR.Intent != "" {
				got, _ = code.Compile(p.IR)
			}
			if got != c.calls || p.Path != c.path || p.Open != c.open || p.Complete {
				t.Errorf("%s, %q: %q, %q %q, complete %v", name, c.text, got, p.Path, p.Open, p.Complete)
			}
			if _, _, err := s.Close(); err == nil {
				t.Errorf("%s, %q is complete", name, c.text)
			}
		}
	}
}

// The limit holds while the text arrives.
func TestStreamLimit(t *testing.T) {
	s := code.Frontend{MaxBytes: 10}.NewStream()
	var err error
	for i := 0; i < 100 && err == nil; i++ {
		_, err = s.Write([]byte("aaaa"))
	}
	if !errors.Is(err, ir.InvalidSyntax) {
		t.Errorf("write over the limit: %v", err)
	}
	if _, _, err := s.Close(); !errors.Is(err, ir.InvalidSyntax) || !strings.Contains(err.Error(), "limit") {
		t.Errorf("close over the limit: %v", err)
	}
}

// The work is linear in the text, however small the pieces.
func TestStreamIsLinear(t *testing.T) {
	text := `book("` + strings.Repeat("x", 1<<19) + `",` + strings.Repeat("abc,", 1<<16) + "x)"
	start := cputime.Now()
	if _, err := code.Decode(text); err != nil {
		t.Fatal(err)
	}
	once := cputime.Now() - start
	for name, s := range map[string]*frontend.Stream{"strict": plain.NewStream(), "tolerant": plain.NewTolerantStream()} {
		start = cputime.Now()
		for i := 0; i < len(text); i += 4 {
			if _, err := s.Write([]byte(text[i:min(i+4, len(text))])); err != nil {
				t.Fatal(err)
			}
			if i%4096 == 0 {
				s.Snapshot()
			}
		}
		if _, _, err := s.Close(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v in pieces of 4 bytes, %v at once", name, cputime.Now()-start, once)
	}
}
