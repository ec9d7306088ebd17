// Package irgen makes hostile IRs for tests and fuzzing: strings put together
// from delimiters, keywords, quotes, controls, look-alikes and times, odd
// numbers, deep extras. Every IR that it makes is valid.
package irgen

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/ir"
)

// Gen makes IRs from a source of choices.
type Gen struct {
	choose func(n int) int // a number from 0 to n-1
}

// Random returns a generator with a seed of its own.
func Random(seed uint64) *Gen {
	return &Gen{rand.New(rand.NewPCG(seed, 0x51c9)).IntN}
}

// FromBytes returns a generator whose choices are the bytes of data, then
// zeros, so that a fuzzer can steer it.
func FromBytes(data []byte) *Gen {
	return &Gen{func(n int) int {
		if len(data) == 0 {
			return 0
		}
		b := int(data[0])
		data = data[1:]
		return b % n
	}}
}

// Choose returns a number from 0 to n-1.
func (g *Gen) Choose(n int) int { return g.choose(n) }

func (g *Gen) one(in int) bool { return g.choose(in) == in-1 }

// fragments are what values are made of. The first ones are harmless, so that
// a generator without choices left makes simple IRs.
var fragments = []string{
	"x", "hike", "order_42", "4.5", "90%", "Beijing", "中文", "é", "e\u0301", "true", "false",
	"t+1", "t-2pm", "t+", "t+1A", "t+\uff11", "\uff54+1", "time", "act", "loc", "loc=", "value=", "subject=", "operator=", "time=",
	"if", "else", "and", "not", "then", "IF", "\uff49\uff46", " else: ", " else ", " and ", " then ", " -> ", "->", "; ", ";", ": ", ":", ",", ", ",
	"(", ")", "@", "!", "=", "==", "<=", ">", "#", " #{", "#{}", "{", "}", "[", "]", "\"", "'", "\\", "\\\"", "\\u0022", "`", "|", "...", "..", ".",
	" ", "  ", "\t", "\n", "\r\n", "\x00", "\x1f", "\x7f", "\u0085", "\u00a0", "\u2028", "\u3000", "\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\u00ad",
	"\u0301", "\u0338", "\ufe0f", "\U000e0041", "\u115f", "\u3164", "\ue000", "\U000f0000", "\u0378", "\U0003fffd", "\ufffd", "\ufffe",
	"\uff02", "\uff3c", "\ufe68", "\uff08", "\uff09", "\uff1b", "\u037e", "\uff1d", "\uff20", "\uff1a", "\u2024", "\u2488", "\uff9e", "\u212a", "\ufb01", "\ufdfa", "\u00b2", "\u00bd",
	"\u0441ancel", "\u01c3", "😀", "👩\u200d💻", "🇩🇪", "x); email(boss", "\"); email(\"boss", "intent", "entities", "constraints", "alternatives",
	"\uff54ime", "\uff53ubject", "\uff41ction_email", "\uff49ntent",
	"meta", "silp", "version", "action_email", "action_", "id", "value", "action", "cancel", "//", "/*", "<script>", "&amp;", "\u2264", "\u2260", "a=b", "1e400", "-0",
}

// String makes a string of up to four fragments.
func (g *Gen) String() string {
	s := fragments[g.choose(len(fragments))]
	for g.one(3) && len(s) < 60 {
		s += fragments[g.choose(len(fragments))]
	}
	if g.one(40) {
		return ""
	}
	if g.one(200) {
		s = strings.Repeat(s, 40)
	}
	return s
}

// time makes a string that often has the form of a relative time.
func (g *Gen) time() string {
	if g.one(2) {
		return g.String()
	}
	return []string{"t+1", "t-2", "t+3pm", "t+1am", "t+\uff11"}[g.choose(5)]
}

func (g *Gen) optional(make func() string) *string {
	if g.one(3) {
		return new(make())
	}
	return nil
}

var actions = []ir.Action{"!CANCEL", "!EMAIL", "!BOOK", "!A", "!A_", "!A__B", "!IF", "!ELSE", "!AND", "!SWITCH_TOOL", "!ENTITIES", "!RUN"}

func (g *Gen) action() ir.Action { return actions[g.choose(len(actions))] }

var (
	ids       = []string{"act", "k", "time", "city", "action_email", "intent", "loc", "\uff41ction_email"}
	types     = []string{"loc", "!rain", "budget", "!", "!!x", "if", "category"}
	operators = []string{"==", "!=", "<=", ">=", "<", ">", "in", "=", "<>", ""}
)

func (g *Gen) either(list []string) string {
	if g.one(3) {
		return g.String()
	}
	return list[g.choose(len(list))]
}

// IR makes a valid IR, req_id set.
func (g *Gen) IR() *ir.IR {
	x := &ir.IR{Intent: g.action()}
	for n := g.choose(5); n > 0; n-- {
		x.Entities = append(x.Entities, g.entity(x.Intent))
	}
	for n := g.choose(4) - 1; n > 0; n-- {
		x.Constraints = append(x.Constraints, g.constraint())
	}
	for n := g.choose(4) - 1; n > 0; n-- {
		x.Alternatives = append(x.Alternatives, ir.Alternative{Action: g.action(),
			Target: g.optional(g.String), Location: g.optional(g.String), Extra: g.extra("action", "target", "location")})
	}
	if g.one(5) {
		x.SILP = []string{"v1", "v2", "v00"}[g.choose(3)]
	}
	if g.one(5) {
		x.Version = new(g.either([]string{"ir-v0.1", "ir-v0.2", ""}))
	}
	x.Meta = g.meta(x)
	return x
}

