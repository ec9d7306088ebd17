module github.com/silp-protocol/silp-go/contrib/a2asdk

go 1.26.0

replace github.com/silp-protocol/silp-go => ../..

require (
	github.com/a2aproject/a2a-go/v2 v2.4.0
	github.com/silp-protocol/silp-go v0.0.0-00010101000000-000000000000
	google.golang.org/grpc v1.82.1
)

require (
	github.com/a2aproject/a2a-go v0.3.15 // indirect
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/google/uuid v1.6.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/net v0.55.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/sys v0.45.0 // indirect
	golang.org/x/text v0.44.0 // indirect
	google.golang.org/genproto/googleapis/api v0.0.0-20260427160629-7cedc36a6bc4 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260427160629-7cedc36a6bc4 // indirect
	google.golang.org/protobuf v1.36.11 // indirect
)
