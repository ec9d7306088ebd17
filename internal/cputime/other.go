//go:build !unix

package cputime

import "time"

var start = time.Now()

// Now returns the time since the start, which stands in for CPU time where the
// standard library cannot tell it.
func Now() time.Duration { return time.Since(start) }
