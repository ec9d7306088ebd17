//go:build !unix

package main

// ignoreBrokenPipe does nothing where a write to a closed pipe simply fails.
func ignoreBrokenPipe() {}
