package ir_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
)

func TestFeedback(t *testing.T) {
	refuse := map[string]func(text string) error{
		"code": func(s string) error { _, err := code.Decode(s); return err },
		"json": func(s string) error { _, err := json.Decode(s); return err },
		"":     func(s string) error { _, err := ir.Parse(s); return err },
	}
	for _, c := range []struct{ frontend, text, says string }{
		{"code", "cancel(a b)", "at byte 8"},
		{"code", "cancel(\u200b)", "U+200B"},
		{"code", "cancel(" + strings.Repeat("\u202e", 500), "U+202E"},
		{"code", `if a=b: cancel()`, `write "==" to compare`},
		{"code", `email(a); email(b)`, "same action"},
		{"json", `{"intent":"!BOOK","act":1}`, "at /act"},
		{"json", `{"intent":"!BOOK","` + strings.Repeat("\u200b", 300) + `":1}`, "a number"},
		{"", `{"intent":"book","meta":{"req_id":"abcd"}}`, "upper-case verb"},
		{"", `{"intent":"!BOOK","` + strings.Repeat("~/\u0301", 200) + `":1}`, "unknown member"},
		{"", ``, "end of the JSON text"},
	} {
		e, ok := errors.AsType[*ir.Error](refuse[c.frontend](c.text))
		if !ok {
			t.Fatalf("%q is taken", c.text)
		}
		got := e.Feedback()
		if len(got) >= 250 || !strings.Contains(got, c.says) || !strings.Contains(got, "for example: ") {
			t.Errorf("%.40q: %d bytes: %s", c.text, len(got), got)
		}
		// The example must be right.
		example := got[strings.Index(got, "for example: ")+len("for example: "):]
		if err := refuse[c.frontend](example); err != nil {
			t.Errorf("the example %s: %v", example, err)
		}
		for _, r := range got {
			if r < ' ' || r == '\u200b' || r == '\u202e' || r == '\u0301' {
				t.Errorf("%.40q: %q holds %U", c.text, got, r)
			}
		}
	}
}
