package frontend

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/ir"
)

// Diagnostic is one repair of a tolerant decode.
type Diagnostic struct {
	Code    string `json:"code"`    // one of the codes below
	Offset  int    `json:"offset"`  // byte offset into the text as received
	Line    int    `json:"line"`    // from 1, see ir.Position
	Column  int    `json:"column"`  // from 1
	Message string `json:"message"` // what was done
}

// The codes of diagnostics.
const (
	LeadingText            = "leading_text"            // text in front of the payload was left out
	TrailingText           = "trailing_text"           // text behind the payload was left out
	CodeFence              = "code_fence"              // a fence or a pair of backticks was taken off
	Whitespace             = "whitespace"              // blanks or line ends that the grammar does not have
	Comment                = "comment"                 // a comment was left out
	SingleQuotedString     = "single_quoted_string"    // '…' became "…"
	CurlyQuotedString      = "curly_quoted_string"     // “…” or ‘…’ became "…"
	UnquotedBlank          = "unquoted_blank"          // a value with blanks inside was quoted
	KeywordSpelling        = "keyword_spelling"        // IF, AND, ELSE, THEN, && or not became a keyword or "!"
	OperatorSpelling       = "operator_spelling"       // ≤, ≥ or ≠ became an operator
	ParenthesizedCondition = "parenthesized_condition" // parentheses around the whole condition were taken off
	TrailingSemicolon      = "trailing_semicolon"      // a ";" behind the last call was left out
	TrailingComma          = "trailing_comma"          // a "," behind the last argument or member was left out
	BareStep               = "bare_step"               // a step without parentheses became a call
	MergedCalls            = "merged_calls"            // two calls of one action in a row became one
	RawControlChar         = "raw_control_char"        // a raw control character in a JSON string was escaped
	InvalidEscape          = "invalid_escape"          // \' in a JSON string became '
	NumberAsString         = "number_as_string"        // a number or boolean became the string of its digits
	ReqIDIgnored           = "req_id_ignored"          // meta.req_id inside the text was left out
)

// Locate sorts diagnostics by their offsets and sets their lines and columns,
// as ir.Position counts them, in one pass over the text.
func Locate(text string, diags []Diagnostic) {
	slices.SortStableFunc(diags, func(a, b Diagnostic) int { return cmp.Compare(a.Offset, b.Offset) })
	line, column, at := 1, 1, 0
	for i := range diags {
		d := &diags[i]
		passed := text[at:d.Offset]
		if n := strings.Count(passed, "\n"); n > 0 {
			line += n
			column = 1
			passed = passed[strings.LastIndexByte(passed, '\n')+1:]
		}
		column += utf8.RuneCountInString(passed)
		at = d.Offset
		d.Line, d.Column = line, column
	}
}

// Found is a payload that FindAll of a surface found in a text.
type Found struct {
	Start, End  int // its bytes in the text
	IR          *ir.IR
	Diagnostics []Diagnostic // the repairs, without those for the text around
}

// LocateAll is Locate for payloads that stand one behind the other, in one pass.
func LocateAll(text string, found []Found) {
	var all []Diagnostic
	for _, one := range found {
		all = append(all, one.Diagnostics...)
	}
	Locate(text, all)
	for i := range found {
		n := len(found[i].Diagnostics)
		found[i].Diagnostics, all = all[:n:n], all[n:]
	}
}
