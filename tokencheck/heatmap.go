package tokencheck

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Group is a part of a heat map with a title.
type Group struct {
	Title string
	Rows  []Row
}

// The measures of a heat map, in pixels.
const (
	mapLabel  = 150 // the names of the verbs
	mapCell   = 58
	mapRow    = 26
	mapGap    = 22 // between panels
	mapHead   = 92 // above the first row
	mapTitle  = 30 // of a group
	mapMargin = 16
)

// shade is the fill of a cell and the colour of the number in it. One token is
// blue, more are the darker an orange the more: told apart also by those who see
// no red or green. All pairs have a contrast of at least 4.5 to 1.
type shade struct{ fill, ink string }

func shadeOf(c Cell) shade {
	switch n := c.Count(); {
	case n == 0:
		return shade{"#ffffff", "#595959"}
	case c.Single():
		return shade{"#d6e8f7", "#10222f"}
	case n <= 2:
		return shade{"#fbe0b3", "#10222f"}
	case n == 3:
		return shade{"#f3a95c", "#10222f"}
	case n == 4:
		return shade{"#b8501a", "#ffffff"}
	}
	return shade{"#7d2313", "#ffffff"}
}

// mark is what stands in a cell: the number of tokens, with a plus if one of
// them holds more than the word.
func (c Cell) mark() string {
	switch {
	case c.Count() == 0:
		return "–"
	case c.Own:
		return strconv.Itoa(c.Count())
	}
	return strconv.Itoa(c.Count()) + "+"
}

// panel is one of the blocks of columns.
type panel struct {
	title string
	cells func(*Row) []Cell
}

func panels() []panel {
	return []panel{
		{"function name alone", func(r *Row) []Cell {
			if len(r.Probes) == 0 {
				return nil
			}
			return r.Probes[0].Cells
		}},
		{"function name in code text, worst position", (*Row).Worst},
		{"action code alone", func(r *Row) []Cell {
			if r.Code == nil {
				return nil
			}
			return r.Code.Cells
		}},
	}
}

// HeatMap returns an SVG image of verbs by tokenizers: the number of tokens of
// the function name alone and where the code surface writes it, and of the
// action code. The rows are verbs, as in Result.Verbs and Verdict.Row, measured
// on the tokenizers of columns.
func HeatMap(columns []Column, groups ...Group) string {
	rows := 0
	for _, g := range groups {
		rows += len(g.Rows)
	}
	wide := len(columns) * mapCell
	width := mapMargin*2 + mapLabel + len(panels())*wide + (len(panels())-1)*mapGap
	height := mapHead + rows*mapRow + len(groups)*mapTitle + 84
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" font-family="Helvetica, Arial, sans-serif" font-size="13" fill="#10222f">`+"\n", width, height, width, height)
	b.WriteString("<title>Tokens of SILP verbs on each tokenizer</title>\n")
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)
	fmt.Fprintf(&b, `<text x="%d" y="28" font-size="17" font-weight="bold">Tokens of each verb</text>`+"\n", mapMargin)
	left := func(p int) int { return mapMargin + mapLabel + p*(wide+mapGap) }
	for p, panel := range panels() {
		fmt.Fprintf(&b, `<text x="%d" y="58" font-weight="bold">%s</text>`+"\n", left(p), panel.title)
		for i, c := range columns {
			name := c.Name
			if c.Recorded {
				name += "*"
			}
			fmt.Fprintf(&b, `<text x="%d" y="82" font-size="12" text-anchor="middle">%s</text>`+"\n", left(p)+i*mapCell+mapCell/2, escapeXML(name))
		}
	}
	y := mapHead
	for _, g := range groups {
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-weight="bold">%s</text>`+"\n", mapMargin, y+20, escapeXML(g.Title))
		y += mapTitle
		for i := range g.Rows {
			drawRow(&b, &g.Rows[i], columns, y, left)
			y += mapRow
		}
	}
	drawLegend(&b, columns, y+22)
	b.WriteString("</svg>\n")
	return b.String()
}

func drawRow(b *strings.Builder, r *Row, columns []Column, y int, left func(int) int) {
	fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`+"\n", mapMargin, y+18, escapeXML(label(r.Word)))
	for p, panel := range panels() {
		cells := panel.cells(r)
		for i, c := range cells[:min(len(cells), len(columns))] {
			s := shadeOf(c)
			x := left(p) + i*mapCell
			fmt.Fprintf(b, `<g><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#ffffff" stroke-width="2"/><text x="%d" y="%d" text-anchor="middle" fill="%s">%s</text></g>`+"\n",
				escapeXML(r.Word+", "+columns[i].Name+": "+strings.Join(c.Pieces, "|")), x, y, mapCell, mapRow, s.fill, x+mapCell/2, y+18, s.ink, c.mark())
		}
	}
}

// label cuts a name that has no room.
func label(name string) string {
	const most = 18
	if len(name) > most {
		name = strings.ToValidUTF8(name[:most], "") + "…"
	}
	return name
}

func drawLegend(b *strings.Builder, columns []Column, y int) {
	x := mapMargin
	for _, entry := range []struct {
		cell Cell
		text string
	}{
		{Cell{make([]string, 1), true}, "a token of its own"},
		{Cell{make([]string, 2), true}, "2"},
		{Cell{make([]string, 3), true}, "3"},
		{Cell{make([]string, 4), true}, "4"},
		{Cell{make([]string, 5), true}, "5 or more"},
	} {
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="22" height="18" fill="%s" stroke="#8a949c"/><text x="%d" y="%d">%s</text>`+"\n",
			x, y, shadeOf(entry.cell).fill, x+30, y+14, entry.text)
		x += 30 + 8*len(entry.text) + 28
	}
	notes := []string{"n+ : one of the tokens holds more than the word."}
	for _, c := range columns {
		switch {
		case c.Missing:
			notes = append(notes, "– : "+c.Name+" is not installed.")
		case c.Recorded:
			notes = append(notes, "* "+c.Name+": recorded, not measured here.")
		}
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" font-size="12" fill="#404c55">%s</text>`+"\n", mapMargin, y+42, escapeXML(strings.Join(notes, "  ")))
}

// escapeXML escapes text, and drops what no XML may hold.
func escapeXML(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0xFFFE || r == 0xFFFF {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}
