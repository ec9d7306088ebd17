package sanitize_test

import (
	"errors"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
)

// Every string of an IR is checked under its own rules; the error has the code
// decode_failed and the JSON pointer of the member.
func TestIRPaths(t *testing.T) {
	const z = "a\u200bb"
	for _, tt := range []struct {
		path  string
		kind  sanitize.Kind
		set   func(x *ir.IR)
		clean bool // Clean repairs it
	}{
		{"/silp", sanitize.ZeroWidth, func(x *ir.IR) { x.SILP = "v\u200b1" }, true},
		{"/version", sanitize.ZeroWidth, func(x *ir.IR) { x.Version = new(z) }, true},
		{"/intent", sanitize.Homoglyph, func(x *ir.IR) { x.Intent = "!BO\u041eK" }, true},
		{"/intent", sanitize.LookalikeOperator, func(x *ir.IR) { x.Intent = "\uff01BOOK" }, false},
		{"/entities/1/id", sanitize.ZeroWidth, func(x *ir.IR) { x.Entities[1].ID = z }, true},
		{"/entities/1/id", sanitize.ReservedKey, func(x *ir.IR) { x.Entities[1].ID = "\u0456ntent" }, false},
		{"/entities/1/value", sanitize.NUL, func(x *ir.IR) { x.Entities[1].Value = "a\x00" }, true},
		{"/entities/1/value", sanitize.InvalidUTF8, func(x *ir.IR) { x.Entities[1].Value = "a\xff" }, false},
		{"/entities/1/value", sanitize.ZeroWidth, func(x *ir.IR) { x.Entities[1].Value = "\u200b" }, false},
		{"/entities/1/action", sanitize.ZeroWidth, func(x *ir.IR) { x.Entities[1].Action = "!EM\u200bAIL" }, true},
		{"/entities/1/seat~1row", sanitize.ZeroWidth, func(x *ir.IR) { x.Entities[1].Extra = ir.Extra{"seat/row": []byte(`"` + z + `"`)} }, true},
		{"/entities/1/x/k/1", sanitize.Tag, func(x *ir.IR) { x.Entities[1].Extra = ir.Extra{"x": []byte(`{"k":[1,"\udb40\udc41b"]}`)} }, true},
		{"/entities/1/s\u200beat", sanitize.ZeroWidth, func(x *ir.IR) { x.Entities[1].Extra = ir.Extra{"s\u200beat": []byte(`1`)} }, true},
		{"/constraints/0/type", sanitize.Homoglyph, func(x *ir.IR) { x.Constraints[0].Type = "\u01c3rain" }, false},
		{"/constraints/0/value", sanitize.BidiUnbalanced, func(x *ir.IR) { x.Constraints[0].Value = "a\u202eb" }, true},
		{"/constraints/0/time", sanitize.ZeroWidth, func(x *ir.IR) { x.Constraints[0].Time = new(z) }, true},
		{"/constraints/0/subject", sanitize.ZeroWidth, func(x *ir.IR) { x.Constraints[0].Subject = new(z) }, true},
		{"/constraints/0/operator", sanitize.ZeroWidth, func(x *ir.IR) { x.Constraints[0].Operator = new(z) }, true},
		{"/constraints/0/unit", sanitize.ZeroWidth, func(x *ir.IR) { x.Constraints[0].Extra = ir.Extra{"unit": []byte(`"\u200bkg"`)} }, true},
		{"/alternatives/0/action", sanitize.Invisible, func(x *ir.IR) { x.Alternatives[0].Action = "!ST\u2060ART" }, true},
		{"/alternatives/0/target", sanitize.ZeroWidth, func(x *ir.IR) { x.Alternatives[0].Target = new(z) }, true},
		{"/alternatives/0/location", sanitize.ZeroWidth, func(x *ir.IR) { x.Alternatives[0].Location = new(z) }, true},
		{"/alternatives/0/x", sanitize.ZeroWidth, func(x *ir.IR) { x.Alternatives[0].Extra = ir.Extra{"x": []byte(`"` + z + `"`)} }, true},
		{"/meta/session_id", sanitize.ZeroWidth, func(x *ir.IR) { x.Meta.SessionID = new(z) }, true},
		{"/meta/out", sanitize.ZeroWidth, func(x *ir.IR) { x.Meta.Out = new(z) }, true},
		{"/meta/next_agent", sanitize.ZeroWidth, func(x *ir.IR) { x.Meta.NextAgent = new(z) }, true},
		{"/meta/req_id", sanitize.ZeroWidth, func(x *ir.IR) { x.Meta.ReqID = "a1b2\u200b" }, true},
		{"/meta/seq/1", sanitize.ZeroWidth, func(x *ir.IR) { x.Meta.Seq = []string{"!BOOK", z} }, true},
		{"/meta/x", sanitize.ZeroWidth, func(x *ir.IR) { x.Meta.Extra = ir.Extra{"x": []byte(`"` + z + `"`)} }, true},
	} {
		x := sample()
		tt.set(x)
		before := x.Clone()
		_, r, err := strict.IR(x)
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || e.Code != ir.DecodeFailed || e.Offset != -1 || e.Path != tt.path {
			t.Errorf("%s: %v", tt.path, err)
			continue
		}
		if f := r.Findings[0]; f.Kind != tt.kind || f.Path != tt.path || f.Action != sanitize.Refused {
			t.Errorf("%s: %+v, want %s", tt.path, f, tt.kind)
		}
		y, _, err := clean.IR(x)
		if (err == nil) != tt.clean {
			t.Errorf("%s: clean: %v", tt.path, err)
		}
		if d := ir.Diff(before, x); len(d) > 0 {
			t.Errorf("%s: x was changed: %v", tt.path, d)
		}
		if err == nil {
			if len(ir.Diff(x, y)) == 0 && tt.path != "/meta/req_id" {
				t.Errorf("%s: clean changed nothing", tt.path)
			}
			if _, _, err := strict.IR(y); err != nil {
				t.Errorf("%s: strict on what clean gave: %v", tt.path, err)
			}
		}
		if z, r, err := inspect.IR(x); tt.clean && (z != x || err != nil || r.Total == 0) {
			t.Errorf("%s: inspect: %v, %+v", tt.path, err, r)
		}
	}
}

