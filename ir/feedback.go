package ir

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/show"
)

// maxFeedback bounds Feedback, in bytes.
const maxFeedback = 249

// Feedback returns the error as a message for a language model that wrote the
// text and may try again: what is wrong, where, and an example of the right
// form. It is shorter than 250 bytes and shows characters of the input only
// where they are printable ASCII.
func (e *Error) Feedback() string {
	tail := " Right form, for example: " + example(e.Frontend)
	head := "Your payload was refused (" + string(e.Code) + ")"
	switch {
	case e.Path != "":
		head += " at " + show.Plain(e.Path, 40)
	case e.Offset >= 0:
		head += " at byte " + strconv.Itoa(e.Offset)
	}
	room := maxFeedback - len(head) - len(tail) - len(": .")
	what := e.Msg
	if hint := e.Hint; hint != "" && len(what)+len("; ")+len(hint) <= room {
		what += "; " + hint
	}
	return head + ": " + strings.TrimRight(cut(what, room), ".") + "." + tail
}

// cut shortens s to at most n bytes, at a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n = max(0, n-len("..."))
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// example shows the form of a surface, or of IR JSON.
func example(frontend string) string {
	switch frontend {
	case "code":
		return `if !rain(t+1): book(hotel,city="New York") else: notify(me)`
	case "json":
		return `{"intent":"!BOOK","act":"hotel","city":"New York"}`
	}
	return `{"intent":"!BOOK","entities":[{"id":"act","value":"x"}],"meta":{"req_id":"a1b2c3d4"}}`
}
