package sanitize_test

import (
	"fmt"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
)

func ExampleValue() {
	for _, s := range []string{"می\u200cروم", "сор", "bob\u200b"} {
		_, _, err := sanitize.Value(s)
		fmt.Printf("%+q %v\n", s, err)
	}
	// Output:
	// "\u0645\u06cc\u200c\u0631\u0648\u0645" <nil>
	// "\u0441\u043e\u0440" <nil>
	// "bob\u200b" invalid_syntax: U+200B (zero-width space) in a value, where the writing does not need it (offset 3); remove it
}

func ExampleName() {
	for _, s := range []string{"цена", "r\u0430in", "\u0456ntent"} {
		_, _, err := sanitize.Name(s)
		fmt.Printf("%+q %v\n", s, err)
	}
	// Output:
	// "\u0446\u0435\u043d\u0430" <nil>
	// "r\u0430in" invalid_syntax: U+0430, which looks like "a", in a name of ASCII letters (offset 1); write the name in one script
	// "\u0456ntent" invalid_syntax: U+0456, which looks like "i", in a name that looks like intent and is not (offset 0); write "intent", or another name
}

func ExampleVerb() {
	_, _, err := sanitize.Verb("\u0441ancel")
	fmt.Println(err)
	// Output: invalid_syntax: U+0441, which looks like "c", in a verb (offset 0); write "cancel"
}

func ExampleCode() {
	_, _, err := sanitize.Code("can\u200bcel(flight)")
	fmt.Println(err)
	// Output: invalid_syntax: U+200B (zero-width space) in a verb (offset 3); write "cancel"
}

func ExampleOptions_Code() {
	o := sanitize.Options{Policy: sanitize.Clean}
	text, report, err := o.Code("\u0441an\u200bcel(flight); email(\"b\\u200bob\")")
	fmt.Println(text, err)
	for _, f := range report.Findings {
		fmt.Printf("%d+%d %s in a %s: %s %q\n", f.Offset, f.Length, f.Kind, f.Where, f.Action, f.Suggestion)
	}
	// Output:
	// cancel(flight); email("bob") <nil>
	// 4+3 ZeroWidth in a verb: removed ""
	// 0+2 Homoglyph in a verb: folded "cancel"
	// 28+6 ZeroWidth in a value: removed ""
}

func ExampleJSON() {
	_, _, err := sanitize.JSON(`{"intent":"!CANCEL","act":"bob\udb40\udc49"}`)
	fmt.Println(err)
	// Output: invalid_syntax: /act: U+E0049 (tag character) in a value (offset 30); remove it
}

func ExampleOptions_IR() {
	x := ir.Task("!EMAIL", ir.Arg("p\u0430ypal"), ir.Named("note", "a\u202eb"))
	_, _, err := sanitize.Options{}.IR(x)
	fmt.Println(err)
	y, report, err := sanitize.Options{Policy: sanitize.Clean}.IR(x)
	fmt.Printf("%q %v\n", y.Entities[1].Value, err)
	for _, f := range report.Findings {
		fmt.Println(f.Path, f.Kind, f.Action)
	}
	// Output:
	// decode_failed: /entities/1/value: U+202E (right-to-left override) in a value, without its partner or without right-to-left text; remove it
	// "ab" <nil>
	// /entities/0/value MixedScript kept
	// /entities/1/value BidiUnbalanced removed
}

func ExampleOptions_Value() {
	o := sanitize.Options{Policy: sanitize.Inspect}
	s, report, err := o.Value("a\u200bb")
	fmt.Printf("%+q %d %v %v\n", s, report.Total, report.Findings[0].Kind, err)
	// Output: "a\u200bb" 1 ZeroWidth <nil>
}

func ExampleIsClean() {
	fmt.Println(sanitize.IsClean("👩\u200d💻"), sanitize.IsClean("a\u200db"))
	// Output: true false
}

func ExampleSkeleton() {
	fmt.Println(sanitize.Skeleton("\u0441an\u200bcel"), sanitize.Skeleton("Ｐａｙ"))
	// Output: cancel Pay
}

func ExampleConfusable() {
	fmt.Printf("%q %q %q\n", sanitize.Confusable('\u0430'), sanitize.Confusable('；'), sanitize.Confusable('中'))
	// Output: "a" ";" ""
}

func ExampleExplain() {
	for _, r := range "\u200b\u0430\u0301a中\u0378\U000e0041" {
		fmt.Println(sanitize.Explain(r))
	}
	// Output:
	// U+200B (zero-width space): nobody sees it
	// U+0430, which looks like "a"
	// U+0301, a combining mark
	// 'a'
	// U+4E2D, a letter
	// U+0378, not a character in Unicode 17.0.0
	// U+E0041 (tag character): nobody sees it
}
