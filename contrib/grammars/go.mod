module github.com/silp-protocol/silp-go/contrib/grammars

go 1.26.0

replace github.com/silp-protocol/silp-go => ../..

require github.com/silp-protocol/silp-go v0.0.0-00010101000000-000000000000

require github.com/go-json-experiment/json v1.27.2 // indirect
