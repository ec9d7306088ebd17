// Package cputime tells how much CPU time the process has used, so that what a
// busy machine does meanwhile is not counted. Tests and benchmarks use it.
package cputime

import "time"

// Of returns the CPU time that f takes.
func Of(f func()) time.Duration {
	start := Now()
	f()
	return Now() - start
}
