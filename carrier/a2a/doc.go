// Package a2a carries SILP payloads in the messages of the Agent2Agent protocol
// (A2A, version 1.0; version 0.3 is read). It knows the protocol's JSON shapes
// and no SDK; module contrib/a2asdk has the glue to the official Go SDK.
//
// # Parts
//
// A payload is one part of a message or an artifact. By default it is a text
// part, so that a model reads the text as it is:
//
//	{"text":"book(hotel)","mediaType":"text/x.silp",
//	 "metadata":{"<URI>":{"silp_encoding":"code","silp_header":{…}}}}
//
// With Options.DataPart it is a data part that holds package carrier's wrapper:
//
//	{"data":{"silp_encoding":"code","silp_payload":"book(hotel)","silp_header":{…}},
//	 "mediaType":"application/json","metadata":{"<URI>":{}}}
//
// <URI> names the A2A extension. The member of that name in the part's metadata
// is what makes a part a SILP part; the media type says nothing, because hosts
// set, drop and rewrite it. The message lists the URI in its extensions. So a
// message that lists it, but has no part with the member, lost its metadata on
// the way: Read says so instead of handing the text to a model as prose.
//
// # Offers
//
// The agent card announces the extension with an offer of package negotiation
// as its params; see Extension and ReadCard. The card is the pong: there is no
// ping on the wire.
//
// # Errors
//
// Before there is a task, unsupported_frontend is A2A's own
// ContentTypeNotSupported (JSON-RPC code -32005, HTTP 400, gRPC
// INVALID_ARGUMENT) with the SILP error among its details. Every other error,
// and that one too once there is a task, is a rejected or failed task whose
// status message has the error under <URI> in its metadata. No SILP error has a
// JSON-RPC code of its own (draft section 5.1).
//
// # What is restored
//
// Every field of an IR, req_id included, through JSON-RPC, REST and gRPC. What
// A2A cannot promise: a host that drops metadata drops the encoding with it,
// and the payload is refused; SDKs escape <, > and & on the wire and give the
// characters back on arrival.
package a2a
