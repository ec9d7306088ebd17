package ir_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

func TestErrorText(t *testing.T) {
	for _, row := range []struct {
		name string
		e    ir.Error
		want string
	}{
		{"only a code", ir.Error{Code: ir.Timeout, Offset: -1}, "timeout: "},
		{"offset 0", ir.Error{Code: ir.InvalidSyntax, Msg: "m"}, "invalid_syntax: m (offset 0)"},
		{"everything", ir.Error{Code: ir.DecodeFailed, Frontend: "code", Offset: 12, Path: "/entities/0", Msg: "m", Hint: "h", Err: io.EOF}, "decode_failed: /entities/0: m (offset 12); h"},
		{"no offset", ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: "/meta", Msg: "m", Hint: "h"}, "decode_failed: /meta: m; h"},
		{"long path", ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: "/" + strings.Repeat("x", 99), Msg: "m"}, "decode_failed: /" + strings.Repeat("x", 31) + "...: m"},
		{"hidden path", ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: "/\u202e\x1b", Msg: "m"}, `decode_failed: /\u202e\x1b: m`},
	} {
		if got := row.e.Error(); got != row.want {
			t.Errorf("%s: got %s, want %s", row.name, got, row.want)
		}
	}
}

func TestErrorIs(t *testing.T) {
	cause := errors.New("cause")
	err := fmt.Errorf("outer: %w", &ir.Error{Code: ir.DecodeFailed, Err: cause})
	if !errors.Is(err, ir.DecodeFailed) || errors.Is(err, ir.InvalidSyntax) || !errors.Is(err, cause) || errors.Is(err, io.EOF) {
		t.Error("Is")
	}
	if errors.Is(&ir.Error{}, io.EOF) || (&ir.Error{}).Unwrap() != nil {
		t.Error("an empty error is something")
	}
	// Draft Table 10.
	for code, name := range map[ir.Code]string{ir.InvalidSyntax: "invalid_syntax", ir.UnsupportedVersion: "unsupported_version", ir.UnsupportedFrontend: "unsupported_frontend",
		ir.DecodeFailed: "decode_failed", ir.Timeout: "timeout", ir.SessionExpired: "session_expired"} {
		if code.Error() != name {
			t.Errorf("%s is %s", name, code)
		}
	}
}

