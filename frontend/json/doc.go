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
// Limits: a text is at most 1 MiB unless Frontend.MaxBytes says otherwise, and
// the escapes of a compiled text may make it longer than the IR's own JSON;
// objects and arrays nest at most 64 deep. No input makes the package panic or
// run longer than linear time, and no value can become a member, an action or
// another value.
package json
