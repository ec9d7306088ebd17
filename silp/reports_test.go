package silp_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfe "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/laws"
	"github.com/silp-protocol/silp-go/ir"
)

// surface is what both lossless surfaces can do.
type surface interface {
	frontend.TolerantDecoder
	NewStream() *frontend.Stream
	NewTolerantStream() *frontend.Stream
}

var surfaces = map[string]surface{"code": code.Frontend{WithMeta: true}, "json": jsonfe.Frontend{WithMeta: true}}

// report is a case that was made of a public bug report about texts of this
// kind, with what must come of it here.
type report struct {
	ID, Fault, Frontend, Text string
	IR                        json.RawMessage
	Expect                    struct {
		Op, Result, Strict, Tolerant, Code string
		Offset                             *int
		Frontends, Diagnostics             []string
		MustNotContain                     []string `json:"must_not_contain"`
		IR                                 json.RawMessage
		Partial                            *struct {
			Entities []struct {
				ID, Value string
				Open      bool
			}
		}
	}
}

// elsewhere are the names of diagnostics that are no repairs here: the text is
// refused, or lint says it.
var elsewhere = []string{"zero_width_stripped", "lone_surrogate", "duplicate_entity_id", "confusable"}

func TestPublicReports(t *testing.T) {
	f, err := os.Open("../../shared/cases/public-reports.jsonl")
	if err != nil {
		t.Skipf("the shared folder is not here: %v", err)
	}
	defer f.Close()
	ran := 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var r report
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		check := map[string]func(*testing.T, report){"roundtrip": reportRoundTrip, "decode": reportDecode,
			"partial": reportPartial, "stream": reportStream, "validate": reportValidate}[r.Expect.Op]
		if check == nil {
			continue // grammars and notes
		}
		ran++
		t.Run(r.ID, func(t *testing.T) { check(t, r) })
	}
	if ran != 51 {
		t.Errorf("%d cases ran, want 51", ran)
	}
}

func (r report) parse(t *testing.T) *ir.IR {
	x, err := ir.ParseBytes(r.IR)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func reportRoundTrip(t *testing.T, r report) {
	x := r.parse(t)
	for _, name := range r.Expect.Frontends {
		if err := laws.RoundTrip(surfaces[name], x, true); err != nil {
			t.Error(err)
		}
		text, _ := surfaces[name].AppendCompile(nil, x)
		for _, bad := range r.Expect.MustNotContain {
			if strings.Contains(string(text), bad) {
				t.Errorf("%s holds %q", text, bad)
			}
		}
		p, err := open.EncodeAs(name, x)
		if err != nil {
			t.Fatal(err)
		}
		if y, _, err := open.Decode(p); err != nil || !ir.Equivalent(x, y) {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

func reportDecode(t *testing.T, r report) {
	s := surfaces[r.Frontend]
	var want *ir.IR
	if r.Expect.IR != nil {
		raw := strings.TrimSuffix(string(r.Expect.IR), "}") + `,"meta":{"req_id":"abcd"}}`
		var err error
		if want, err = ir.Parse(raw); err != nil {
			t.Fatal(err)
		}
	}
	outcome := func(how, expect string, x *ir.IR, err error) {
		switch expect {
		case "":
		case "ir":
			if err != nil || want != nil && !ir.Equivalent(want, x) || x.Validate() != nil {
				t.Errorf("%s: %v, %v", how, err, x)
			}
		case "error", "error_or_partial":
			if e, ok := errors.AsType[*ir.Error](err); !ok || r.Expect.Code != "" && string(e.Code) != r.Expect.Code {
				t.Errorf("%s: %v, %v", how, err, x)
			} else if r.Expect.Offset != nil && e.Offset != *r.Expect.Offset {
				t.Errorf("%s: offset %d, want %d", how, e.Offset, *r.Expect.Offset)
			}
		case "error_or_ir":
			if err == nil && !ir.Equivalent(want, x) {
				t.Errorf("%s: %v", how, x)
			}
		default:
			t.Errorf("expectation %q", expect)
		}
	}
	var x, y ir.IR
	err := s.DecodeInto(&x, r.Text)
	outcome("strict", r.Expect.Strict, &x, err)
	diags, err := s.DecodeTolerant(&y, r.Text)
	outcome("tolerant", r.Expect.Tolerant, &y, err)
	for _, name := range r.Expect.Diagnostics {
		if !slices.Contains(elsewhere, name) && !slices.ContainsFunc(diags, func(d frontend.Diagnostic) bool { return d.Code == name }) {
			t.Errorf("diagnostics %v, want %s", diags, name)
		}
	}
	if len(r.Expect.Diagnostics) == 0 && r.Expect.Tolerant == "ir" && len(diags) > 0 {
		t.Errorf("diagnostics %v, want none", diags)
	}
}

func reportPartial(t *testing.T, r report) {
	for _, s := range []*frontend.Stream{surfaces[r.Frontend].NewStream(), surfaces[r.Frontend].NewTolerantStream()} {
		if _, err := s.Write([]byte(r.Text)); err != nil {
			t.Fatal(err)
		}
		p := s.Snapshot()
		if p.Complete {
			t.Error("the text is not complete")
		}
		if r.Expect.Partial != nil {
			for i, e := range r.Expect.Partial.Entities {
				if e.Open && (p.Path != "/entities/"+string(rune('0'+i))+"/value" || p.Open != e.Value) {
					t.Errorf("open is %s %q, want %q", p.Path, p.Open, e.Value)
				}
			}
			if n := len(r.Expect.Partial.Entities); len(p.IR.Entities) > n {
				t.Errorf("%d entities are finished, want at most %d", len(p.IR.Entities), n)
			}
		}
		if _, _, err := s.Close(); !errors.Is(err, ir.InvalidSyntax) {
			t.Errorf("close: %v", err)
		}
	}
}

func reportStream(t *testing.T, r report) {
	x := r.parse(t)
	for _, name := range r.Expect.Frontends {
		s := surfaces[name]
		out, err := s.AppendCompile(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		whole := func(text string) (*ir.IR, []frontend.Diagnostic, error) {
			y := ir.New()
			err := s.DecodeInto(y, text)
			y.Meta.ReqID = ir.ReqID(text, 8)
			return y, nil, err
		}
		for seed := range uint64(200) {
			g := irgen.Random(seed)
			for _, stream := range []*frontend.Stream{s.NewStream(), s.NewTolerantStream()} {
				next := func() int { return 1 }
				if seed > 0 {
					next = func() int { return 1 + g.Choose(4) }
				}
				if err := laws.Stream(stream, whole, string(out), next); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func reportValidate(t *testing.T, r report) {
	x, err := ir.ParseBytes(r.IR)
	if err != nil {
		return
	}
	out, err := ir.AppendJSON(nil, x)
	if err != nil || !strings.Contains(string(out), "9007199254740993") {
		t.Errorf("%s, %v", out, err)
	}
}
