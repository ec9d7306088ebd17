// Package apicheck has tests only: that the exported API of the module is what
// docs/api.txt lists, that all of it is documented, and that what can be called
// has an example.
package apicheck
