// Package mcpsdk joins package carrier/mcp to the official Go SDK of the Model
// Context Protocol, github.com/modelcontextprotocol/go-sdk: a tool whose handler
// is given a decoded IR, a call that sends one, and the announcement of what
// both sides speak. It is a module of its own, so that silp-go links no SDK.
//
// AddTool registers the tool with the SDK's low-level Server.AddTool, not with
// its generic AddTool, for two reasons that tests of this package hold. The
// generic one reads the arguments through a map, so that numbers of the tool's
// own arguments become float64s. And it turns an error that a handler returns
// into a text without _meta, so that the code is lost.
package mcpsdk
