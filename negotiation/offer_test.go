package negotiation_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

func offer(versions, frontends, preferred string) negotiation.Offer {
	return negotiation.Offer{Versions: strings.Split(versions, ","), Frontends: strings.Split(frontends, ","), Preferred: preferred}
}

func many(name string, n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(name, i)
	}
	return strings.Join(names, ",")
}

// What a line holds, and what is written for it again.
func TestLines(t *testing.T) {
	withN := offer("v1", "code", "code")
	withN.N = 9999
	for _, row := range []struct {
		name, line string
		want       negotiation.Offer
		again      string // "" if it is the line
	}{
		{"the design's ping", "//ping v1 code,json", offer("v1", "code,json", ""), ""},
		{"the design's pong", "//pong v1 code,json prefer=code", offer("v1", "code,json", "code"), ""},
		{"a ping has wishes too", "//ping v1 code,json prefer=json", offer("v1", "code,json", "json"), ""},
		{"heartbeat", "//pong v1 code prefer=code n=9999", withN, ""},
		{"words in another order", "//pong v1 code n=9999 prefer=code", withN, "//pong v1 code prefer=code n=9999"},
		{"versions", "//ping v1,v2,v10 code", offer("v1,v2,v10", "code", ""), ""},
		{"all frontends of Table 9", "//ping v1 code,json,natural,nl_json,llmlingua2", offer("v1", "code,json,natural,nl_json,llmlingua2", ""), ""},
		{"frontends of others", "//ping v1 7,_,x9_y", offer("v1", "7,_,x9_y", ""), ""},
		{"unknown words", "//ping v1 code a=b session=k3 url=x,y=z!~ a=c", offer("v1", "code", ""), "//ping v1 code"},
		{"line end", "//ping v1 code\r\n", offer("v1", "code", ""), "//ping v1 code"},
		{"blanks around", " \t\n//ping v1 code \n\n", offer("v1", "code", ""), "//ping v1 code"},
		{"as many as allowed", "//ping " + many("v", 32) + " " + many("n", 32), offer(many("v", 32), many("n", 32), ""), ""},
		{"as long as allowed", "//ping v" + strings.Repeat("1", 31) + " " + strings.Repeat("n", 32), offer("v"+strings.Repeat("1", 31), strings.Repeat("n", 32), ""), ""},
	} {
		parse, write := negotiation.ParsePing, negotiation.AppendPing
		if strings.Contains(row.line, "//pong") {
			parse, write = negotiation.ParsePong, negotiation.AppendPong
		}
		got, err := parse(row.line)
		if err != nil || !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s: got %+v, %v", row.name, got, err)
			continue
		}
		if row.again == "" {
			row.again = row.line
		}
		if out, err := write([]byte(">"), got); err != nil || string(out) != ">"+row.again {
			t.Errorf("%s: writes %s, %v", row.name, out, err)
		}
	}
}

