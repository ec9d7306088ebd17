package lock

import (
	"os"
	"syscall"
	"unsafe"
)

const (
	shared    = 0
	exclusive = 2 // LOCKFILE_EXCLUSIVE_LOCK
)

// Windows keeps others from reading and writing what is locked, so the lock is
// on one byte far behind the end of every file.
const (
	lockedLow  = 0xfffffffe
	lockedHigh = 0x7fffffff
)

// lockFile waits for its turn on the file. The system ends the turn of a process
// that dies.
func lockFile(f *os.File, how int) error {
	at := syscall.Overlapped{Offset: lockedLow, OffsetHigh: lockedHigh}
	return call("LockFileEx", f.Fd(), uintptr(how), 0, 1, 0, uintptr(unsafe.Pointer(&at)))
}

// unlockFile cannot fail on a file that is locked; closing would do it too.
func unlockFile(f *os.File) {
	at := syscall.Overlapped{Offset: lockedLow, OffsetHigh: lockedHigh}
	_ = call("UnlockFileEx", f.Fd(), 0, 1, 0, uintptr(unsafe.Pointer(&at)))
}

// call calls a function of kernel32 that returns 0 when it fails.
//
//go:uintptrescapes
func call(name string, args ...uintptr) error {
	ok, _, err := syscall.NewLazyDLL("kernel32.dll").NewProc(name).Call(args...)
	if ok == 0 {
		return err
	}
	return nil
}
