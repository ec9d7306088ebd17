package negotiation_test

import (
	"fmt"

	"github.com/silp-protocol/silp-go/negotiation"
)

// Both sides have both offers at the end, and so choose the same.
func Example() {
	sender := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}}
	ping, err := negotiation.AppendPing(nil, sender)
	fmt.Println(string(ping), err)

	receiver := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"json", "natural"}, Preferred: "json"}
	got, err := negotiation.ParsePing(string(ping))
	fmt.Println(got.Frontends, err)
	pong, err := negotiation.AppendPong(nil, receiver)
	fmt.Println(string(pong), err)
	fmt.Println(negotiation.Choose(got, receiver))

	answer, err := negotiation.ParsePong(string(pong))
	fmt.Println(answer.Preferred, err)
	fmt.Println(negotiation.Choose(sender, answer))
	// Output:
	// //ping v1 code,json <nil>
	// [code json] <nil>
	// //pong v1 json,natural prefer=json <nil>
	// {v1 json 0} <nil>
	// json <nil>
	// {v1 json 0} <nil>
}

func ExampleOptions_Choose() {
	ping := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"natural"}}
	pong := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "natural"}}
	fmt.Println(negotiation.Choose(ping, pong))
	_, err := negotiation.Options{MustDecode: true}.Choose(ping, pong)
	fmt.Println(err)
	// Output:
	// {v1 natural 0} <nil>
	// unsupported_frontend: the two offers have no frontend in common; offer code or json, since the receiver must decode
}

func ExampleNext() {
	for name, ok := "code", true; ok; name, ok = negotiation.Next(name) {
		fmt.Println(name)
	}
	// Output:
	// code
	// json
	// natural
}

func ExampleParseOffer() {
	o, err := negotiation.ParseOffer(`{"versions":["v1"],"frontends":["code","json"],"preferred":"code"}`)
	fmt.Println(o.Versions, o.Frontends, o.Preferred, err)
	_, err = negotiation.ParseOffer(`{"versions":["v1"],"frontends":["code"],"preferred":"json"}`)
	fmt.Println(err)
	// Output:
	// [v1] [code json] code <nil>
	// decode_failed: /preferred: the preferred frontend "json" is not among the frontends; list it, or prefer another
}

func ExampleIsPing() {
	for _, text := range []string{"//ping v1 code", "cancel(x)", "//pong v1 code"} {
		fmt.Println(negotiation.IsPing(text), negotiation.IsPong(text))
	}
	// Output:
	// true false
	// false false
	// false true
}

func ExampleOffer_Validate() {
	o := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "JSON"}, N: 5}
	fmt.Println(o.Validate(), negotiation.ValidN(o.N))
	// Output: decode_failed: /frontends/1: "JSON" is not the name of a frontend; a name is 1 to 32 of a-z, 0-9 and _ true
}
