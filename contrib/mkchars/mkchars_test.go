package main

import (
	"slices"
	"testing"
)

// Packed strings as the data package has them, with the ranges that Unicode
// gives for the property.
func TestDecodeRanges(t *testing.T) {
	for _, tt := range []struct {
		name, packed string
		want         []rune
	}{
		{"empty", "", nil},
		{"Line_Separator", "yAoA", []rune{0x2028}},
		{"Bidi_Control", "wYcAxnwBZEg2D", []rune{
			0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
		}},
	} {
		s := make(set, numRunes)
		if err := decodeRanges(s, tt.packed); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		var got []rune
		for r, ok := range s {
			if ok {
				got = append(got, rune(r))
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %U, want %U", tt.name, got, tt.want)
		}
	}
}

func TestDecodeRangesErrors(t *testing.T) {
	for name, packed := range map[string]string{
		"not base64": "A+",
		"odd":        "AAA",
		"cut short":  "Ag",
		"too far":    "A____",
	} {
		if err := decodeRanges(make(set, numRunes), packed); err == nil {
			t.Errorf("%s: no error for %q", name, packed)
		}
	}
}

func TestPackFolds(t *testing.T) {
	keys, texts, err := packFolds([]fold{{0xAA, "a"}, {0xBA, "o"}, {0x2026, "..."}, {0xFF41, "a"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "\x01a\x01o\x03..."; string(texts) != want {
		t.Errorf("texts %q, want %q", texts, want)
	}
	want := []uint32{0xAA << foldOffsetBits, 0xBA<<foldOffsetBits | 2, 0x2026<<foldOffsetBits | 4, 0xFF41 << foldOffsetBits}
	if !slices.Equal(keys, want) {
		t.Errorf("keys %x, want %x", keys, want)
	}
}

func TestPackLooks(t *testing.T) {
	keys, texts, err := packLooks([]fold{{0x131, "i"}, {0x1D426, "m\x00rn"}, {0x1D42E, "i"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "\x01i\x04m\x00rn"; string(texts) != want {
		t.Errorf("texts %q, want %q", texts, want)
	}
	want := []uint8{0, 1, 0x31, 0, 0, 1, 0xD4, 0x26, 0, 2, 1, 0xD4, 0x2E, 0, 0}
	if !slices.Equal(keys, want) {
		t.Errorf("keys %x, want %x", keys, want)
	}
}

func TestDistinct(t *testing.T) {
	for _, tt := range []struct{ in, want []string }{
		{[]string{"é", "", "e\u0301"}, nil},
		{[]string{"s", "S", "f", "x"}, []string{"s", "f"}},
	} {
		if got := distinct(tt.in...); !slices.Equal(got, tt.want) {
			t.Errorf("distinct(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestNumber(t *testing.T) {
	sets, numbers, err := number([]uint16{0, 0x102, 0, 3})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(sets, []uint8{0, 0, 1, 2, 0, 3}) || !slices.Equal(numbers, []uint8{0, 1, 0, 2}) {
		t.Errorf("sets %x, numbers %x", sets, numbers)
	}
}