func TestErrorLogValue(t *testing.T) {
	var b bytes.Buffer
	log := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	log.Error("bad", "err", &ir.Error{Code: ir.DecodeFailed, Frontend: "code", Offset: 3, Path: "/\u202e" + strings.Repeat("x", 99), Msg: "m"})
	log.Error("bad", "err", &ir.Error{Code: ir.Timeout, Offset: -1, Msg: "m"})
	want := `level=ERROR msg=bad err.code=decode_failed err.msg=m err.frontend=code err.offset=3 err.path=/\u202e` + strings.Repeat("x", 28) + "...\n" +
		"level=ERROR msg=bad err.code=timeout err.msg=m\n"
	if got := strings.ReplaceAll(b.String(), `"`, ""); got != strings.ReplaceAll(want, `\`, `\\`) && got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

// checkMessage: an error's text is short and printable ASCII.
func checkMessage(t *testing.T, name string, e *ir.Error) {
	t.Helper()
	s := e.Error()
	if i := strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r > '~' }); i >= 0 || len(s) > 500 || len(e.Path) > 256 {
		t.Errorf("%s: message %q, path of %d bytes", name, s, len(e.Path))
	}
}

// A message repeats at most 64 bytes of the input, wherever the input is wrong.
func TestErrorsRepeatLittle(t *testing.T) {
	for _, piece := range []string{"Q", "Ж", "\U0001f6d1"} {
		long := strings.Repeat(piece, 20_000)
		up := strings.Repeat("Q", 20_000)
		for name, text := range map[string]string{
			"root member":        doc(`"` + long + `":1`),
			"intent":             `{"intent":"` + long + `","meta":{"req_id":"a1b2"}}`,
			"almost an intent":   `{"intent":"!` + up + `1","meta":{"req_id":"a1b2"}}`,
			"silp":               doc(`"silp":"` + long + `"`),
			"req_id":             `{"intent":"!B","meta":{"req_id":"` + long + `"}}`,
			"duplicate":          meta(`"` + long + `":1,"` + long + `":2`),
			"deep duplicate":     meta(`"` + long + `":{"` + long + `":{"x":1,"x":2}}`),
			"deep paths":         meta(strings.Repeat(`"`+piece+piece+`":{`, 60) + `"a":1,"a":1` + strings.Repeat("}", 60)),
			"number":             meta(`"` + long[:40*len(piece)] + `":1e500`),
			"not in quotes":      long,
			"bad escape":         meta(`"x":"` + long + `\q"`),
			"missing id":         doc(`"entities":[{"value":"` + long + `"}]`),
			"trailing":           doc() + long,
			"string for an list": doc(`"entities":"` + long + `"`),
			"over the limit":     strings.Repeat(long, 80),
		} {
			_, err := ir.Parse(text)
			e := asError(t, err)
			checkMessage(t, name, e)
			s := e.Error()
			if n := strings.Count(s, "Q") + 2*strings.Count(s, `\u0416`) + 4*strings.Count(s, `\U0001f6d1`); n > 64 {
				t.Errorf("%s: repeats %d bytes: %s", name, n, s)
			}
		}
		x := &ir.IR{Intent: "!A", Meta: ir.Meta{Extra: ir.Extra{long: []byte("x")}}}
		e := asError(t, x.Validate())
		checkMessage(t, "extra", e)
		x.Intent = ir.Action(long)
		checkMessage(t, "action", asError(t, x.Validate()))
		checkMessage(t, "verb", asError(t, ir.Verbs{}.Check(x)))
	}
}

// Every message of the table of refused texts is printable ASCII.
func TestErrorMessagesArePlain(t *testing.T) {
	for _, row := range refused {
		_, err := ir.Parse(strings.Replace(row.text, "«", "", 1))
		checkMessage(t, row.name, asError(t, err))
	}
}

func TestPosition(t *testing.T) {
	for _, row := range []struct {
		name, text   string
		offset       int
		line, column int
	}{
		{"empty", "", 0, 1, 1},
		{"start", "abc", 0, 1, 1},
		{"inside", "abc", 2, 1, 3},
		{"end", "abc", 3, 1, 4},
		{"beyond the end", "abc", 99, 1, 4},
		{"before the start", "abc", -1, 1, 1},
		{"columns are code points", "é中😀x", 9, 1, 4},
		{"combining marks count", "e\u0301x", 3, 1, 3},
		{"on the line break", "ab\ncd", 2, 1, 3},
		{"behind the line break", "ab\ncd", 3, 2, 1},
		{"second line", "ab\ncd", 4, 2, 2},
		{"CRLF", "ab\r\ncd", 4, 2, 1},
		{"CR belongs to its line", "ab\r\ncd", 3, 1, 4},
		{"CR alone ends no line", "ab\rcd", 3, 1, 4},
		{"behind the last line break", "ab\n\n", 4, 3, 1},
		{"bad bytes", "\xff\xffx", 2, 1, 3},
		{"only LF counts", "a\u2028b\u0085", 4, 1, 3},
	} {
		if line, column := ir.Position(row.text, row.offset); line != row.line || column != row.column {
			t.Errorf("%s: %d:%d, want %d:%d", row.name, line, column, row.line, row.column)
		}
	}
}

// A changed clone leaves its original alone, and the other way round.
func TestClone(t *testing.T) {
	wreck := func(x *ir.IR) {
		for _, p := range pointers(x) {
			if p != nil {
				*p = "changed"
			}
		}
		for i := range x.Entities {
			x.Entities[i].Extra["new"] = nil
			x.Entities[i].ID = "changed"
		}
		for i := range x.Constraints {
			x.Constraints[i].Extra["new"] = nil
			x.Constraints[i].Type = "changed"
		}
		for i := range x.Alternatives {
			x.Alternatives[i].Extra["new"] = nil
			x.Alternatives[i].Action = "!CHANGED"
		}
		*x.Meta.Confidence = 0.125
		x.Meta.Seq[0] = "changed"
		x.Meta.Extra["new"] = nil
	}
	x := parse(t, full)
	y := x.Clone()
	if d := same(x, y); d != "" {
		t.Fatal(d)
	}
	wreck(y)
	if d := same(parse(t, full), x); d != "" {
		t.Errorf("the original changed: %s", d)
	}
	y = x.Clone()
	wreck(x)
	if d := same(parse(t, full), y); d != "" {
		t.Errorf("the clone changed: %s", d)
	}
	// A parse into the original does not reach the clone either.
	z := parse(t, full)
	y = z.Clone()
	if err := ir.ParseInto(z, reference); err != nil {
		t.Fatal(err)
	}
	if d := same(parse(t, full), y); d != "" {
		t.Errorf("the clone changed: %s", d)
	}
	if d := same(&ir.IR{}, new(ir.IR).Clone()); d != "" {
		t.Error(d)
	}
	// The header of an IR is a copy too.
	z = parse(t, full)
	h := z.Header()
	wreck(z)
	a, b := &ir.IR{SILP: h.SILP, Version: h.Version, Meta: h.Meta}, parse(t, full)
	b.Intent, b.Entities, b.Constraints, b.Alternatives = "", nil, nil, nil
	if d := same(b, a); d != "" {
		t.Errorf("the header changed: %s", d)
	}
}
