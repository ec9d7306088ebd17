package lock_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/lock"
	"github.com/silp-protocol/silp-go/silp"
)

// The records that the draft's Python implementation wrote verify, all of them,
// and no longer when a byte of the text or of the IR is another one.
func TestReferenceRecords(t *testing.T) {
	const shared = "../../shared/reference/"
	if _, err := os.Stat(shared + "compile.lock.jsonl"); err != nil {
		t.Skip("the reference records are not beside the repository")
	}
	_, irs := readIRs(t, shared+"examples", ir.Options{NullAsAbsent: true})
	byHash := make(map[string]*ir.IR)
	for _, x := range irs {
		hash, err := lock.IRHash(x)
		if err != nil {
			t.Fatal(err)
		}
		byHash[hash] = x
	}
	output, irHashes := 0, 0
	for _, r := range readAll(t, shared+"compile.lock.jsonl") {
		if err := r.Verify(r.Compiled); err == nil {
			output++
		} else {
			t.Error(err)
		}
		x := byHash[r.IRHash]
		if x == nil {
			t.Errorf("no IR has the hash of %s", r.Compiled)
			continue
		}
		if err := r.VerifyIR(x); err == nil {
			irHashes++
		} else {
			t.Error(err)
		}
		everyChangeFails(t, r, x)
	}
	if output != 135 || irHashes != 135 {
		t.Errorf("%d of 135 output hashes, %d of 135 IR hashes", output, irHashes)
	}
}

// everyChangeFails changes every byte of the text, and of the IR's JSON where a
// valid IR with another meaning comes out.
func everyChangeFails(t *testing.T, r *lock.Record, x *ir.IR) {
	t.Helper()
	for i := range len(r.Compiled) {
		text := r.Compiled[:i] + string(r.Compiled[i]^1) + r.Compiled[i+1:]
		if r.Verify(text) == nil {
			t.Errorf("%q verifies as %q", text, r.Compiled)
		}
		y := *r
		y.Compiled = text
		if y.Verify(text) == nil || y.Verify(r.Compiled) == nil {
			t.Errorf("a record with the text %q verifies", text)
		}
	}
	raw, err := ir.AppendJSON(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	changed := 0
	for i := range raw {
		raw[i] ^= 1
		if y, err := ir.ParseBytes(raw); err == nil {
			changed++
			if r.VerifyIR(y) == nil {
				t.Errorf("%s verifies as the IR of %s", raw, r.Compiled)
			}
		}
		raw[i] ^= 1
	}
	if changed < 10 {
		t.Errorf("only %d changes of %s are IRs", changed, raw)
	}
}

// testdata/lock/compile.lock holds the records of testdata/ir, sealed at a fixed
// time, one surface after the other, the last one signed.
func TestGoldenRecords(t *testing.T) {
	names, irs := readIRs(t, "../testdata/ir", ir.Options{})
	if len(irs) != 27 {
		t.Fatalf("%d IRs, want 27", len(irs))
	}
	var out []byte
	for _, surface := range []string{"code", "json", "natural", "nl_json"} {
		for i, x := range irs {
			text, err := silp.Compile(surface, x)
			if err != nil {
				t.Fatalf("%s: %v", names[i], err)
			}
			o := lock.Options{Now: clock}
			if surface == "nl_json" {
				o.Key = testKey()
			}
			r, err := o.Seal(surface, x, text)
			if err != nil {
				t.Fatalf("%s: %v", names[i], err)
			}
			if out, err = lock.AppendJSON(out, r); err != nil {
				t.Fatal(err)
			}
			out = append(out, '\n')
		}
	}
	if *update {
		if err := os.WriteFile(data+"compile.lock", out, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(data + "compile.lock")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(out), "\n")); d != "" {
		t.Errorf("run with -update if this is meant: %s", d)
	}
	signed := 0
	for i, r := range readAll(t, data+"compile.lock") {
		x := irs[i%len(irs)]
		if err := r.Verify(r.Compiled); err != nil {
			t.Errorf("%s: %v", names[i%len(irs)], err)
		}
		everyChangeFails(t, r, x)
		if r.Sig != nil {
			signed++
			if err := r.VerifySig(testPublic()); err != nil {
				t.Error(err)
			}
		}
	}
	if signed != 27 {
		t.Errorf("%d signed records, want 27", signed)
	}
}

func TestSeal(t *testing.T) {
	const text = "cancel(order_42)"
	r := seal(t, text)
	if r.Timestamp != "2026-07-11T09:25:38.109734Z" || !r.Verified || r.Sig != nil || r.KeyID != "" {
		t.Errorf("%+v", r)
	}
	// An empty req_id is that of the text, as Codec.Encode has it.
	x := ir.Task("!CANCEL", ir.Arg("order_42"))
	decoded, err := silp.Decode("code", text)
	if err != nil {
		t.Fatal(err)
	}
	for _, y := range []*ir.IR{x, decoded} {
		if err := r.VerifyIR(y); err != nil {
			t.Error(err)
		}
	}
	if x.Meta.ReqID != "" {
		t.Error("Seal changed the IR")
	}
	x.Meta.ReqID = "abcd"
	if err := r.VerifyIR(x); err == nil || asError(t, err).Path != "/ir_hash" {
		t.Errorf("another req_id: %v", err)
	}
	for _, c := range []struct {
		frontend, text string
		x              *ir.IR
		now            time.Time
		path           string
	}{
		{"", text, decoded, clock(), "/frontend"},
		{"\xff", text, decoded, clock(), "/frontend"},
		{"code", "\xff", decoded, clock(), "/compiled"},
		{"code", text, &ir.IR{Intent: "cancel"}, clock(), "/intent"},
		{"code", text, decoded, time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), "/timestamp"},
	} {
		r, err := lock.Options{Now: func() time.Time { return c.now }}.Seal(c.frontend, c.x, c.text)
		if r != nil || err == nil || asError(t, err).Path != c.path || asError(t, err).Code != ir.DecodeFailed {
			t.Errorf("%q, %q: %v", c.frontend, c.text, err)
		}
	}
	if r, err := (lock.Options{Key: testKey()[:32]}).Seal("code", decoded, text); r != nil || err == nil {
		t.Errorf("half a key: %v", err)
	}
	before := time.Now().Add(-time.Second).UTC().Format("2006-01-02T15:04:05.000000Z")
	if r, err = lock.Seal("code", decoded, text); err != nil || r.Timestamp < before {
		t.Errorf("%+v, %v", r, err)
	}
}

