package main

import (
	"fmt"
	"log"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

func main() {
	codec := silp.New(silp.Options{})
	task := &ir.IR{Intent: "!BOOK", Entities: []ir.Entity{{ID: "act", Value: "San Francisco, CA"}}}
	payload, err := codec.Encode(task)
	if err != nil {
		log.Fatal(err)
	}
	back, _, err := codec.Decode(payload)
	fmt.Println(payload.Text, ir.Equivalent(task, back), err)
}
