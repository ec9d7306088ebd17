// Package lock keeps compile.lock files: records that show afterwards whether a
// compiled text, or the IR that it was compiled from, has changed (draft-hwang-
// silp-protocol-00, section 1: "tamper-evident first-pass freezing"). The draft
// gives no format; this is the one of its Python implementation.
//
// A file holds one JSON object a line:
//
//	{"frontend":"code","compiled":"cancel(order_42)","ir_hash":"sha256:…","output_hash":"sha256:…",
//	 "timestamp":"2026-07-11T09:25:38.109734Z","verified":true}
//
// output_hash is the SHA-256 of the compiled text, ir_hash that of the IR's hash
// form (see AppendHashForm). key_id and sig are there if the record is signed;
// other members are kept. docs/lock.md has the format in full.
//
// Hashes show change, not origin: whoever can write the file can write hashes
// that match. A signature (Ed25519) shows that the holder of a key wrote a
// record. Neither shows that a record was removed, repeated or moved.
//
// # Files
//
// Append writes whole lines, waits until they are on disk, and takes turns with
// every other writer that uses this package, by an advisory lock on the file:
//
//	flock             Linux, Android, macOS, iOS, FreeBSD, NetBSD, OpenBSD, DragonFly, illumos
//	LockFileEx        Windows
//	fcntl             AIX, Solaris: between processes only, not within one
//	none              js/wasm, wasip1, Plan 9: let one process write
//
// A process that dies in the middle of an append leaves at most the beginning
// of its last line. No later Append joins it or takes it away; reading reports
// it, with Line.Cut set, and goes on.
//
// Reading is for files from strangers: strict JSON, lines of bounded length,
// linear time, memory for one line. No input makes the package panic.
package lock
