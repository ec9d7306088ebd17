package ir_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

type invalidRow struct {
	name, path string
	x          *ir.IR
}

// invalidRows break one rule each of an IR that is valid otherwise.
func invalidRows() []invalidRow {
	var rows []invalidRow
	add := func(name, path string, change func(x *ir.IR)) {
		x := &ir.IR{Intent: "!A", Entities: []ir.Entity{{}, {}}, Constraints: []ir.Constraint{{}, {}}, Alternatives: []ir.Alternative{{Action: "!B"}, {Action: "!B"}},
			Meta: ir.Meta{ReqID: "abcd"}}
		change(x)
		rows = append(rows, invalidRow{name, path, x})
	}
	for _, a := range []ir.Action{"", "!", "A", "!_A", "!a", "!Aa", "!A1", "!A-B", "CANCEL", "!CANCEL\n", "\n!CANCEL", "! CANCEL", "!!A", "!С", "!A\xff", ir.Action("!" + strings.Repeat("A", 1000) + "b")} {
		add("intent "+string(a), "/intent", func(x *ir.IR) { x.Intent = a })
		add("alternative "+string(a), "/alternatives/1/action", func(x *ir.IR) { x.Alternatives[1].Action = a })
		if a != "" {
			add("entity "+string(a), "/entities/1/action", func(x *ir.IR) { x.Entities[1].Action = a })
		}
	}
	for _, s := range []string{"v", "1", "V1", "v1\n", "v1a", "v١", "v1\xff", "v-1", "v 1"} {
		add("silp "+s, "/silp", func(x *ir.IR) { x.SILP = s })
	}
	for _, s := range []string{"abc", "012345678", "ABCD", "abcg", "abcd\n", "e5f6g7h8", "abc\xff"} {
		add("req_id "+s, "/meta/req_id", func(x *ir.IR) { x.Meta.ReqID = s })
	}
	for name, f := range map[string]float64{"below": -0.1, "just below": -5e-324, "above": 1.1, "just above": math.Nextafter(1, 2), "NaN": math.NaN(), "+Inf": math.Inf(1), "-Inf": math.Inf(-1)} {
		add("confidence "+name, "/meta/confidence", func(x *ir.IR) { x.Meta.Confidence = &f })
	}
	for _, s := range []string{"\xff", "abc\xed\xa0\x80", "中\xe4"} {
		for path, change := range map[string]func(x *ir.IR){
			"/version": func(x *ir.IR) { x.Version = &s }, "/entities/1/id": func(x *ir.IR) { x.Entities[1].ID = s },
			"/entities/1/value": func(x *ir.IR) { x.Entities[1].Value = s }, "/constraints/1/type": func(x *ir.IR) { x.Constraints[1].Type = s },
			"/constraints/1/value": func(x *ir.IR) { x.Constraints[1].Value = s }, "/constraints/1/time": func(x *ir.IR) { x.Constraints[1].Time = &s },
			"/constraints/1/subject": func(x *ir.IR) { x.Constraints[1].Subject = &s }, "/constraints/1/operator": func(x *ir.IR) { x.Constraints[1].Operator = &s },
			"/alternatives/1/target": func(x *ir.IR) { x.Alternatives[1].Target = &s }, "/alternatives/1/location": func(x *ir.IR) { x.Alternatives[1].Location = &s },
			"/meta/session_id": func(x *ir.IR) { x.Meta.SessionID = &s }, "/meta/out": func(x *ir.IR) { x.Meta.Out = &s },
			"/meta/next_agent": func(x *ir.IR) { x.Meta.NextAgent = &s }, "/meta/seq/1": func(x *ir.IR) { x.Meta.Seq = []string{"", s} },
		} {
			add("UTF-8 "+path, path, change)
		}
	}
	extras := map[string]func(x *ir.IR, e ir.Extra){
		"/entities/1": func(x *ir.IR, e ir.Extra) { x.Entities[1].Extra = e }, "/constraints/1": func(x *ir.IR, e ir.Extra) { x.Constraints[1].Extra = e },
		"/alternatives/1": func(x *ir.IR, e ir.Extra) { x.Alternatives[1].Extra = e }, "/meta": func(x *ir.IR, e ir.Extra) { x.Meta.Extra = e },
	}
	for at, set := range extras {
		for inner, v := range map[string]string{
			"":     "",
			" ":    " ",
			"/":    "{",
			"//":   "nul",
			"///":  "1 2",
			"////": `"\ud800"`, "NaN": "NaN", "bad UTF-8": "\"\xff\"", "trailing": "[],", "/0": "[1e401]",
			"/a": `{"a":1,"a":2}`, "/b/0/c": `{"b":[{"c":1,"\u0063":2}]}`,
		} {
			path := at + "/x"
			if strings.HasPrefix(inner, "/") && strings.Trim(inner, "/") != "" {
				path += inner
			}
			add("value "+v, path, func(x *ir.IR) { set(x, ir.Extra{"x": json.RawMessage(v)}) })
		}
		deep := 61
		if at == "/meta" {
			deep = 62
		}
		add("deep", at+"/x"+strings.Repeat("/0", deep), func(x *ir.IR) {
			set(x, ir.Extra{"x": []byte(strings.Repeat("[", deep+1) + strings.Repeat("]", deep+1))})
		})
		add("name in bad UTF-8", at, func(x *ir.IR) { set(x, ir.Extra{"a\xff": []byte("1")}) })
		add("pointer of a name", at+"/a~1~0é", func(x *ir.IR) { set(x, ir.Extra{"a/~é": []byte("-")}) })
		add("the first one by name", at+"/a", func(x *ir.IR) { set(x, ir.Extra{"b": []byte("-"), "a": []byte("-")}) })
	}
	for at, names := range map[string]string{"/entities/1": "id value action", "/constraints/1": "type value time", "/alternatives/1": "action target location",
		"/meta": "req_id session_id priority confidence seq out next_agent"} {
		for name := range strings.FieldsSeq(names) {
			for _, v := range []string{"null", "1", `"abcd"`} {
				add("reserved "+name, at+"/"+name, func(x *ir.IR) { extras[at](x, ir.Extra{name: []byte(v)}) })
			}
		}
	}
	for _, name := range []string{"subject", "operator"} {
		add("string "+name, "/constraints/1/"+name, func(x *ir.IR) { x.Constraints[1].Extra = ir.Extra{name: []byte(" \t\"s\"")} })
		add(name+" twice", "/constraints/1/"+name, func(x *ir.IR) {
			x.Constraints[1] = ir.Constraint{Subject: new(""), Operator: new(""), Extra: ir.Extra{name: []byte("null")}}
		})
	}
	return rows
}

