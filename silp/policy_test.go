package silp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

// The three policies on texts with hidden characters and look-alikes.
func TestPolicies(t *testing.T) {
	const refused = "refused"
	for _, c := range []struct {
		name, encoding, text   string
		strict, clean, inspect string // the code text of what comes out, or refused
	}{
		{"clean text", "code", `book(hotel)`, `book(hotel)`, `book(hotel)`, `book(hotel)`},
		{"hidden in a verb", "code", "bo\u200bok(hotel)", refused, `book(hotel)`, refused},
		{"look-alike verb", "code", "b\u043e\u043ek(hotel)", refused, `book(hotel)`, refused},
		{"hidden in a bare value", "code", "book(ho\u200btel)", refused, `book(hotel)`, refused},
		{"hidden in a quoted value", "code", "book(\"ho\u200btel\")", refused, `book(hotel)`, `book("ho\u200btel")`},
		{"hidden as an escape", "code", `book("ho\u200btel")`, refused, `book(hotel)`, `book("ho\u200btel")`},
		{"hidden as an escape in json", "json", `{"intent":"!BOOK","act":"ho\u202etel"}`, refused, `book(hotel)`, `book("ho\u202etel")`},
		{"hidden in a name", "json", `{"intent":"!BOOK","ci\u200bty":"Oslo"}`, refused, `book(city=Oslo)`, `book("ci\u200bty"=Oslo)`},
		{"Persian needs it", "code", "book(\"\u0645\u06cc\u200c\u0631\u0648\u0645\")", "same", "same", "same"},
		{"look-alike of a delimiter", "code", "book\uff08hotel\uff09", refused, refused, refused},
	} {
		for policy, want := range map[sanitize.Policy]string{sanitize.Strict: c.strict, sanitize.Clean: c.clean, sanitize.Inspect: c.inspect} {
			codec := silp.New(silp.Options{Policy: policy})
			x, report, err := codec.Decode(silp.Payload{Encoding: c.encoding, Text: c.text})
			got := refused
			if err == nil {
				got, _ = silp.Compile("code", x)
			}
			if want == "same" {
				want = `book("` + "\u0645\u06cc" + `\u200c` + "\u0631\u0648\u0645" + `")`
			}
			if got != want {
				t.Errorf("%s, policy %v: %s, want %s (%v)", c.name, policy, got, want, err)
			}
			if err == nil && policy != sanitize.Strict && strings.Contains(c.name, "hidden") && len(report.Findings) == 0 {
				t.Errorf("%s, policy %v: nothing was reported", c.name, policy)
			}
		}
	}
}

// What a sender emits, a strict receiver takes, under Strict and Clean.
func TestSenderAndReceiverAgree(t *testing.T) {
	taken := 0
	for _, policy := range []sanitize.Policy{sanitize.Strict, sanitize.Clean} {
		sender := silp.New(silp.Options{Policy: policy, Verbs: ir.Verbs{Any: true}, AnyVersion: true})
		receiver := silp.New(silp.Options{Verbs: ir.Verbs{Any: true}, AnyVersion: true})
		for i := range uint64(2000) {
			x := irgen.Random(i).IR()
			p, err := sender.EncodeAs([]string{"code", "json"}[i%2], x)
			if err != nil {
				continue
			}
			if _, _, err := receiver.Decode(p); err != nil {
				t.Fatalf("policy %v, seed %d: %v", policy, i, err)
			}
			taken++
		}
	}
	if taken < 500 {
		t.Errorf("%d payloads were sent: that shows too little", taken)
	}
}

func TestTolerantCodec(t *testing.T) {
	tolerant := silp.New(silp.Options{Tolerant: true})
	x, report, err := tolerant.Decode(silp.Payload{Encoding: "code", Text: "Sure:\n```\nbook(New York, nights = 2)\n```"})
	if err != nil || x.Entities[0].Value != "New York" {
		t.Fatalf("%+v, %v", x, err)
	}
	var codes []string
	for _, d := range report.Diagnostics {
		codes = append(codes, d.Code)
	}
	for _, want := range []string{"leading_text", "code_fence", "unquoted_blank", "whitespace"} {
		if !slices.Contains(codes, want) {
			t.Errorf("diagnostics %v lack %s", codes, want)
		}
	}
	if _, _, err := silp.New(silp.Options{}).Decode(silp.Payload{Encoding: "code", Text: "book( x )"}); !errors.Is(err, ir.InvalidSyntax) {
		t.Errorf("a strict codec repairs: %v", err)
	}
	if _, _, err := tolerant.Decode(silp.Payload{Encoding: "code", Text: "book(\"a\u200bb\") "}); !errors.Is(err, ir.DecodeFailed) {
		t.Errorf("hidden characters in what was repaired: %v", err)
	}
}
