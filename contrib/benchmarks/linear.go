package main

import (
	"fmt"
	"strings"

	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
)

// The two sizes whose time per byte is compared.
const (
	smallInput = 10 << 10
	largeInput = 1 << 20
)

// family is a kind of input that grows.
type family struct {
	name string
	make func(n int) *ir.IR // the length grows in proportion to n
}

func families() []family {
	value := func(name, piece string) family {
		return family{name, func(n int) *ir.IR {
			return &ir.IR{Intent: "!SEARCH", Entities: []ir.Entity{{ID: ir.Positional, Value: strings.Repeat(piece, n)}}, Meta: ir.Meta{ReqID: "0badcafe"}}
		}}
	}
	return []family{
		{"plain: conditions, arguments, fallbacks", plainInput},
		{"arguments: 100,000 in 1 MB of code", manyArguments},
		value("one huge value", "x"),
		value("blanks", " "),
		value("parentheses", "()"),
		value("quotes", `"`),
		value("backslashes", `\`),
		value("control characters", "\x01"),
		value("letters beyond ASCII", "\u00e9"),
		value("hidden characters", "a\u200b"),
		value("look-alikes", "\uff08\u0430"),
	}
}

// plainInput is an ordinary IR but for its length.
func plainInput(n int) *ir.IR {
	x := &ir.IR{Intent: "!SEARCH", Meta: ir.Meta{ReqID: "0badcafe", Priority: 1}}
	for i := range n {
		x.Entities = append(x.Entities, ir.Entity{ID: fmt.Sprintf("field_%d", i), Value: fmt.Sprintf("value %d of many", i)})
		x.Constraints = append(x.Constraints, ir.Cmp("budget", "<=", fmt.Sprint(i)), ir.Is("loc", "Lisbon").At("t+1").Of("me"))
		x.Alternatives = append(x.Alternatives, ir.Alt("!SUGGEST", fmt.Sprintf("plan_%d", i)).In("indoor"))
	}
	return x
}

func manyArguments(n int) *ir.IR {
	x := &ir.IR{Intent: "!SEARCH", Meta: ir.Meta{ReqID: "0badcafe"}}
	for i := range n {
		x.Entities = append(x.Entities, ir.Entity{ID: fmt.Sprintf("k%d", i), Value: "word"})
	}
	return x
}

// growing is a piece of work whose input grows. text is what its length is
// measured on; start returns the run for one input.
type growing struct {
	name  string
	text  func(x *ir.IR) string
	start func(x *ir.IR, text string) func()
}

func codeText(x *ir.IR) string {
	text, err := code.Compile(x)
	must(err)
	return text
}

func jsonText(x *ir.IR) string {
	text, err := jsonfrontend.Compile(x)
	must(err)
	return text
}

func irText(x *ir.IR) string {
	text, err := ir.AppendJSON(nil, x)
	must(err)
	return string(text)
}

// valueText is the first value alone, or all of them in one.
func valueText(x *ir.IR) string {
	var b strings.Builder
	for _, e := range x.Entities {
		b.WriteString(e.Value)
	}
	return b.String()
}

func growers() []growing {
	reuse := func(do func(dst *ir.IR, text string) error) func(*ir.IR, string) func() {
		return func(_ *ir.IR, text string) func() {
			dst := ir.New()
			return func() { sink.err = do(dst, text) }
		}
	}
	fresh := func(do func(text string) (*ir.IR, error)) func(*ir.IR, string) func() {
		return func(_ *ir.IR, text string) func() {
			return func() { sink.x, sink.err = do(text) }
		}
	}
	appended := func(do func(dst []byte, x *ir.IR) ([]byte, error)) func(*ir.IR, string) func() {
		return func(x *ir.IR, text string) func() {
			buf := make([]byte, 0, len(text)+len(text)/4+64)
			return func() {
				var err error
				buf, err = do(buf[:0], x)
				must(err)
			}
		}
	}
	// A hostile text is refused, which is a result like any other.
	clean := func(do func(text string) (string, sanitize.Report, error)) func(*ir.IR, string) func() {
		return func(_ *ir.IR, text string) func() {
			return func() { sink.text, _, sink.err = do(text) }
		}
	}
	tolerant := func(dst *ir.IR, text string) error {
		_, err := code.Frontend{}.DecodeTolerant(dst, text)
		return err
	}
	cleaning := sanitize.Options{Policy: sanitize.Clean}
	return []growing{
		{"code compile", codeText, appended(code.Frontend{}.AppendCompile)},
		{"code decode, reused", codeText, reuse(code.Frontend{}.DecodeInto)},
		{"code decode", codeText, fresh(code.Decode)},
		{"code decode, tolerant", codeText, reuse(tolerant)},
		{"json compile", jsonText, appended(jsonfrontend.Frontend{}.AppendCompile)},
		{"json decode, reused", jsonText, reuse(jsonfrontend.Frontend{}.DecodeInto)},
		{"parse, reused", irText, reuse(ir.ParseInto)},
		{"parse", irText, fresh(ir.Parse)},
		{"write IR JSON", irText, appended(ir.AppendJSON)},
		{"sanitize value", valueText, clean(cleaning.Value)},
		{"sanitize code", codeText, clean(cleaning.Code)},
		{"sanitize json", jsonText, clean(cleaning.JSON)},
	}
}

// fit makes an input of a family whose text is nearly size bytes long, and not
// longer.
func fit(f family, g growing, size int) (*ir.IR, string) {
	n := size / 100
	for {
		x := f.make(n)
		text := g.text(x)
		if len(text) <= size && (len(text) > size-size/50 || n == 1) {
			return x, text
		}
		next := max(1, int(float64(n)*float64(size)*0.995/float64(len(text))))
		if next == n {
			next--
		}
		n = next
	}
}

// cell is one field of the table of linearity.
type cell struct {
	family, work string
	perByte      float64 // at the large size, ns
	ratio        spread  // time per byte: large to small
}

// measureLinear compares the time per byte of the large size with that of the
// small one, for each work on each family.
func measureLinear(c config) []cell {
	if c.quick {
		c.slot /= 4
	} else {
		c.slot, c.rounds = min(c.slot, 25*1e6), max(5, c.rounds-2)
	}
	var cells []cell
	for _, g := range growers() {
		for _, f := range families() {
			var pair []contestant
			for _, size := range []int{smallInput, largeInput} {
				x, text := fit(f, g, size)
				pair = append(pair, contestant{units: len(text), run: g.start(x, text)})
			}
			r := measure(c, pair)
			cells = append(cells, cell{f.name, g.name, r[1].median(), ratio(r[1].ns, r[0].ns)})
		}
	}
	return cells
}
