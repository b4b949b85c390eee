// Package journal is the record: what happened at the tables, in order, on disk
// before anybody sees it as done, and provable later.
//
// A folder holds one journal:
//
//	plustwo.db     SQLite: the events, and views that are made from them
//	evidence/      pictures and clips, each named by the SHA-256 of its content
//	lock           held by the one process that writes
//	reserve        takes room, and makes way where the disk is full
//
// Events are only ever added. Each belongs to a table and carries the hash of
// the event before it at that table, so that each table has a chain which Verify
// can check. Everything else (attempts, the Delegate's queue, disputes, results,
// what evidence there is) follows from the events; Rebuild makes it anew.
//
// # What is hashed
//
// An event's hash is the SHA-256, in hexadecimal, of these fields in this order,
// each preceded by its length in bytes as 8 bytes, big-endian:
//
//	"plustwo/event/1"   the version of this encoding
//	prev                hash of the event before at this table; empty for the first
//	table               id of the table
//	seq                 place in the table's chain, from 1
//	id                  ULID; rises along a chain
//	kind                see Kind
//	attempt             id of the attempt, empty for none
//	role, actor         who did or reported it
//	at_ns               the table's clock
//	wall_ns             wall time, nanoseconds since 1970
//	schema              version of the payload's form
//	software            version of the program
//	rulebook            by its name, empty where none applies
//	calibration         id of the rig, empty where none applies
//	payload             JSON, byte for byte as it is stored
//
// Texts are UTF-8, numbers decimal ASCII.
//
// # Order
//
// The order at a table is that of seq, never that of a clock: a wall clock that
// jumps changes nothing.
package journal

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate
