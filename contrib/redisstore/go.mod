module github.com/silp-protocol/silp-go/contrib/redisstore

go 1.26.0

replace github.com/silp-protocol/silp-go => ../..

require (
	github.com/redis/go-redis/v9 v9.23.0
	github.com/silp-protocol/silp-go v0.0.0-00010101000000-000000000000
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/go-json-experiment/json v1.27.2 // indirect
	go.uber.org/atomic v1.12.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
)
