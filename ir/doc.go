// Package ir holds the intermediate representation of SILP (draft-hwang-silp-
// protocol-00, section 3): the strict type that every surface compiles from and
// decodes to, and the error type of this module.
//
// Parse enforces the draft's JSON Schema (section 3.9) in one pass, and strict
// JSON around it: UTF-8 only, no duplicate member names at any depth, names
// matched exactly, no lone surrogates, nothing behind the value. What it accepts
// is what schema.Validate accepts, but for these limits:
//
//   - an input is at most 1 MiB unless Options.MaxBytes says otherwise;
//   - objects and arrays nest at most 64 deep;
//   - a number has at most 64 characters and an exponent within ±400;
//   - meta.priority fits int64, and float64 gives meta.confidence back.
//
// No input makes the package panic or run longer than linear time, and nothing
// of an input is changed: strings, explicit empty strings, the digits of numbers
// in extras and the order of lists survive. Parsed strings alias the input.
package ir
