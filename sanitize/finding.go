package sanitize

// Kind is what is wrong with a character, or with a name.
type Kind string

// The kinds of findings.
const (
	ZeroWidth         Kind = "ZeroWidth"         // U+200B, U+200C, U+200D, U+FEFF where the writing does not need them
	Invisible         Kind = "Invisible"         // any other character that nobody sees
	Tag               Kind = "Tag"               // U+E0000 to U+E007F outside the three flags
	VariationSelector Kind = "VariationSelector" // without a base that has variants
	Bidi              Kind = "Bidi"              // a bidi control in structure, or a mark without right-to-left text
	BidiUnbalanced    Kind = "BidiUnbalanced"    // an override, or an embedding or isolate without its partner
	Blank             Kind = "Blank"             // a letter or symbol that looks like a blank: Hangul fillers, U+2800
	Control           Kind = "Control"           // a control character
	NUL               Kind = "NUL"               // U+0000
	Noncharacter      Kind = "Noncharacter"      // a code point that is no character
	MarkFlood         Kind = "MarkFlood"         // more than 30 combining marks in a row
	CombiningMark     Kind = "CombiningMark"     // a combining mark in a verb or keyword
	Homoglyph         Kind = "Homoglyph"         // a look-alike in a verb, a keyword or a name
	LookalikeOperator Kind = "LookalikeOperator" // a look-alike of a delimiter, operator or blank
	ReservedKey       Kind = "ReservedKey"       // a name that looks like a reserved one
	DuplicateKey      Kind = "DuplicateKey"      // names that differ, but not any more once cleaned
	MixedScript       Kind = "MixedScript"       // a word of a value that mixes ASCII letters and look-alikes: kept
	LineSeparator     Kind = "LineSeparator"     // U+2028 or U+2029 in a value: kept
	InvalidUTF8       Kind = "InvalidUTF8"       // bytes that are not UTF-8
	Surrogate         Kind = "Surrogate"         // a \u escape of half a surrogate pair
	Syntax            Kind = "Syntax"            // a non-ASCII character where the text has only ASCII
	Empty             Kind = "Empty"             // nothing is left after cleaning
	Limit             Kind = "Limit"             // too long or too deep
)

// Where is the part of a payload that a finding is in.
type Where string

// The parts of a payload.
const (
	WhereVerb      Where = "verb"
	WhereKeyword   Where = "keyword"
	WhereID        Where = "id"
	WhereType      Where = "constraint-type"
	WhereValue     Where = "value"
	WhereKey       Where = "json-key"  // the name of a member that the draft does not name
	WhereSeparator Where = "separator" // between words
	WherePayload   Where = "payload"
)

// Action is what was done about a finding.
type Action string

// The actions.
const (
	Refused  Action = "refused"  // the function returned an error for it
	Removed  Action = "removed"  // Clean left it out
	Folded   Action = "folded"   // Clean wrote the word that it looks like
	Kept     Action = "kept"     // worth a look, but allowed
	Reported Action = "reported" // Inspect: another policy would not have kept it
)

// A Finding is one character, or one word, that something was found about.
type Finding struct {
	// Offset is the byte offset of the first byte: in the text for Code and
	// JSON, in the string otherwise.
	Offset int `json:"offset"`
	// Length is the number of bytes there: those of an escape if the character
	// was written as one.
	Length     int    `json:"length"`
	Rune       rune   `json:"rune"` // the character, -1 where it is not about one
	Kind       Kind   `json:"kind"`
	Where      Where  `json:"where"`
	Path       string `json:"path,omitempty"` // JSON pointer, where there is one
	Action     Action `json:"action"`
	Suggestion string `json:"suggestion,omitempty"` // the ASCII text that was meant, if that is known
}

// maxFindings bounds a report.
const maxFindings = 64

// Report lists what was found, part by part of the text: within a word, what was
// removed stands in front of what was folded.
type Report struct {
	Findings []Finding `json:"findings"` // the first 64
	Total    int       `json:"total"`    // how many there were
}

func (r *Report) add(f Finding) {
	r.Total++
	if len(r.Findings) < maxFindings {
		r.Findings = append(r.Findings, f)
	}
}
