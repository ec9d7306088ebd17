package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// numRunes is the size of the code space, U+0000 to U+10FFFF.
const numRunes = 0x110000

// set says for every code point whether it is in.
type set []bool

// properties is what the tables need from the Unicode data files.
type properties struct {
	category  []string // General_Category by code point, two letters
	ignorable set      // Default_Ignorable_Code_Point
	bidi      set      // Bidi_Control
	nonchar   set      // Noncharacter_Code_Point
}

// categories maps the folders of the data package to the short names of the
// General_Category. Groups (Letter, Mark, ...) are left out: the thirty of
// these cover the code space once.
var categories = map[string]string{
	"Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt",
	"Modifier_Letter": "Lm", "Other_Letter": "Lo",
	"Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me",
	"Decimal_Number": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
	"Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps",
	"Close_Punctuation": "Pe", "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf",
	"Other_Punctuation": "Po",
	"Math_Symbol":       "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So",
	"Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp",
	"Control": "Cc", "Format": "Cf", "Surrogate": "Cs", "Private_Use": "Co", "Unassigned": "Cn",
}

func loadProperties(pkg dataPackage) (*properties, error) {
	var p properties
	var err error
	if p.category, err = loadCategories(pkg); err != nil {
		return nil, err
	}
	for name, dst := range map[string]*set{
		"Default_Ignorable_Code_Point": &p.ignorable,
		"Bidi_Control":                 &p.bidi,
		"Noncharacter_Code_Point":      &p.nonchar,
	} {
		if *dst, err = loadSet(pkg, "Binary_Property/"+name); err != nil {
			return nil, err
		}
	}
	return &p, nil
}

// loadCategories checks that every code point has exactly one category, which
// would show a misread file.
func loadCategories(pkg dataPackage) ([]string, error) {
	category := make([]string, numRunes)
	for name, short := range categories {
		in, err := loadSet(pkg, "General_Category/"+name)
		if err != nil {
			return nil, err
		}
		for r, ok := range in {
			if !ok {
				continue
			}
			if category[r] != "" {
				return nil, fmt.Errorf("U+%04X has two categories, %s and %s", r, category[r], short)
			}
			category[r] = short
		}
	}
	for r, c := range category {
		if c == "" {
			return nil, fmt.Errorf("U+%04X has no category", r)
		}
	}
	return category, nil
}

var rangesCall = regexp.MustCompile(`export default decodeRanges\('([A-Za-z0-9_-]*)'\);\s*$`)

// loadSet reads ranges.mjs in folder dir: one call of decodeRanges with the
// ranges packed into a string.
func loadSet(pkg dataPackage, dir string) (set, error) {
	name := dir + "/ranges.mjs"
	m := rangesCall.FindSubmatch(pkg[name])
	if m == nil {
		return nil, fmt.Errorf("%s: missing, or not in the form that this program reads", name)
	}
	s := make(set, numRunes)
	if err := decodeRanges(s, string(m[1])); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// decodeRanges is decode-ranges.mjs of the data package: pairs of numbers, the
// gap since the last range (a gap of one is stored as 0, since touching ranges
// are one range) and the length less one.
func decodeRanges(s set, packed string) error {
	deltas, err := decodeDeltas(packed)
	if err != nil {
		return err
	}
	if len(deltas)%2 != 0 {
		return errors.New("odd number of deltas")
	}
	end := -1
	for i := 0; i < len(deltas); i += 2 {
		begin := end + 1 + deltas[i]
		end = begin + 1 + deltas[i+1]
		if end > len(s) {
			return errors.New("range beyond the last code point")
		}
		for r := begin; r < end; r++ {
			s[r] = true
		}
	}
	return nil
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// decodeDeltas reads numbers of one to four base64 digits. The top bits of the
// first digit say how many follow: 0xxxxx none, 10xxxx one, 110xxx two, 111xxx
// three.
func decodeDeltas(packed string) ([]int, error) {
	var out []int
	for i := 0; i < len(packed); {
		x := strings.IndexByte(base64Digits, packed[i])
		more := 0
		switch {
		case x < 0:
			return nil, fmt.Errorf("bad digit %q", packed[i])
		case x >= 0o70:
			x, more = x&7, 3
		case x >= 0o60:
			x, more = x&7, 2
		case x >= 0o40:
			x, more = x&15, 1
		}
		i++
		for ; more > 0; more-- {
			if i == len(packed) {
				return nil, errors.New("number cut short")
			}
			d := strings.IndexByte(base64Digits, packed[i])
			if d < 0 {
				return nil, fmt.Errorf("bad digit %q", packed[i])
			}
			x = x<<6 | d
			i++
		}
		out = append(out, x)
	}
	return out, nil
}
