package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/frontend/natural"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
)

// settings are the flags that several commands have.
type settings struct {
	surface      surfaceFlag
	meta         bool
	nullAsAbsent bool
	verbs        verbsFlag
	policy       policyFlag
	tolerant     bool
	rulesFile    string
	rules        *ir.Rules // of rulesFile, nil without one
}

// frontends returns the surfaces of this build, in the order of draft Table 9.
func frontends(withMeta bool) []frontend.Frontend {
	return []frontend.Frontend{
		code.Frontend{WithMeta: withMeta}, jsonfrontend.Frontend{WithMeta: withMeta}, natural.Frontend{}, natural.NLJSON{},
	}
}

func (s *settings) addSurface(cmd *cobra.Command) {
	s.surface = "code"
	cmd.Flags().VarP(&s.surface, "frontend", "f", "the surface: code, json, natural or nl_json")
	names := []string{}
	for _, f := range frontends(false) {
		names = append(names, f.Name())
	}
	// It fails only for a flag that is not there.
	_ = cmd.RegisterFlagCompletionFunc("frontend", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

func (s *settings) addMeta(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&s.meta, "meta", false, "write silp, version and meta into the text (code and json)")
}

func (s *settings) addNull(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&s.nullAsAbsent, "null-as-absent", false, "read null as absent for optional members")
}

func (s *settings) addVerbs(cmd *cobra.Command, preset ir.Verbs) {
	s.verbs.Verbs = preset
	cmd.Flags().Var(&s.verbs, "verbs", "the verbs to allow: any, whitelist, or names to allow besides the whitelist, as in RUN,STOP")
}

func (s *settings) addRules(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.rulesFile, "rules", "", "take only what the rules in this JSON `FILE` allow")
}

// loadRules reads the file of --rules, if there is one. A fault in it is one of
// the command line.
func (s *settings) loadRules() error {
	if s.rulesFile == "" {
		return nil
	}
	f, err := os.Open(s.rulesFile)
	if err != nil {
		return fmt.Errorf("--rules: %w", err)
	}
	defer f.Close()
	text, err := readText(f)
	if err != nil {
		return fmt.Errorf("--rules: %w", err)
	}
	if s.rules, err = ir.ParseRules(text); err == nil {
		return nil
	}
	_, e := details(text, err)
	line, column := ir.Position(text, e.Offset)
	msg := fmt.Sprintf("--rules %s: line %d, column %d: %s", s.rulesFile, line, column, e.Msg)
	if e.Hint != "" {
		msg += "; " + e.Hint
	}
	return errors.New(msg)
}

func (s *settings) addPolicy(cmd *cobra.Command) {
	cmd.Flags().Var(&s.policy, "policy", "what to do about hidden and look-alike characters: strict refuses, clean removes, inspect reports")
	_ = cmd.RegisterFlagCompletionFunc("policy", cobra.FixedCompletions(policies[:], cobra.ShellCompDirectiveNoFileComp))
}

// policies are the values of --policy, by sanitize.Policy.
var policies = [...]string{sanitize.Strict: "strict", sanitize.Clean: "clean", sanitize.Inspect: "inspect"}

// policyFlag is the value of --policy.
type policyFlag struct{ sanitize.Policy }

func (f *policyFlag) String() string { return policies[f.Policy] }
func (f *policyFlag) Type() string   { return "NAME" }

func (f *policyFlag) Set(name string) error {
	i := slices.Index(policies[:], name)
	if i < 0 {
		return fmt.Errorf("the policies are strict, clean and inspect")
	}
	f.Policy = sanitize.Policy(i)
	return nil
}

// check refuses flags that do not go together.
func (s *settings) check() error {
	if s.meta && s.surface != "code" && s.surface != "json" {
		return fmt.Errorf("--meta needs -f code or -f json: a text of %s holds no meta", s.surface)
	}
	return nil
}

// parseInto reads an IR by the flags.
func (s *settings) parseInto(x *ir.IR, text string) error {
	return ir.Options{NullAsAbsent: s.nullAsAbsent}.ParseInto(x, text)
}

// surfaceFlag is the value of -f.
type surfaceFlag string

func (f *surfaceFlag) String() string { return string(*f) }
func (f *surfaceFlag) Type() string   { return "NAME" }

func (f *surfaceFlag) Set(name string) error {
	for _, known := range frontends(false) {
		if known.Name() == name {
			*f = surfaceFlag(name)
			return nil
		}
	}
	return fmt.Errorf("the surfaces are code, json, natural and nl_json")
}

// verbsFlag is the value of --verbs. Given several times, it adds up.
type verbsFlag struct {
	ir.Verbs
	set bool
}

func (f *verbsFlag) Type() string { return "LIST" }

func (f *verbsFlag) String() string {
	switch {
	case f.Any:
		return "any"
	case len(f.Also) == 0:
		return "whitelist"
	}
	names := make([]string, len(f.Also))
	for i, a := range f.Also {
		names[i] = string(a)
	}
	return strings.Join(names, ",")
}

func (f *verbsFlag) Set(list string) error {
	if !f.set {
		// The preset makes way for what the user says.
		*f = verbsFlag{set: true}
	}
	switch list {
	case "any":
		f.Any = true
		return nil
	case "whitelist":
		return nil
	}
	for name := range strings.SplitSeq(list, ",") {
		a, err := parseVerb(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		f.Also = append(f.Also, a)
	}
	return nil
}

// parseVerb reads !RUN, RUN (which spares quoting the "!" in a shell) or run.
func parseVerb(name string) (ir.Action, error) {
	if name == "any" || name == "whitelist" {
		return "", fmt.Errorf("%s stands alone; write !%s for a verb of that name", name, strings.ToUpper(name))
	}
	for _, a := range []ir.Action{ir.Action(name), ir.Action("!" + name)} {
		if a.Valid() {
			return a, nil
		}
	}
	if a, ok := ir.ActionOf(name); ok {
		return a, nil
	}
	return "", fmt.Errorf("%s is no verb; write !RUN, RUN or run", show.Quote(name))
}
