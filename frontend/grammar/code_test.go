package grammar_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/frontend/grammar"
	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/corpus"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

func irs(t testing.TB, generated int) []*ir.IR {
	t.Helper()
	list, err := corpus.IRs(os.DirFS("../../testdata"), generated)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func export(t testing.TB, o grammar.Options) gbnf {
	t.Helper()
	text, err := o.GBNF()
	if err != nil {
		t.Fatal(err)
	}
	return readGBNF(t, text)
}

// The grammar is the strict decoder's, both ways: with AnySpelling it takes what
// the decoder takes and no more; without, what of that is spelled plainly. Not in
// it are annotations.
func TestCode(t *testing.T) {
	list := irs(t, 600)
	verbs := corpus.Verbs(list)
	plain := export(t, grammar.Options{Verbs: verbs})
	all := export(t, grammar.Options{Verbs: verbs, AnySpelling: true})
	wide := export(t, grammar.Options{Verbs: verbs, AnyLetter: true})
	compiled := corpus.Code(list)
	for _, text := range compiled {
		if !corpus.Accepts(text, verbs) || !corpus.Plain(text) {
			t.Fatalf("%q is no compiled text", text)
		}
		if len(text) > 1500 {
			continue // the matcher of this test is slow
		}
		if !plain.accepts("root", text) || !all.accepts("root", text) {
			t.Errorf("the compiled text %q is refused", text)
		}
	}
	n := map[bool]int{}
	for _, text := range corpus.Mutations(compiled, 5000) {
		want := corpus.Accepts(text, verbs)
		n[want]++
		if got := all.accepts("root", text); got != want {
			t.Errorf("AnySpelling: %q: grammar %v, decoder %v", text, got, want)
		}
		if got := plain.accepts("root", text); got != (want && corpus.Plain(text)) {
			t.Errorf("%q: grammar %v, decoder %v, plain %v", text, got, want, want && corpus.Plain(text))
		}
		letters := corpus.Letters(text)
		if got, want := wide.accepts("root", text), corpus.Accepts(letters, verbs) && corpus.Plain(letters); got != want {
			t.Errorf("AnyLetter: %q: grammar %v, decoder %v", text, got, want)
		}
	}
	if n[true] < 500 || n[false] < 1500 {
		t.Errorf("%d mutations were accepted, %d refused: that shows too little", n[true], n[false])
	}
}

// Every string of a few characters that the scanner looks at is a word of the
// grammar exactly if it is one of the decoder.
func TestWords(t *testing.T) {
	g := export(t, grammar.Options{})
	named := []string{"a.b", "a:b", "if1", "t", "ab", "\u0101b", "\u0101", "!x", "", "\u0301", "😀"}
	r := &ir.Rules{Verbs: map[ir.Action]ir.VerbRule{"!BOOK": {AnyEntity: true, Entities: map[string]ir.EntityRule{}}}}
	for _, id := range named {
		r.Verbs["!BOOK"].Entities[id] = ir.EntityRule{Required: true, Repeat: true}
	}
	for _, id := range []string{"act", "time"} {
		r.Verbs["!BOOK"].Entities[id] = ir.EntityRule{Repeat: true}
	}
	others := export(t, grammar.Options{Rules: r})
	alphabet := []string{"a", "b", "i", "f", "t", "+", "1", "x", ".", ":", "@", "\u0101", "\u0301", "\u200b", "!", "é", "(", " "}
	for _, text := range stringsOf(alphabet, 4) {
		bare := func(p codescan.Place) bool {
			end, fault := codescan.Word(text, 0, p)
			return end == len(text) && fault == codescan.None
		}
		word := bare(codescan.Anywhere)
		for rule, want := range map[string]bool{
			"bare":        word,
			"bare-target": bare(codescan.Target),
			"plain-word":  word && !codescan.TimeLike(text),
			"time-like":   codescan.TimeLike(text),
		} {
			if got := g.accepts(rule, text); got != want {
				t.Fatalf("%s: %q: %v, want %v", rule, text, got, want)
			}
		}
		if got, want := others.accepts("other-name", text), word && !slices.Contains(named, text); got != want {
			t.Fatalf("other names: %q: %v, want %v", text, got, want)
		}
	}
	for _, text := range stringsOf([]string{"a", `\u0061`, `\u0101`, "ā", "!", `\u0021`, `\`, `"`, `\"`, `\n`, "b", "x", `\ud83d`, `\uDE00`, "😀", "\u0301", "\n", "\x7f"}, 3) {
		text = `"` + text + `"`
		end, escaped, fault := codescan.Quoted(text, 0)
		ok := end == len(text) && fault == codescan.QuoteOK
		if got := g.accepts("quoted", text); got != ok {
			t.Fatalf("quoted: %q: %v, want %v", text, got, ok)
		}
		value := ""
		if ok {
			value = codescan.Unquote(text, escaped)
		}
		if got, want := g.accepts("name", text), ok && !strings.HasPrefix(value, "!"); got != want {
			t.Fatalf("names: %q: %v, want %v", text, got, want)
		}
		if got, want := others.accepts("other-name", text), ok && !slices.Contains(append(named, "act", "time"), value); got != want {
			t.Fatalf("other names: %q: %v, want %v", text, got, want)
		}
	}
}

// stringsOf returns every string of one to n of the parts.
func stringsOf(parts []string, n int) (all []string) {
	last := []string{""}
	for range n {
		var next []string
		for _, s := range last {
			for _, p := range parts {
				next = append(next, s+p)
			}
		}
		all = append(all, next...)
		last = next
	}
	return all
}

// narrow are rules that use every member that rules have.
const narrow = `{"verbs":{
	"!BOOK":{"entities":{"act":{"required":true,"enum":["hotel","flight","t+1","a b"]},"nights":{},"time":{},"город":{"repeat":true},"город 2":{"required":true,"repeat":true}}},
	"!EMAIL":{"entities":{"act":{"repeat":true},"loc":{"enum":["x@y"]},"to":{"enum":["","me"]}}},
	"!CANCEL":{"entities":{"k":{"enum":["if","a.b"]}},"any_entity":true},
	"!FETCH":{}},
	"constraints":{"budget":{"operators":["<=","<"]},"!rain":{"operators":[""]},"loc":{"enum":["Beijing","x"],"operators":["","in"]},
		"!":{"operators":["in"],"enum":["true"]},"if":{"enum":["t+1"]},"!x":{"enum":["a"]}},
	"alternatives":true}`

func rules(t testing.TB, text string) *ir.Rules {
	t.Helper()
	r, err := ir.ParseRules(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A grammar narrowed by rules takes a text exactly if a receiver with the rules
// does, spelled as the compiler spells it: its words are those of the rules, and
// mutations leave them.
func TestRules(t *testing.T) {
	for _, row := range []struct{ name, text string }{
		{"all", narrow},
		{"any constraint", strings.Replace(narrow, `"alternatives":true`, `"any_constraint":true`, 1)},
		{"two verbs", `{"verbs":{"!BOOK":{"entities":{"act":{"required":true},"nights":{}}},"!EMAIL":{"entities":{"act":{},"k":{"repeat":true}}}}}`},
		{"one verb", `{"verbs":{"!BOOK":{"entities":{"act":{"enum":[""]},"k":{}}}},"alternatives":true}`},
		{"no entities", `{"verbs":{"!BOOK":{},"!EMAIL":{},"!CANCEL":{"entities":{"act":{"enum":["x"]}}}},"any_constraint":true}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := rules(t, row.text)
			g := export(t, grammar.Options{Rules: r})
			var fit []string
			n := map[bool]int{}
			for i := range uint64(6000) {
				x := ruled(irgen.Random(i), r)
				out, err := code.Frontend{}.AppendCompile(nil, x)
				if err != nil {
					t.Fatal(err)
				}
				text, want := string(out), r.Check(x) == nil
				if got := g.accepts("root", text); got != want {
					t.Fatalf("%q: grammar %v, rules %v", text, got, r.Check(x))
				}
				n[want]++
				if want {
					fit = append(fit, text)
				}
			}
			if n[true] < 100 || n[false] < 100 {
				t.Fatalf("%d fit, %d do not: that shows too little", n[true], n[false])
			}
			for _, text := range corpus.Mutations(fit, 3000) {
				x := ir.New()
				err := code.Frontend{}.DecodeInto(x, text)
				if err == nil {
					err = r.Check(x)
				}
				switch got := g.accepts("root", text); {
				case got && err != nil:
					t.Fatalf("%q: accepted, receiver: %v", text, err)
				case !got && err == nil:
					out, _ := code.Frontend{}.AppendCompile(nil, x)
					if string(out) == text || !strings.Contains(string(out), " #") && !g.accepts("root", string(out)) {
						t.Fatalf("%q: refused, compiled %q", text, out)
					}
				}
			}
		})
	}
}

// ruled makes an IR of the names and values that rules have, and some others.
func ruled(g *irgen.Gen, r *ir.Rules) *ir.IR {
	verbs := []ir.Action{"!BOOK", "!EMAIL", "!CANCEL", "!FETCH"}
	verb := func() ir.Action { return verbs[g.Choose(len(verbs))] }
	pick := func(list []string) string {
		if len(list) == 0 || g.Choose(15) == 0 {
			return []string{"x", "", "t+1", "act", "hotel", "true", "a b"}[g.Choose(7)]
		}
		return list[g.Choose(len(list))]
	}
	x := &ir.IR{Intent: verb(), Meta: ir.Meta{ReqID: "a1b2c3d4"}}
	entity := func(a ir.Action) {
		var ids []string
		for id := range r.Verbs[a].Entities {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		id := pick(ids)
		x.Entities = append(x.Entities, ir.Entity{ID: id, Value: pick(r.Verbs[a].Entities[id].Enum), Action: a})
	}
	for a, n := x.Intent, g.Choose(3); n >= 0; n-- {
		for range g.Choose(4) {
			entity(a)
		}
		a = verb()
	}
	var types []string
	for name := range r.Constraints {
		types = append(types, name)
	}
	slices.Sort(types)
	for range g.Choose(5) - 2 {
		name := pick(types)
		rule := r.Constraints[name]
		c := ir.Constraint{Type: name, Value: pick(rule.Enum)}
		if op := pick(append([]string{"", "in", "<="}, rule.Operators...)); op != "" && g.Choose(2) == 0 {
			c.Operator = &op
		}
		if g.Choose(3) == 0 {
			c.Time = new([]string{"t+1", "x"}[g.Choose(2)])
		}
		if g.Choose(4) == 0 {
			c.Subject = new("me")
		}
		x.Constraints = append(x.Constraints, c)
	}
	for range g.Choose(4) - 2 {
		a := ir.Alternative{Action: verb()}
		if g.Choose(2) == 0 {
			a.Target = new(pick(r.Verbs[a.Action].Entities["act"].Enum))
		}
		if g.Choose(2) == 0 {
			a.Location = new(pick(r.Verbs[a.Action].Entities["loc"].Enum))
		}
		x.Alternatives = append(x.Alternatives, a)
	}
	return x
}

// Two verbs and their slots, of all pairs of the 13: calls of these are in the
// grammar, calls of the other eleven and other slots are not.
func TestTwoVerbs(t *testing.T) {
	all := ir.Whitelist()
	for i, a := range all {
		b := all[(i+1)%len(all)]
		r := &ir.Rules{Verbs: map[ir.Action]ir.VerbRule{
			a: {Entities: map[string]ir.EntityRule{"k": {Required: true}}},
			b: {Entities: map[string]ir.EntityRule{"act": {}}},
		}}
		g := export(t, grammar.Options{Rules: r})
		for _, v := range all {
			for _, args := range []string{"", "k=x", "x", "k=x,k=y", "x,y", "j=x", "k=x,x"} {
				for _, front := range []string{"", a.Func() + "(k=x); ", b.Func() + "(x); "} {
					text := front + v.Func() + "(" + args + ")"
					x, err := code.Decode(text)
					if err == nil {
						err = r.Check(x)
					}
					if got := g.accepts("root", text); got != (err == nil) {
						t.Errorf("%s and %s: %s: %v, receiver %v", a, b, text, got, err)
					}
				}
			}
		}
	}
}

// More slots than can be in any order come in that of their ids.
func TestManySlots(t *testing.T) {
	r := &ir.Rules{Verbs: map[ir.Action]ir.VerbRule{"!BOOK": {Entities: map[string]ir.EntityRule{
		"act": {Required: true}, "a": {}, "b": {Required: true}, "c": {}, "d": {Required: true, Repeat: true}, "e": {}, "f": {}, "g": {Repeat: true}, "h": {}}}}}
	g := export(t, grammar.Options{Rules: r})
	for text, want := range map[string]bool{
		"book(x,b=1,d=1)":                         true,
		"book(x,a=1,b=1,c=1,d=1,e=1,f=1,h=1)":     true,
		"book(g=1,x,g=2,b=1,d=1,g=3,d=2,f=1,g=4)": false, // g between the two d
		"book(g=1,x,g=2,b=1,d=1,d=2,g=3,f=1,g=4)": true,
		"book(x,d=1,b=1)":                         false,
		"book(x,b=1)":                             false,
		"book(b=1,d=1)":                           false,
		"book(x,b=1,b=2,d=1)":                     false,
		"book()":                                  false,
	} {
		if got := g.accepts("root", text); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		if x, err := code.Decode(text); want && (err != nil || r.Check(x) != nil) {
			t.Errorf("%s: the receiver refuses it", text)
		}
	}
}

// Bounds hold what is too long and let through what is not.
func TestLengths(t *testing.T) {
	g := export(t, grammar.Options{MaxWord: 8, MaxCalls: 2, MaxList: 3})
	for text, want := range map[string]bool{
		"book(abcdefgh)":                              true,
		"book(a.b.c:de)":                              true,
		`book("abcdefgh")`:                            true,
		`book("\n\u0041\ud83d\ude00.....")`:           true,
		`book("123456789")`:                           false,
		"book(abcdefghijklmnop)":                      false,
		"book(a,b,c)":                                 true,
		"book(a,b,c,d)":                               false,
		"book(a); email(b)":                           true,
		"book(a); email(b); book(c)":                  false,
		"if a<b and a<b and a<b: book()":              true,
		"if a<b and a<b and a<b and a<b: book()":      false,
		"book() else: book(); book(); book()":         true,
		"book() else: book(); book(); book(); book()": false,
	} {
		if got := g.accepts("root", text); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	for _, text := range stringsOf([]string{"a", ".", ":", "i", "f", "t+"}, 4) {
		if end, fault := codescan.Word(text, 0, codescan.Anywhere); len(text) <= 8 && end == len(text) && fault == codescan.None && !g.accepts("word", text) {
			t.Errorf("%q is refused", text)
		}
	}
	for _, rule := range []string{"time-like", "plain-word"} {
		if text := "t+" + strings.Repeat("1", 30); g.accepts(rule, text) || g.accepts(rule, text+"x") {
			t.Errorf("%s has no end", rule)
		}
	}
	// However it is made, a word has an end.
	for _, text := range []string{strings.Repeat("a", 12), strings.Repeat("x", 9), strings.Repeat(":", 40) + "a", "a" + strings.Repeat(":", 40) + "a", "a" + strings.Repeat("..:", 40) + "a", "a" + strings.Repeat("..a", 12)} {
		if g.accepts("word", text) {
			t.Errorf("%q is accepted", text)
		}
	}
}

// With any verb the grammar takes all function names; that no two calls of one
// verb follow each other it cannot say.
func TestAnyVerb(t *testing.T) {
	g := export(t, grammar.Options{Verbs: ir.Verbs{Any: true}})
	for text, want := range map[string]bool{"a_(x); b__c()": true, "A(x)": false, "_a(x)": false, "a(x); a(y)": true, "a() else: b_(x@y)": true} {
		if got := g.accepts("root", text); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// Names of rules do not collide, however slots and verbs are named.
func TestRuleNames(t *testing.T) {
	r := &ir.Rules{Verbs: map[ir.Action]ir.VerbRule{}, AnyConstraint: true, Alternatives: true}
	for _, v := range []ir.Action{"!A", "!A_", "!A__B", "!A_B", "!ROOT", "!WORD", "!ACTIONS", "!START"} {
		r.Verbs[v] = ir.VerbRule{Entities: map[string]ir.EntityRule{"日本": {}, "中国": {}, "args": {}, "1": {}, "word": {Enum: []string{"日", "本"}}, "": {}}}
	}
	o := grammar.Options{Rules: r, Verbs: ir.Verbs{Any: true}}
	g := export(t, o)
	for _, text := range []string{"a(日本=x,中国=y,args=z,1=1,word=日,\"\"=e); a_b(中国=x); root(word=本) else: start()", "if 天气(x): a()"} {
		if !g.accepts("root", text) {
			t.Errorf("%s is refused", text)
		}
	}
	text, err := o.Lark()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		n, _, ok := strings.Cut(line, ": ")
		if !ok || seen[n] || !regexp.MustCompile(`^([a-z][a-z0-9_]*|[A-Z][A-Z0-9_]*)$`).MatchString(n) {
			t.Errorf("rule %q", n)
		}
		seen[n] = true
	}
	if !seen["start"] {
		t.Error("no rule start")
	}
}

// The regular expression is the same language, where there is one.
func TestRegex(t *testing.T) {
	for _, o := range []grammar.Options{
		{Rules: rules(t, `{"verbs":{"!BOOK":{"entities":{"act":{"required":true,"enum":["hotel","flight"]},"nights":{}}},"!EMAIL":{"entities":{"act":{"enum":["x","(y)"]}}}}}`)},
		{Rules: rules(t, `{"verbs":{"!BOOK":{"entities":{"act":{}}},"!EMAIL":{},"!FETCH":{}}}`), MaxCalls: 1},
		{Rules: grammar.Only("!BOOK"), AnyLetter: true, MaxWord: 20, MaxList: 2},
		{Rules: rules(t, `{"verbs":{"!BOOK":{"entities":{"act":{"required":true,"enum":["hotel","flight"]}}},"!EMAIL":{"entities":{"act":{"enum":["x"]}}}}}`), AnySpelling: true},
	} {
		text, err := o.Regex()
		if err != nil {
			t.Fatal(err)
		}
		// Go's syntax has \x{HHHH} for what others write as \u and \U.
		text = regexp.MustCompile(`\\u([0-9A-F]{4})|\\U([0-9A-F]{8})`).ReplaceAllString(text, `\x{$1$2}`)
		re, err := regexp.Compile(`^(?:` + text + `)$`)
		if err != nil {
			t.Fatal(err)
		}
		g := export(t, o)
		seeds := []string{"book(hotel,nights=2)", "book(nights=2,flight); email(x); book(hotel)", `book(hotel,nights="a\n")`, "email()", "book(x)", `email("(y)")`, "if a<=b: book(x)", "book(x) else: book(a@b)", "book(hotel)", " book(hotel)", "book(hotel)\n"}
		n := 0
		for _, text := range append(corpus.Mutations(seeds, 2000), seeds...) {
			got, want := re.MatchString(text), g.accepts("root", text)
			if got != want {
				t.Fatalf("%q: %v, the grammar says %v", text, got, want)
			}
			if want {
				n++
			}
		}
		if n < 20 {
			t.Errorf("only %d texts match", n)
		}
	}
}

// What no grammar can be made of is an error that says why.
func TestErrors(t *testing.T) {
	for _, row := range []struct {
		name string
		o    grammar.Options
		call func(grammar.Options) (string, error)
		want string
	}{
		{"bound", grammar.Options{MaxWord: 2000}, grammar.Options.GBNF, "MaxWord is 2000"},
		{"negative bound", grammar.Options{MaxList: -1}, grammar.Options.Lark, "MaxList is -1"},
		{"no verbs", grammar.Options{Rules: &ir.Rules{}}, grammar.Options.GBNF, "no verb is left"},
		{"verbs off the whitelist", grammar.Options{Rules: grammar.Only("!RUN")}, grammar.Options.Schema, "no verb is left"},
		{"bad verb", grammar.Options{Verbs: ir.Verbs{Also: []ir.Action{"run"}}}, grammar.Options.OpenAISchema, "is not an action code"},
		{"not UTF-8", grammar.Options{Rules: &ir.Rules{Verbs: grammar.Only("!BOOK").Verbs, Constraints: map[string]ir.ConstraintRule{"\xff": {}}}}, grammar.Options.GBNF, "not UTF-8"},
		{"regex of many calls", grammar.Options{Rules: rules(t, `{"verbs":{"!BOOK":{},"!EMAIL":{"entities":{"act":{}}},"!FETCH":{"entities":{"act":{}}},"!START":{"entities":{"act":{}}}}}`)}, grammar.Options.Regex, "set MaxCalls"},
		{"large regex", grammar.Options{MaxCalls: 1}, grammar.Options.Regex, "over the limit"},
		{"no slot", grammar.Options{Rules: rules(t, `{"verbs":{"!BOOK":{"entities":{"intent":{"required":true}}}}}`)}, grammar.Options.Schema, "cannot be a slot"},
	} {
		text, err := row.call(row.o)
		if err == nil || !strings.Contains(err.Error(), row.want) || text != "" {
			t.Errorf("%s: %q, %v", row.name, text, err)
		}
	}
}
