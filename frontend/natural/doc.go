// Package natural writes an IR as one English sentence, plain (natural, draft-
// hwang-silp-protocol-00 section 4.3) or as the one member of a JSON object
// (nl_json, section 4.4):
//
//	If not rain at t+1, start hike otherwise start cards at indoor.
//	{"task_description":"If not rain at t+1, start hike otherwise start cards at indoor."}
//
// Both are control baselines for comparisons with the lossless surfaces: there
// is no decode, and what the sentence cannot say is gone. Ids, extras, silp,
// version and meta are not in it.
//
// # The template
//
//	sentence    = [ "If " conditions ", " ] calls [ " otherwise " calls ] "."
//	conditions  = condition *( " and " condition )
//	calls       = call *( " and " call )
//	condition   = type [ " of " subject ] relation value [ " at " time ]
//	negation    = "not " type [ " of " subject ] [ relation value ] [ " at " time ]
//	call        = verb [ " " value *( ", " value ) ]
//	alternative = verb [ " " target ] [ " at " location ]
//
// The calls are those of the intent and of each secondary action, in order, with
// the values of their entities, keyword or not; behind "otherwise" they are the
// alternatives. The one capital is that of "If": a sentence without conditions
// begins with its verb as it is. A verb is the function name of its action
// code, but "switch" is "switch to" before a value. The relations are
//
//	no operator, = and ==   is
//	!=                      is not
//	<=  >=  <  >            is at most, is at least, is less than, is greater than
//	any other               the operator as it stands
//
// A negation is a constraint whose type begins with "!". Its value "true" without
// an operator is filler and not written: "not rain", but "not category is billing".
//
// An optional member that is an empty string counts as absent. An empty type or
// value is written as two quotes.
//
// Texts are verbatim. A value with words of its own can therefore change what
// the sentence says to a reader; content from strangers belongs in the code or
// json surface, where no value can.
package natural
