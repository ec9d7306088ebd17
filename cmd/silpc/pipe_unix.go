//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreBrokenPipe lets a write to a closed standard output fail instead of
// killing the process, so that the exit code is the documented one.
func ignoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }
