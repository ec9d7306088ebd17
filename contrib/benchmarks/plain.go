package main

import (
	"strings"

	"github.com/silp-protocol/silp-go/ir"
)

// plainIR is the struct that every other library reads into and writes from:
// what a programmer would write who has only encoding/json. Nothing checks it.
type plainIR struct {
	SILP         string             `json:"silp,omitempty" yaml:"silp,omitempty"`
	Version      *string            `json:"version,omitempty" yaml:"version,omitempty"`
	Intent       string             `json:"intent" yaml:"intent"`
	Entities     []plainEntity      `json:"entities,omitempty" yaml:"entities,omitempty"`
	Constraints  []plainConstraint  `json:"constraints,omitempty" yaml:"constraints,omitempty"`
	Alternatives []plainAlternative `json:"alternatives,omitempty" yaml:"alternatives,omitempty"`
	Meta         plainMeta          `json:"meta" yaml:"meta"`
}

type plainEntity struct {
	ID     string `json:"id" yaml:"id"`
	Value  string `json:"value" yaml:"value"`
	Action string `json:"action,omitempty" yaml:"action,omitempty"`
}

type plainConstraint struct {
	Type     string  `json:"type" yaml:"type"`
	Value    string  `json:"value" yaml:"value"`
	Time     *string `json:"time,omitempty" yaml:"time,omitempty"`
	Subject  *string `json:"subject,omitempty" yaml:"subject,omitempty"`
	Operator *string `json:"operator,omitempty" yaml:"operator,omitempty"`
}

type plainAlternative struct {
	Action   string  `json:"action" yaml:"action"`
	Target   *string `json:"target,omitempty" yaml:"target,omitempty"`
	Location *string `json:"location,omitempty" yaml:"location,omitempty"`
}

type plainMeta struct {
	ReqID      string   `json:"req_id" yaml:"req_id"`
	SessionID  *string  `json:"session_id,omitempty" yaml:"session_id,omitempty"`
	Priority   int64    `json:"priority,omitempty" yaml:"priority,omitempty"`
	Confidence *float64 `json:"confidence,omitempty" yaml:"confidence,omitempty"`
	Seq        []string `json:"seq,omitempty" yaml:"seq,omitempty"`
	Out        *string  `json:"out,omitempty" yaml:"out,omitempty"`
	NextAgent  *string  `json:"next_agent,omitempty" yaml:"next_agent,omitempty"`
}

// surfaceMap builds the json surface's object as a map, for json.Marshal: the
// usual way to write an object whose member names are data.
func surfaceMap(x *ir.IR) map[string]any {
	m := map[string]any{"intent": string(x.Intent)}
	for _, e := range x.Entities {
		if a := e.Of(x.Intent); a != x.Intent {
			name := ir.GroupPrefix + strings.ToLower(strings.TrimPrefix(string(a), "!"))
			group, _ := m[name].([]any)
			if e.ID == ir.Positional {
				m[name] = append(group, e.Value)
			} else {
				m[name] = append(group, map[string]any{"id": e.ID, "value": e.Value})
			}
			continue
		}
		switch old := m[e.ID].(type) {
		case nil:
			m[e.ID] = e.Value
		case []any:
			m[e.ID] = append(old, e.Value)
		default:
			m[e.ID] = []any{old, e.Value}
		}
	}
	if len(x.Constraints) > 0 {
		list := make([]any, len(x.Constraints))
		for i, c := range x.Constraints {
			one := map[string]any{"type": c.Type, "value": c.Value}
			put(one, "time", c.Time)
			put(one, "subject", c.Subject)
			put(one, "operator", c.Operator)
			list[i] = one
		}
		m["constraints"] = list
	}
	if len(x.Alternatives) > 0 {
		list := make([]any, len(x.Alternatives))
		for i, a := range x.Alternatives {
			one := map[string]any{"action": string(a.Action)}
			put(one, "target", a.Target)
			put(one, "location", a.Location)
			list[i] = one
		}
		m["alternatives"] = list
	}
	return m
}

func put(m map[string]any, name string, value *string) {
	if value != nil {
		m[name] = *value
	}
}
