package lock

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

// hashPrefix names the algorithm in front of the 64 hex digits of a hash.
const hashPrefix = "sha256:"

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hashPrefix + hex.EncodeToString(sum[:])
}

func validHash(s string) bool {
	digits, ok := strings.CutPrefix(s, hashPrefix)
	return ok && len(digits) == 2*sha256.Size && strings.Trim(digits, "0123456789abcdef") == ""
}

// OutputHash returns the hash of a compiled text: "sha256:" and 64 lower-case
// hex digits.
func OutputHash(text string) string { return hashOf([]byte(text)) }

// IRHash returns the hash of an IR's hash form, or the error of AppendHashForm.
func IRHash(x *ir.IR) (string, error) {
	form, err := AppendHashForm(nil, x)
	if err != nil {
		return "", err
	}
	return hashOf(form), nil
}

// AppendHashForm appends the JSON text of x that ir_hash is the hash of:
//
//   - compact; members in the order silp, version, intent, entities,
//     constraints, alternatives, meta; id, value, action; type, value, time,
//     subject, operator; action, target, location; priority, confidence, seq,
//     out, next_agent, req_id, session_id; extras behind them, sorted by code
//     point at every depth;
//   - defaults are written out, empty lists too; absent members that have no
//     default are left out, among them the action of an entity;
//   - confidence has a decimal point and the shortest digits that give the
//     float64 back, below 1e-5 an exponent (1.0, 0.25, 2e-7); numbers in extras
//     stand as they were written;
//   - in strings only " and \ and U+0000 to U+001F are escaped (\b \f \n \r \t,
//     others as \u001f).
//
// It is a valid IR and Parse of it is equivalent to x. Two equivalent IRs have
// one hash form, except that an entity action that repeats the intent counts as
// written, and numbers in extras as they are spelled. On an error dst comes back
// as it was; the error is that of Validate, or says that meta.req_id is missing.
func AppendHashForm(dst []byte, x *ir.IR) ([]byte, error) {
	if err := x.Validate(); err != nil {
		return dst, err
	}
	if x.Meta.ReqID == "" {
		return dst, invalid("/meta/req_id", "missing", "set it, for example with ReqID(text, 8)")
	}
	f := former{dst}
	f.root(x)
	return f.dst, nil
}

// invalid is an error about a member of a record or an IR.
func invalid(path, msg, hint string) *ir.Error {
	return &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: path, Msg: msg, Hint: hint}
}

// former writes hash forms of what is valid.
type former struct{ dst []byte }

func (f *former) text(s string) { f.dst = append(f.dst, s...) }

// member writes a member with a string value; lead is `,"name":`.
func (f *former) member(lead, s string) {
	f.text(lead)
	f.str(s)
}

func (f *former) optional(lead string, s *string) {
	if s != nil {
		f.member(lead, *s)
	}
}

func (f *former) root(x *ir.IR) {
	f.member(`{"silp":`, cmp.Or(x.SILP, ir.DefaultSILP))
	f.member(`,"version":`, deref(x.Version, ir.DefaultVersion))
	f.member(`,"intent":`, string(x.Intent))
	f.text(`,"entities":[`)
	for i := range x.Entities {
		e := &x.Entities[i]
		f.comma(i)
		f.member(`{"id":`, e.ID)
		f.member(`,"value":`, e.Value)
		if e.Action != "" {
			f.member(`,"action":`, string(e.Action))
		}
		f.extras(e.Extra)
	}
	f.text(`],"constraints":[`)
	for i := range x.Constraints {
		f.comma(i)
		f.constraint(&x.Constraints[i])
	}
	f.text(`],"alternatives":[`)
	for i := range x.Alternatives {
		a := &x.Alternatives[i]
		f.comma(i)
		f.member(`{"action":`, string(a.Action))
		f.optional(`,"target":`, a.Target)
		f.optional(`,"location":`, a.Location)
		f.extras(a.Extra)
	}
	f.text(`],"meta":{"priority":`)
	f.meta(&x.Meta)
	f.text(`}`)
}

