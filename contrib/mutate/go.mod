module github.com/silp-protocol/silp-go/contrib/mutate

go 1.26.0
