// Package code is the code surface (draft-hwang-silp-protocol-00, section 4.1):
// an IR as function calls under a condition, without loss.
//
//	if !rain(t+1): start(hike) else: start(cards@indoor)
//
// # Grammar
//
// The grammar is the draft's, completed where the draft has no place for a part
// of an IR (ABNF of RFC 5234, strings case-sensitive as in RFC 7405):
//
//	payload       = [ "if " condition ": " ] actions [ " else: " alternatives ] [ " #" annotation ]
//	condition     = constraint *( " and " constraint )
//	constraint    = operator-form / func-call / negation
//	operator-form = [ "!" ] word [ "(" word ")" ] operator word [ ", " word ]
//	                ; name, subject, operator, value, time
//	operator      = "==" / "!=" / "<=" / ">=" / "<" / ">"
//	func-call     = word "(" word [ "," word [ "," word ] ] [ "," time-label ] [ "," op-label ] ")"
//	negation      = "!" word [ "(" parts ")" ]
//	                ; parts, joined by ",", none required, in this order:
//	                ; time-like word, value-label, subject-label, time-label, op-label
//	value-label   = "value=" word
//	subject-label = "subject=" word
//	time-label    = "time=" word
//	op-label      = "operator=" word
//	actions       = call *( "; " call )            ; the first call is the intent
//	call          = fn "(" [ arg *( "," arg ) ] ")"
//	arg           = word / word "=" word           ; positional / keyword
//	alternatives  = altcall *( "; " altcall )
//	altcall       = fn "(" [ word [ "@" word ] / "loc=" word ] ")"   ; target, location
//	fn            = LOWER *( LOWER / "_" )         ; cancel stands for !CANCEL
//	word          = bare / quoted
//	quoted        = a JSON string literal
//	bare          = 1*bare-char                    ; with the conditions below
//	bare-char     = ALPHA / DIGIT / "_" / "." / "+" / "-" / "%" / "/" / "$" / "*" / "~" / "^" / "&" /
//	                "?" / ":" / "@" / a non-ASCII letter, mark or number that is not default-ignorable
//	time-like     = "t" ( "+" / "-" ) 1*DIGIT *LOWER ; never quoted
//	annotation    = a JSON object
//
// A bare word is none of if, else, and, not and then; it neither begins nor
// ends with ":", does not begin with "@" or a combining mark, and holds no
// "...". In targets and locations "@" is no bare-char. The name of a quoted
// constraint begins with "!" only behind the "!" of a negation.
//
// Decoding takes what the draft prints besides: " else " for " else: ",
// " then " for ": ", one blank behind a comma, and " -> " between all calls,
// which sets meta.seq.
//
// # What stands where
//
// A bare time-like word is a time wherever one may stand: as the second of two
// positional words of a constraint, as the positional word of a negation, and as
// the entity "time" of a call. The same characters in quotes are not. An entity
// "act" is positional. A run of entities of one action is one call. Two calls of
// one action in a row are refused: an IR has no place for the boundary.
//
// The annotation holds what the text cannot say: extras under the index of
// their entity, constraint or alternative, and with WithMeta the header. What
// the text can say is refused there, so that no comment changes a call.
//
// # Promises
//
// No value can become structure: a word that is not plainly bare is quoted, and
// everything that a hop may strip, melt or fold into a delimiter is written as
// an escape. For every valid IR, decoding the compiled text gives an equivalent
// IR. Equivalent IRs compile to equal bytes, the digits of numbers in extras
// aside. Decoding takes linear time; it never guesses.
package code
