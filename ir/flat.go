package ir

import "strings"

// GroupPrefix begins the names of the members that hold secondary actions in
// the flat form of the json surface (draft section 4.2).
const GroupPrefix = "action_"

// FlatEntities reports whether the flat form of the json surface can hold the
// entities of x so that decoding gives the same list back: first those of the
// intent, slots of them, then those of secondary actions, each action once; no
// extras; and IDs as unsafeID wants them.
func FlatEntities(x *IR) (slots int, ok bool) {
	list := x.Entities
	for slots < len(list) && list[slots].Of(x.Intent) == x.Intent {
		slots++
	}
	for i := range list {
		if len(list[i].Extra) > 0 || i >= slots && list[i].Of(x.Intent) == x.Intent {
			return 0, false
		}
	}
	return slots, unsafeID(list[:slots]) < 0 && comesBack(list[slots:], actionOf) < 0
}

// unsafeID returns the index of the first slot whose ID is a member of the flat
// form, begins like a group, or comes back after another ID; -1 if there is none.
func unsafeID(slots []Entity) int {
	back := comesBack(slots, idOf)
	for i := range slots {
		if i == back || notASlot(slots[i].ID) {
			return i
		}
	}
	return -1
}

func idOf(e *Entity) string     { return e.ID }
func actionOf(e *Entity) string { return string(e.Action) }

// notASlot reports whether a member of this name is no slot.
func notASlot(name string) bool {
	switch name {
	case "intent", "entities", "constraints", "alternatives", "silp", "version", "meta":
		return true
	}
	return strings.HasPrefix(name, GroupPrefix)
}

// few is the number of entities up to which comparing each with each is
// cheaper than a map.
const few = 16

// comesBack returns the index of the first entity whose key was there before,
// but not just before; -1 if there is none.
func comesBack(list []Entity, key func(*Entity) string) int {
	if len(list) > few {
		return comesBackMany(list, key)
	}
	for i := 2; i < len(list); i++ {
		k := key(&list[i])
		if k == key(&list[i-1]) {
			continue
		}
		for j := range i - 1 {
			if key(&list[j]) == k {
				return i
			}
		}
	}
	return -1
}

func comesBackMany(list []Entity, key func(*Entity) string) int {
	seen := make(map[string]struct{})
	for i := range list {
		k := key(&list[i])
		if i > 0 && k == key(&list[i-1]) {
			continue
		}
		if _, ok := seen[k]; ok {
			return i
		}
		seen[k] = struct{}{}
	}
	return -1
}
