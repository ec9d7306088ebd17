// Package negotiation agrees on a surface before the first payload, and keeps
// the sessions of those who did (draft sections 5.2 and 5.3).
//
// # Lines
//
// The draft names the //ping probe and leaves its syntax open. This is ours: one
// line of ASCII, with one blank between its words (RFC 5234):
//
//	ping      = "//ping" offer
//	pong      = "//pong" offer
//	offer     = SP versions SP frontends *(SP word)
//	versions  = version *("," version)
//	version   = "v" 1*DIGIT
//	frontends = name *("," name)
//	name      = 1*(%x61-7A / DIGIT / "_")    ; code, json, nl_json, …
//	word      = name "=" 1*VCHAR
//
// as in
//
//	//ping v1 code,json
//	//pong v1 code,json,natural prefer=json n=10
//
// Two words have a meaning: prefer names one of the line's frontends, n is the
// heartbeat of a session (draft section 5.2) and one of 1, 5, 10, 15, 20, 9999.
// Each stands once at most. Words with other names are ignored, so that a later
// version can add some. Blanks, tabs and line ends around the line are no part
// of it. A version or a name has at most 32 bytes, a list at most 32 of them and
// none twice, a line at most 4096 bytes.
//
// Where a carrier has its own place for capabilities, the same offer is a JSON
// object; see ParseOffer.
//
// # Choice
//
// The sender pings, the receiver answers with a pong, and both give the two
// offers to Choose, which looks at nothing else: so both choose the same. The
// receiver decides: what its offer prefers is chosen if both have it; otherwise
// the first of code, json, natural that both have. What the ping prefers is a
// wish that the receiver may follow in its pong. nl_json and llmlingua2 have no
// place in the chain and are chosen only when the pong prefers them.
//
// Next walks the same chain when a frontend fails later. The draft's chain has
// "math" behind code, which no section defines; revision 02 dropped it.
//
// A ping is answered before any decoding, and must never reach a model: IsPing
// recognises one, and silp.Codec refuses to decode it.
//
// # Sessions
//
// Sessions opens sessions, counts their turns, and says when the heartbeat
// resets a context. What accumulates between two turns is the caller's; this
// package keeps the count. A Store shares sessions among replicas: turns are
// taken by compare-and-swap, so that no number is given twice. contrib/redisstore
// has one over Redis.
//
// Errors are *ir.Error with a code of draft Table 10, but for what that table
// has no code for: ErrScopeFull, a cancelled request, and a Store that fails.
package negotiation
