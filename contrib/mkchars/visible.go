package main

import (
	"path"
	"slices"
)

// The bits of visible.Class, repeated here for the reason that classes.go
// gives; the tests of package visible hold the table against its own constants.
const (
	visHidden = 1 << iota
	visMark
	visLetter
	visJoining
	visEmoji
	visBreaks
	visHan
	visMongolian
	visRTL
	visJamo
	visBraille
	visNumber
)

// breaking are the scripts in whose text a zero-width space marks a word or
// line break.
var breaking = []string{
	"Thai", "Lao", "Khmer", "Myanmar", "Tibetan", "Javanese", "Balinese",
	"Tai_Le", "New_Tai_Lue", "Tai_Tham", "Tai_Viet", "Han", "Hiragana", "Katakana", "Bopomofo",
}

// computeVisible gives the class bits of every code point.
func computeVisible(p *properties, pkg dataPackage) ([]uint16, error) {
	v := visibleProperties{pkg: pkg}
	joining := v.joiningScripts()
	breaks := v.anyOf("Script_Extensions", breaking...)
	han := v.anyOf("Script", "Han")
	mongolian := v.anyOf("Script", "Mongolian", "Phags_Pa")
	rtl := v.anyOf("Bidi_Class", "Right_To_Left", "Arabic_Letter")
	hangul := v.anyOf("Script", "Hangul")
	emoji := v.anyOf("Binary_Property", "Emoji", "Extended_Pictographic")
	modifier := v.anyOf("Binary_Property", "Regional_Indicator")
	if v.err != nil {
		return nil, v.err
	}
	classes := make([]uint16, numRunes)
	for i := range classes {
		r := rune(i)
		cat := p.category[r]
		var c uint16
		set := func(bit uint16, on bool) {
			if on {
				c |= bit
			}
		}
		set(visMark, cat[0] == 'M')
		if isHidden(p, r) {
			classes[i] = c | visHidden
			continue
		}
		set(visLetter, cat[0] == 'L')
		set(visNumber, cat == "No")
		set(visJoining, joining[r] && (cat[0] == 'L' || cat[0] == 'M'))
		set(visEmoji, emoji[r] && !modifier[r] && r >= 0x80)
		set(visBreaks, breaks[r] && cat[0] != 'M')
		set(visHan, han[r] && cat[0] == 'L')
		set(visMongolian, mongolian[r] && cat[0] == 'L')
		set(visRTL, rtl[r] && cat[0] != 'M' && cat != "Cn")
		set(visJamo, hangul[r] && cat == "Lo" && !(0xAC00 <= r && r <= 0xD7A3))
		set(visBraille, 0x2801 <= r && r <= 0x28FF)
		classes[i] = c
	}
	return classes, nil
}

// isHidden: nobody sees the character, or it is no character.
func isHidden(p *properties, r rune) bool {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return false
	case p.category[r] == "Cc", p.category[r] == "Cs", p.ignorable[r], p.bidi[r], p.nonchar[r]:
		return true
	}
	return 0xFFF9 <= r && r <= 0xFFFB || r == 0x2800
}

// visibleProperties reads sets and keeps the first error.
type visibleProperties struct {
	pkg dataPackage
	err error
}

// anyOf is the union of some values of a property.
func (v *visibleProperties) anyOf(property string, values ...string) set {
	union := make(set, numRunes)
	for _, value := range values {
		s, err := loadSet(v.pkg, property+"/"+value)
		if err != nil && v.err == nil {
			v.err = err
		}
		for r, ok := range s {
			union[r] = union[r] || ok
		}
	}
	return union
}

// joiningScripts is the union of the scripts that have a joining letter, or a
// virama or the like: those in whose writing U+200C and U+200D have a meaning.
// Common and Inherited are none.
func (v *visibleProperties) joiningScripts() set {
	signs := v.anyOf("Joining_Type", "Dual_Joining", "Right_Joining", "Left_Joining")
	for r, ok := range v.anyOf("Indic_Syllabic_Category", "Virama", "Invisible_Stacker", "Pure_Killer") {
		signs[r] = signs[r] || ok
	}
	scripts := map[string]bool{}
	for name := range v.pkg {
		if dir := path.Dir(name); path.Dir(dir) == "Script" {
			scripts[path.Base(dir)] = true
		}
	}
	var names []string
	for name := range scripts {
		if name == "Common" || name == "Inherited" || name == "Unknown" {
			continue
		}
		for r, ok := range v.anyOf("Script", name) {
			if ok && signs[r] {
				names = append(names, name)
				break
			}
		}
	}
	slices.Sort(names)
	return v.anyOf("Script_Extensions", names...)
}
