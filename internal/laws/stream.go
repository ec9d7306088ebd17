package laws

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/ir"
)

// Stream: a text that arrives in pieces of the sizes that next gives comes to
// what whole says of it, and what is shown on the way only grows, into that.
func Stream(s *frontend.Stream, whole func(text string) (*ir.IR, []frontend.Diagnostic, error), text string, next func() int) error {
	want, wantDiags, wantErr := whole(text)
	var last frontend.Partial
	for rest := text; rest != ""; {
		n := min(max(next(), 1), len(rest))
		if _, err := s.Write([]byte(rest[:n])); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		rest = rest[n:]
		p := s.Snapshot()
		if err := grows(last, p); err != nil {
			return fmt.Errorf("%q, then %d bytes: %w", text[:len(text)-len(rest)], len(rest), err)
		}
		if wantErr == nil {
			if err := beginsWith(want, p.IR); err != nil {
				return fmt.Errorf("%q shows what the whole has not: %w", text[:len(text)-len(rest)], err)
			}
		}
		if !strings.Contains(text, "\uFFFD") && !strings.Contains(text, `\u`) && strings.Contains(p.Open, "\uFFFD") || !utf8.ValidString(p.Open) {
			return fmt.Errorf("open value %q", p.Open)
		}
		last = p
	}
	got, diags, err := s.Close()
	if fmt.Sprint(err) != fmt.Sprint(wantErr) {
		return fmt.Errorf("close: %v, want %v", err, wantErr)
	}
	if err == nil && (len(ir.Diff(got, want)) > 0 || got.Meta.ReqID != want.Meta.ReqID || fmt.Sprint(diags) != fmt.Sprint(wantDiags)) {
		return fmt.Errorf("close: %v, %v; %v, want %v", ir.Diff(got, want), got.Meta.ReqID, diags, wantDiags)
	}
	if complete := s.Snapshot().Complete; complete != (err == nil) {
		return fmt.Errorf("complete is %v behind Close, which says %v", complete, err)
	}
	return nil
}

// grows compares two snapshots, a taken before b.
func grows(a, b frontend.Partial) error {
	if b.Complete {
		return fmt.Errorf("complete before Close")
	}
	if a.Open != "" && b.Path != "" && a.Offset == b.Offset && !strings.HasPrefix(b.Open, a.Open) {
		return fmt.Errorf("%s was %q and is %q", a.Path, a.Open, b.Open)
	}
	if a.IR == nil {
		return nil
	}
	return beginsWith(b.IR, a.IR)
}

// beginsWith checks that the lists of whole begin with those of part.
func beginsWith(whole, part *ir.IR) error {
	if part.Intent != "" && part.Intent != whole.Intent {
		return fmt.Errorf("intent %s became %s", part.Intent, whole.Intent)
	}
	if len(part.Entities) > len(whole.Entities) || len(part.Constraints) > len(whole.Constraints) || len(part.Alternatives) > len(whole.Alternatives) {
		return fmt.Errorf("a part that was finished is gone")
	}
	cut := ir.IR{
		Intent:       part.Intent,
		Entities:     whole.Entities[:len(part.Entities)],
		Constraints:  whole.Constraints[:len(part.Constraints)],
		Alternatives: whole.Alternatives[:len(part.Alternatives)],
	}
	// Extras of the code surface stand at the end of the text.
	a, b := cut.Clone(), part.Clone()
	for _, x := range []*ir.IR{a, b} {
		for i := range x.Entities {
			x.Entities[i].Extra = nil
		}
		for i := range x.Constraints {
			x.Constraints[i].Extra = nil
		}
		for i := range x.Alternatives {
			x.Alternatives[i].Extra = nil
		}
		x.SILP, x.Version, x.Meta = "", nil, ir.Meta{}
	}
	if d := ir.Diff(b, a); len(d) > 0 {
		return fmt.Errorf("a part that was finished changed: %v", d)
	}
	return nil
}
