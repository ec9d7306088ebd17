module github.com/silp-protocol/silp-go/contrib/mkchars

go 1.26.0

require (
	go.mau.fi/util v0.11.0
	golang.org/x/text v0.44.0
)
