//go:build !race

package iacp_test

const raceEnabled = false