func sample() *ir.IR {
	return ir.Task("!BOOK", ir.Arg("hotel"), ir.Named("note", "x")).If(ir.Is("city", "Paris")).Else(ir.Alt("!START", "x"))
}

// Names that are one name after cleaning are refused under Clean; the same name
// twice is fine. Inspect reports them, and lets the IR pass.
func TestIRCollisions(t *testing.T) {
	for _, tt := range []struct {
		name, path string
		set        func(x *ir.IR)
	}{
		{"entity ids", "/entities/1/id", func(x *ir.IR) { x.Entities[0].ID, x.Entities[1].ID = "a", "a\u200b" }},
		{"constraint types", "/constraints/1/type", func(x *ir.IR) {
			x.If(ir.Is("ci\u200bty", "x"))
		}},
		{"extra members", "/entities/0/a\u200b", func(x *ir.IR) { x.Entities[0].Extra = ir.Extra{"a": []byte("1"), "a\u200b": []byte("2")} }},
		{"two extra members", "/entities/0/a\u200c", func(x *ir.IR) { x.Entities[0].Extra = ir.Extra{"a\u200c": []byte("1"), "a\u200b": []byte("2")} }},
		{"an extra member and a member", "/constraints/0/ti\u200bme", func(x *ir.IR) { x.Constraints[0].Extra = ir.Extra{"ti\u200bme": []byte("1")} }},
		{"at depth", "/entities/0/x", func(x *ir.IR) { x.Entities[0].Extra = ir.Extra{"x": []byte(`{"a":1,"a\u200b":2}`)} }},
	} {
		x := sample()
		tt.set(x)
		_, r, err := clean.IR(x)
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || e.Path != tt.path || r.Findings[len(r.Findings)-1].Kind != sanitize.DuplicateKey {
			t.Errorf("%s: %v, %+v", tt.name, err, r)
		}
		y, r, err := inspect.IR(x)
		if f := r.Findings[len(r.Findings)-1]; y != x || err != nil || f.Kind != sanitize.DuplicateKey || f.Action != sanitize.Reported {
			t.Errorf("%s: inspect: %v, %+v", tt.name, err, r)
		}
	}
	x := sample()
	x.Entities[0].ID, x.Entities[1].ID = "a\u200b", "a\u200b"
	if y, _, err := clean.IR(x); err != nil || y.Entities[0].ID != "a" || y.Entities[1].ID != "a" {
		t.Errorf("the same id twice: %v", err)
	}
}

