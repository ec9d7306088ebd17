package vocab_test

import (
	"context"
	"fmt"
	"os"

	"github.com/silp-protocol/silp-go/tokencheck/vocab"
)

func ExampleTokenizers() {
	gpt4o := vocab.Tokenizers()[0]
	pieces, err := gpt4o.Pieces("cancel(order_42)")
	fmt.Printf("%s %q %v\n", gpt4o.Name(), pieces, err)
	// Output: gpt-4o ["cancel" "(order" "_" "42" ")"] <nil>
}

// The vocabularies that are fetched stand in a folder.
func ExampleOptions() {
	o := vocab.Options{Dir: "no-such-folder"}
	dir, err := o.Location()
	fmt.Println(dir, err, o.Installed("gpt-4o"), o.Installed("llama-2"))
	_, err = o.Tokenizers()[2].Count("cancel(order_42)")
	fmt.Println(err)
	_, err = o.Fetch(context.Background(), "gpt-4o", os.Stderr)
	fmt.Println(err)
	// Output:
	// no-such-folder <nil> true false
	// the vocabulary of llama-2 is not installed; run: silpc vocab fetch llama-2
	// the vocabulary of gpt-4o is embedded; there is nothing to fetch
}
