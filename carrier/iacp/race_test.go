//go:build race

package iacp_test

// raceEnabled: the race detector makes sync.Pool forget at random, so that
// allocations cannot be counted.
const raceEnabled = true
