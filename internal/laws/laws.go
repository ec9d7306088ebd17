// Package laws holds what must be true of every lossless surface, each as a
// function that returns an error where it is not. Fuzz targets, the soak test
// and the tests over published IRs call them.
package laws

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
)

// IR checks every law that starts from an IR: plain is the surface without the
// header in its text, full the same with it.
func IR(plain, full frontend.Decoder, x *ir.IR, g *irgen.Gen) error {
	return errors.Join(JSON(x), RoundTrip(plain, x, false), RoundTrip(full, x, true),
		Equivalents(plain, full, x, g), Normalised(full, x))
}

// JSON: AppendJSON, then Parse, is the identity.
func JSON(x *ir.IR) error {
	out, err := ir.AppendJSON(nil, x)
	if err != nil {
		return fmt.Errorf("append: %w", err)
	}
	y, err := ir.Parse(string(out))
	if err != nil {
		return fmt.Errorf("parse %q: %w", out, err)
	}
	if d := ir.Diff(x, y); len(d) > 0 || !ir.Equivalent(x, y) || x.Meta.ReqID != y.Meta.ReqID {
		return fmt.Errorf("parse(append): %v", d)
	}
	again, err := ir.AppendJSON(nil, y)
	if err != nil || string(again) != string(out) {
		return fmt.Errorf("append(parse(append)) is %q, not %q (%v)", again, out, err)
	}
	return nil
}

// RoundTrip: decode(compile(x)) is x (draft section 4.6). Where the text holds
// no header, the header is put back as if it had travelled beside the text.
func RoundTrip(d frontend.Decoder, x *ir.IR, header bool) error {
	before := x.Clone()
	text, err := d.AppendCompile(nil, x)
	if err != nil {
		return fmt.Errorf("%s compile: %w", d.Name(), err)
	}
	if !ir.Equivalent(before, x) {
		return fmt.Errorf("%s compile changed the IR: %v", d.Name(), ir.Diff(before, x))
	}
	var y ir.IR
	if err := d.DecodeInto(&y, string(text)); err != nil {
		return fmt.Errorf("%s decode %q: %w", d.Name(), text, err)
	}
	if !header {
		y.SILP, y.Version, y.Meta = x.SILP, x.Version, x.Meta
	}
	if diff := ir.Diff(x, &y); len(diff) > 0 || !ir.Equivalent(x, &y) {
		return fmt.Errorf("%s %q: %v", d.Name(), text, diff)
	}
	return sameCalls(x, &y)
}

func sameCalls(x, y *ir.IR) error {
	type call struct {
		verb ir.Action
		args int
	}
	var a, b []call
	for verb, args := range x.Calls() {
		a = append(a, call{verb, len(args)})
	}
	for verb, args := range y.Calls() {
		b = append(b, call{verb, len(args)})
	}
	if fmt.Sprint(a) != fmt.Sprint(b) {
		return fmt.Errorf("the calls %v became %v", a, b)
	}
	return nil
}

// Text: whatever text decodes, its IR compiles to a text that decodes to the
// same IR. full is the surface with the header in its text.
func Text(full frontend.Decoder, text string) error {
	var x ir.IR
	if err := full.DecodeInto(&x, text); err != nil {
		return typed(err, len(text))
	}
	canonical, err := full.AppendCompile(nil, &x)
	if err != nil {
		return fmt.Errorf("%q does not compile: %w", text, err)
	}
	var y ir.IR
	if err := full.DecodeInto(&y, string(canonical)); err != nil {
		return fmt.Errorf("%q became %q: %w", text, canonical, err)
	}
	if diff := ir.Diff(&x, &y); len(diff) > 0 {
		return fmt.Errorf("%q became %q: %v", text, canonical, diff)
	}
	again, err := full.AppendCompile(nil, &y)
	if err != nil || string(again) != string(canonical) {
		return fmt.Errorf("%q, then %q (%v)", canonical, again, err)
	}
	return sameCalls(&x, &y)
}

// typed: an error is a *ir.Error with a code, and a place in the text.
func typed(err error, n int) error {
	e, ok := errors.AsType[*ir.Error](err)
	if !ok {
		return fmt.Errorf("not a *ir.Error: %w", err)
	}
	if e.Code != ir.InvalidSyntax && e.Code != ir.DecodeFailed || e.Frontend == "" {
		return fmt.Errorf("code %q of frontend %q: %w", e.Code, e.Frontend, err)
	}
	if e.Offset > n || e.Offset < 0 && e.Path == "" {
		return fmt.Errorf("no place in the text: %w", err)
	}
	if len(e.Error()) > 600 {
		return fmt.Errorf("a message of %d bytes", len(e.Error()))
	}
	return nil
}

// Equivalents: equivalent IRs compile to equal bytes.
func Equivalents(plain, full frontend.Decoder, x *ir.IR, g *irgen.Gen) error {
	y := g.Vary(x)
	if !ir.Equivalent(x, y) {
		return fmt.Errorf("a variation changed the IR: %v", ir.Diff(x, y))
	}
	for _, d := range []frontend.Decoder{plain, full} {
		a, errA := d.AppendCompile(nil, x)
		b, errB := d.AppendCompile(nil, y)
		if errA != nil || errB != nil || string(a) != string(b) {
			return fmt.Errorf("%s: equivalent IRs give %q and %q (%v, %v)", d.Name(), a, b, errA, errB)
		}
	}
	return nil
}

// Normalised: a hop that normalises a compiled text leaves its calls,
// constraints and alternatives, or makes it an error. Values are compared as
// the hop made them.
func Normalised(d frontend.Decoder, x *ir.IR) error {
	text, err := d.AppendCompile(nil, x)
	if err != nil {
		return err
	}
	for _, form := range []norm.Form{norm.NFC, norm.NFD, norm.NFKC, norm.NFKD} {
		hop := form.String(string(text))
		// U+034F never stands raw in a compiled text: the norm package puts it
		// into long runs of marks (stream-safe form), normalisation does not.
		if hop == string(text) || strings.ContainsRune(hop, '\u034f') {
			continue
		}
		var y ir.IR
		if d.DecodeInto(&y, hop) != nil {
			continue
		}
		// NFKD is the form in which every hop's value is the same.
		if a, b := shape(x), shape(&y); a != b {
			return fmt.Errorf("%q became %q: %s, not %s", text, hop, b, a)
		}
	}
	return nil
}

// shape prints everything but extras and header, every string in NFKD.
func shape(x *ir.IR) string {
	s := ""
	str := func(name, v string) { s += fmt.Sprintf(" %s=%q", name, norm.NFKD.String(v)) }
	opt := func(name string, v *string) {
		if v != nil {
			str(name, *v)
		}
	}
	for verb, args := range x.Calls() {
		s += " " + string(verb)
		for _, e := range args {
			str("id", e.ID)
			str("value", e.Value)
		}
	}
	for _, c := range x.Constraints {
		str(" type", c.Type)
		str("value", c.Value)
		opt("time", c.Time)
		opt("subject", c.Subject)
		opt("operator", c.Operator)
	}
	for _, a := range x.Alternatives {
		s += " else " + string(a.Action)
		opt("target", a.Target)
		opt("location", a.Location)
	}
	return s
}
