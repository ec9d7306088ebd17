// Package json is the json surface of SILP: an IR as one flat JSON object
// (draft-hwang-silp-protocol-00, section 4.2).
//
//	{"intent":"!CANCEL","act":"flight","action_email":["zhangsan"],
//	 "constraints":[{"type":"loc","value":"Beijing","time":"t+1am","subject":"me"}]}
//
// The text is compact. Its members, in the order in which Compile writes them:
//
//	intent          the action code
//	<id>            slot: the entities of the intent with this id, a string or,
//	                for the same id several times in a row, an array of strings
//	action_<verb>   group: the entities of a secondary action, an array whose
//	                elements are strings for the id "act", else {"id":…,"value":…}
//	constraints     array of IR objects, extras included
//	alternatives    array of IR objects, extras included
//	silp, version,  with Frontend.WithMeta only, and only where they are not
//	meta            the defaults; meta never has req_id
//
// The draft does not say what becomes of entities that slots and groups cannot
// hold, but section 4.6 wants every one of them back. So slots and groups are
// written exactly when they can be inverted:
//
//   - the entities of the intent stand before all others;
//   - no entity has extras;
//   - no slot is named intent, entities, constraints, alternatives, meta, silp
//     or version, or begins with "action_";
//   - no slot's id comes back after another id, and no secondary action comes
//     back after another action.
//
// Otherwise a member entities holds the whole list in IR form, an action equal
// to the intent left out, and there are no slots and no groups. Equivalent IRs
// compile to the same bytes, the spelling of numbers in extras aside.
//
// Decode is strict. It takes one JSON object with members in any order; their
// order is the order of the entities, so a hop that sorts members changes the
// IR, and the text has to travel as a string. Names are matched exactly: a
// member "Intent" is a slot. It refuses duplicate names at every depth, an
// empty slot or group, a group of the intent's own verb, entities beside slots
// or groups, meta.req_id, and all that ir.Parse refuses in the objects of an IR.
// A text that is not of this form gives invalid_syntax; a bad action code, silp
// or meta, a missing intent or a bad constraint gives decode_failed; both come
// with an offset and, inside the object, a JSON pointer.
//
// With Frontend.NullAsAbsent a null is read as if its member were not there: a
// slot, a group, every optional member, a constraint's subject and operator. APIs that want all members of a declared
// object present make models write that. Compile never writes null.
//
// # Tolerant decoding
//
// DecodeTolerant, FindAll and NewTolerantStream read what language models write.
// They make a strict text by these local repairs, each a diagnostic with a code
// and a place, and decode that strictly:
//
//	number_as_string  a number, true or false where an argument is a string:
//	                  as a slot, in the array of a slot or a group, and as the
//	                  value of a group's {"id":…,"value":…}; every character of
//	                  it is kept
//	trailing_comma    a comma in front of } or ], at any depth
//	comment           // to the end of the line, outside of strings
//	raw_control_char  a raw line break, tab or other control character in a
//	                  string or name; one diagnostic for each string
//	invalid_escape    \' in a string or name; one diagnostic for each string
//	req_id_ignored    one member req_id of meta, a string without escapes
//	code_fence        backticks in front of the object, a tag in their line,
//	                  and behind it
//	leading_text,     other text around the object
//	trailing_text
//
// In text, an object begins with a { behind which, blanks and comments apart, a
// string and a : follow, or the word intent in other quotes or none and a :, or
// the text ends before that can be told. Other braces are prose. An object
// without a member intent is no payload, and left out with the text around. An
// object that breaks off is an error, wherever it stands, and so is a payload
// inside another object, behind [ or {, or in front of }, ] or a comma that a
// string or the end follows: it may be half of what was meant. Several payloads
// must mean the same.
//
// Never repaired, always an error: duplicate names, different payloads, text that
// was cut off, lone surrogates, null, names without quotes, other quotes, missing
// commas, other comments and escapes, NaN and Infinity, and numbers elsewhere: in
// entities, constraints and alternatives, which hold IR objects, and as an id.
//
// # Limits
//
// A text is at most 1 MiB unless Frontend.MaxBytes says otherwise, and
// the escapes of a compiled text may make it longer than the IR's own JSON;
// objects and arrays nest at most 64 deep. No input makes the package panic or
// run longer than linear time, and no value can become a member, an action or
// another value.
package json
