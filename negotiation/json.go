package negotiation

import (
	"strconv"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// ParseOffer reads an offer from strict JSON, as carriers announce it:
//
//	{"versions":["v1"],"frontends":["code","json"],"preferred":"code","n":10}
//
// preferred and n may be missing. Other members are ignored, as other words of
// a line are; duplicate members are refused, and names are matched exactly. The
// error is a *ir.Error: invalid_syntax with an offset if text is not strict
// JSON, decode_failed with a path if it is no valid offer.
func ParseOffer(text string) (Offer, error) {
	if err := ir.CheckSize(len(text), 0); err != nil {
		return Offer{}, err
	}
	r := jsonio.NewReader(text)
	defer r.Release()
	o := readOffer(r)
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return Offer{}, err
	}
	if err := o.Validate(); err != nil {
		return Offer{}, err
	}
	return o, nil
}

func readOffer(r *jsonio.Reader) (o Offer) {
	for name := range r.Members() {
		switch name {
		case "versions":
			o.Versions = readNames(r)
		case "frontends":
			o.Frontends = readNames(r)
		case "preferred":
			if o.Preferred = r.Text(); o.Preferred == "" {
				r.Fail("an empty name is no preference", "leave the member out")
			}
		case "n":
			o.N = readN(r)
		default:
			r.AppendValue(nil)
		}
	}
	return o
}

// readNames reads a list of names. Validate refuses one that is too long.
func readNames(r *jsonio.Reader) (names []string) {
	if !r.Array() {
		return nil
	}
	for r.More() {
		if name := r.Text(); len(names) <= maxNames {
			names = append(names, name)
		}
	}
	return names
}

func readN(r *jsonio.Reader) int {
	lit := r.Number()
	if r.Err() != nil {
		return 0
	}
	n, ok := jsonio.Int64(lit)
	if !ok || !jsonio.IsInteger(lit) || n < 0 || n > maxN || !ValidN(int(n)) {
		r.Fail(show.Quote(lit)+" is not a defined heartbeat", nHint)
	}
	return int(n)
}

// UnmarshalJSON is ParseOffer: an offer inside a larger document is read as
// strictly. On an error o stays as it is.
func (o *Offer) UnmarshalJSON(raw []byte) error {
	parsed, err := ParseOffer(string(raw))
	if err != nil {
		return err
	}
	*o = parsed
	return nil
}

// MarshalJSON writes a valid offer in the form that ParseOffer reads.
func (o Offer) MarshalJSON() ([]byte, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	// Names are plain ASCII, so nothing has to be escaped.
	dst := appendArray([]byte(`{"versions":`), o.Versions)
	dst = appendArray(append(dst, `,"frontends":`...), o.Frontends)
	if o.Preferred != "" {
		dst = append(append(append(dst, `,"preferred":"`...), o.Preferred...), '"')
	}
	if o.N != 0 {
		dst = strconv.AppendInt(append(dst, `,"n":`...), int64(o.N), 10)
	}
	return append(dst, '}'), nil
}

func appendArray(dst []byte, names []string) []byte {
	dst = append(dst, '[')
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), name...), '"')
	}
	return append(dst, ']')
}