func TestValidate(t *testing.T) {
	for _, row := range invalidRows() {
		err := row.x.Validate()
		if err == nil {
			t.Errorf("%s %s: valid", row.name, row.path)
			continue
		}
		e := asError(t, err)
		if e.Path != row.path || e.Code != ir.DecodeFailed || e.Offset != -1 || e.Frontend != "" || e.Msg == "" {
			t.Errorf("%s: got %+v, want path %s", row.name, e, row.path)
		}
		checkMessage(t, row.name, e)
	}
}

func TestValidIRs(t *testing.T) {
	for name, x := range map[string]*ir.IR{
		"smallest":         {Intent: "!A"},
		"underscores":      {Intent: "!A__B_"},
		"long":             {Intent: ir.Action("!" + strings.Repeat("A_", 1000))},
		"edges":            {Intent: "!A", SILP: "v0", Meta: ir.Meta{ReqID: "0000", Confidence: new(0.0), Priority: math.MinInt64}},
		"negative zero":    {Intent: "!A", Meta: ir.Meta{Confidence: new(math.Copysign(0, -1))}},
		"one":              {Intent: "!A", Meta: ir.Meta{ReqID: "abcdef01", Confidence: new(1.0)}},
		"other subject":    {Intent: "!A", Constraints: []ir.Constraint{{Extra: ir.Extra{"subject": []byte("null"), "operator": []byte(" {}")}}}},
		"names by case":    {Intent: "!A", Entities: []ir.Entity{{Extra: ir.Extra{"ID": []byte("1"), "type": []byte("1")}}}, Meta: ir.Meta{Extra: ir.Extra{"Req_id": []byte("1")}}},
		"deepest extras":   {Intent: "!A", Meta: ir.Meta{Extra: ir.Extra{"x": []byte(strings.Repeat("[", 62) + strings.Repeat("]", 62))}}},
		"NUL in a string":  {Intent: "!A", Entities: []ir.Entity{{ID: "\x00", Value: "\ufffd\uffff"}}},
		"verbs are not it": {Intent: "!SWITCH_TOOL"},
	} {
		if err := x.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		x.Meta.ReqID = "abcd"
		out, err := ir.AppendJSON(nil, x)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if y := parse(t, string(out)); !ir.Equivalent(x, y) {
			t.Errorf("%s: %v", name, ir.Diff(x, y))
		}
	}
	for seed := range uint64(1000) {
		if err := irgen.Random(seed).IR().Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}
