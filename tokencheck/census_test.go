package tokencheck_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/vocab"
)

// measured is the census, with recorded figures where a vocabulary is missing.
func measured(t *testing.T) *tokencheck.Result {
	t.Helper()
	r, err := tokencheck.Census(vocab.Options{Recorded: true}.Tokenizers())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Columns {
		if c.Missing {
			t.Fatalf("%s has no figures", c.Name)
		}
	}
	return r
}

func counts(cells []tokencheck.Cell) (list []int) {
	for _, c := range cells {
		list = append(list, c.Count())
	}
	return list
}

// Draft Tables 7, 8 and 12, and what the draft does not say about them.
func TestCensus(t *testing.T) {
	r := measured(t)
	if len(r.Verbs) != 13 || len(r.Excluded) != 2 || len(r.Structural) != 12 || len(r.Rows()) != 27 {
		t.Fatalf("%d, %d, %d rows", len(r.Verbs), len(r.Excluded), len(r.Structural))
	}
	for i := range r.Verbs {
		v := &r.Verbs[i]
		if !v.Single() || !v.Probes[0].Single() {
			t.Errorf("%s is not one token everywhere", v.Word)
		}
		for c, n := range counts(v.Code.Cells) {
			if n < 2 || n > 5 {
				t.Errorf("%s: %d tokens on %s", v.Action, n, r.Columns[c].Name)
			}
		}
	}
	for i, want := range [][]int{{2, 2, 3, 2, 3, 3}, {3, 2, 3, 2, 3, 2}} {
		x := &r.Excluded[i]
		if got := counts(x.Probes[0].Cells); !slices.Equal(got, want) || x.Single() {
			t.Errorf("%s: %v, want %v", x.Word, got, want)
		}
	}
	if got := counts(r.Excluded[0].Code.Cells); !slices.Equal(got, []int{4, 4, 7, 4, 4, 4}) {
		t.Errorf("%s: %v", r.Excluded[0].Action, got)
	}
	for i := range r.Structural {
		if s := &r.Structural[i]; !s.Probes[0].Single() || s.Code != nil {
			t.Errorf("%s alone is not one token", s.Word)
		}
	}
	for i, ok := range r.Lossless {
		if !ok {
			t.Errorf("%s lost text", r.Columns[i].Name)
		}
	}
}

// The texts that count as canonical are what the code surface writes.
func TestCanonicalTexts(t *testing.T) {
	for _, row := range measured(t).Rows() {
		for _, p := range row.Probes {
			if p.Text[p.At:p.At+len(row.Word)] != row.Word {
				t.Errorf("%s: %q does not stand at %d of %s", row.Word, row.Word, p.At, p.Text)
			}
			if p.Position == "alone" || !p.Canonical {
				continue
			}
			x, err := code.Decode(p.Text)
			if err != nil {
				t.Errorf("%s: %v", p.Text, err)
				continue
			}
			if text, err := code.Compile(x); err != nil || text != p.Text {
				t.Errorf("the code surface writes %s for %s (%v)", text, p.Text, err)
			}
		}
	}
}

// Where a blank is missing, verbs fuse (docs/census.md).
func TestContextMatters(t *testing.T) {
	r := measured(t)
	fused := make(map[string]int)
	for _, v := range r.Verbs {
		for _, p := range v.Probes {
			for i, c := range p.Cells {
				if !c.Single() {
					fused[r.Columns[i].Name+" "+p.Position]++
				}
			}
		}
	}
	for _, row := range []struct {
		where string
		want  int
	}{
		{`gpt-4o after "("`, 12}, {`qwen2.5 after "("`, 12}, {`claude after "("`, 0}, {`gemini after "("`, 0}, {`llama-2 after "("`, 1},
		{`gpt-4o after ","`, 5}, {`gpt-4o after ";"`, 1}, {`gpt-4o after "; "`, 0},
	} {
		if fused[row.where] != row.want {
			t.Errorf("%s: %d verbs are not one token, want %d", row.where, fused[row.where], row.want)
		}
	}
	worst := r.Structural[5].Worst() // ")"
	if worst[0].Own || worst[0].Count() != 1 || r.Structural[5].Single() {
		t.Errorf("%q: %+v", r.Structural[5].Word, worst[0])
	}
}

