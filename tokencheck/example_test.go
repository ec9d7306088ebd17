package tokencheck_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/vocab"
)

// Package vocab makes the tokenizers; New is for who has the files elsewhere.
func ExampleNew() {
	claude := tokencheck.New("claude", func() ([]byte, error) { return os.ReadFile("vocab/data/claude.gz") })
	n, err := claude.Count("cancel(order_42)")
	fmt.Println(n, err)
	ids, err := claude.Encode("cancel")
	fmt.Println(ids, err)
	pieces, err := claude.Pieces("cancel(order_42)")
	fmt.Printf("%q %v\n", pieces, err)
	// Output:
	// 6 <nil>
	// [9613] <nil>
	// ["cancel" "(" "order" "_" "42" ")"] <nil>
}

func ExampleRecorded() {
	file := `{"tokenizer":"llama-2","text":"cancel","ids":[12611],"pieces":[" cancel"]}`
	llama := tokencheck.Recorded("llama-2", func() ([]byte, error) { return []byte(file), nil })
	fmt.Println(llama.Count("cancel"))
	fmt.Println(llama.Count("book"))
	// Output:
	// 1 <nil>
	// 0 the vocabulary of llama-2 is not installed; run: silpc vocab fetch llama-2
}

func ExampleNames() {
	fmt.Println(strings.Join(tokencheck.Names(), " "))
	// Output: gpt-4o gpt-3.5 llama-2 qwen2.5 claude gemini
}

func ExampleList() {
	for _, info := range tokencheck.List() {
		fmt.Println(info.Name, info.Tokens, info.Shipped)
	}
	// Output:
	// gpt-4o 199998 true
	// gpt-3.5 100256 true
	// llama-2 32000 false
	// qwen2.5 151643 true
	// claude 64995 true
	// gemini 256000 false
}

func ExampleCensus() {
	r, err := tokencheck.Census(vocab.Options{Recorded: true}.Tokenizers())
	if err != nil {
		fmt.Println(err)
		return
	}
	verb := r.Rows()[0]
	fmt.Println(verb.Action, verb.Single(), verb.Code.Single())
	for i, c := range r.Columns {
		alone, code := verb.Probes[0].Cells[i], verb.Code.Cells[i]
		fmt.Printf("%s: %d (single: %v), worst %d, %s %d\n", c.Name, alone.Count(), alone.Single(), verb.Worst()[i].Count(), verb.Action, code.Count())
	}
	// Output:
	// !CANCEL true false
	// gpt-4o: 1 (single: true), worst 1, !CANCEL 3
	// gpt-3.5: 1 (single: true), worst 1, !CANCEL 2
	// llama-2: 1 (single: true), worst 1, !CANCEL 4
	// qwen2.5: 1 (single: true), worst 1, !CANCEL 2
	// claude: 1 (single: true), worst 1, !CANCEL 2
	// gemini: 1 (single: true), worst 1, !CANCEL 2
}

func ExampleCheckVerb() {
	gpt4o := vocab.Tokenizers()[:1]
	v, err := tokencheck.CheckVerb("!CANCELED", gpt4o)
	fmt.Println(v.Status, v.Reasons, v.Nearest, err)
	// Output: fail [gpt-4o: 2 tokens (c|anceled)] [!CANCEL] <nil>
}

func ExampleCost() {
	x := ir.Task("!BOOK", ir.Arg("hotel"), ir.Named("city", "Tromso"))
	c, err := tokencheck.Cost(x, vocab.Tokenizers()[:1])
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range c.Surfaces {
		fmt.Println(s.Name, s.Tokens, s.Saved, s.BreakEven, s.Range())
	}
	// Output:
	// code [9] [19] [10] 0
	// json [16] [12] [15] 0
	// natural [6] [22] [2] 0
	// nl_json [11] [17] [3] 0
	// ir [28] [0] [0] 0
}

// A Meter serves many IRs.
func ExampleMeter() {
	meter := tokencheck.NewMeter(vocab.Tokenizers()[:1])
	for _, hotel := range []string{"hotel", "cabin"} {
		c, err := meter.Cost(ir.Task("!BOOK", ir.Arg(hotel)))
		fmt.Println(c.Surfaces[0].Text, c.Surfaces[0].Tokens, err)
	}
	// Output:
	// book(hotel) [4] <nil>
	// book(cabin) [4] <nil>
}

func ExampleCollisions() {
	for _, c := range tokencheck.Collisions(1000) {
		fmt.Printf("%d digits: %.2f expected, %d found\n", c.Digits, c.Expected, c.Found)
	}
	// Output:
	// 4 digits: 7.58 expected, 3 found
	// 6 digits: 0.03 expected, 0 found
	// 8 digits: 0.00 expected, 0 found
}

func ExampleHeatMap() {
	r, err := tokencheck.Census(vocab.Options{Recorded: true}.Tokenizers())
	if err != nil {
		fmt.Println(err)
		return
	}
	svg := tokencheck.HeatMap(r.Columns, tokencheck.Group{Title: "Table 7", Rows: r.Verbs})
	fmt.Println(strings.HasPrefix(svg, "<svg "), strings.Count(svg, "<g>"))
	// Output: true 234
}
