package negotiation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/silp-protocol/silp-go/ir"
)

// Options narrows a choice. Both sides must use the same.
type Options struct {
	// MustDecode says that the receiver turns texts back into IRs. The chain
	// then ends at json, and natural, nl_json and llmlingua2, which have no
	// decode (draft Table 9), are not chosen even if the pong prefers them.
	MustDecode bool
}

// Choice is what two offers come to.
type Choice struct {
	Version  string // the highest that both have
	Frontend string
	N        int // the pong's heartbeat; 0 where it names none
}

// Choose returns what both sides use after the given ping and pong. Without a
// common version the error has code unsupported_version, without a common
// frontend unsupported_frontend.
func Choose(ping, pong Offer) (Choice, error) { return Options{}.Choose(ping, pong) }

// Choose is the package's Choose with options.
func (o Options) Choose(ping, pong Offer) (Choice, error) {
	version := ""
	for _, v := range ping.Versions {
		if slices.Contains(pong.Versions, v) && compareVersions(v, version) > 0 {
			version = v
		}
	}
	if version == "" {
		return Choice{}, &ir.Error{Code: ir.UnsupportedVersion, Offset: -1,
			Msg: "the two offers have no version in common", Hint: "offer v1"}
	}
	both := func(name string) bool {
		return slices.Contains(ping.Frontends, name) && slices.Contains(pong.Frontends, name)
	}
	if p := pong.Preferred; p != "" && both(p) && !(o.MustDecode && lossy(p)) {
		return Choice{version, p, pong.N}, nil
	}
	for name, ok := "code", true; ok; name, ok = o.Next(name) {
		if both(name) {
			return Choice{version, name, pong.N}, nil
		}
	}
	hint := "offer code or json; nl_json and llmlingua2 must be what the pong prefers"
	if o.MustDecode {
		hint = "offer code or json, since the receiver must decode"
	}
	return Choice{}, &ir.Error{Code: ir.UnsupportedFrontend, Offset: -1, Msg: "the two offers have no frontend in common", Hint: hint}
}

// Next returns the frontend that is tried when the given one failed: json after
// code, natural after json. ok is false where the chain ends, and for frontends
// that have no place in it.
func Next(name string) (next string, ok bool) { return Options{}.Next(name) }

// Next is the package's Next with options.
func (o Options) Next(name string) (next string, ok bool) {
	switch {
	case name == "code":
		return "json", true
	case name == "json" && !o.MustDecode:
		return "natural", true
	}
	return "", false
}

// lossy reports whether draft Table 9 says that a frontend has no decode.
func lossy(name string) bool {
	return name == "natural" || name == "nl_json" || name == "llmlingua2"
}

// compareVersions compares by number; of two spellings of a number the longer
// one is higher. The empty string is lower than all.
func compareVersions(a, b string) int {
	x, y := strings.TrimLeft(a, "v0"), strings.TrimLeft(b, "v0")
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y), cmp.Compare(len(a), len(b)))
}
