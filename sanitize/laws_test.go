package sanitize_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	jsonsurface "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
)

// function is one of Value, Name, Verb, Code, JSON under given options.
type function func(o sanitize.Options, s string) (string, sanitize.Report, error)

var (
	valueFn function = sanitize.Options.Value
	nameFn  function = sanitize.Options.Name
	verbFn  function = sanitize.Options.Verb
	codeFn  function = sanitize.Options.Code
	jsonFn  function = sanitize.Options.JSON
)

// policies holds what is true of every function: Strict and Inspect change
// nothing, Clean is idempotent, what Strict takes Clean leaves alone, what
// Clean gives Strict takes; errors and reports are well formed.
func policies(f function, s string) error {
	out, r, err := f(strict, s)
	if e := wellFormed(s, r, err); e != nil {
		return fmt.Errorf("strict: %w", e)
	}
	if err == nil && out != s {
		return fmt.Errorf("strict changed %+q to %+q", s, out)
	}
	cleaned, r, cleanErr := f(clean, s)
	if e := wellFormed(s, r, cleanErr); e != nil {
		return fmt.Errorf("clean: %w", e)
	}
	if err == nil && (cleanErr != nil || cleaned != s) {
		return fmt.Errorf("strict takes %+q, clean gives %+q (%v)", s, cleaned, cleanErr)
	}
	if cleanErr == nil {
		if again, _, err := f(clean, cleaned); err != nil || again != cleaned {
			return fmt.Errorf("clean(%+q) is %+q, cleaned again %+q (%v)", s, cleaned, again, err)
		}
		if _, _, err := f(strict, cleaned); err != nil {
			return fmt.Errorf("clean(%+q) is %+q, which strict refuses: %w", s, cleaned, err)
		}
	}
	seen, r, err := f(inspect, s)
	if e := wellFormed(s, r, err); e != nil {
		return fmt.Errorf("inspect: %w", e)
	}
	if err == nil && seen != s {
		return fmt.Errorf("inspect changed %+q to %+q", s, seen)
	}
	if err == nil && cleanErr == nil && cleaned != s && r.Total == 0 {
		return fmt.Errorf("inspect reports nothing about %+q, clean gives %+q", s, cleaned)
	}
	return nil
}

// wellFormed: an error is a *ir.Error in printable ASCII with a place; a report
// is bounded and its findings lie in s.
func wellFormed(s string, r sanitize.Report, err error) error {
	if err != nil {
		e, ok := errors.AsType[*ir.Error](err)
		switch {
		case !ok:
			return fmt.Errorf("not a *ir.Error: %w", err)
		case e.Code == ir.InvalidSyntax && (e.Offset < 0 || e.Offset > len(s)):
			return fmt.Errorf("offset %d of %d: %w", e.Offset, len(s), err)
		case r.Total == 0:
			return fmt.Errorf("no finding for %w", err)
		case len(err.Error()) > 400:
			return fmt.Errorf("a message of %d bytes", len(err.Error()))
		}
		for _, c := range []byte(err.Error()) {
			if c < ' ' || c > '~' {
				return fmt.Errorf("message is not printable ASCII: %+q", err.Error())
			}
		}
	}
	if len(r.Findings) > 64 || r.Total < len(r.Findings) || len(r.Findings) < min(r.Total, 64) {
		return fmt.Errorf("%d findings, total %d", len(r.Findings), r.Total)
	}
	for _, f := range r.Findings {
		if f.Kind == "" || f.Where == "" || f.Action == "" {
			return fmt.Errorf("finding %+v lacks a part", f)
		}
		if f.Action == sanitize.Refused && err == nil {
			return fmt.Errorf("finding %+v is refused, and there is no error", f)
		}
	}
	return nil
}

