package negotiation

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Key names a session.
type Key struct {
	Scope string // as the carrier authenticated it; any string
	ID    string // two of 0-9 and a-z
}

// Session is what a Store keeps of a session. Times are whole milliseconds.
type Session struct {
	N       int       // the heartbeat
	Turns   int64     // how many were taken
	Created time.Time // when it was opened
	Used    time.Time // when the last turn was taken, or Created
	Expires time.Time // the zero time means never
}

// ExpiredAt reports whether the session is no longer valid at a time.
func (s *Session) ExpiredAt(now time.Time) bool {
	return !s.Expires.IsZero() && !now.Before(s.Expires)
}

// Store keeps sessions. It is safe for concurrent use. Each record has a
// version that is not 0 and that its key never had before, not even in an
// earlier session of the same ID.
type Store interface {
	// Get returns the record of a key and its version, or version 0 if there is
	// none. Whether it has expired does not matter.
	Get(ctx context.Context, key Key) (s Session, version uint64, err error)
	// Put writes the record of a key if its version is still the given one, and
	// reports whether it did. Version 0 means that there must be no record, or
	// one that has expired at s.Used. A record may be dropped s.Expires - s.Used
	// after it was put, no earlier.
	Put(ctx context.Context, key Key, s Session, version uint64) (ok bool, err error)
	// Delete removes the record of a key if its version is still the given one,
	// and reports whether it did.
	Delete(ctx context.Context, key Key, version uint64) (ok bool, err error)
}

// MemoryStore is a Store in this process. Put drops expired sessions on the
// way, so that no sweeper has to run.
type MemoryStore struct {
	mu      sync.Mutex
	slots   map[Key]int32 // where in records a session stands
	records []memoryRecord
	version uint64 // of the record that was put last
	hand    int    // where sweep goes on
}

// memoryRecord is a small Session; times are in milliseconds since 1970.
type memoryRecord struct {
	key                    Key
	n                      int32
	never                  bool // there is no expires
	turns                  int64
	created, used, expires int64
	version                uint64
}

// NewMemoryStore returns an empty store.
func NewMemoryStore() *MemoryStore {
	return &MemoryStore{slots: make(map[Key]int32)}
}

// find returns the index of a record, -1 if there is none.
func (m *MemoryStore) find(key Key) int32 {
	if i, ok := m.slots[key]; ok {
		return i
	}
	return -1
}

// Get is the Get of a Store.
func (m *MemoryStore) Get(ctx context.Context, key Key) (Session, uint64, error) {
	if err := ctx.Err(); err != nil {
		return Session{}, 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.find(key)
	if i < 0 {
		return Session{}, 0, nil
	}
	r := &m.records[i]
	s := Session{N: int(r.n), Turns: r.turns, Created: time.UnixMilli(r.created), Used: time.UnixMilli(r.used)}
	if !r.never {
		s.Expires = time.UnixMilli(r.expires)
	}
	return s, r.version, nil
}

// Put is the Put of a Store.
func (m *MemoryStore) Put(ctx context.Context, key Key, s Session, version uint64) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := s.Used.UnixMilli()
	i := m.find(key)
	switch {
	case i < 0 && version != 0:
		return false, nil
	case i < 0:
		m.sweep(now)
		i = m.add(key)
	case version == 0 && !m.records[i].expiredAt(now), version != 0 && version != m.records[i].version:
		return false, nil
	}
	m.version++
	r := &m.records[i]
	*r = memoryRecord{key: r.key, n: int32(s.N), turns: s.Turns, created: s.Created.UnixMilli(), used: now, version: m.version}
	if r.never = s.Expires.IsZero(); !r.never {
		r.expires = s.Expires.UnixMilli()
	}
	return true, nil
}

// Delete is the Delete of a Store.
func (m *MemoryStore) Delete(ctx context.Context, key Key, version uint64) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.find(key)
	if i < 0 || version != m.records[i].version {
		return false, nil
	}
	m.remove(int(i))
	return true, nil
}

// Len returns the number of records, those of expired sessions included that
// were not dropped yet.
func (m *MemoryStore) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.records)
}

func (r *memoryRecord) expiredAt(now int64) bool { return !r.never && now >= r.expires }

func (m *MemoryStore) add(key Key) int32 {
	i := int32(len(m.records))
	key = Key{strings.Clone(key.Scope), strings.Clone(key.ID)} // of a request that must not live on
	m.slots[key] = i
	m.records = append(m.records, memoryRecord{key: key})
	return i
}

// remove drops a record and moves the last one into its place. When little is
// left, the memory of the rest is given back.
func (m *MemoryStore) remove(i int) {
	last := len(m.records) - 1
	delete(m.slots, m.records[i].key)
	if i != last {
		m.records[i] = m.records[last]
		m.slots[m.records[i].key] = int32(i)
	}
	m.records[last] = memoryRecord{}
	m.records = m.records[:last]
	if last >= 1024 && last < cap(m.records)/4 {
		m.records = slices.Clone(m.records)
		small := make(map[Key]int32, last)
		maps.Copy(small, m.slots)
		m.slots = small
	}
}

// sweep looks at two records for each one that comes, so that it goes around
// faster than they can pile up.
func (m *MemoryStore) sweep(now int64) {
	for range min(2, len(m.records)) {
		if m.hand >= len(m.records) {
			m.hand = 0
		}
		if m.records[m.hand].expiredAt(now) {
			m.remove(m.hand)
		} else {
			m.hand++
		}
	}
}