// badLines are refused at the place that « marks.
var badLines = []struct{ name, line, msg string }{
	{"empty", "«", "expected //ping, found the end of the text"},
	{"a payload", "«cancel(x)", `expected //ping, found "cancel(x)"`},
	{"a pong", "«//pong v1 code", `expected //ping, found "//pong"`},
	{"in capitals", "«//PING v1 code", `found "//PING"`},
	{"no blank behind it", "«//pingv1 code", `found "//pingv1"`},
	{"no versions", "//ping«", "expected versions, as in v1, found the end of the line"},
	{"no frontends", "//ping v1«", "expected frontends, as in code,json, found the end of the line"},
	{"two blanks", "//ping « v1 code", "found a blank"},
	{"two blanks behind the versions", "//ping v1 « code", "found a blank"},
	{"a tab", "//ping v1«\tcode", "found U+0009"},
	{"a second line", "//ping v1 code«\ncancel(x)", "found a line break"},
	{"a line break for a blank", "//ping v1«\ncode", "found a line break"},
	{"CR inside", "//ping v1 code«\r n=1", "found a line break"},
	{"NUL", "//ping v1 code«\x00", "found U+0000"},
	{"DEL", "//ping v1 code a=«\x7f", "found U+007F"},
	{"not ASCII", "//ping v1 c«\u00f6de", "found U+00F6"},
	{"a hidden character", "//ping v1 code«\u200b,json", "found U+200B"},
	{"not UTF-8", "//ping v1 «\xff", "found an invalid UTF-8 byte"},
	{"versions without v", "//ping «1 code", `"1" is not a protocol version`},
	{"v alone", "//ping «v code", `"v" is not a protocol version`},
	{"a fraction", "//ping v1,«v1.1 code", `"v1.1" is not a protocol version`},
	{"an empty version", "//ping v1,«,v2 code", `"" is not a protocol version`},
	{"a comma too many", "//ping v1,« code", `"" is not a protocol version`},
	{"a version twice", "//ping v1,v2,«v1 code", `"v1" stands twice`},
	{"a long version", "//ping «v" + strings.Repeat("1", 32) + " code", "is not a protocol version"},
	{"too many versions", "//ping " + many("v", 32) + ",«v99 code", "more than 32 versions"},
	{"an upper-case frontend", "//ping v1 code,«JSON", `"JSON" is not the name of a frontend`},
	{"a hyphen", "//ping v1 «nl-json", `"nl-json" is not the name of a frontend`},
	{"an empty frontend", "//ping v1 code,«,json", `"" is not the name of a frontend`},
	{"a frontend twice", "//ping v1 code,json,«code", `"code" stands twice`},
	{"a long name", "//ping v1 «" + strings.Repeat("n", 33), "is not the name of a frontend"},
	{"too many frontends", "//ping v1 " + many("n", 32) + ",«m,m,m", "more than 32 frontends"},
	{"a word without a value", "//ping v1 code «prefer", "expected a word as in prefer=code"},
	{"an empty value", "//ping v1 code «prefer=", "expected a word as in prefer=code"},
	{"an empty key", "//ping v1 code «=code", "expected a word as in prefer=code"},
	{"an upper-case key", "//ping v1 code «Prefer=code", "expected a word as in prefer=code"},
	{"a long key", "//ping v1 code «" + strings.Repeat("k", 33) + "=1", "expected a word as in prefer=code"},
	{"prefers what it lacks", "//ping v1 code prefer=«json", `the preferred frontend "json" is not among the frontends`},
	{"prefers a list", "//ping v1 code,json prefer=«code,json", "is not among the frontends"},
	{"prefers twice", "//ping v1 code prefer=code prefer=«code", "stands twice"},
	{"n twice", "//ping v1 code n=1 n=«1", "stands twice"},
	{"an N of its own", "//ping v1 code n=«2", `"2" is not a defined heartbeat`},
	{"no N", "//ping v1 code n=«0", `"0" is not a defined heartbeat`},
	{"N with a zero", "//ping v1 code n=«05", `"05" is not a defined heartbeat`},
	{"N with a sign", "//ping v1 code n=«+5", `"+5" is not a defined heartbeat`},
	{"N beyond int", "//ping v1 code n=«18446744073709551617", "is not a defined heartbeat"},
	{"too long", "//ping v1 code a=" + strings.Repeat("b", 4079) + "«b", "a line of more than 4096 bytes"},
}

func TestBadLines(t *testing.T) {
	for _, row := range badLines {
		at := strings.Index(row.line, "«")
		line := strings.Replace(row.line, "«", "", 1)
		o, err := negotiation.ParsePing(line)
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || e.Code != ir.InvalidSyntax || e.Offset != at || !strings.Contains(e.Msg, row.msg) || !reflect.DeepEqual(o, negotiation.Offer{}) {
			t.Errorf("%s: got %+v, %v, want %s at %d", row.name, o, err, row.msg, at)
		}
	}
}

// A line may not hide anything from a message, nor fill it.
func TestErrorsRepeatLittle(t *testing.T) {
	long := strings.Repeat("Q", 3000)
	for _, line := range []string{long, "//ping " + long, "//ping v1 " + long, "//ping v1 code " + long, "//ping v1 code prefer=" + long, "//ping v1 code n=" + long} {
		_, err := negotiation.ParsePing(line)
		if err == nil || strings.Count(err.Error(), "Q") > 64 {
			t.Errorf("repeats too much: %v", err)
		}
	}
}