// placed: findings about a character name the one that stands at their offset.
func placed(s string, r sanitize.Report) error {
	for _, f := range r.Findings {
		if f.Offset < 0 || f.Offset+f.Length > len(s) {
			return fmt.Errorf("finding %+v outside of %+q", f, s)
		}
		at := s[f.Offset : f.Offset+f.Length]
		if f.Rune >= 0 && f.Length > 0 && at[0] != '\\' && !strings.HasPrefix(at, string(f.Rune)) {
			return fmt.Errorf("finding %+v is about %+q", f, at)
		}
	}
	return nil
}

// values holds what is true of values besides: Clean only leaves out.
func values(s string) error {
	out, r, err := clean.Value(s)
	if err != nil {
		return nil
	}
	if !subsequence(out, s) {
		return fmt.Errorf("%+q is no subsequence of %+q", out, s)
	}
	if plain(s) && (out != s || unsafe.StringData(out) != unsafe.StringData(s) || r.Total != 0) {
		return fmt.Errorf("%q is plain ASCII and came back as another string", s)
	}
	if sanitize.IsClean(s) != (out == s) {
		return fmt.Errorf("IsClean(%+q) is %t", s, out != s)
	}
	return placed(s, r)
}

func subsequence(a, b string) bool {
	for _, r := range b {
		if got, n := utf8.DecodeRuneInString(a); n > 0 && got == r {
			a = a[n:]
		}
	}
	return a == ""
}

func plain(s string) bool {
	for _, c := range []byte(s) {
		if (c < ' ' || c > '~') && c != '\t' && c != '\n' && c != '\r' {
			return false
		}
	}
	return s != ""
}

// texts holds what is true of texts besides: Clean leaves the structural bytes
// as they are, and what it gives decodes to an IR that Strict takes, or not at
// all.
func texts(f function, d frontend.Decoder, s string) error {
	out, r, err := f(clean, s)
	if err != nil {
		return nil
	}
	if e := placed(s, r); e != nil {
		return e
	}
	if a, b := structural(s), structural(out); a != b {
		return fmt.Errorf("the structure of %+q is %q, that of %+q is %q", s, a, out, b)
	}
	var x ir.IR
	if d.DecodeInto(&x, out) != nil {
		return nil
	}
	if _, _, err := strict.IR(&x); err != nil {
		return fmt.Errorf("%+q, cleaned to %+q, decodes to what strict refuses: %w", s, out, err)
	}
	return nil
}

