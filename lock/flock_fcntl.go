//go:build aix || (solaris && !illumos)

package lock

import (
	"errors"
	"os"
	"syscall"
)

const (
	shared    = syscall.F_RDLCK
	exclusive = syscall.F_WRLCK
)

// lockFile waits for its turn on the file. These systems have locks of processes
// only: goroutines of one process do not exclude each other.
func lockFile(f *os.File, how int) error {
	for {
		err := syscall.FcntlFlock(f.Fd(), syscall.F_SETLKW, &syscall.Flock_t{Type: int16(how)})
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

func unlockFile(f *os.File) {
	_ = syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &syscall.Flock_t{Type: syscall.F_UNLCK})
}
