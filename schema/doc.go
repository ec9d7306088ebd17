// Package schema checks a raw SILP document against the JSON Schema that the
// draft prints in section 3.9, and reports every violation.
//
// The schema is the file silp-ir-schema.json of this folder, embedded
// unchanged; [JSON] returns its text. [Validate] works in two steps.
//
// # Step 1: the text
//
// The text is read strictly. A text that cannot be read has exactly one
// violation, the first one in reading order, with one of these keywords:
//
//	syntax     not one JSON text: bad grammar, invalid UTF-8, a lone surrogate
//	           escape, a byte order mark, data after the document, an empty text
//	duplicate  two members of one object, at any depth, have the same name
//	           once escapes are resolved
//	limit      objects and arrays nested more than 64 deep (the document itself
//	           is the first level), a number written with more than 64
//	           characters (sign included), or a written exponent beyond ±400
//	           (leading zeros do not count)
//
// The limits apply everywhere, also inside members that the schema does not
// know. They keep exact arithmetic on numbers cheap.
//
// # Step 2: the schema
//
// All violations of the schema, one per missing member and one per unknown
// member:
//
//	type                  expected one JSON type, got another
//	pattern               silp, intent, action and req_id
//	required              Path is the object that lacks the member
//	additionalProperties  Path is the unknown member of the document
//	minimum, maximum      confidence
//
// A value of the wrong type gets no further violations. 1.0 and 1e2 are
// integers, as JSON Schema says; bounds are compared exactly, whatever float64
// makes of a number; null is never a string. Names are matched exactly. In the
// patterns $ is the very end of the string, so "!BOOK\n" does not match, and
// \d is an ASCII digit.
//
// # Order
//
// Violations are sorted by path, segment by segment (decimal segments first and
// by number, then the others by byte), then by keyword, then by message. The
// same text gives the same error in every run.
//
// # Limits and security
//
// There is no limit on the size of the text: set one before the call if the
// text comes from outside. Time grows linearly with the text. Memory is a fixed
// multiple of it, at worst about 60 times for a text made of very small
// objects. More than [MaxViolations] violations are not collected;
// [Error.Truncated] says so.
//
// No text makes Validate panic. Nothing is loaded from a network or a file. The
// schema is compiled by the first call, not at import; the library itself,
// however, compiles its meta-schemas when a program starts (about 1 MB of
// garbage and some milliseconds), so import this package only where documents
// are validated. All functions are safe for concurrent use. No error keeps the text alive, and the text of an error
// repeats at most 64 bytes of it, quoted so that control characters cannot act.
package schema