// What is recorded is what is measured.
func TestRecordedIsMeasured(t *testing.T) {
	list := tokenizers(t)
	if len(list) < 6 {
		t.Skip("needs all vocabularies")
	}
	want, err := tokencheck.Census(list)
	if err != nil {
		t.Fatal(err)
	}
	got, err := tokencheck.Census(vocab.Options{Recorded: true, Dir: t.TempDir()}.Tokenizers())
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range got.Rows() {
		for j, p := range row.Probes {
			for c := range p.Cells {
				if !slices.Equal(p.Cells[c].Pieces, want.Rows()[i].Probes[j].Cells[c].Pieces) {
					t.Errorf("%s, %s: recorded %q", p.Text, got.Columns[c].Name, p.Cells[c].Pieces)
				}
			}
		}
	}
	for i, name := range []string{"gpt-4o", "gpt-3.5", "llama-2", "qwen2.5", "claude", "gemini"} {
		if c := got.Columns[i]; c.Name != name || c.Recorded != (name == "llama-2" || name == "gemini") || c.Missing {
			t.Errorf("column %+v", c)
		}
	}
}

// A vocabulary that is missing takes its column away, not the census.
func TestMissingColumn(t *testing.T) {
	list := vocab.Options{Dir: t.TempDir()}.Tokenizers()
	r, err := tokencheck.Census(list)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Columns[2].Missing || r.Columns[0].Missing || r.Lossless[2] || !r.Verbs[0].Single() || r.Verbs[0].Probes[0].Cells[2].Count() != 0 {
		t.Errorf("%+v", r.Columns)
	}
	v, err := tokencheck.CheckVerb("SEND", list)
	if err != nil || v.Status != tokencheck.Unknown || len(v.Reasons) != 2 || !strings.Contains(v.Reasons[0], "silpc vocab fetch llama-2") || len(v.Nearest) != 0 {
		t.Errorf("%+v, %v", v, err)
	}
	c, err := tokencheck.Cost(ir.Task("!BOOK", ir.Arg("hotel")), list)
	if err != nil || !c.Columns[5].Missing || c.Surfaces[0].Min != 4 || c.Surfaces[0].Tokens[5] != 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// A tokenizer that knows some of the texts only, as the recorded ones do, has no
// figures at all: none in the cells, none in the costs, no reason against a verb.
func TestHalfMissingColumn(t *testing.T) {
	list := vocab.Options{Dir: t.TempDir(), Recorded: true}.Tokenizers()
	v, err := tokencheck.CheckVerb("IF", list)
	if err != nil || !v.Columns[2].Missing || len(v.Reasons) != 3 {
		t.Errorf("%+v, %v", v, err)
	}
	for _, p := range append(v.Row.Probes, *v.Row.Code) {
		if p.Cells[2].Pieces != nil || p.Cells[0].Pieces == nil {
			t.Errorf("%s: %+v", p.Position, p.Cells)
		}
	}
	c, err := tokencheck.Cost(ir.Task("!CANCEL", ir.Arg("flight")), list)
	if err != nil || !c.Columns[2].Missing {
		t.Fatalf("%+v, %v", c, err)
	}
	for _, s := range c.Surfaces {
		if s.Tokens[2] != 0 || s.Primer[2] != 0 || s.Saved[2] != 0 || s.BreakEven[2] != 0 || s.Max != max(s.Tokens[0], s.Tokens[1], s.Tokens[3], s.Tokens[4]) {
			t.Errorf("%+v", s)
		}
	}
	// The census too: this one knows the verbs and not the other words.
	r, err := tokencheck.Census([]tokencheck.Tokenizer{some{list[0]}})
	if err != nil || !r.Columns[0].Missing || r.Verbs[0].Probes[0].Cells[0].Pieces != nil || r.Verbs[0].Code.Cells[0].Pieces != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// some is a tokenizer that does not know structural tokens alone.
type some struct{ tokencheck.Tokenizer }

func (s some) Pieces(text string) ([]string, error) {
	if len(text) == 1 {
		return nil, &tokencheck.MissingError{Name: s.Name()}
	}
	return s.Tokenizer.Pieces(text)
}

// broken is a tokenizer that fails.
type broken struct{ tokencheck.Tokenizer }

var errBroken = errors.New("broken")

func (broken) Name() string                    { return "broken" }
func (broken) Count(string) (int, error)       { return 0, errBroken }
func (broken) Pieces(string) ([]string, error) { return nil, errBroken }

// Any other error of a tokenizer ends the measurement.
func TestBrokenTokenizer(t *testing.T) {
	list := []tokencheck.Tokenizer{broken{}}
	_, err1 := tokencheck.Census(list)
	_, err2 := tokencheck.CheckVerb("RUN", list)
	_, err3 := tokencheck.Cost(ir.Task("!BOOK", ir.Arg("hotel")), list)
	for i, err := range []error{err1, err2, err3} {
		if !errors.Is(err, errBroken) {
			t.Errorf("%d: %v", i, err)
		}
	}
}

func TestCheckVerb(t *testing.T) {
	list := vocab.Options{Dir: t.TempDir(), Recorded: true}.Tokenizers()
	for _, row := range []struct {
		name    string
		status  tokencheck.Status
		nearest []ir.Action
		reason  string
	}{
		{"!CANCEL", tokencheck.Pass, nil, ""},
		{"cancel", tokencheck.Pass, nil, ""},
		{"ESCALATE", tokencheck.Fail, []ir.Action{"!TRANSLATE", "!START", "!UPDATE"}, "gpt-4o: 3 tokens (es|cal|ate)"},
		{"switch_tool", tokencheck.Fail, []ir.Action{"!SWITCH"}, "the draft excludes it (Table 8)"},
		{"SEND_EMAIL", tokencheck.Fail, []ir.Action{"!EMAIL"}, "claude: 3 tokens (send|_|email)"},
		{"CANCELED", tokencheck.Fail, []ir.Action{"!CANCEL"}, "gpt-4o: 2 tokens (c|anceled)"},
		{"ELSE", tokencheck.Fail, []ir.Action{"!TRANSLATE"}, "it is a keyword of the code surface"},
		{"QUERY", tokencheck.Unknown, nil, "not measured on gemini"},
	} {
		v, err := tokencheck.CheckVerb(row.name, list)
		if err != nil {
			t.Fatal(err)
		}
		if v.Status != row.status || !slices.Equal(v.Nearest, row.nearest) {
			t.Errorf("%s: %s, %v", row.name, v.Status, v.Nearest)
		}
		if row.reason == "" && len(v.Reasons) > 0 || row.reason != "" && !slices.Contains(v.Reasons, row.reason) &&
			!slices.ContainsFunc(v.Reasons, func(r string) bool { return strings.HasPrefix(r, row.reason) }) {
			t.Errorf("%s: %q", row.name, v.Reasons)
		}
	}
	for _, bad := range []string{"", "!", "a-b", "RUN!", "Run", "_A", strings.Repeat("é", 100)} {
		_, err := tokencheck.CheckVerb(bad, list)
		if e, ok := errors.AsType[*ir.Error](err); !ok || e.Code != ir.DecodeFailed || len(e.Msg) > 200 {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Costs are the counts of the texts, and the arithmetic on them.
func TestCost(t *testing.T) {
	x, err := ir.Parse(`{"silp":"v1","intent":"!START","entities":[{"id":"act","value":"hike"}],"constraints":[{"type":"!rain","value":"true","time":"t+1"}],` +
		`"alternatives":[{"action":"!START","target":"cards","location":"indoor"}],"meta":{"req_id":"a3f2","session_id":"xx"}}`)
	if err != nil {
		t.Fatal(err)
	}
	list := tokenizers(t)
	c, err := tokencheck.Cost(x, list)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ name, text string }{
		{"code", "if !rain(t+1): start(hike) else: start(cards@indoor)"},
		{"json", `{"intent":"!START","act":"hike","constraints":[{"type":"!rain","value":"true","time":"t+1"}],"alternatives":[{"action":"!START","target":"cards","location":"indoor"}]}`},
		{"natural", "If not rain at t+1, start hike otherwise start cards at indoor."},
		{"nl_json", `{"task_description":"If not rain at t+1, start hike otherwise start cards at indoor."}`},
		{"ir", `{"intent":"!START","entities":[{"id":"act","value":"hike"}],"constraints":[{"type":"!rain","value":"true","time":"t+1"}],"alternatives":[{"action":"!START","target":"cards","location":"indoor"}]}`},
	}
	if len(c.Surfaces) != len(want) {
		t.Fatalf("%d surfaces", len(c.Surfaces))
	}
	base := c.Surfaces[4]
	for i, s := range c.Surfaces {
		if s.Name != want[i].name || s.Text != want[i].text {
			t.Errorf("%s: %s", s.Name, s.Text)
		}
		if s.Min != slices.Min(s.Tokens) || s.Max != slices.Max(s.Tokens) || s.Range() != s.Max-s.Min {
			t.Errorf("%s: %v, min %d, max %d", s.Name, s.Tokens, s.Min, s.Max)
		}
		for j, x := range list {
			if n, err := x.Count(s.Text); err != nil || n != s.Tokens[j] || s.Saved[j] != base.Tokens[j]-n {
				t.Errorf("%s on %s: %d tokens, %d saved, want %d (%v)", s.Name, x.Name(), s.Tokens[j], s.Saved[j], n, err)
			}
			switch n := s.BreakEven[j]; {
			case s.Name == "ir":
				if s.Primer[j] != 0 || n != 0 {
					t.Errorf("ir: primer %d, break-even %d", s.Primer[j], n)
				}
			case s.Primer[j] == 0 || n*s.Saved[j] < s.Primer[j] || (n-1)*s.Saved[j] >= s.Primer[j]:
				t.Errorf("%s on %s: primer %d, saved %d, break-even %d", s.Name, x.Name(), s.Primer[j], s.Saved[j], n)
			}
		}
	}
}

// One Meter serves many goroutines.
func TestConcurrentMeter(t *testing.T) {
	meter := tokencheck.NewMeter(tokenizers(t)[:1])
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			c, err := meter.Cost(ir.Task("!BOOK", ir.Arg("hotel")))
			if err != nil || c.Surfaces[0].Tokens[0] != 4 || c.Surfaces[0].Primer[0] < 100 {
				t.Errorf("%+v, %v", c, err)
			}
			c.Surfaces[0].Primer[0] = 0 // the caller's
		})
	}
	wg.Wait()
}

// A surface that saves nothing never pays, and what does not compile is an error.
func TestCostLimits(t *testing.T) {
	list := tokenizers(t)[:1]
	c, err := tokencheck.Cost(ir.Task("!BOOK"), list)
	if err != nil {
		t.Fatal(err)
	}
	if s := c.Surfaces[3]; s.Name != "nl_json" || s.Saved[0] > 0 || s.BreakEven[0] != 0 {
		t.Errorf("%+v", s)
	}
	if _, err := tokencheck.Cost(&ir.IR{Intent: "book"}, list); !errors.Is(err, ir.DecodeFailed) {
		t.Error(err)
	}
}

// Draft sections 3.6 and 8.3.
func TestCollisions(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 1000, 100_000} {
		for _, c := range tokencheck.Collisions(n) {
			// Found is nearly Poisson: six deviations.
			if d := math.Abs(float64(c.Found) - c.Expected); d > 6*math.Sqrt(c.Expected)+1e-6 {
				t.Errorf("%d requests, %d digits: found %d, expected %g", n, c.Digits, c.Found, c.Expected)
			}
			if n < 2 && (c.Expected > 1e-9 || c.Any != 0) {
				t.Errorf("%+v", c)
			}
		}
	}
	list := tokencheck.Collisions(1000)
	for i, want := range []struct{ expected, percent float64 }{{7.583, 99.95}, {0.02977, 2.933}, {0.0001163, 0.01163}} {
		c := list[i]
		if math.Abs(c.Expected/want.expected-1) > 1e-3 || math.Abs(100*c.Any/want.percent-1) > 1e-3 || c.Digits != 4+2*i || c.Requests != 1000 {
			t.Errorf("%+v, want %+v", c, want)
		}
	}
}

