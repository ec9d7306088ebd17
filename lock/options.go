package lock

import (
	"crypto/ed25519"
	"time"

	"github.com/silp-protocol/silp-go/ir"
)

// DefaultMaxLine is the longest line that is read unless the caller raises it:
// a text of ir.DefaultMaxBytes with every byte escaped, and the other members.
const DefaultMaxLine = 6*ir.DefaultMaxBytes + 4096

// Options are for making and reading records. The zero value makes unsigned
// ones with the time of now.
type Options struct {
	Now     func() time.Time   // the clock of timestamps; nil means time.Now
	Key     ed25519.PrivateKey // signs what Seal makes; nil does not
	MaxLine int                // the longest line that is read, in bytes; 0 means DefaultMaxLine
}
