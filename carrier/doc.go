// Package carrier puts SILP payloads into the messages of other protocols and
// takes them out again: what mcp, a2a, aidip and iacp, the packages below it,
// share. It knows JSON and no protocol, no network and no SDK.
//
// # Wrapper
//
// A payload travels as members of a JSON object, beside the object's own
// members, which stay as they are (draft-hwang-silp-protocol-02, section 7.2):
//
//	{"silp_encoding":"code","silp_payload":"book(hotel)","silp_header":{…},"nights":2}
//
// Wrap and Unwrap write and read it. Names are matched exactly, byte for byte;
// a name that stands twice is refused. Wrap refuses an object that has a member
// whose name begins with silp_ already, in any case of letters, so that no
// receiver can find two payloads in it.
//
// # Header
//
// The header is the protocol data that the text does not hold: silp, version,
// meta with its req_id. Protocols that have a place for metadata carry it there,
// the others in silp_header. silp.Codec.Decode puts it back: the original req_id
// replaces the one that is computed from the text, and meta is filled.
//
// The SDKs of these protocols keep metadata as maps and every number in it as a
// float64; some copy the maps with encoding/gob, which turns an empty list into
// null. A header with a number that float64 does not give back, as the priority
// 9007199254740993, or with an empty list, therefore travels as a JSON string
// that holds the header's JSON. AppendHeader decides, ParseHeader reads both
// forms.
//
// # Text
//
// The text arrives byte for byte. Nothing here writes \u003c for "<", as
// encoding/json does. Invalid UTF-8 is refused before it is sent, because the
// encoders on the way would turn it into U+FFFD and say nothing.
//
// # Limits
//
// A text and a header have at most DefaultMaxBytes, or Options.MaxBytes, on both
// sides. Wrap and Unwrap need time and memory linear in the object's size; the
// size of the whole object is the business of whoever reads it from the network.
//
// # Errors
//
// Errors are *ir.Error with a code of draft Table 10. One that has to reach the
// other side travels as an object, see AppendError; ParseError reads it. It
// never becomes an error code of the carrying protocol (draft section 5.1).
package carrier
