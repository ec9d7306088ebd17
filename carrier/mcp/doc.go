// Package mcp carries SILP payloads in the tool calls of the Model Context
// Protocol, specifications 2025-11-25 and 2026-07-28. It knows the JSON shapes
// and no SDK; contrib/mcpsdk is the glue to the official Go SDK.
//
// # Calls
//
// The payload stands in the arguments of tools/call beside the tool's own
// (draft-hwang-silp-protocol-02, section 7.2), its header in _meta:
//
//	{"name":"book",
//	 "arguments":{"silp_encoding":"code","silp_payload":"book(hotel)","nights":2},
//	 "_meta":{"silp.example/silp-header":{"meta":{"req_id":"90ab12cd"}}}}
//
// Where a hop drops _meta, the text still decodes: req_id is computed from it,
// and the rest of the header is at its defaults.
//
// Draft -00 has the text alone, as the string argument that would hold the
// instruction in natural language. Options.Argument names it. Such a call does
// not say which frontend the text is of: a text that begins with "{" is json,
// any other is code.
//
// # Schema
//
// Tools refuse arguments that their input schema does not declare, or drop them
// in silence. Schema adds the two properties to a tool's schema. It gives them
// no enum, which would turn unsupported_frontend into a validation error without
// a code, and no maxLength, whose errors repeat the whole payload.
//
// # Offers
//
// Both sides announce what they speak as an extension, capabilities.extensions
// in initialize, in server/discover and in the _meta of each request of the
// newer specification. A //ping in a text is not needed.
//
// # Errors
//
// A SILP error is the result of the call: isError, a text that a model can read,
// "code: message", and the error as an object in _meta. It is never a JSON-RPC
// error (draft section 5.1): hosts do not show those to the model.
//
// # Metadata
//
// Maps of metadata are what SDKs of Go have: JSON-plain values, as carrier.Plain
// makes them. Maps that come in are not changed, those that go out are new.
package mcp
