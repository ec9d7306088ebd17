package ir_test

import (
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

// The IRs of draft Appendix A, built and parsed.
func TestBuildDraftExamples(t *testing.T) {
	for _, row := range []struct {
		name  string
		built *ir.IR
		text  string
	}{
		{"A.1", ir.Task("!START", ir.Arg("hike")).If(ir.Not("rain").At("t+1")).Else(ir.Alt("!START", "cards").In("indoor")),
			`{"intent":"!START","entities":[{"id":"act","value":"hike"}],"constraints":[{"type":"!rain","value":"true","time":"t+1"}],
			  "alternatives":[{"action":"!START","target":"cards","location":"indoor"}],"meta":{"req_id":"a1b2c3d4"}}`},
		{"A.2", ir.Task("!CANCEL", ir.Arg("flight"), ir.Named("time", "t+1pm")).Then("!EMAIL", ir.Arg("zhangsan")).If(ir.Is("loc", "Beijing").At("t+1am").Of("me")),
			`{"intent":"!CANCEL","entities":[{"id":"act","value":"flight"},{"id":"time","value":"t+1pm"},{"id":"act","value":"zhangsan","action":"!EMAIL"}],
			  "constraints":[{"type":"loc","value":"Beijing","time":"t+1am","subject":"me"}],"meta":{"req_id":"e5f6a7b8"}}`},
		{"A.3", ir.Task("!TRANSLATE", ir.Named("src", "fr_rev_bold"), ir.Named("tgt", "shakespeare_en"), ir.Named("style", "archaic_heavy")),
			`{"intent":"!TRANSLATE","entities":[{"id":"src","value":"fr_rev_bold"},{"id":"tgt","value":"shakespeare_en"},{"id":"style","value":"archaic_heavy"}],"meta":{"req_id":"1a2b3c4d"}}`},
		{"A.4", ir.Task("!BOOK", ir.Arg("hotel"), ir.Arg("downtown"), ir.Named("time", "t+5")).If(ir.Cmp("budget", "<=", "500"), ir.Cmp("rating", ">=", "4.0")),
			`{"intent":"!BOOK","entities":[{"id":"act","value":"hotel"},{"id":"act","value":"downtown"},{"id":"time","value":"t+5"}],
			  "constraints":[{"type":"budget","value":"500","operator":"<="},{"type":"rating","value":"4.0","operator":">="}],"meta":{"req_id":"abcd"}}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			if err := row.built.Validate(); err != nil {
				t.Error(err)
			}
			want := parse(t, row.text)
			want.Meta.ReqID = ""
			if d := same(row.built, want); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestBuild(t *testing.T) {
	for _, row := range []struct {
		name, want string
		x          *ir.IR
	}{
		{"without arguments", `{"intent":"!START"`, ir.Task("!START")},
		{"a secondary action without arguments", `{"intent":"!FETCH","entities":[{"id":"act","value":"data"},{"id":"act","value":"","action":"!PROCESS"},{"id":"act","value":"result","action":"!EMAIL"}]`,
			ir.Task("!FETCH", ir.Arg("data")).Then("!PROCESS").Then("!EMAIL", ir.Arg("result"))},
		{"the same action again", `{"intent":"!START","entities":[{"id":"act","value":"a","action":"!EMAIL"},{"id":"k","value":"b","action":"!EMAIL"}]`,
			ir.Task("!START").Then("!EMAIL", ir.Arg("a")).Then("!EMAIL", ir.Named("k", "b"))},
		{"the argument's own action does not count", `{"intent":"!START","entities":[{"id":"act","value":"a"}]`, ir.Task("!START", ir.Entity{ID: "act", Value: "a", Action: "!EMAIL"})},
		{"several conditions and fallbacks", `{"intent":"!START","constraints":[{"type":"a","value":"1"},{"type":"!b","value":"true"},{"type":"!!c","value":"true"}],"alternatives":[{"action":"!BOOK","target":"x"},{"action":"!EMAIL","location":"y"}]`,
			ir.Task("!START").If(ir.Is("a", "1")).If(ir.Not("b"), ir.Not("!c")).Else(ir.Alt("!BOOK", "x")).Else(ir.Alternative{Action: "!EMAIL"}.In("y"))},
	} {
		t.Run(row.name, func(t *testing.T) {
			row.x.Meta.ReqID = "abcd"
			got, err := ir.AppendJSON(nil, row.x)
			if want := row.want + `,"meta":{"req_id":"abcd"}}`; err != nil || string(got) != want {
				t.Errorf("%v\ngot  %s\nwant %s", err, got, want)
			}
		})
	}
}

// A constructor that is called on one value leaves the other ones made from it
// as they are.
func TestBuildSharesNothing(t *testing.T) {
	args := []ir.Entity{ir.Arg("a")}
	x := ir.Task("!START", args...).Then("!EMAIL", args...)
	rain := ir.Not("rain")
	morning, evening := rain.At("t+1am").Of("me"), rain.At("t+1pm")
	cards := ir.Alt("!START", "cards")
	inside := cards.In("indoor")
	if args[0].Action != "" || x.Entities[0].Action != "" || x.Entities[1].Action != "!EMAIL" {
		t.Errorf("%+v, %+v", args, x.Entities)
	}
	if rain.Time != nil || rain.Subject != nil || *morning.Time != "t+1am" || *evening.Time != "t+1pm" || evening.Subject != nil || cards.Location != nil || *inside.Location != "indoor" {
		t.Errorf("%+v %+v %+v %+v", rain, morning, evening, cards)
	}
	for kind, want := range map[string]bool{"rain": false, "!rain": true, "!!rain": true, "!": true, "": false, "a!": false} {
		if ir.Is(kind, "true").Negated() != want {
			t.Errorf("%q: negated %v", kind, !want)
		}
	}
}
