package lock

import (
	"os"
	"testing"
)

// TestMain makes the test program a writer if the environment says so: tests
// start it as another process.
func TestMain(m *testing.M) {
	if job := os.Getenv("SILP_LOCK_WRITER"); job != "" {
		os.Exit(writer(job, os.Args[1:]))
	}
	os.Exit(m.Run())
}
