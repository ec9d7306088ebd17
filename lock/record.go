package lock

import (
	"crypto/ed25519"
	"time"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/ir"
)

// timeFormat is how Seal writes a timestamp: UTC, microseconds.
const timeFormat = "2006-01-02T15:04:05.000000Z"

// Record is one line of a lock file.
type Record struct {
	Frontend   string // the surface of the text
	Compiled   string // the text
	IRHash     string // hash of the IR's hash form
	OutputHash string // hash of the text
	Timestamp  string // UTC, as in 2026-07-11T09:25:38.109734Z; at most 9 digits of a second
	Verified   bool   // the writer found that the text has the output hash
	// KeyID and Sig are there together or not at all: a name of the key, and its
	// Ed25519 signature of AppendSigned.
	KeyID string
	Sig   []byte
	// Extra holds the members that this package does not know. They are kept,
	// and signed with the rest.
	Extra ir.Extra
}

// Seal makes the record of an IR and the text that it was compiled to. An empty
// Meta.ReqID counts as the request ID of the text, as in silp.Codec.Encode. It
// does not check that the text is a compilation of x. The error is a *ir.Error
// with code decode_failed: x is invalid or the text is not UTF-8.
func Seal(frontend string, x *ir.IR, text string) (*Record, error) {
	return Options{}.Seal(frontend, x, text)
}

// Seal is the package's Seal with options.
func (o Options) Seal(frontend string, x *ir.IR, text string) (*Record, error) {
	hash, err := hashWith(x, text)
	if err != nil {
		return nil, err
	}
	now := o.Now
	if now == nil {
		now = time.Now
	}
	r := &Record{Frontend: frontend, Compiled: text, IRHash: hash, OutputHash: OutputHash(text),
		Timestamp: now().UTC().Format(timeFormat), Verified: true}
	if o.Key != nil {
		if err := r.Sign(o.Key); err != nil {
			return nil, err
		}
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	return r, nil
}

// hashWith is IRHash of an IR whose request ID is that of the text if it has none.
func hashWith(x *ir.IR, text string) (string, error) {
	if x.Meta.ReqID == "" {
		y := *x
		y.Meta.ReqID = ir.ReqID(frontend.Trim(text), ir.ReqIDDigits)
		x = &y
	}
	return IRHash(x)
}

// Verify reports whether text is, byte for byte, what was recorded. r.Verify(
// r.Compiled) checks the record by itself. The error is a *ir.Error with code
// decode_failed.
func (r *Record) Verify(text string) error {
	switch {
	case OutputHash(r.Compiled) != r.OutputHash:
		return invalid("/output_hash", "the recorded text does not have the recorded hash", "the record was changed after it was written; take it from a copy")
	case text != r.Compiled:
		return invalid("/compiled", "the text is not the one that was recorded", "use the text of the record, or seal the new one")
	}
	return nil
}

// VerifyIR reports whether x is the IR that was recorded: whether it has the
// same hash form. An empty Meta.ReqID counts as that of the recorded text. The
// error is a *ir.Error with code decode_failed.
func (r *Record) VerifyIR(x *ir.IR) error {
	hash, err := hashWith(x, r.Compiled)
	if err != nil {
		return err
	}
	if hash != r.IRHash {
		return invalid("/ir_hash", "the IR is not the one that was recorded", "use the IR that was sealed, or seal the new one")
	}
	return nil
}

// check refuses what Parse would refuse.
func (r *Record) check() error {
	for _, name := range members {
		if name == "sig" && r.Sig == nil {
			continue
		}
		if err := r.checkMember(name); err != nil {
			return err
		}
	}
	if err := r.checkPair(); err != nil {
		return err
	}
	return nil
}

func (r *Record) checkMember(name string) *ir.Error {
	switch {
	case name == "frontend" && r.Frontend == "":
		return invalid("/frontend", "empty name of a surface", "name the frontend that compiled the text")
	case name == "ir_hash" && !validHash(r.IRHash) || name == "output_hash" && !validHash(r.OutputHash):
		return invalid("/"+name, "not a hash", `write "sha256:" and 64 lower-case hex digits`)
	case name == "timestamp" && !validTime(r.Timestamp):
		return invalid("/timestamp", "not a timestamp in UTC", "write it with a Z, as in 2026-07-11T09:25:38.109734Z")
	case name == "sig" && len(r.Sig) != ed25519.SignatureSize:
		return invalid("/sig", "not a signature", "write the 64 bytes of an Ed25519 signature in base64, with padding")
	}
	for _, s := range [...]struct{ name, value string }{{"frontend", r.Frontend}, {"compiled", r.Compiled}, {"key_id", r.KeyID}} {
		if name == s.name && !utf8.ValidString(s.value) {
			return invalid("/"+name, "invalid UTF-8", "")
		}
	}
	return nil
}

func (r *Record) checkPair() *ir.Error {
	if (r.KeyID == "") != (r.Sig == nil) {
		return invalid("/sig", "sig without key_id, or key_id without sig", "write both or none")
	}
	return nil
}

// validTime takes RFC 3339 in UTC with a Z and at most 9 digits of a second.
// time.Parse alone takes more, as a comma and hours of one digit.
func validTime(s string) bool {
	const layout = "2006-01-02T15:04:05Z"
	if len(s) < len(layout) || len(s) > len(layout)+len(".123456789") {
		return false
	}
	whole, fraction := s[:len(layout)-1], s[len(layout)-1:len(s)-1]
	if fraction != "" {
		if fraction[0] != '.' || len(fraction) == 1 {
			return false
		}
		for _, c := range []byte(fraction[1:]) {
			if c < '0' || c > '9' {
				return false
			}
		}
	}
	t, err := time.Parse(layout, whole+"Z")
	return err == nil && s[len(s)-1] == 'Z' && t.Format(layout) == whole+"Z"
}
