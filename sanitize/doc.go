// Package sanitize finds characters that nobody sees, and look-alikes, where
// they could change what a payload means, and leaves honest text alone (draft-
// hwang-silp-protocol-00, sections 8.1 and 8.2).
//
// The draft asks to strip U+200B, U+200C, U+200D and U+FEFF and to normalise
// homoglyphs. Applied to whole payloads that damages Persian, Hindi, Thai, emoji
// and Russian values, and misses tag characters, bidi controls, variation
// selectors and fullwidth delimiters. So this package follows the structure of a
// payload instead:
//
//	part                     rule
//	verbs, keywords, labels, ASCII only. Clean removes hidden characters and
//	action codes             folds look-alikes if exactly one word of the
//	                         vocabulary matches
//	delimiters, operators,   ASCII only, never repaired: neither removing nor
//	blanks                   folding creates a structural byte
//	values, times, targets,  never folded, never normalised. Hidden characters
//	locations, extras, meta  are kept where the writing needs them, see below
//	ids, constraint types,   as values, in any language; but no name may pose as
//	names of extra members   another, see below
//
// # Hidden characters in values
//
// A character is kept if the condition holds, and is hidden out of context
// otherwise. "Behind" and "beside" mean the neighbour that was kept and shows;
// a mark that stands on a letter is no neighbour in front of which anything is
// kept.
//
//	ZWJ, ZWNJ                behind a letter or mark of a joining or Indic script
//	ZWJ                      between two emoji
//	ZWSP                     beside Thai, Lao, Khmer, Myanmar, Tibetan, Javanese,
//	                         Balinese, Tai, Han, Kana, Bopomofo
//	U+FE0E, U+FE0F           behind an emoji, a digit, "#" or "*"
//	U+FE00 to U+FE0D         behind a non-ASCII character that is no mark
//	U+E0100 to U+E01EF       behind a Han character
//	Mongolian FVS, MVS       behind a Mongolian letter
//	tag characters           the flags of England, Scotland and Wales only
//	LRM, RLM, ALM            in a value with right-to-left text, not two in a row
//	embeddings, isolates     with their partner, in a value with right-to-left text
//	overrides                never
//	soft hyphen              between letters
//	CGJ, WJ                  behind a non-ASCII character
//	Hangul fillers           beside a jamo
//	U+2800                   beside Braille
//	TAB, LF, CR              always
//	everything else hidden   never: other controls, U+FEFF, noncharacters,
//	                         default-ignorable and interlinear characters
//
// More than 30 combining marks in a row are too many; Clean keeps 30. Blanks of
// every kind, private use, unassigned characters and line separators are kept.
//
// # Names
//
// Besides the rules for values, a name is refused if it looks like a reserved
// one without being it (intent, entities, action_…, the labels and members of
// the draft), if it holds a look-alike of a delimiter ( ) , ; : = < > @ " # that
// it does not have, if it is a constraint type and begins with a look-alike of
// "!", and if it mixes ASCII letters and look-alikes so that all of it looks
// ASCII. The Latin letters of ordinary spelling (U+00C0 to U+017E) and
// superscripts are no look-alikes there: a name may be Danish or Turkish, and m².
// Where all that shows of a name is ASCII, nothing hidden is kept in it.
//
// # Policies
//
//	                                Strict   Clean              Inspect
//	hidden out of context           refused  removed            reported
//	look-alike in verb or keyword   refused  folded or refused  reported
//	name that poses as another      refused  refused            reported
//	look-alike of a delimiter, operator or blank as structure;
//	  crossed bidi pairs; invalid UTF-8; half a surrogate pair;
//	  names that become equal, values that become empty by
//	  cleaning; too long or too deep
//	                                refused  refused            refused
//	mixed word in a value, line separator
//	                                kept     kept               reported as kept
//
// Options.IR under Inspect returns an error for invalid UTF-8 alone: whoever
// inspects an IR that is valid wants to see all of it.
//
// Clean is idempotent; what it returns passes Strict; what passes Strict it
// returns unchanged. A string of printable ASCII, TAB, LF and CR costs one look
// at each byte and no allocation, and comes back as the same string. Every
// function takes linear time and memory.
//
// # Texts and IRs
//
// Code and JSON check a text before it is decoded, IR what was decoded. To
// receive under Clean: Code or JSON, then decode strictly. Under Strict: decode
// strictly, then IR, whose findings carry JSON pointers. To send: IR, then
// compile, so that what a sender emits a strict receiver takes. Locks are
// verified on the bytes as they came, never on cleaned ones.
//
// Code and JSON do not parse. A text that is no payload may come back without an
// error, which the decoder then gives. Text around a payload, as language models
// write it, is for a tolerant decoder; check what it decodes with IR.
//
// All tables are at one Unicode version (17.0.0), whatever Go's is. What the
// package does not do is in docs/security.md.
package sanitize
