//go:build !unix

package main

import (
	"os"
	"time"
)

var start = time.Now()

// cpuTime stands in for CPU time where the standard library cannot tell it.
func cpuTime() time.Duration { return time.Since(start) }

// peakMemory is not known here.
func peakMemory(*os.ProcessState) int64 { return 0 }