// The heat map is XML, has a number in every cell, and takes any name.
func TestHeatMap(t *testing.T) {
	r := measured(t)
	odd := tokencheck.Row{Word: "a_name_that_is_far_too_long", Probes: r.Verbs[0].Probes, Code: &tokencheck.Probe{Cells: []tokencheck.Cell{
		{Pieces: []string{"<&\"\x00\xff"}}, {}, {Pieces: []string{"a", "b"}, Own: true}, {Pieces: make([]string, 4), Own: true}, {Pieces: make([]string, 9), Own: true}, {},
	}}}
	columns := slices.Clone(r.Columns)
	columns[1].Missing, columns[2].Recorded = true, true
	svg := tokencheck.HeatMap(columns, tokencheck.Group{Title: "Table 7 & 8", Rows: r.Verbs}, tokencheck.Group{Title: "odd", Rows: []tokencheck.Row{odd}})
	dec := xml.NewDecoder(strings.NewReader(svg))
	cells := 0
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := tok.(xml.StartElement); ok && s.Name.Local == "g" {
			cells++
		}
	}
	if cells != 14*18 {
		t.Errorf("%d cells, want %d", cells, 14*18)
	}
	for _, want := range []string{"llama-2*", "gpt-3.5 is not installed", ">1+<", ">9<", ">–<", "a_name_that_is_far…", "Table 7 &amp; 8"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s", want)
		}
	}
	// Rows that are no verbs, or of other tokenizers, have fewer cells.
	if n := strings.Count(tokencheck.HeatMap(columns[:2], tokencheck.Group{Rows: []tokencheck.Row{{}, r.Structural[0]}}), "<g>"); n != 4 {
		t.Errorf("%d cells of a structural token on two tokenizers, want 4", n)
	}
	// Text on a fill is readable: a contrast of 4.5 to 1 (WCAG 2, AA).
	for _, m := range regexp.MustCompile(`fill="#(\w{6})" stroke="#ffffff" stroke-width="2"/><text [^>]*fill="#(\w{6})"`).FindAllStringSubmatch(svg, -1) {
		a, b := luminance(m[1]), luminance(m[2])
		if c := (max(a, b) + 0.05) / (min(a, b) + 0.05); c < 4.5 {
			t.Errorf("#%s on #%s has a contrast of %.2f", m[2], m[1], c)
		}
	}
}

// luminance is that of WCAG 2.
func luminance(hex string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		var n int
		for _, c := range hex[2*i : 2*i+2] {
			n = 16*n + strings.IndexRune("0123456789abcdef", c)
		}
		v := float64(n) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}