// What is refused under every policy, Inspect too.
func TestAlwaysRefused(t *testing.T) {
	for name, f := range map[string]func(o sanitize.Options) error{
		"invalid UTF-8":          func(o sanitize.Options) error { _, _, err := o.Value("a\xff"); return err },
		"invalid UTF-8, text":    func(o sanitize.Options) error { _, _, err := o.Code("a(\xc0\xa8)"); return err },
		"half a surrogate pair":  func(o sanitize.Options) error { _, _, err := o.Code(`a("\ud800")`); return err },
		"half a pair, JSON":      func(o sanitize.Options) error { _, _, err := o.JSON(`{"a":"\udc00\ud800"}`); return err },
		"look-alike of a colon":  func(o sanitize.Options) error { _, _, err := o.Code("if a(b)\uff1a c(d)"); return err },
		"look-alike of !":        func(o sanitize.Options) error { _, _, err := o.Verb("\uff01CANCEL"); return err },
		"empty after cleaning":   func(o sanitize.Options) error { _, _, err := o.Value("\u200b\u200b"); return err },
		"collision":              func(o sanitize.Options) error { _, _, err := o.Code("a(x=1,x\u200b=2)"); return err },
		"too long":               func(o sanitize.Options) error { o.MaxBytes = 3; _, _, err := o.Code("a(b)"); return err },
		"too long, JSON":         func(o sanitize.Options) error { o.MaxBytes = 3; _, _, err := o.JSON("[1,2]"); return err },
		"too deep":               func(o sanitize.Options) error { _, _, err := o.JSON(deep); return err },
		"crossed pairs":          func(o sanitize.Options) error { _, _, err := o.Value("\u2066\u202b\u05d0\u2069\u202c"); return err },
		"raw control in a text":  func(o sanitize.Options) error { _, _, err := o.Code("a(b\x00)"); return err },
		"policy that is no such": func(o sanitize.Options) error { o.Policy = 9; _, _, err := o.Value("a\u200b"); return err },
	} {
		for _, o := range []sanitize.Options{strict, clean, inspect} {
			if err := f(o); !errors.Is(err, ir.InvalidSyntax) {
				t.Errorf("%s, policy %d: %v", name, o.Policy, err)
			}
		}
	}
	for _, o := range []sanitize.Options{strict, clean, inspect} {
		if _, _, err := o.Name("r\u0430in"); (err == nil) != (o.Policy == sanitize.Inspect) {
			t.Errorf("mixed name, policy %d: %v", o.Policy, err)
		}
	}
}

var deep = func() string {
	s := ""
	for range 65 {
		s += "["
	}
	return s + `"\u0041"`
}()

// A report holds 64 findings and counts the others.
func TestReportIsBounded(t *testing.T) {
	s := "x"
	for range 100 {
		s += "\u200b"
	}
	out, r, err := clean.Value(s)
	if out != "x" || err != nil || len(r.Findings) != 64 || r.Total != 100 {
		t.Errorf("%q, %d findings, total %d, %v", out, len(r.Findings), r.Total, err)
	}
}

// Verbs that a receiver allows besides the whitelist fold too; two that match
// equally do not.
func TestFoldingUsesTheVocabulary(t *testing.T) {
	also := func(a ...ir.Action) sanitize.Options {
		return sanitize.Options{Policy: sanitize.Clean, Verbs: ir.Verbs{Also: a}}
	}
	if out, _, err := also("!RUN").Verb("r\u03c5n"); out != "run" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	if _, _, err := clean.Verb("r\u03c5n"); err == nil {
		t.Error("folded to a verb that is not in the vocabulary")
	}
	// U+0406 is a capital I, or an l.
	if out, _, err := also("!BILL", "!BIIL").Verb("b\u0406\u0406l"); err == nil {
		t.Errorf("ambiguous, and became %q", out)
	}
}
