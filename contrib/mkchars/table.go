package main

import (
	"errors"
	"fmt"
	"slices"
)

// twoStage is a table by code point, cut into blocks of 1<<shift values. Each
// distinct block is stored once in values; index has the number of the block
// for each stretch of the code space.
type twoStage struct {
	shift  uint
	index  []uint8
	values []uint8
}

func (t *twoStage) size() int { return len(t.index) + len(t.values) }

func (t *twoStage) at(r rune) uint8 {
	return t.values[int(t.index[r>>t.shift])<<t.shift|int(r)&(1<<t.shift-1)]
}

// smallest builds the table with the block size that needs the fewest bytes.
func smallest(values []uint8) (*twoStage, error) {
	var best *twoStage
	for shift := uint(5); shift <= 10; shift++ {
		t := newTwoStage(values, shift)
		if t != nil && (best == nil || t.size() < best.size()) {
			best = t
		}
	}
	if best == nil {
		return nil, errors.New("no block size gives 256 blocks or fewer")
	}
	for r, v := range values {
		if best.at(rune(r)) != v {
			return nil, fmt.Errorf("the table is wrong at U+%04X", r)
		}
	}
	return best, nil
}

// newTwoStage returns nil when a block number does not fit into a byte.
func newTwoStage(values []uint8, shift uint) *twoStage {
	t := &twoStage{shift: shift}
	seen := map[string]uint8{}
	for block := range slices.Chunk(values, 1<<shift) {
		n, ok := seen[string(block)]
		if !ok {
			if len(seen) == 256 {
				return nil
			}
			n = uint8(len(seen))
			seen[string(block)] = n
			t.values = append(t.values, block...)
		}
		t.index = append(t.index, n)
	}
	return t
}

// foldOffsetBits is how many low bits of a fold key hold the offset of its
// text; the 21 bits above are the code point.
const foldOffsetBits = 11

// packFolds makes the keys of the folds, in the order of folds, and the texts
// that they point to: a byte for the length, then the text, each text once.
func packFolds(folds []fold) (keys []uint32, texts []uint8, err error) {
	seen := map[string]int{}
	for _, f := range folds {
		offset, ok := seen[f.to]
		if !ok {
			offset = len(texts)
			seen[f.to] = offset
			texts = append(texts, uint8(len(f.to)))
			texts = append(texts, f.to...)
		}
		if offset >= 1<<foldOffsetBits {
			return nil, nil, fmt.Errorf("the fold texts need more than %d bytes", 1<<foldOffsetBits)
		}
		keys = append(keys, uint32(f.from)<<foldOffsetBits|uint32(offset))
	}
	return keys, texts, nil
}

// lookKeyBytes is the length of a key of packLooks: three bytes for the code
// point, two for the offset of its text.
const lookKeyBytes = 5

// packLooks is packFolds with room for more texts.
func packLooks(looks []fold) (keys, texts []uint8, err error) {
	seen := map[string]int{}
	for _, l := range looks {
		offset, ok := seen[l.to]
		if !ok {
			offset = len(texts)
			seen[l.to] = offset
			texts = append(texts, uint8(len(l.to)))
			texts = append(texts, l.to...)
		}
		if offset > 0xFFFF {
			return nil, nil, errors.New("the look-alike texts need more than 64 KiB")
		}
		keys = append(keys, uint8(l.from>>16), uint8(l.from>>8), uint8(l.from), uint8(offset>>8), uint8(offset))
	}
	return keys, texts, nil
}

// number gives each distinct set of bits a number, in the order in which they
// come up, so that a table by code point needs one byte each.
func number(classes []uint16) (sets, numbers []uint8, err error) {
	seen := map[uint16]uint8{}
	numbers = make([]uint8, len(classes))
	for r, c := range classes {
		n, ok := seen[c]
		if !ok {
			if len(seen) == 256 {
				return nil, nil, errors.New("more than 256 sets")
			}
			n = uint8(len(seen))
			seen[c] = n
			sets = append(sets, uint8(c>>8), uint8(c))
		}
		numbers[r] = n
	}
	return sets, numbers, nil
}
