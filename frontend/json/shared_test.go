package json_test

import (
	"bufio"
	stdjson "encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

// publicCase is a fault that somebody reported of a parser of such texts.
type publicCase struct {
	ID, Frontend, Text string
	IR                 stdjson.RawMessage
	Expect             struct {
		Op, Code, Strict, Tolerant string
		Split                      string
		Seeds                      uint64
		Frontends, Diagnostics     []string
		IR                         *publicIR
		Partial                    struct {
			Intent   ir.Action
			Entities []struct {
				ID, Value string
				Open      bool
			}
		}
	}
}

type publicIR struct {
	Intent   ir.Action
	Entities []struct{ ID, Value string }
}

func publicCases(t *testing.T) (cases []publicCase) {
	t.Helper()
	f, err := os.Open("../../../shared/cases/public-reports.jsonl")
	if err != nil {
		t.Skipf("the shared folder is not here: %v", err)
	}
	defer f.Close()
	for scanner := bufio.NewScanner(f); scanner.Scan(); {
		var c publicCase
		if err := stdjson.Unmarshal(scanner.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Frontend == "json" || slices.Contains(c.Expect.Frontends, "json") {
			cases = append(cases, c)
		}
	}
	return cases
}

func TestPublicReports(t *testing.T) {
	ops := map[string]int{}
	for _, c := range publicCases(t) {
		ops[c.Expect.Op]++
		t.Run(c.ID, func(t *testing.T) {
			switch c.Expect.Op {
			case "decode":
				c.decode(t)
			case "partial":
				c.partial(t)
			case "stream":
				c.stream(t)
			case "roundtrip":
				roundTrip(t, parse(t, string(c.IR)))
			default:
				t.Errorf("op %q", c.Expect.Op)
			}
		})
	}
	if ops["decode"] < 6 || ops["stream"] < 3 || ops["partial"] < 1 {
		t.Errorf("only %v", ops)
	}
}

func (c *publicCase) decode(t *testing.T) {
	_, err := json.Decode(c.Text)
	if c.Expect.Strict == "error" {
		if e := checkError(t, err); string(e.Code) != c.Expect.Code {
			t.Errorf("strict: %v", err)
		}
	} else if err != nil {
		t.Errorf("strict: %v", err)
	}
	x := ir.New()
	diags, err := json.Frontend{}.DecodeTolerant(x, c.Text)
	if c.Expect.Tolerant != "ir" {
		checkError(t, err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	want := &ir.IR{Intent: c.Expect.IR.Intent}
	for _, e := range c.Expect.IR.Entities {
		want.Entities = append(want.Entities, ir.Entity{ID: e.ID, Value: e.Value})
	}
	if d := ir.Diff(want, x); len(d) > 0 {
		t.Error(d)
	}
	var codes []string
	for _, d := range diags {
		codes = append(codes, d.Code)
	}
	if !slices.Equal(codes, c.Expect.Diagnostics) {
		t.Errorf("diagnostics %v, want %v", codes, c.Expect.Diagnostics)
	}
}

func (c *publicCase) partial(t *testing.T) {
	for _, s := range []*frontend.Stream{json.Frontend{}.NewStream(), json.Frontend{}.NewTolerantStream()} {
		if _, err := s.Write([]byte(c.Text)); err != nil {
			t.Fatal(err)
		}
		p, want := s.Snapshot(), c.Expect.Partial
		open := want.Entities[len(want.Entities)-1]
		if p.Complete || p.IR.Intent != want.Intent || len(p.IR.Entities) != len(want.Entities)-1 || !open.Open || p.Open != open.Value || p.Path != "/entities/0/value" {
			t.Errorf("%+v, want %+v", p, want)
		}
		_, _, err := s.Close()
		checkError(t, err)
	}
}

func (c *publicCase) stream(t *testing.T) {
	text := string(appendText(t, json.Frontend{}, parse(t, string(c.IR))))
	if c.Expect.Split == "every_byte" {
		streams(t, text, one)
		return
	}
	for seed := range c.Expect.Seeds {
		g := irgen.Random(seed)
		streams(t, text, func() int { return 1 + g.Choose(4) })
	}
}