func (f *former) comma(i int) {
	if i > 0 {
		f.text(",")
	}
}

// constraint writes subject and operator in front of the other extras also
// where they are no strings.
func (f *former) constraint(c *ir.Constraint) {
	f.member(`{"type":`, c.Type)
	f.member(`,"value":`, c.Value)
	f.optional(`,"time":`, c.Time)
	f.optional(`,"subject":`, c.Subject)
	f.extra(c.Extra, "subject")
	f.optional(`,"operator":`, c.Operator)
	f.extra(c.Extra, "operator")
	f.extras(c.Extra, "subject", "operator")
}

func (f *former) meta(m *ir.Meta) {
	f.dst = strconv.AppendInt(f.dst, m.Priority, 10)
	f.text(`,"confidence":`)
	f.dst = appendConfidence(f.dst, deref(m.Confidence, ir.DefaultConfidence))
	f.text(`,"seq":[`)
	for i, s := range m.Seq {
		f.comma(i)
		f.str(s)
	}
	f.member(`],"out":`, deref(m.Out, ir.DefaultOut))
	f.optional(`,"next_agent":`, m.NextAgent)
	f.member(`,"req_id":`, m.ReqID)
	f.optional(`,"session_id":`, m.SessionID)
	f.extras(m.Extra)
}

// extras ends an object with its extras, sorted, those in done left out.
func (f *former) extras(e ir.Extra, done ...string) {
	if len(e) > 0 {
		for _, name := range slices.Sorted(maps.Keys(e)) {
			if !slices.Contains(done, name) {
				f.extra(e, name)
			}
		}
	}
	f.text("}")
}

func (f *former) extra(e ir.Extra, name string) {
	if v, ok := e[name]; ok {
		f.text(",")
		f.str(name)
		f.text(":")
		text, _ := jsonio.AppendCanonical(nil, string(v), 0)
		f.canonical(text)
	}
}

// canonical writes a JSON value whose text is canonical, with this form's strings.
func (f *former) canonical(text []byte) {
	for len(text) > 0 {
		n := 1
		if text[0] == '"' {
			n = stringLen(text)
			s, _ := jsontext.AppendUnquote(nil, text[:n])
			f.str(string(s))
		} else {
			if n = slices.Index(text, '"'); n < 0 {
				n = len(text)
			}
			f.dst = append(f.dst, text[:n]...)
		}
		text = text[n:]
	}
}

// stringLen returns the length of the JSON string that text begins with.
func stringLen(text []byte) int {
	for i := 1; ; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

func (f *former) str(s string) {
	f.text(`"`)
	start := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		f.text(s[start:i])
		start = i + 1
		switch c {
		case '"', '\\':
			f.dst = append(f.dst, '\\', c)
		case '\b':
			f.text(`\b`)
		case '\f':
			f.text(`\f`)
		case '\n':
			f.text(`\n`)
		case '\r':
			f.text(`\r`)
		case '\t':
			f.text(`\t`)
		default:
			const digits = "0123456789abcdef"
			f.dst = append(f.dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
	}
	f.text(s[start:])
	f.text(`"`)
}

// appendConfidence writes a number from 0 to 1. Minus zero is zero: the IR's own
// JSON form knows no other.
func appendConfidence(dst []byte, x float64) []byte {
	switch {
	case x == 0:
		return append(dst, "0.0"...)
	case x == 1:
		return append(dst, "1.0"...)
	case x >= 1e-5:
		return strconv.AppendFloat(dst, x, 'f', -1, 64)
	}
	// Go pads the exponent to two digits: 2e-07.
	digits, exp, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e-")
	dst = append(dst, digits...)
	return append(append(dst, "e-"...), strings.TrimPrefix(exp, "0")...)
}

func deref[T any](p *T, none T) T {
	if p == nil {
		return none
	}
	return *p
}
