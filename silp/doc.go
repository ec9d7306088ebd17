// Package silp is the front door of the module: it turns IRs into payloads and
// payloads into IRs (draft-hwang-silp-protocol-00).
//
// A Codec holds one set of options: which surfaces it speaks, which verbs and
// protocol versions it takes, and its limits. Encode compiles an IR and puts
// the protocol data that the text does not hold into the payload's header;
// Decode restores every field. Compile and Decode, the functions, are for the
// bare text of one surface.
//
// The zero Options are the strict ones: verbs of draft Table 7 only, silp v1
// only, 1 MiB of text, no repairs, hidden and look-alike characters refused on
// both sides. Each loosening is a named field.
package silp
