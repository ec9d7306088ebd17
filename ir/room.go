package ir

import "github.com/silp-protocol/silp-go/internal/reuse"

// The memory of a fresh IR comes in rooms: what a usual payload needs of one
// kind, in one allocation, made when the first of the kind is read. An allocation
// costs by the byte, so a payload without constraints has no room for them.

// irRoom is an IR, its entities, and its version.
type irRoom struct {
	ir       IR
	entities [4]Entity
	strings  [1]string
}

func newRoom() *irRoom {
	r := new(irRoom)
	r.ir.Entities = r.entities[:0]
	return r
}

// irRoom1 and irRoom2 are IRs of few entities, which the code surface can tell
// before it reads them.
type (
	irRoom1 struct {
		ir       IR
		entities [1]Entity
	}
	irRoom2 struct {
		ir       IR
		entities [2]Entity
	}
)

// New returns an empty IR with room for the entities of a usual payload.
func New() *IR { return &newRoom().ir }

type constraintRoom struct {
	list    [3]Constraint
	strings [6]string
}

type oneConstraintRoom struct {
	list    [1]Constraint
	strings [3]string
}

type alternativeRoom struct {
	list    [2]Alternative
	strings [3]string
}

// headerRoom is a header and what it points to.
type headerRoom struct {
	header     Header
	confidence float64
	strings    [4]string
	seq        [3]string
}

type metaRoom struct {
	confidence float64
	strings    [4]string
	seq        [3]string
}

// room adds the memory that a usual meta needs to one that has none.
func (m *Meta) room(spare *reuse.Strings) {
	if m.Confidence != nil || cap(m.Seq) > 0 {
		return
	}
	r := new(metaRoom)
	spare.Give(r.strings[:])
	m.Confidence, m.Seq = &r.confidence, r.seq[:0]
}
