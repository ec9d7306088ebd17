package lock

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
)

// signedPrefix keeps signatures of records apart from those that the same key
// makes of anything else.
const signedPrefix = "silp compile.lock v1\n"

// KeyID returns the name that Sign gives a key: the first 16 hex digits of the
// SHA-256 of the 32 bytes of the public key.
func KeyID(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:8])
}

// AppendSigned appends the bytes that a signature covers, for those who sign
// with a key that they do not hold: the line "silp compile.lock v1\n", and the
// record as a JSON object with all its members but sig, key_id and extras
// included, sorted by code point, written as AppendHashForm writes. The key_id
// is left out while it is empty; set it before. On an error dst comes back as it
// was.
func AppendSigned(dst []byte, r *Record) ([]byte, error) {
	y := *r
	if y.Sig == nil && y.KeyID != "" {
		y.Sig = make([]byte, ed25519.SignatureSize)
	}
	// What cannot be written cannot be signed.
	if err := y.check(); err != nil {
		return dst, err
	}
	var names []string
	for _, name := range members {
		if name != "sig" && (name != "key_id" || r.KeyID != "") {
			names = append(names, name)
		}
	}
	names = slices.AppendSeq(names, maps.Keys(r.Extra))
	slices.Sort(names)
	f := former{append(dst, signedPrefix...)}
	lead := "{"
	for _, name := range names {
		f.text(lead)
		lead = ","
		f.str(name)
		f.text(":")
		if err := f.recordMember(r, name); err != nil {
			return dst, err
		}
	}
	f.text("}")
	return f.dst, nil
}

func (f *former) recordMember(r *Record, name string) error {
	if _, ok := r.Extra[name]; ok {
		text, err := r.extra(name)
		f.canonical(text)
		return err
	}
	switch name {
	case "compiled":
		f.str(r.Compiled)
	case "frontend":
		f.str(r.Frontend)
	case "ir_hash":
		f.str(r.IRHash)
	case "key_id":
		f.str(r.KeyID)
	case "output_hash":
		f.str(r.OutputHash)
	case "timestamp":
		f.str(r.Timestamp)
	case "verified":
		f.dst = strconv.AppendBool(f.dst, r.Verified)
	}
	return nil
}

// Sign sets KeyID and Sig. A change of any member afterwards makes the signature
// invalid. On an error r stays as it is.
func (r *Record) Sign(key ed25519.PrivateKey) error {
	if len(key) != ed25519.PrivateKeySize {
		return invalid("/sig", "a private key of "+strconv.Itoa(len(key))+" bytes", "an Ed25519 private key has 64 bytes; ed25519.NewKeyFromSeed makes one of 32")
	}
	y := *r
	y.KeyID, y.Sig = KeyID(key.Public().(ed25519.PublicKey)), nil
	signed, err := AppendSigned(nil, &y)
	if err != nil {
		return err
	}
	r.KeyID, r.Sig = y.KeyID, ed25519.Sign(key, signed)
	return nil
}

// VerifySig reports whether the holder of one of the keys signed the record as
// it stands. KeyID is only a name: what counts is the signature. It does not
// verify the hashes. The error is a *ir.Error with code decode_failed.
func (r *Record) VerifySig(keys ...ed25519.PublicKey) error {
	if r.Sig == nil {
		return invalid("/sig", "the record is not signed", "seal it with a key")
	}
	signed, err := AppendSigned(nil, r)
	if err != nil {
		return err
	}
	for _, key := range keys {
		// Verify panics on a key of another length.
		if len(key) == ed25519.PublicKeySize && ed25519.Verify(key, signed, r.Sig) {
			return nil
		}
	}
	return invalid("/sig", "the signature is of none of the "+strconv.Itoa(len(keys))+" keys, or the record was changed", "get the key that key_id names")
}