// structural returns the ASCII bytes outside of quoted words that are no
// letters, digits or "_", a quote for each quoted word. A text that stops being
// one at a broken quoted word ends there.
func structural(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			b.WriteByte(c)
			end, _, fault := codescan.Quoted(s, i)
			if fault != codescan.QuoteOK {
				return b.String() + s[i:]
			}
			i = end - 1
		case c >= 0x80, c == '_', '0' <= c && c <= '9', 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z':
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

var surfaces = []struct {
	f    function
	full frontend.Decoder
}{
	{codeFn, code.Frontend{WithMeta: true}},
	{jsonFn, jsonsurface.Frontend{WithMeta: true}},
}

// irs holds what is true of IRs: the policies as for strings; and what Strict
// takes passes the sanitizer of texts once it is compiled, byte for byte, and
// decodes to the same IR.
func irs(x *ir.IR) error {
	before := x.Clone()
	_, r, strictErr := strict.IR(x)
	if e := wellFormed("", r, strictErr); e != nil {
		return e
	}
	y, r, err := clean.IR(x)
	if e := wellFormed("", r, err); e != nil {
		return e
	}
	if d := ir.Diff(before, x); len(d) > 0 {
		return fmt.Errorf("x was changed: %v", d)
	}
	if strictErr == nil && (err != nil || y != x) {
		return fmt.Errorf("strict takes x, clean gives another (%v): %v", err, ir.Diff(x, y))
	}
	if err != nil {
		return nil
	}
	if _, _, err := strict.IR(y); err != nil {
		return fmt.Errorf("strict refuses what clean gives: %w", err)
	}
	if again, _, err := clean.IR(y); err != nil || again != y {
		return fmt.Errorf("clean is not idempotent (%v)", err)
	}
	if err := y.Validate(); err != nil {
		return fmt.Errorf("clean made an invalid IR: %w", err)
	}
	return compiled(y)
}

func compiled(x *ir.IR) error {
	for _, s := range surfaces {
		b, err := s.full.AppendCompile(nil, x)
		if err != nil {
			return err
		}
		text := string(b)
		if out, _, err := s.f(strict, text); err != nil || out != text {
			return fmt.Errorf("strict on the compiled text %q: %w", text, err)
		}
		out, _, err := s.f(clean, text)
		if err != nil || out != text {
			return fmt.Errorf("clean changed the compiled text %q to %q (%w)", text, out, err)
		}
		var y ir.IR
		if err := s.full.DecodeInto(&y, out); err != nil {
			return err
		}
		y.Meta.ReqID = x.Meta.ReqID
		if !ir.Equivalent(x, &y) {
			return fmt.Errorf("%q: %v", text, ir.Diff(x, &y))
		}
	}
	return nil
}

func FuzzStrings(f *testing.F) {
	for _, s := range seedStrings {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, fn := range map[string]function{"Value": valueFn, "Name": nameFn, "Verb": verbFn} {
			if err := policies(fn, s); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := values(s); err != nil {
			t.Error(err)
		}
		if plain(s) && sanitize.Skeleton(s) != s {
			t.Errorf("skeleton of %q", s)
		}
	})
}

// FuzzFragments puts a string together from pieces that have rules about each
// other, which a fuzzer of bytes finds late.
func FuzzFragments(f *testing.F) {
	f.Add([]byte{0, 1, 2})
	for i := range len(fragments) {
		f.Add([]byte{byte(i), byte(i * 7), byte(i * 31), byte(i + 1)})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var b strings.Builder
		for _, c := range data[:min(len(data), 200)] {
			b.WriteString(fragments[int(c)%len(fragments)])
		}
		s := b.String()
		if err := errors.Join(policies(valueFn, s), policies(nameFn, s), values(s)); err != nil {
			t.Error(err)
		}
	})
}

func FuzzCode(f *testing.F) {
	for _, s := range seedCode {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if err := errors.Join(policies(codeFn, s), texts(codeFn, surfaces[0].full, s)); err != nil {
			t.Error(err)
		}
	})
}

func FuzzJSON(f *testing.F) {
	for _, s := range seedJSON {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if err := errors.Join(policies(jsonFn, s), texts(jsonFn, surfaces[1].full, s)); err != nil {
			t.Error(err)
		}
	})
}

func FuzzIR(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x05\x40\x41\x42\x43\x44\x45\x46\x47\x48\x49\x50\x51"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := irs(irgen.FromBytes(data).IR()); err != nil {
			t.Error(err)
		}
	})
}

// The same on many seeded IRs, and on IRs whose strings are made of the
// fragments above.
func TestIRLaws(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	accepted := 0
	for seed := range uint64(n) {
		g := irgen.Random(seed)
		x := g.IR()
		if seed%2 == 1 {
			x = restring(g, x)
		}
		if err := irs(x); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if _, _, err := strict.IR(x); err == nil {
			accepted++
		}
	}
	if accepted < n/10 {
		t.Errorf("strict took only %d of %d", accepted, n)
	}
}

func restring(g *irgen.Gen, x *ir.IR) *ir.IR {
	str := func() string {
		var b strings.Builder
		for range 1 + g.Choose(5) {
			b.WriteString(fragments[g.Choose(len(fragments))])
		}
		return b.String()
	}
	for i := range x.Entities {
		if g.Choose(3) == 0 {
			x.Entities[i].ID = str()
		}
		x.Entities[i].Value = str()
	}
	for i := range x.Constraints {
		if g.Choose(3) == 0 {
			x.Constraints[i].Type = []string{"", "!", "!!"}[g.Choose(3)] + str()
		}
		x.Constraints[i].Value = str()
	}
	return x
}