const (
	irHash     = "sha256:72f1c5fe48ce4c3aa767c185c891e17ad1ae12c91e7edc45225f8cb0eebcd720"
	outputHash = "sha256:dd209c262f9aee08e63ed0cac9bc73e2e8e2b8ae7c6f9ab83b47bd6fe1d8f4f1"
	stamp      = "2026-07-11T09:25:38.109734Z"
	sig64      = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw=="
)

// line makes a record's JSON with one member replaced or added: name, value.
func line(change ...string) string {
	out := "{"
	for _, m := range [][2]string{{"frontend", `"code"`}, {"compiled", `"x"`}, {"ir_hash", `"` + irHash + `"`},
		{"output_hash", `"` + outputHash + `"`}, {"timestamp", `"` + stamp + `"`}, {"verified", "true"}} {
		if len(change) == 2 && change[0] == m[0] {
			m[1] = change[1]
			change = nil
		}
		if m[1] != "" {
			out += `"` + m[0] + `":` + m[1] + ","
		}
	}
	if len(change) == 2 {
		return out + `"` + change[0] + `":` + change[1] + "}"
	}
	return strings.TrimSuffix(out, ",") + "}"
}

func TestParse(t *testing.T) {
	for _, text := range []string{
		line(), line("verified", "false"), line("compiled", `""`), line("note", `{"a":[1.0,1e2,null],"b":"é"}`),
		line("timestamp", `"2026-07-11T09:25:38Z"`), line("timestamp", `"2024-02-29T23:59:59.123456789Z"`),
		line("key_id", `"k","sig":"`+sig64+`"`), line("zeta", `1,"alpha":2`), line("Frontend", `"json"`),
		" " + strings.ReplaceAll(line(), `":`, `": `) + "\r",
		line("compiled", `"\ud83d\ude00 \u200b \""`),
	} {
		r, err := lock.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		out, err := lock.AppendJSON(nil, r)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again, err := lock.Parse(string(out))
		if err != nil || !cmp.Equal(r, again) {
			t.Errorf("%s became %s: %v", text, out, err)
		}
		var a, b any
		if json.Unmarshal([]byte(text), &a) != nil || json.Unmarshal(out, &b) != nil || !cmp.Equal(a, b) {
			t.Errorf("%s became %s", text, out)
		}
	}
}

