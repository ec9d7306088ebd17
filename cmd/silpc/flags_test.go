package main

import (
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

func TestVerbsFlag(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string // "" if refused
	}{
		{[]string{"any"}, "any"},
		{[]string{"whitelist"}, "whitelist"},
		{[]string{"!RUN"}, "!RUN"},
		{[]string{"RUN, stop_it ,!A__B"}, "!RUN,!STOP_IT,!A__B"},
		{[]string{"run", "stop"}, "!RUN,!STOP"},
		{[]string{"run", "any"}, "any"},
		{[]string{"whitelist", "run"}, "!RUN"},
		{[]string{""}, ""}, {[]string{","}, ""}, {[]string{"Run"}, ""}, {[]string{"!run"}, ""}, {[]string{"!"}, ""},
		{[]string{"_A"}, ""}, {[]string{"run1"}, ""}, {[]string{"run,whitelist"}, ""}, {[]string{"ru\u0131"}, ""},
	} {
		f := verbsFlag{Verbs: ir.Verbs{Any: true}}
		got := ""
		for _, arg := range tt.args {
			if err := f.Set(arg); err != nil {
				got = ""
				break
			}
			got = f.String()
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.args, got, tt.want)
		}
	}
}

// Every surface has the description of draft Table 9.
func TestDescriptions(t *testing.T) {
	for _, f := range frontends(false) {
		if describe(f.Name()) == "" {
			t.Errorf("%s has no description", f.Name())
		}
	}
}
