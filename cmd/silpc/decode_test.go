package main

import "testing"

// FuzzQuickText: where the quick reader of lines is sure, the parser agrees.
func FuzzQuickText(f *testing.F) {
	for _, s := range []string{
		"", `"`, `""`, `"a" `, `"a\"b"`, `"\ud800"`, `"\u0041\n"`, "\"\x01\"", "\"\xff\"", `"a"x`, `{"text":"a"}`, `{"text":"a","req_id":"0badcafe"}`,
		`{"text":"a","req_id":"\u0041"}`, `{"text":"a","text":"b"}`, `{"text":"a","req_id":"x","text":"b"}`, `{"text":"a","req_id":"x"} `, `{"text":"a" }`,
		`{"text":1}`, `{"text":"é","req_id":"é"}`, "{\"text\":\"a\",\"req_id\":\"\xff\"}", "{\"text\":\"a\",\"req_id\":\"\x7f\"}", `{"text":"a","req_id":"x"`, `{"text":`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		quick, ok := quickText(line)
		if !ok {
			return
		}
		if text, err := parseText(line); err != nil || text != quick {
			t.Fatalf("%q: quickly %q, else %q, %v", line, quick, text, err)
		}
	})
}

// The lines that compile --jsonl prints are read quickly.
func TestQuickText(t *testing.T) {
	for line, want := range map[string]string{
		`{"text":"book(\"a b\")","req_id":"0badcafe"}`: `book("a b")`,
		`{"text":"book(é)"}`:                           `book(é)`,
		`"book(a)"`:                                    `book(a)`,
	} {
		if got, ok := quickText(line); !ok || got != want {
			t.Errorf("%s: %q %v", line, got, ok)
		}
	}
}