func TestIsPing(t *testing.T) {
	for text, want := range map[string]bool{
		"//ping": true, "//ping v1 code": true, "\r\n\t //ping\n": true, "//ping,": true, "//ping\u00e9": true, "//ping-x": true, "//ping(x)": true,
		"\ufeff//ping v1 code": true, "\u200b\u00a0\u2028\x00\v//ping": true, // what nobody sees
		"": false, "//": false, "//pin": false, "//pinged": false, "//ping_x": false, "//ping1": false, "//pingX": false, "// ping": false, "//PING": false,
		"cancel(x) //ping": false, "/ping": false, "///ping": false, "\xff//ping": false, `"//ping"`: false, "ping": false,
	} {
		pong := strings.ReplaceAll(text, "ping", "pong")
		if negotiation.IsPing(text) != want || negotiation.IsPong(pong) != want || want && (negotiation.IsPong(text) || negotiation.IsPing(pong)) {
			t.Errorf("IsPing(%q) is not %v", text, want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, row := range []struct {
		name, path, msg string
		o               negotiation.Offer
	}{
		{"zero", "/versions", "an offer without versions", negotiation.Offer{}},
		{"no frontends", "/frontends", "an offer without frontends", negotiation.Offer{Versions: []string{"v1"}}},
		{"version", "/versions/1", "is not a protocol version", offer("v1,1", "code", "")},
		{"blank in a name", "/frontends/0", "is not the name of a frontend", offer("v1", "co de", "")},
		{"twice", "/frontends/2", "stands twice", offer("v1", "code,json,json", "")},
		{"many", "/frontends/32", "more than 32 frontends", offer("v1", many("n", 33), "")},
		{"preferred", "/preferred", "is not among the frontends", offer("v1", "code", "json")},
		{"n", "/n", "a heartbeat of 2 turns", negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code"}, N: 2}},
		{"negative n", "/n", "a heartbeat of -1 turns", negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code"}, N: -1}},
	} {
		err := row.o.Validate()
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || e.Code != ir.DecodeFailed || e.Offset != -1 || e.Path != row.path || !strings.Contains(e.Msg, row.msg) {
			t.Errorf("%s: %v", row.name, err)
		}
		for _, write := range []func([]byte, negotiation.Offer) ([]byte, error){negotiation.AppendPing, negotiation.AppendPong} {
			if out, err := write([]byte("x"), row.o); string(out) != "x" || !errors.Is(err, ir.DecodeFailed) {
				t.Errorf("%s: writes %s, %v", row.name, out, err)
			}
		}
		if out, err := json.Marshal(row.o); err == nil {
			t.Errorf("%s: marshals to %s", row.name, out)
		}
	}
}

func TestValidN(t *testing.T) {
	var valid []int
	for n := -10000; n <= 20000; n++ {
		if negotiation.ValidN(n) {
			valid = append(valid, n)
		}
	}
	if !reflect.DeepEqual(valid, []int{1, 5, 10, 15, 20, 9999}) { // draft section 5.2
		t.Error(valid)
	}
}

func TestOfferJSON(t *testing.T) {
	full := offer("v1,v2", "code,json", "json")
	full.N = 10
	for _, row := range []struct {
		name, text string
		want       negotiation.Offer
		again      string
	}{
		{"all members", `{"versions":["v1","v2"],"frontends":["code","json"],"preferred":"json","n":10}`, full, ""},
		{"least", `{"versions":["v1"],"frontends":["code"]}`, offer("v1", "code", ""), ""},
		{"order, blanks, escapes, a whole number", ` {"n": 1e1, "frontends":["c\u006fde","json"],"preferred":"json", "versions" : ["v1","v2"]} `, full, `{"versions":["v1","v2"],"frontends":["code","json"],"preferred":"json","n":10}`},
		{"members of a later version", `{"versions":["v1"],"x":{"y":[null,1,true]},"frontends":["code"],"VERSIONS":1,"preferr\u0435d":2}`, offer("v1", "code", ""), `{"versions":["v1"],"frontends":["code"]}`},
	} {
		got, err := negotiation.ParseOffer(row.text)
		if err != nil || !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s: got %+v, %v", row.name, got, err)
		}
		var in negotiation.Offer
		if err := json.Unmarshal([]byte(row.text), &in); err != nil || !reflect.DeepEqual(in, row.want) {
			t.Errorf("%s: unmarshals to %+v, %v", row.name, in, err)
		}
		if row.again == "" {
			row.again = row.text
		}
		if out, err := json.Marshal(got); err != nil || string(out) != row.again {
			t.Errorf("%s: marshals to %s, %v", row.name, out, err)
		}
	}
}

var badOffers = []struct {
	name, text string
	code       ir.Code
	path, msg  string
}{
	{"not JSON", `//ping`, ir.InvalidSyntax, "", "where JSON allows none"},
	{"trailing", `{"versions":["v1"],"frontends":["code"]} x`, ir.InvalidSyntax, "", "after the end"},
	{"a list", `["v1"]`, ir.DecodeFailed, "", "expected an object"},
	{"null", `null`, ir.DecodeFailed, "", "expected an object"},
	{"duplicate", `{"versions":["v1"],"versions":["v2"],"frontends":["code"]}`, ir.InvalidSyntax, "/versions", "duplicate"},
	{"duplicate by an escape", `{"versions":["v1"],"\u0076ersions":["v2"],"frontends":["code"]}`, ir.InvalidSyntax, "/versions", "duplicate"},
	{"duplicate among unknown", `{"versions":["v1"],"frontends":["code"],"x":{"a":1,"a":1}}`, ir.InvalidSyntax, "/x/a", "duplicate"},
	{"lone surrogate", `{"versions":["v1"],"frontends":["\ud800"]}`, ir.InvalidSyntax, "/frontends/0", "invalid \\u escape"},
	{"other case", `{"Versions":["v1"],"frontends":["code"]}`, ir.DecodeFailed, "/versions", "an offer without versions"},
	{"long s", `{"versions":["v1"],"frontend\u017f":["code"]}`, ir.DecodeFailed, "/frontends", "an offer without frontends"},
	{"a string for a list", `{"versions":"v1","frontends":["code"]}`, ir.DecodeFailed, "/versions", "expected an array"},
	{"a number for a name", `{"versions":["v1"],"frontends":["code",1]}`, ir.DecodeFailed, "/frontends/1", "expected a string"},
	{"null for a list", `{"versions":["v1"],"frontends":null}`, ir.DecodeFailed, "/frontends", "expected an array, got null"},
	{"null preferred", `{"versions":["v1"],"frontends":["code"],"preferred":null}`, ir.DecodeFailed, "/preferred", "expected a string, got null"},
	{"empty preferred", `{"versions":["v1"],"frontends":["code"],"preferred":""}`, ir.DecodeFailed, "/preferred", "an empty name"},
	{"preferred lacks", `{"versions":["v1"],"frontends":["code"],"preferred":"json"}`, ir.DecodeFailed, "/preferred", "is not among the frontends"},
	{"bad name", `{"versions":["v1"],"frontends":["code","nl json"]}`, ir.DecodeFailed, "/frontends/1", "is not the name of a frontend"},
	{"n not defined", `{"versions":["v1"],"frontends":["code"],"n":7}`, ir.DecodeFailed, "/n", "is not a defined heartbeat"},
	{"n 0", `{"versions":["v1"],"frontends":["code"],"n":0}`, ir.DecodeFailed, "/n", "is not a defined heartbeat"},
	{"n not whole", `{"versions":["v1"],"frontends":["code"],"n":1.5}`, ir.DecodeFailed, "/n", "is not a defined heartbeat"},
	{"n beyond 32 bits", `{"versions":["v1"],"frontends":["code"],"n":4294967297}`, ir.DecodeFailed, "/n", "is not a defined heartbeat"},
	{"n below 32 bits", `{"versions":["v1"],"frontends":["code"],"n":-4294967291}`, ir.DecodeFailed, "/n", "is not a defined heartbeat"}, // 5 in 32 bits
	{"n a string", `{"versions":["v1"],"frontends":["code"],"n":"5"}`, ir.DecodeFailed, "/n", "expected a number"},
	{"too many", `{"versions":["v1"],"frontends":["` + strings.ReplaceAll(many("n", 33), ",", `","`) + `"]}`, ir.DecodeFailed, "/frontends/32", "more than 32 frontends"},
	{"too long", strings.Repeat(" ", 1<<20) + `{}`, ir.InvalidSyntax, "", "over the limit"},
}

func TestBadOffers(t *testing.T) {
	for _, row := range badOffers {
		o, err := negotiation.ParseOffer(row.text)
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || e.Code != row.code || e.Path != row.path || !strings.Contains(e.Msg, row.msg) || !reflect.DeepEqual(o, negotiation.Offer{}) {
			t.Errorf("%s: got %+v, %v", row.name, o, err)
		}
		in := offer("v9", "old", "")
		if err := json.Unmarshal([]byte(row.text), &in); err == nil && row.text != "null" || in.Versions[0] != "v9" {
			t.Errorf("%s: unmarshals to %+v, %v", row.name, in, err)
		}
	}
}