// A record that is written again keeps what this package does not know.
func TestUnknownMembersSurvive(t *testing.T) {
	text := line("prev", `{"z":1.50,"a":[1e2,"\u200b"]},"agent":"é"`)
	r, err := lock.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Sign(testKey()); err != nil {
		t.Fatal(err)
	}
	out, err := lock.AppendJSON(nil, r)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSuffix(line(), "}") + `,"key_id":"` + lock.KeyID(testPublic()) + `","sig":"` +
		base64.StdEncoding.EncodeToString(r.Sig) + `","agent":"é","prev":{"a":[1e2,"\u200b"],"z":1.50}}`
	if string(out) != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
	var viaJSON lock.Record
	if err := json.Unmarshal(out, &viaJSON); err != nil || viaJSON.VerifySig(testPublic()) != nil {
		t.Errorf("%v, %v", err, viaJSON.VerifySig(testPublic()))
	}
	// Behind a tag, json.Marshal writes the same members.
	raw, err := json.Marshal([]lock.Record{viaJSON})
	if err != nil || string(raw) != "["+want+"]" {
		t.Errorf("%s, %v", raw, err)
	}
	kept := viaJSON
	if err := json.Unmarshal([]byte(`{"frontend":"json"}`), &viaJSON); err == nil || !cmp.Equal(kept, viaJSON) {
		t.Errorf("a bad record changed the old one: %v", err)
	}
}

