// Command aidip starts an agent on a loopback port and invokes it twice.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"

	"github.com/silp-protocol/silp-go/carrier/aidip"
	"github.com/silp-protocol/silp-go/ir"
)

func book(_ context.Context, r *aidip.Request) (json.RawMessage, error) {
	for _, e := range r.IR.Entities {
		if e.ID == "city" && e.Value == "Atlantis" {
			return nil, &ir.Error{Code: ir.DecodeFailed, Offset: -1, Msg: "no hotels there", Hint: "name another city"}
		}
	}
	return json.Marshal(map[string]string{"booked": r.Payload.Text})
}

func main() {
	o := aidip.Options{}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/agents/hotels/invoke", o.Handler(book))
	go http.Serve(listener, mux)

	url := "http://" + listener.Addr().String() + "/agents/hotels/invoke"
	for _, city := range []string{"Oslo", "Atlantis"} {
		task := ir.Task("!BOOK", ir.Arg("hotel"), ir.Named("city", city))
		answer, err := o.Invoke(context.Background(), nil, url, nil, task)
		fmt.Println(string(answer), err, errors.Is(err, ir.DecodeFailed))
	}
}
