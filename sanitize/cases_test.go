package sanitize_test

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/code"
	jsonsurface "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
)

var (
	strict  = sanitize.Options{}
	clean   = sanitize.Options{Policy: sanitize.Clean}
	inspect = sanitize.Options{Policy: sanitize.Inspect}
)

// attack is a row of unicode-attacks.jsonl.
type attack struct {
	ID, Kind, Frontend, Input, Where, Note string
	Expect                                 struct {
		Strict   string
		Clean    *string
		Findings []string
	}
	Scale *struct {
		Unit  string
		Count int
	}
	NFCNoNewASCII bool `json:"nfc_no_new_ascii"`
}

// readRows reads a file of shared cases; the module is tested without them too.
func readRows[T any](t testing.TB, name string) []T {
	t.Helper()
	f, err := os.Open("../../shared/cases/" + name)
	if err != nil {
		t.Skip("the shared cases are not beside this module")
	}
	defer f.Close()
	var rows []T
	for s := bufio.NewScanner(f); s.Scan(); {
		var row T
		if err := json.Unmarshal(s.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// deviation is a case whose outcome here is another than its file says. The
// same table stands in docs/security.md.
type deviation struct {
	clean    string   // the outcome here, "" where the file's holds
	text     string   // what Clean writes, although the decoder then refuses it
	findings []string // the kinds here, nil where the file's hold
	reason   string
}

var deviations = map[string]deviation{
	"A035": {findings: []string{"ZeroWidth"}, reason: "refused by the sanitizer, which names the character, before the decoder sees it"},
	"A040": {findings: []string{"ZeroWidth"}, reason: "refused by the sanitizer, which names the character, before the decoder sees it"},
	"A059": {findings: []string{"MixedScript"}, reason: "meta.req_id does not belong in a json text at all: the decoder refuses the member"},
	"A076": {clean: "reject", text: `{"intent":"!START","action_start":["x"]}`, reason: "folded as the case says; the json surface has no group for the intent's own action, so the decoder refuses it"},
	"A112": {findings: []string{"BidiUnbalanced"}, reason: "Strict names the isolate; Clean removes both and the decoder refuses the blank and the semicolon in a bare word"},
	"A119": {clean: "reject", text: "email(\U0001F3F4)", reason: "cleaned as the case says; an emoji is not a bare character, so the decoder refuses it outside quotes"},
}

// input returns the string of a case, its long runs at full length.
func (a attack) input(t *testing.T) string {
	switch {
	case a.Frontend == "code-bytes":
		b, err := hex.DecodeString(a.Input)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	case a.Scale != nil:
		i := strings.Index(a.Input, a.Scale.Unit)
		j := strings.LastIndex(a.Input, a.Scale.Unit) + len(a.Scale.Unit)
		return a.Input[:i] + strings.Repeat(a.Scale.Unit, a.Scale.Count) + a.Input[j:]
	}
	return a.Input
}

// outcome sanitizes, and decodes what comes out of a text, as a receiver does.
// It returns the text that came out, and "reject" if there is none or if it does
// not decode.
func outcome(o sanitize.Options, frontend, s string) (verdict, out string, r sanitize.Report, err error) {
	switch frontend {
	case "token":
		out, r, err = o.Verb(s)
	case "value":
		out, r, err = o.Value(s)
	case "json":
		out, r, err = o.JSON(s)
		if err == nil {
			_, err = jsonsurface.Decode(out)
		}
	default:
		out, r, err = o.Code(s)
		if err == nil {
			_, err = code.Decode(out)
		}
	}
	if err != nil {
		return "reject", out, r, err
	}
	return out, out, r, nil
}

func TestAttacks(t *testing.T) {
	for _, a := range readRows[attack](t, "unicode-attacks.jsonl") {
		t.Run(a.ID, func(t *testing.T) {
			in, d := a.input(t), deviations[a.ID]
			wantStrict := a.Expect.Strict
			got, _, report, err := outcome(strict, a.Frontend, in)
			if want := map[string]string{"accept": in}[wantStrict]; wantStrict == "reject" && got != "reject" || wantStrict == "accept" && got != want {
				t.Errorf("strict: %q (%v), want %s; %s", got, err, wantStrict, a.Note)
			}
			checkKinds(t, "strict", a, d, report, err)
			if a.Expect.Clean == nil {
				return
			}
			want := *a.Expect.Clean
			if d.clean != "" {
				want = d.clean
			}
			got, text, report, err := outcome(clean, a.Frontend, in)
			if d.text != "" && text != d.text {
				t.Errorf("clean writes %+q, want %+q", text, d.text)
			}
			if got != want {
				t.Errorf("clean: %+q (%v), want %+q; %s", got, err, want, a.Note)
			}
			checkKinds(t, "clean", a, d, report, err)
			if a.NFCNoNewASCII && got != in {
				t.Errorf("clean changed a value: %+q", got)
			}
		})
	}
}

// checkKinds wants one of the expected kinds among the findings, where it is
// the sanitizer that had something to say.
func checkKinds(t *testing.T, policy string, a attack, d deviation, r sanitize.Report, err error) {
	t.Helper()
	if r.Total == 0 {
		if errors.Is(err, ir.InvalidSyntax) || errors.Is(err, ir.DecodeFailed) || len(a.Expect.Findings) == 0 || err == nil {
			return
		}
	}
	wanted := a.Expect.Findings
	if d.findings != nil {
		wanted = d.findings
	}
	for _, f := range r.Findings {
		if slices.Contains(wanted, string(f.Kind)) {
			return
		}
	}
	t.Errorf("%s: findings %+v, want one of %v", policy, r.Findings, wanted)
}