// « marks the offset of the error.
func TestParseRefuses(t *testing.T) {
	at := func(name, value string) string {
		return strings.Replace(line(name, value), value, "«"+value, 1)
	}
	for _, c := range []struct {
		name, text string
		code       ir.Code
		path       string
	}{
		{"empty", "«", ir.InvalidSyntax, ""},
		{"no object", "«[]", ir.DecodeFailed, ""},
		{"null", "«null", ir.DecodeFailed, ""},
		{"trailing data", line() + " «{}", ir.InvalidSyntax, ""},
		{"duplicate", strings.Replace(line("note", `1`), `"note"`, `«"frontend"`, 1), ir.InvalidSyntax, "/frontend"},
		{"duplicate by escape", strings.Replace(line("note", `1`), `"note"`, `«"\u0066rontend"`, 1), ir.InvalidSyntax, "/frontend"},
		{"duplicate in an extra", line("note", `{"a":1,«"a":2}`), ir.InvalidSyntax, "/note/a"},
		{"BOM", "«\ufeff" + line(), ir.InvalidSyntax, ""},
		{"bytes", "{\"«\xff\":1}", ir.InvalidSyntax, ""},
		{"half a pair", line("compiled", `"«\ud83d"`), ir.InvalidSyntax, "/compiled"},
		{"raw control", line("compiled", "\"«\x00\""), ir.InvalidSyntax, "/compiled"},
		{"frontend empty", at("frontend", `""`), ir.DecodeFailed, "/frontend"},
		{"frontend null", at("frontend", `null`), ir.DecodeFailed, "/frontend"},
		{"compiled number", at("compiled", `7`), ir.DecodeFailed, "/compiled"},
		{"hash without its name", at("ir_hash", `"`+irHash[7:]+`"`), ir.DecodeFailed, "/ir_hash"},
		{"hash of another kind", at("ir_hash", `"sha512:`+irHash[7:]+`"`), ir.DecodeFailed, "/ir_hash"},
		{"hash in upper case", at("output_hash", `"sha256:`+strings.ToUpper(irHash[7:])+`"`), ir.DecodeFailed, "/output_hash"},
		{"short hash", at("output_hash", `"`+irHash[:70]+`"`), ir.DecodeFailed, "/output_hash"},
		{"long hash", at("output_hash", `"`+irHash+`0"`), ir.DecodeFailed, "/output_hash"},
		{"hash with a hole", at("output_hash", `"sha256:`+strings.Replace(irHash[7:], "5", "g", 1)+`"`), ir.DecodeFailed, "/output_hash"},
		{"time with a zone", at("timestamp", `"2026-07-11T09:25:38+00:00"`), ir.DecodeFailed, "/timestamp"},
		{"time without a zone", at("timestamp", `"2026-07-11T09:25:38.109734"`), ir.DecodeFailed, "/timestamp"},
		{"time with a comma", at("timestamp", `"2026-07-11T09:25:38,109734Z"`), ir.DecodeFailed, "/timestamp"},
		{"time with a point only", at("timestamp", `"2026-07-11T09:25:38.Z"`), ir.DecodeFailed, "/timestamp"},
		{"ten digits of a second", at("timestamp", `"2026-07-11T09:25:38.1234567890Z"`), ir.DecodeFailed, "/timestamp"},
		{"letters in the fraction", at("timestamp", `"2026-07-11T09:25:38.10x734Z"`), ir.DecodeFailed, "/timestamp"},
		{"no such day", at("timestamp", `"2026-02-30T09:25:38Z"`), ir.DecodeFailed, "/timestamp"},
		{"leap second", at("timestamp", `"2026-06-30T23:59:60Z"`), ir.DecodeFailed, "/timestamp"},
		{"lower case t", at("timestamp", `"2026-07-11t09:25:38Z"`), ir.DecodeFailed, "/timestamp"},
		{"hour of one digit", at("timestamp", `"2026-07-11T9:25:38.0Z"`), ir.DecodeFailed, "/timestamp"},
		{"verified as a string", at("verified", `"true"`), ir.DecodeFailed, "/verified"},
		{"sig alone", strings.TrimSuffix(line("sig", `"`+sig64+`"`), "}") + "«}", ir.DecodeFailed, ""},
		{"key_id alone", strings.TrimSuffix(line("key_id", `"k"`), "}") + "«}", ir.DecodeFailed, ""},
		{"key_id empty", line("key_id", `«"","sig":"`+sig64+`"`), ir.DecodeFailed, "/key_id"},
		{"sig null", line("key_id", `"k","sig":«null`), ir.DecodeFailed, "/sig"},
		{"sig short", line("key_id", `"k","sig":«"`+sig64[4:]+`"`), ir.DecodeFailed, "/sig"},
		{"sig empty", line("key_id", `"k","sig":«""`), ir.DecodeFailed, "/sig"},
		{"sig without padding", line("key_id", `"k","sig":«"`+sig64[:86]+`"`), ir.DecodeFailed, "/sig"},
		{"sig with a line break", line("key_id", `"k","sig":«"\n`+sig64+`"`), ir.DecodeFailed, "/sig"},
		{"sig with loose bits", line("key_id", `"k","sig":«"`+sig64[:85]+`x=="`), ir.DecodeFailed, "/sig"},
		{"deep extra", line("note", strings.Repeat("[", 63)+"«["), ir.InvalidSyntax, "/note"},
		{"long number", line("note", "«"+strings.Repeat("1", 65)), ir.InvalidSyntax, "/note"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, after, ok := strings.Cut(c.text, "«")
			if !ok {
				t.Fatal("no mark")
			}
			r, err := lock.Parse(before + after)
			if err == nil {
				t.Fatalf("%s is taken", before+after)
			}
			e := asError(t, err)
			path := e.Path
			if strings.HasPrefix(path, "/note/0") {
				path = "/note"
			}
			if r != nil || e.Code != c.code || e.Offset != len(before) || path != c.path {
				t.Errorf("%v; want %s at %d, path %q", err, c.code, len(before), c.path)
			}
		})
	}
	for _, name := range []string{"frontend", "compiled", "ir_hash", "output_hash", "timestamp", "verified"} {
		r, err := lock.Parse(line(name, ""))
		if r != nil || err == nil || !strings.Contains(err.Error(), `missing member "`+name+`"`) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

func TestAppendJSONRefuses(t *testing.T) {
	good := func() *lock.Record { return seal(t, "cancel(order_42)") }
	for path, change := range map[string]func(*lock.Record){
		"/frontend":    func(r *lock.Record) { r.Frontend = "" },
		"/compiled":    func(r *lock.Record) { r.Compiled = "\xff" },
		"/ir_hash":     func(r *lock.Record) { r.IRHash = "" },
		"/output_hash": func(r *lock.Record) { r.OutputHash += "\n" },
		"/timestamp":   func(r *lock.Record) { r.Timestamp = "now" },
		"/key_id":      func(r *lock.Record) { r.KeyID, r.Sig = "\xff", make([]byte, 64) },
		"/sig":         func(r *lock.Record) { r.KeyID = "k" },
		"/sig ":        func(r *lock.Record) { r.Sig = make([]byte, 64) },
		"/sig  ":       func(r *lock.Record) { r.KeyID, r.Sig = "k", make([]byte, 63) },
		"/verified":    func(r *lock.Record) { r.Extra = ir.Extra{"verified": json.RawMessage("1")} },
		"/a~1b":        func(r *lock.Record) { r.Extra = ir.Extra{"a/b": json.RawMessage("{")} },
		"":             func(r *lock.Record) { r.Extra = ir.Extra{"\xff": json.RawMessage("1")} },
	} {
		r := good()
		change(r)
		out, err := lock.AppendJSON([]byte("dst"), r)
		if err == nil || string(out) != "dst" || asError(t, err).Path != strings.TrimSpace(path) {
			t.Errorf("%s: %s, %v", path, out, err)
		}
		if err := r.Sign(testKey()); err == nil && !strings.HasPrefix(path, "/sig") && path != "/key_id" {
			t.Errorf("%s: a record that cannot be written was signed", path)
		}
	}
}

// Every member counts for the signature, known or not; nothing else does.
func TestSignature(t *testing.T) {
	r := seal(t, "cancel(order_42)")
	r.Extra = ir.Extra{"note": json.RawMessage(`{"b":1,"a":2}`)}
	if err := r.VerifySig(testPublic()); err == nil || asError(t, err).Msg != "the record is not signed" {
		t.Error(err)
	}
	if err := r.Sign(testKey()); err != nil {
		t.Fatal(err)
	}
	other, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.VerifySig(other, testPublic()); err != nil {
		t.Error(err)
	}
	for _, keys := range [][]ed25519.PublicKey{nil, {other}, {nil, testPublic()[:31]}} {
		if err := r.VerifySig(keys...); err == nil || asError(t, err).Path != "/sig" {
			t.Errorf("%d keys: %v", len(keys), err)
		}
	}
	for name, change := range map[string]func(*lock.Record){
		"frontend":    func(r *lock.Record) { r.Frontend = "json" },
		"compiled":    func(r *lock.Record) { r.Compiled += " " },
		"ir_hash":     func(r *lock.Record) { r.IRHash = irHash },
		"output_hash": func(r *lock.Record) { r.OutputHash = irHash },
		"timestamp":   func(r *lock.Record) { r.Timestamp = "2026-07-11T09:25:38Z" },
		"verified":    func(r *lock.Record) { r.Verified = false },
		"key_id":      func(r *lock.Record) { r.KeyID = "k" },
		"sig":         func(r *lock.Record) { r.Sig = bytes.Repeat([]byte{1}, 64) },
		"extra":       func(r *lock.Record) { r.Extra = ir.Extra{"note": json.RawMessage(`{"a":2,"b":1.0}`)} },
		"no extra":    func(r *lock.Record) { r.Extra = nil },
		"more extra":  func(r *lock.Record) { r.Extra = ir.Extra{"note": r.Extra["note"], "x": json.RawMessage(`1`)} },
	} {
		y := *r
		change(&y)
		if y.VerifySig(testPublic()) == nil {
			t.Errorf("%s does not count", name)
		}
	}
	y := *r
	y.Extra = ir.Extra{"note": json.RawMessage(` { "a" : 2, "b" : 1 } `)}
	if err := y.VerifySig(testPublic()); err != nil {
		t.Errorf("the spelling of JSON counts: %v", err)
	}
	if err := r.Sign(testKey()); err != nil || !bytes.Equal(r.Sig, y.Sig) {
		t.Errorf("signing again gives another signature: %v", err)
	}
}

// The bytes that are signed, as docs/lock.md prints them.
func TestAppendSigned(t *testing.T) {
	r := seal(t, "email(\"é\u200b\n\")")
	r.KeyID, r.Extra = "k", ir.Extra{"a": json.RawMessage(`"\u200b"`), "z": json.RawMessage("[1.0]")}
	out, err := lock.AppendSigned([]byte("dst:"), r)
	want := "dst:silp compile.lock v1\n" + `{"a":"` + "\u200b" + `","compiled":"email(\"é` + "\u200b" + `\n\")","frontend":"code","ir_hash":"` + r.IRHash +
		`","key_id":"k","output_hash":"` + r.OutputHash + `","timestamp":"` + stamp + `","verified":true,"z":[1.0]}`
	if err != nil || string(out) != want {
		t.Errorf("got\n%s\nwant\n%s\n%v", out, want, err)
	}
}
