// Package aidip carries SILP payloads in invocations of the AI Agent Discovery
// and Invocation Protocol (draft-cui-ai-agent-discovery-invocation): an
// http.Handler that gives an agent a decoded IR, and the call that sends one.
//
// # Invocation
//
// The body of POST /agents/{id}/invoke is the agent's input, a JSON object. The
// payload stands at its top level, header included:
//
//	{"silp_encoding":"code","silp_payload":"book(hotel)","silp_header":{…},"nights":2}
//
// With Options.Nested it stands in the member inputs, as section 7.1 of the SILP
// draft words it:
//
//	{"inputs":{"silp_encoding":"code","silp_payload":"book(hotel)"},"nights":2}
//
// An agent that answers in SILP returns what Wrap makes; its client reads the
// answer with Unwrap.
//
// # Metadata
//
// The record of an agent says what it speaks in the member silp, an offer of
// package negotiation; see Announce and Offer.
//
// # Errors
//
// The body of an error is
//
//	{"error":{"code":"invalid_syntax","message":"…","silp":{…}}}
//
// where silp is the error as carrier.AppendError writes it, and the status is
//
//	invalid_syntax, unsupported_version  400
//	session_expired                      410
//	unsupported_frontend                 415
//	decode_failed                        422
//	timeout                              504
//
// Errors of HTTP and of the agent itself have no silp; see Error.
package aidip
