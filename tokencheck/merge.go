package tokencheck

import "slices"

// merger merges the symbols of a text to tokens: again and again the pair that
// comes first in the merge order, of equal ones the leftmost. Pairs wait in
// buckets, one for each place in the order, so that a long run of one letter
// takes linear time and no text more than n log n.
type merger struct {
	ids     map[string]int // by token
	longest int            // the length of the longest token
	// rank is the place of each token in the merge order, by id; nil means the
	// id itself. Only with pairs may several have the same.
	rank []int32
	// pairs says that pairs of one rank are merged in the order of their left,
	// then right ids, instead of from left to right.
	pairs bool
}

// symbol is a part of the text that is one token so far.
type symbol struct {
	start, end int32
	prev, next int32 // -1 at the ends
	id         int32 // negative: -1-id, a byte that never merges, or gone
}

// gone is the id of a symbol that became part of its left neighbour.
const gone = -1 << 31

// place is a place in the merge order. left and right are 0 unless merger.pairs.
type place struct{ rank, left, right int32 }

func (a place) before(b place) bool {
	if a.rank != b.rank {
		return a.rank < b.rank
	}
	if a.left != b.left {
		return a.left < b.left
	}
	return a.right < b.right
}

// candidate is the symbol at an index with the one behind it. It is out of date
// if one of them has another id by now: a symbol keeps its start, so the same
// ids are the same text.
type candidate struct{ at, left, right int32 }

// bucket holds the candidates of one place.
type bucket struct {
	place  place
	id     int32 // of the token that they make
	list   []candidate
	sorted bool
	queued bool // stands in the heap
}

// next takes the leftmost candidate.
func (b *bucket) next() candidate {
	if !b.sorted {
		// From right to left, so that the next one is at the end.
		slices.SortFunc(b.list, func(x, y candidate) int { return int(y.at) - int(x.at) })
		b.sorted = true
	}
	c := b.list[len(b.list)-1]
	b.list = b.list[:len(b.list)-1]
	return c
}

// merging is one run of a merger.
type merging struct {
	*merger
	text    string
	symbols []symbol
	buckets map[place]*bucket
	heap    []*bucket // a binary heap of those with candidates
}

// append merges the symbols of text and appends the ids of the tokens. The
// symbols, one at least, follow one another without gaps.
func (m *merger) append(dst []int, text string, symbols []symbol) []int {
	run := merging{merger: m, text: text, symbols: symbols, buckets: make(map[place]*bucket)}
	for i := range symbols {
		symbols[i].prev, symbols[i].next = int32(i-1), int32(i+1)
	}
	symbols[len(symbols)-1].next = -1
	for i := range symbols {
		run.offer(int32(i))
	}
	for len(run.heap) > 0 {
		b := run.heap[0]
		c := b.next()
		if len(b.list) == 0 {
			run.drop()
		}
		run.join(c, b.id)
	}
	for i := int32(0); i >= 0; i = symbols[i].next {
		id := int(symbols[i].id)
		if id < 0 {
			id = -1 - id
		}
		dst = append(dst, id)
	}
	return dst
}

// join makes a candidate one symbol, unless it is out of date.
func (m *merging) join(c candidate, id int32) {
	left := &m.symbols[c.at]
	if left.id != c.left || left.next < 0 || m.symbols[left.next].id != c.right {
		return
	}
	right := &m.symbols[left.next]
	left.id, left.end, left.next = id, right.end, right.next
	right.id = gone
	if left.next >= 0 {
		m.symbols[left.next].prev = c.at
	}
	m.offer(c.at)
	m.offer(left.prev)
}

// offer puts the symbol at i and the one behind it in the bucket of the token
// that they make, if there are both and they make one.
func (m *merging) offer(i int32) {
	if i < 0 || m.symbols[i].next < 0 {
		return
	}
	left := &m.symbols[i]
	right := &m.symbols[left.next]
	if left.id < 0 || right.id < 0 || int(right.end-left.start) > m.longest {
		return
	}
	id, ok := m.ids[m.text[left.start:right.end]]
	if !ok {
		return
	}
	p := place{rank: int32(id)}
	if m.rank != nil {
		p.rank = m.rank[id]
	}
	if m.pairs {
		p.left, p.right = left.id, right.id
	}
	b := m.buckets[p]
	if b == nil {
		b = &bucket{place: p, id: int32(id)}
		m.buckets[p] = b
	}
	b.sorted = b.sorted && len(b.list) == 0
	b.list = append(b.list, candidate{i, left.id, right.id})
	if !b.queued {
		b.queued = true
		m.heap = append(m.heap, b)
		m.up(len(m.heap) - 1)
	}
}

// up moves a new bucket of the heap to where it belongs.
func (m *merging) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !m.heap[i].place.before(m.heap[parent].place) {
			return
		}
		m.heap[i], m.heap[parent] = m.heap[parent], m.heap[i]
		i = parent
	}
}

// drop takes the first bucket off the heap.
func (m *merging) drop() {
	m.heap[0].queued = false
	last := len(m.heap) - 1
	m.heap[0] = m.heap[last]
	m.heap = m.heap[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			return
		}
		if child+1 < last && m.heap[child+1].place.before(m.heap[child].place) {
			child++
		}
		if !m.heap[child].place.before(m.heap[i].place) {
			return
		}
		m.heap[i], m.heap[child] = m.heap[child], m.heap[i]
		i = child
	}
}
