package negotiation_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

// table9 are the frontends of draft Table 9.
var table9 = []string{"code", "json", "natural", "nl_json", "llmlingua2"}

// offers are all offers over Table 9: 31 sets, each with each of its members, or
// none, preferred.
func offers() (all []negotiation.Offer) {
	for set := 1; set < 1<<len(table9); set++ {
		o := negotiation.Offer{Versions: []string{"v1"}}
		for i, name := range table9 {
			if set>>i&1 == 1 {
				o.Frontends = append(o.Frontends, name)
			}
		}
		for _, p := range append([]string{""}, o.Frontends...) {
			o.Preferred = p
			all = append(all, o)
		}
	}
	return all
}

// chooseByRule is the rule of the package documentation, word by word.
func chooseByRule(ping, pong negotiation.Offer, mustDecode bool) string {
	var both []string
	for _, name := range table9 {
		if slices.Contains(ping.Frontends, name) && slices.Contains(pong.Frontends, name) {
			both = append(both, name)
		}
	}
	decodes := func(name string) bool { return name == "code" || name == "json" }
	if slices.Contains(both, pong.Preferred) && (!mustDecode || decodes(pong.Preferred)) {
		return pong.Preferred
	}
	for _, name := range []string{"code", "json", "natural"} {
		if slices.Contains(both, name) && (!mustDecode || decodes(name)) {
			return name
		}
	}
	return ""
}

// Each side has its own offer and the other's line. For every pair of offers
// both choose the same frontend, one that both have, or fail with the same code.
func TestChooseEveryPair(t *testing.T) {
	all := offers()
	lines := make([][2]string, len(all))
	for i, o := range all {
		ping, err := negotiation.AppendPing(nil, o)
		if err != nil {
			t.Fatal(err)
		}
		pong, err := negotiation.AppendPong(nil, o)
		if err != nil {
			t.Fatal(err)
		}
		lines[i] = [2]string{string(ping), string(pong)}
	}
	received := func(parse func(string) (negotiation.Offer, error), line string) negotiation.Offer {
		o, err := parse(line)
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(o.Frontends) // their order says nothing
		return o
	}
	chosen := make(map[string]int)
	for i, ping := range all {
		gotPing := received(negotiation.ParsePing, lines[i][0])
		for j, pong := range all {
			gotPong := received(negotiation.ParsePong, lines[j][1])
			for _, must := range []bool{false, true} {
				opt := negotiation.Options{MustDecode: must}
				sender, err1 := opt.Choose(ping, gotPong)
				receiver, err2 := opt.Choose(gotPing, pong)
				want := chooseByRule(ping, pong, must)
				if sender != receiver || sender.Frontend != want || (want == "") != errors.Is(err1, ir.UnsupportedFrontend) || (want == "") != errors.Is(err2, ir.UnsupportedFrontend) {
					t.Fatalf("%s and %s, must decode %v: %v, %v and %v, %v, want %q", lines[i][0], lines[j][1], must, sender, err1, receiver, err2, want)
				}
				chosen[want]++
			}
		}
	}
	if len(all) != 111 || len(chosen) != 6 {
		t.Errorf("%d offers, chosen %v", len(all), chosen)
	}
}

func TestChooseVersion(t *testing.T) {
	for _, row := range []struct{ ping, pong, want string }{
		{"v1", "v1", "v1"},
		{"v1,v2", "v2,v1", "v2"},
		{"v9,v10", "v10,v9", "v10"},
		{"v2,v3", "v1,v2", "v2"},
		{"v1", "v2", ""},
		{"v1", "v01", ""},
		{"v1,v01", "v01,v1", "v01"},
		{"v0", "v0", "v0"},
		{"v99999999999999999998,v99999999999999999999", "v99999999999999999999,v99999999999999999998", "v99999999999999999999"},
	} {
		for _, pair := range [][2]string{{row.ping, row.pong}, {row.pong, row.ping}} {
			got, err := negotiation.Choose(offer(pair[0], "code", ""), offer(pair[1], "code", ""))
			if got.Version != row.want || (row.want == "") != errors.Is(err, ir.UnsupportedVersion) {
				t.Errorf("%v: got %v, %v", pair, got, err)
			}
		}
	}
}

// The offers of others, and offers that nobody validated.
func TestChooseOther(t *testing.T) {
	for _, row := range []struct {
		name       string
		ping, pong negotiation.Offer
		want       string
	}{
		{"a name of others is chosen if preferred", offer("v1", "code,x9", ""), offer("v1", "code,x9", "x9"), "x9"},
		{"and not otherwise", offer("v1", "x9", ""), offer("v1", "x9", ""), ""},
		{"the ping's wish decides nothing", offer("v1", "code,json", "json"), offer("v1", "code,json", ""), "code"},
		{"prefers what only the ping has", offer("v1", "code,json", ""), offer("v1", "code", "json"), "code"},
		{"prefers what nobody has", offer("v1", "code", ""), offer("v1", "code", "json"), "code"},
		{"math is not in the chain", offer("v1", "math,json", ""), offer("v1", "math,json", ""), "json"},
	} {
		got, err := negotiation.Choose(row.ping, row.pong)
		if got.Frontend != row.want || (row.want == "") != errors.Is(err, ir.UnsupportedFrontend) {
			t.Errorf("%s: %v, %v", row.name, got, err)
		}
	}
	if c, err := negotiation.Choose(negotiation.Offer{}, negotiation.Offer{}); !errors.Is(err, ir.UnsupportedVersion) || c != (negotiation.Choice{}) {
		t.Errorf("empty offers: %v, %v", c, err)
	}
	pong := offer("v1", "code", "")
	pong.N = 20
	if c, _ := negotiation.Choose(offer("v1", "code", ""), pong); c.N != 20 {
		t.Errorf("the pong's heartbeat is lost: %v", c)
	}
}

// The chain of draft section 5.3, in the reading of revision 02.
func TestNext(t *testing.T) {
	for _, row := range []struct {
		name, next, decoding string
	}{
		{"code", "json", "json"}, {"json", "natural", ""}, {"natural", "", ""}, {"nl_json", "", ""}, {"llmlingua2", "", ""}, {"math", "", ""}, {"", "", ""},
	} {
		next, ok := negotiation.Next(row.name)
		decoding, ok2 := negotiation.Options{MustDecode: true}.Next(row.name)
		if next != row.next || ok != (next != "") || decoding != row.decoding || ok2 != (decoding != "") {
			t.Errorf("behind %q come %q and %q", row.name, next, decoding)
		}
	}
}
