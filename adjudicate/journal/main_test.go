package journal

import (
	"fmt"
	"os"
	"testing"
)

// childEnv tells this program to be a child process that a test needs.
const childEnv = "PLUSTWO_TEST_CHILD"

// children are what it may be; each works in a folder and returns what is wrong.
var children = map[string]func(dir string) error{"append": appendForever, "full": fillDisk, "limited": fillFile, "readonly": cannotWrite}

func TestMain(m *testing.M) {
	if child := children[os.Getenv(childEnv)]; child != nil {
		if err := child(os.Args[1]); err != nil {
			fmt.Println("wrong:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	stopPostgres()
	os.RemoveAll(master.dir)
	os.Exit(code)
}
