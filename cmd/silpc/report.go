package main

import (
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
)

// appendDiagnostics appends the repairs as a JSON array.
func appendDiagnostics(dst []byte, list []frontend.Diagnostic) []byte {
	dst = append(dst, '[')
	for i, d := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(append(dst, `{"code":`...), d.Code)
		dst = strconv.AppendInt(append(dst, `,"offset":`...), int64(d.Offset), 10)
		dst = strconv.AppendInt(append(dst, `,"line":`...), int64(d.Line), 10)
		dst = strconv.AppendInt(append(dst, `,"column":`...), int64(d.Column), 10)
		dst = append(appendString(append(dst, `,"message":`...), d.Message), '}')
	}
	return append(dst, ']')
}

// appendFindings appends what was found about characters as a JSON array. The
// character is given by its code point.
func appendFindings(dst []byte, list []sanitize.Finding) []byte {
	dst = append(dst, '[')
	for i, f := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(append(dst, `{"offset":`...), int64(f.Offset), 10)
		dst = strconv.AppendInt(append(dst, `,"length":`...), int64(f.Length), 10)
		if f.Rune >= 0 {
			dst = fmt.Appendf(append(dst, `,"rune":"`...), "%U\"", f.Rune)
		}
		dst = appendString(append(dst, `,"kind":`...), string(f.Kind))
		dst = appendString(append(dst, `,"where":`...), string(f.Where))
		if f.Path != "" {
			dst = appendString(append(dst, `,"path":`...), f.Path)
		}
		dst = appendString(append(dst, `,"action":`...), string(f.Action))
		if f.Suggestion != "" {
			dst = appendString(append(dst, `,"suggestion":`...), f.Suggestion)
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// printReport writes repairs and findings for people.
func printReport(w io.Writer, text string, diags []frontend.Diagnostic, findings []sanitize.Finding) {
	for _, d := range diags {
		fmt.Fprintf(w, "silpc: %s: %s (line %d, column %d)\n", d.Code, visible(d.Message, maxMessage), d.Line, d.Column)
	}
	for _, f := range findings {
		place := f.Path
		if place == "" {
			line, column := ir.Position(text, f.Offset)
			place = fmt.Sprintf("line %d, column %d", line, column)
		}
		what := string(f.Kind)
		if f.Rune >= 0 && utf8.ValidRune(f.Rune) {
			what = sanitize.Explain(f.Rune)
		}
		fmt.Fprintf(w, "silpc: %s: %s in a %s (%s)\n", f.Action, visible(what, maxMessage), f.Where, visible(place, maxPath))
	}
}
