package main

import (
	"os"
	"testing"
)

// The second process is this test program again.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "answer" {
		main()
		return
	}
	os.Exit(m.Run())
}

func Example_main() {
	main()
	// Output:
	// //ping v1 code,json n=5
	// //pong v1 code,json n=5
	// refused: unsupported_frontend
	// turn 1 of session 00, json: room 1
	// turn 2 of session 00, json: room 1, room 2
	// turn 3 of session 00, json: room 1, room 2, room 3
	// turn 4 of session 00, json: room 1, room 2, room 3, room 4
	// turn 5 of session 00, json: room 1, room 2, room 3, room 4, room 5
	// turn 6 of session 00, json: room 6
	// turn 7 of session 00, json: room 6, room 7
}