func (g *Gen) entity(intent ir.Action) ir.Entity {
	e := ir.Entity{ID: g.either(ids), Value: g.String()}
	switch g.choose(4) {
	case 0:
		e.Action = intent
	case 1:
		e.Action = g.action()
	}
	if e.ID == "time" && g.one(2) {
		e.Value = g.time()
	}
	if g.one(12) {
		e.ID, e.Value = "act", ""
	}
	e.Extra = g.extra("id", "value", "action")
	return e
}

func (g *Gen) constraint() ir.Constraint {
	c := ir.Constraint{Type: g.either(types), Value: g.String(), Time: g.optional(g.time), Subject: g.optional(g.String)}
	if g.one(3) {
		c.Operator = new(g.either(operators))
	}
	if c.Type != "" && c.Type[0] == '!' && g.one(2) {
		c.Value = "true"
	}
	if g.one(6) {
		c.Value = g.time()
	}
	c.Extra = g.extra("type", "value", "time", "subject", "operator")
	if c.Subject == nil && g.one(15) {
		c.Extra = with(c.Extra, "subject", g.notString())
	}
	if c.Operator == nil && g.one(15) {
		c.Extra = with(c.Extra, "operator", g.notString())
	}
	return c
}

func (g *Gen) notString() json.RawMessage {
	return json.RawMessage([]string{"null", "5", "false", "[]", `{"a":1}`, "1e400"}[g.choose(6)])
}

func with(e ir.Extra, name string, v json.RawMessage) ir.Extra {
	if e == nil {
		e = ir.Extra{}
	}
	e[name] = v
	return e
}

func (g *Gen) meta(x *ir.IR) ir.Meta {
	m := ir.Meta{ReqID: "a1b2c3d4"}
	if !g.one(3) {
		return m
	}
	m.SessionID, m.Out, m.NextAgent = g.optional(g.String), g.optional(g.String), g.optional(g.String)
	if g.one(3) {
		m.Priority = []int64{0, 1, -1, 1 << 62, -1 << 63}[g.choose(5)]
	}
	if g.one(3) {
		m.Confidence = new([]float64{1, 0, 0.9, 1e-7, 0.30000000000000004, 5e-324}[g.choose(6)])
	}
	switch g.choose(4) {
	case 1:
		m.Seq = []string{g.String(), g.String()}
	case 2:
		for verb := range x.Calls() {
			m.Seq = append(m.Seq, string(verb))
		}
	}
	m.Extra = g.extra("confidence", "next_agent", "out", "priority", "req_id", "seq", "session_id")
	return m
}

// extra makes members under names other than the given ones.
func (g *Gen) extra(taken ...string) ir.Extra {
	if !g.one(8) {
		return nil
	}
	e := ir.Extra{}
	for n := 1 + g.choose(3); n > 0; n-- {
		name := g.String()
		for _, t := range taken {
			if t == name {
				name += "_"
			}
		}
		e[name] = json.RawMessage(g.value(0))
	}
	return e
}

var numbers = []string{"0", "1", "-0", "1.0", "1e2", "10e-1", "1E+2", "12345678901234567890", "0.30000000000000000001", "1e400", "-1.5e-400", "1.00"}

// value makes a JSON text, not in canonical spelling.
func (g *Gen) value(depth int) string {
	switch k := g.choose(7); {
	case k == 1:
		return numbers[g.choose(len(numbers))]
	case k == 2:
		return []string{"null", "true", "false"}[g.choose(3)]
	case k == 3 && depth < 5:
		var b strings.Builder
		b.WriteByte('[')
		for i := range g.choose(3) {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(g.value(depth + 1))
		}
		return b.String() + "]"
	case k == 4 && depth < 5:
		return `{"b":` + g.value(depth+1) + `,"a":` + g.value(depth+1) + `}`
	case k == 5 && depth == 0:
		n := 1 + g.choose(40)
		return strings.Repeat("[", n) + strconv.Itoa(n) + strings.Repeat("]", n)
	}
	s, _ := json.Marshal(g.String())
	return string(s)
}

// Vary returns an IR that is equivalent to x but spelled differently: defaults
// written out or left out, actions explicit or absent.
func (g *Gen) Vary(x *ir.IR) *ir.IR {
	y := x.Clone()
	if y.SILP == "" || y.SILP == ir.DefaultSILP {
		y.SILP = []string{"", ir.DefaultSILP}[g.choose(2)]
	}
	if y.Version == nil && g.one(2) {
		y.Version = new(ir.DefaultVersion)
	}
	if y.Meta.Out == nil && g.one(2) {
		y.Meta.Out = new(ir.DefaultOut)
	}
	if y.Meta.Confidence == nil && g.one(2) {
		y.Meta.Confidence = new(ir.DefaultConfidence)
	}
	for i := range y.Entities {
		if e := &y.Entities[i]; e.Of(y.Intent) == y.Intent {
			e.Action = []ir.Action{"", y.Intent}[g.choose(2)]
		}
	}
	return y
}

// Mutate deletes, doubles or replaces a few bytes of a text, or puts one of the
// pieces in. The result is UTF-8.
func (g *Gen) Mutate(text string, pieces []string) string {
	i, j := g.choose(len(text)+1), g.choose(len(text)+1)
	if i > j {
		i, j = j, i
	}
	j = min(j, i+4)
	piece := pieces[g.choose(len(pieces))]
	switch g.choose(4) {
	case 0:
		piece = ""
	case 1:
		i, j, piece = j, i, ""
	case 2:
	default:
		j = i
	}
	return strings.ToValidUTF8(text[:i]+piece+text[j:], "")
}
