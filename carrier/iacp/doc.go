// Package iacp speaks the Internal Agent Communication Protocol 1.1: one JSON
// object a line between a queen, who gives out tasks, and her foragers. The
// transport is the caller's. docs/iacp.md has the rules of the protocol's page,
// where it is silent or contradicts itself, and what this package does there.
//
// Envelope, Parse, Line and Decoder are the messages: strict JSON both ways,
// the sender strict, the receiver liberal. Assign, Reject, Result and Beat are
// the bodies that the page defines or needs.
//
// Tracker is the queen's half of the pairing rules, Worker a forager's. Both
// are state machines: no goroutines, no clock, memory that is bounded. What
// holds when the queen is a Tracker and every forager a Worker, messages may be
// lost, doubled, delayed and reordered without bound, hosts may be cut off, die,
// be started again (not within 2 s) or freeze, and clocks may show any time and
// differ by a tenth in speed:
//
//   - a task has exactly one final result, from a forager that was asked;
//   - no two runs of a task overlap, as long as foragers follow Stop at once;
//   - a forager has at most as many assigns as it has slots;
//   - no task is lost while one forager lives and hears the queen.
//
// What does not hold: that a task runs once. A forager may die in the middle of
// one, or lose touch. And a Stop cannot take back what the run has already sent
// to others: side effects must check the attempt.
package iacp
