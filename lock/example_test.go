package lock_test

import (
	"crypto/ed25519"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/lock"
	"github.com/silp-protocol/silp-go/silp"
)

// A codec that puts every payload on record before anybody gets it.
func Example() {
	dir, err := os.MkdirTemp("", "lock")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "compile.lock")
	codec := silp.New(silp.Options{Audit: func(e silp.AuditEvent) error {
		r, err := lock.Seal(e.Frontend, e.IR, e.Text)
		if err != nil {
			return err
		}
		return lock.Append(name, r)
	}})
	x := ir.Task("!CANCEL", ir.Arg("order_42"))
	payload, err := codec.Encode(x)
	fmt.Println(payload.Text, err)

	for line, err := range lock.ReadFile(name) {
		if err != nil || line.Err != nil {
			fmt.Println(line.Number, line.Err, err)
			return
		}
		r := line.Record
		fmt.Println(line.Number, r.Compiled, r.Verify(payload.Text), r.VerifyIR(x))
		fmt.Println(r.Verify("cancel(order_43)"))
	}
	// Output:
	// cancel(order_42) <nil>
	// 1 cancel(order_42) <nil> <nil>
	// decode_failed: /compiled: the text is not the one that was recorded; use the text of the record, or seal the new one
}

func ExampleOptions_Seal() {
	key := ed25519.NewKeyFromSeed(make([]byte, 32)) // a secret one, of course
	o := lock.Options{Key: key, Now: func() time.Time { return time.Date(2026, 7, 11, 9, 25, 38, 0, time.UTC) }}
	r, err := o.Seal("code", ir.Task("!CANCEL", ir.Arg("order_42")), "cancel(order_42)")
	if err != nil {
		panic(err)
	}
	public := key.Public().(ed25519.PublicKey)
	fmt.Println(r.Timestamp, r.KeyID == lock.KeyID(public), r.VerifySig(public))
	r.Timestamp = "2025-07-11T09:25:38.000000Z"
	fmt.Println(r.VerifySig(public))
	// Output:
	// 2026-07-11T09:25:38.000000Z true <nil>
	// decode_failed: /sig: the signature is of none of the 1 keys, or the record was changed; get the key that key_id names
}

// A record of another program keeps its members when it is signed and written.
func ExampleParse() {
	r, err := lock.Parse(`{"frontend":"code","compiled":"cancel(order_42)",` +
		`"ir_hash":"sha256:9d5f5e1f3c4b2a190817263544536271809fa0b1c2d3e4f5061728394a5b6c7d",` +
		`"output_hash":"` + lock.OutputHash("cancel(order_42)") + `",` +
		`"timestamp":"2026-07-11T09:25:38.109734Z","verified":true,"agent":"planner"}`)
	if err != nil {
		panic(err)
	}
	seed := make([]byte, 32)
	if err := r.Sign(ed25519.NewKeyFromSeed(seed)); err != nil {
		panic(err)
	}
	out, err := lock.AppendJSON(nil, r)
	fmt.Println(string(out[len(out)-22:]), err)
	signed, err := lock.AppendSigned(nil, r)
	fmt.Println(string(signed[:60]), err)
	// Output:
	// ==","agent":"planner"} <nil>
	// silp compile.lock v1
	// {"agent":"planner","compiled":"cancel(o <nil>
}

// A bad line has a number and an error, and the next one goes on.
func ExampleRead() {
	for line, err := range lock.Read(strings.NewReader("{\"frontend\":7}\n{\"frontend\":\"co")) {
		fmt.Println(line.Number, line.Cut, line.Err, err)
	}
	// Output:
	// 1 false decode_failed: /frontend: expected a string, got a number (offset 12) <nil>
	// 2 true invalid_syntax: /frontend: unexpected end of the JSON text (offset 15) <nil>
}

func ExampleAppendHashForm() {
	x := ir.Task("!CANCEL", ir.Arg("order_42"))
	x.Meta.ReqID = "dd209c26"
	form, err := lock.AppendHashForm(nil, x)
	fmt.Println(string(form), err)
	hash, err := lock.IRHash(x)
	fmt.Println(hash, err)
	// Output:
	// {"silp":"v1","version":"ir-v0.1","intent":"!CANCEL","entities":[{"id":"act","value":"order_42"}],"constraints":[],"alternatives":[],"meta":{"priority":0,"confidence":1.0,"seq":[],"out":"natural","req_id":"dd209c26"}} <nil>
	// sha256:961db1c3ab446efd3655b792b6198fa58d82ca8684b7e63f9a0080971c96aef0 <nil>
}
