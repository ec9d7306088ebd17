package lock

import (
	"encoding/base64"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

// members are the names that a record's extras must not have, sorted.
var members = [...]string{"compiled", "frontend", "ir_hash", "key_id", "output_hash", "sig", "timestamp", "verified"}

func known(name string) bool {
	_, ok := slices.BinarySearch(members[:], name)
	return ok
}

// AppendJSON appends the record as a line of a lock file, without the line end:
// compact, the six members in the order of the file format, key_id and sig if it
// is signed, extras sorted by code point. Parse of the result is r again; if it is
// longer than DefaultMaxLine, only with a MaxLine that allows it. On an error dst
// comes back as it was; the error is a *ir.Error with code decode_failed and the
// path of the member that is invalid.
func AppendJSON(dst []byte, r *Record) ([]byte, error) {
	old := dst
	if err := r.check(); err != nil {
		return old, err
	}
	str := func(lead, s string) {
		dst, _ = jsonio.AppendString(append(dst, lead...), s)
	}
	str(`{"frontend":`, r.Frontend)
	str(`,"compiled":`, r.Compiled)
	str(`,"ir_hash":`, r.IRHash)
	str(`,"output_hash":`, r.OutputHash)
	str(`,"timestamp":`, r.Timestamp)
	dst = strconv.AppendBool(append(dst, `,"verified":`...), r.Verified)
	if r.Sig != nil {
		str(`,"key_id":`, r.KeyID)
		str(`,"sig":`, base64.StdEncoding.EncodeToString(r.Sig))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Extra)) {
		value, err := r.extra(name)
		if err != nil {
			return old, err
		}
		dst, _ = jsonio.AppendName(append(dst, ','), name)
		dst = append(append(dst, ':'), value...)
	}
	return append(dst, '}'), nil
}

// inRecord is how deep a member's value stands.
const inRecord = 1

// extra returns the canonical text of an extra member.
func (r *Record) extra(name string) ([]byte, error) {
	if !utf8.ValidString(name) {
		return nil, invalid("", "extra member with a name that is not UTF-8", "")
	}
	path := jsonio.ShortPath("/" + jsonio.EscapePointer(name))
	if known(name) {
		return nil, invalid(path, "an extra member must not be named "+strconv.Quote(name), "set the field of the struct")
	}
	value, err := jsonio.AppendCanonical(nil, string(r.Extra[name]), inRecord)
	if err != nil {
		return nil, invalid(path, "extra member is not strict JSON: "+err.Msg, err.Hint)
	}
	return value, nil
}

// MarshalJSON is AppendJSON.
func (r Record) MarshalJSON() ([]byte, error) { return AppendJSON(nil, &r) }

// UnmarshalJSON is Parse. On an error r stays as it is.
func (r *Record) UnmarshalJSON(raw []byte) error {
	x, err := Parse(string(raw))
	if err != nil {
		return err
	}
	*r = *x
	return nil
}

// Parse reads a record: strict JSON (UTF-8, no duplicate names, nothing behind
// the object but blanks) of at most DefaultMaxLine bytes, with all six members
// and no null for one of them. It does not verify the hashes. Strings alias the
// line. The error is a *ir.Error: invalid_syntax with an offset if it is no
// JSON, decode_failed with offset and path if it is no record.
func Parse(line string) (*Record, error) { return Options{}.parse(line) }

func (o Options) parse(line string) (*Record, error) {
	if err := ir.CheckSize(len(line), o.maxLine()); err != nil {
		err.Hint = "raise MaxLine if records may be that long"
		return nil, err
	}
	in := jsonio.NewReader(line)
	defer in.Release()
	p := parser{Reader: in}
	p.record()
	in.End()
	if err := ir.ReadError(in, ""); err != nil {
		return nil, err
	}
	return &p.r, nil
}

func (o Options) maxLine() int {
	if o.MaxLine == 0 {
		return DefaultMaxLine
	}
	return o.MaxLine
}

// parser reads a record. A member that fails its check is reported at its place.
type parser struct {
	*jsonio.Reader
	r    Record
	have [len(members)]bool
}

func (p *parser) record() {
	for name := range p.Members() {
		if i, ok := slices.BinarySearch(members[:], name); ok {
			p.have[i] = true
		}
		p.member(name)
	}
	for i, name := range members {
		if !p.have[i] && name != "key_id" && name != "sig" {
			p.Fail("missing member "+strconv.Quote(name), "a record has frontend, compiled, ir_hash, output_hash, timestamp and verified")
		}
	}
	if err := p.r.checkPair(); err != nil {
		p.Fail(err.Msg, err.Hint)
	}
}

func (p *parser) member(name string) {
	r := &p.r
	switch name {
	case "frontend":
		r.Frontend = p.Text()
	case "compiled":
		r.Compiled = p.Text()
	case "ir_hash":
		r.IRHash = p.Text()
	case "output_hash":
		r.OutputHash = p.Text()
	case "timestamp":
		r.Timestamp = p.Text()
	case "verified":
		r.Verified = p.Bool()
	case "key_id":
		if r.KeyID = p.Text(); p.Err() == nil && r.KeyID == "" {
			p.Fail("empty name of a key", "name it, or leave out key_id and sig")
		}
	case "sig":
		r.Sig = decodeSig(p.Text())
	default:
		ir.ReadExtra(p.Reader, &r.Extra, name)
	}
	if err := r.checkMember(name); err != nil {
		p.Fail(err.Msg, err.Hint)
	}
}

// decodeSig takes the one base64 spelling of a signature; of anything else it
// makes none.
func decodeSig(s string) []byte {
	sig, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil || base64.StdEncoding.EncodeToString(sig) != s {
		return []byte{}
	}
	return sig
}
