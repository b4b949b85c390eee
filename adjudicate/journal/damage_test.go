package journal

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// sample returns the folder of a record of some attempts and pictures, closed, and the pictures' hashes.
func sample(t testing.TB) (dir string, hashes []string) {
	t.Helper()
	master.once.Do(func() { master.dir, master.hashes = makeSample(t) })
	dir = filepath.Join(t.TempDir(), "record")
	if err := os.CopyFS(dir, os.DirFS(master.dir)); err != nil {
		t.Fatal(err)
	}
	return dir, master.hashes
}

// master is the record that samples are copies of.
var master struct {
	once   sync.Once
	dir    string
	hashes []string
}

func makeSample(t testing.TB) (dir string, hashes []string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "sample")
	if err != nil {
		t.Fatal(err)
	}
	j := openTest(t, dir, Options{Outbox: true})
	for n := range 6 {
		id := fmt.Sprintf("a%d", n)
		at := attempt.Time(n) * 100 * second
		add(t, j, "t1", id, disputing(id, fmt.Sprint(n), at)...)
		hashes = append(hashes, put(t, j, Evidence{Table: "t1", Attempt: id, Kind: Still, MediaType: "image/jpeg"}, strings.Repeat(id, 50)))
	}
	add(t, j, "t2", "b", decided("b", "9", second)...)
	if _, err := j.Forget(bg, "3", delegate, true); err != nil {
		t.Fatal(err)
	}
	sound(t, j)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, hashes
}

func verify(t testing.TB, dir string) Report {
	t.Helper()
	r, err := Verify(bg, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// kinds lists the faults as text: kind table seq attempt.
func kinds(r Report) string {
	var out []string
	for _, f := range r.Faults {
		out = append(out, strings.TrimSpace(fmt.Sprint(f.Kind, " ", f.Table, " ", f.Seq, " ", f.Attempt)))
	}
	return strings.Join(out, ", ")
}

// Somebody who can write to the database changes something: it is named.
func TestTampering(t *testing.T) {
	for _, c := range []struct{ name, sql, want string }{
		{"nothing", "SELECT 1", ""},
		{"a decision", `UPDATE events SET payload = REPLACE(payload, '"ok"', '"+2"') WHERE kind = 'attempt.decide' AND table_id = 't2'`,
			"hash t2 8, view t2 0 b"},
		{"who decided", "UPDATE events SET actor = 'j2' WHERE kind = 'attempt.decide' AND table_id = 't2'", "hash t2 8, view t2 0 b"},
		{"when", "UPDATE events SET wall_ns = wall_ns + 1 WHERE table_id = 't2' AND seq = 2", "hash t2 2"},
		{"the clock", "UPDATE events SET at_ns = at_ns + 1 WHERE table_id = 't2' AND seq = 2", "hash t2 2"},
		{"software", "UPDATE events SET software = 'x' WHERE table_id = 't2' AND seq = 2", "hash t2 2"},
		{"rulebook", "UPDATE events SET rulebook = 'x' WHERE table_id = 't2' AND seq = 2", "hash t2 2"},
		{"calibration", "UPDATE events SET calibration = 'x' WHERE table_id = 't2' AND seq = 2", "hash t2 2"},
		{"schema", "UPDATE events SET schema_no = 2 WHERE table_id = 't2' AND seq = 2", "hash t2 2"},
		{"a hash", "UPDATE events SET hash = REPLACE(hash, '0', '1') WHERE table_id = 't2' AND seq = 2", "hash t2 2, chain t2 3"},
		{"an event out", "DELETE FROM events WHERE table_id = 't2' AND seq = 5", "gap t2 6, view t2 0 b, outbox  0"},
		{"the last out", "DELETE FROM events WHERE table_id = 't2' AND seq = 8", "end t2 7, view t2 0 b, outbox  0"},
		{"all out", "DELETE FROM events WHERE table_id = 't2'", "end t2 0, view t2 0 b" + strings.Repeat(", outbox  0", 8)},
		{"an end", "UPDATE chains SET seq = 7 WHERE table_id = 't2'", "end t2 8"},
		{"the end out", "DELETE FROM chains WHERE table_id = 't2'", "end t2 8"},
		{"a result", "UPDATE attempts SET result = '11.19' WHERE id = 'b'", "view t2 0 b"},
		{"the queue", "UPDATE attempts SET waiting = '' WHERE id = 'a2'", "view t1 0 a2"},
		{"a state", "UPDATE attempts SET state = REPLACE(state, '12190', '11190') WHERE id = 'b'", "view t2 0 b"},
		{"an attempt out", "DELETE FROM attempts WHERE id = 'b'", "view t2 0 b"},
		{"evidence out", "DELETE FROM evidence WHERE attempt_id = 'a1'", "view t1 0 a1"},
		{"evidence back", "UPDATE evidence SET deleted = '' WHERE attempt_id = 'a3'", "view t1 0 a3, missing t1 0 a3"},
		{"outbox", "UPDATE outbox SET seq = 99 WHERE seq = 3", "outbox  0, outbox  0"},
		{"an index", "DROP INDEX attempts_waiting", "schema  0"},
		{"the version", "UPDATE goose_db_version SET version_id = 2 WHERE version_id = 1", "schema  0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, _ := sample(t)
			tamper(t, dir, c.sql)
			if got := kinds(verify(t, dir)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// tamper changes a database that lets nobody change it.
func tamper(t *testing.T, dir, text string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, databaseFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var triggers []string
	for name, says := range must(schemaOf(bg, db)) {
		if strings.HasPrefix(name, "trigger ") {
			triggers = append(triggers, says)
			if _, err := db.Exec("DROP TRIGGER " + strings.Fields(name)[1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, q := range append([]string{text}, triggers...) {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(q, err)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A forged event with a right hash breaks the chain after it.
func TestForged(t *testing.T) {
	dir, _ := sample(t)
	j := openTest(t, dir, Options{})
	e := must(j.Log(bg, "t2", 7, 1))[0]
	j.Close()
	e.Calibration = "another"
	tamper(t, dir, fmt.Sprintf("UPDATE events SET calibration = '%s', hash = '%s' WHERE table_id = 't2' AND seq = 7", e.Calibration, e.sum()))
	if got := kinds(verify(t, dir)); got != "chain t2 8" {
		t.Error(got)
	}
}

// Files of evidence that are not what they were are named.
func TestDamagedFiles(t *testing.T) {
	dir, hashes := sample(t)
	path := func(n int) string { return filepath.Join(dir, evidenceDir, hashes[n][:2], hashes[n]) }
	raw, err := os.ReadFile(path(0))
	if err != nil {
		t.Fatal(err)
	}
	raw[7] ^= 1
	err = errors.Join(os.WriteFile(path(0), raw, 0o600), os.Truncate(path(1), 10), os.Remove(path(2)),
		os.WriteFile(path(3), []byte("deleted"), 0o600), os.WriteFile(filepath.Join(dir, evidenceDir, "incoming", "put-1"), nil, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	r := verify(t, dir)
	if got := kinds(r); got != "altered t1 0 a0, torn t1 0 a1, missing t1 0 a2, undead  0" || r.Files != 2 || r.Deleted != 1 || r.Strays != 1 {
		t.Error(got, r)
	}
	for i, f := range r.Faults {
		for _, l := range rules.Langs() {
			if says := f.Text().In(l); !strings.Contains(says, hashes[i]) || strings.Contains(says, "{") {
				t.Errorf("%s: %s", l, says)
			}
		}
	}
	// A start deletes what a crash left; the deleted one is not brought back to be deleted again.
	openTest(t, dir, Options{}).Close()
	if r := verify(t, dir); r.Strays != 0 {
		t.Error(r)
	}
}

// Every kind of fault has words in three languages.
func TestFaultTexts(t *testing.T) {
	for _, k := range []FaultKind{FaultPage, FaultSchema, FaultLog, FaultGap, FaultChain, FaultHash, FaultEnd, FaultView, FaultOutbox,
		FaultMissing, FaultTorn, FaultAltered, FaultUndead} {
		text := Fault{Kind: k, Table: "T", Seq: 5, Event: "E", Attempt: "A", File: "F", Detail: "D"}.Text()
		seen := map[string]bool{}
		for _, l := range rules.Langs() {
			says := text[l]
			seen[says] = true
			if says == "" || strings.ContainsAny(says, "{}") {
				t.Errorf("%s, %s: %q", k, l, says)
			}
		}
		if len(seen) != len(rules.Langs()) {
			t.Errorf("%s: the same in two languages: %v", k, text)
		}
	}
}

// image is a database's file and all that it holds.
type image struct {
	raw     []byte
	content map[string]string
}

// contentOf reads all that a database holds, but for the times of migrations;
// an error of reading is part of it.
func contentOf(dir string) map[string]string {
	out := map[string]string{}
	db, err := sql.Open("sqlite", liteDSN(dir, false)+"&mode=ro&immutable=1")
	if err != nil {
		return map[string]string{"error": err.Error()}
	}
	defer db.Close()
	for _, table := range []string{"events", "chains", "outbox", "attempts", "evidence", "unlinks"} {
		text, err := rowsOf(db, "SELECT * FROM "+table+" ORDER BY rowid")
		out[table] = text
		if err != nil {
			out["error "+table] = err.Error()
		}
	}
	return out
}

func rowsOf(db *sql.DB, text string) (string, error) {
	rows, err := db.QueryContext(context.Background(), text)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	cols, err := rows.Columns()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for rows.Next() {
		cells := make([]any, len(cols))
		for i := range cells {
			cells[i] = new(any)
		}
		if err := rows.Scan(cells...); err != nil {
			return b.String(), err
		}
		for _, c := range cells {
			fmt.Fprintf(&b, "%v|", *c.(*any))
		}
	}
	return b.String(), rows.Err()
}

// A bit that flips anywhere in the database, or a page of which only a part was
// written, is found, unless it changes nothing of what the record says.
func TestDamagedPages(t *testing.T) {
	dir, _ := sample(t)
	file := filepath.Join(dir, databaseFile)
	whole := image{must(os.ReadFile(file)), contentOf(dir)}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	flips, step := 60, 1
	if raceOn {
		flips, step = 10, 8
	}
	damaged := map[string][]byte{}
	for range flips {
		raw := bytes.Clone(whole.raw)
		at, bit := r.IntN(len(raw)), r.IntN(8)
		raw[at] ^= 1 << bit
		damaged[fmt.Sprintf("bit %d of byte %d", bit, at)] = raw
	}
	const page = 4096
	for n := 0; n+page <= len(whole.raw); n += page * step {
		raw := bytes.Clone(whole.raw)
		clear(raw[n+page/2 : n+page])
		damaged[fmt.Sprintf("page %d", n/page+1)] = raw
	}
	found := 0
	for _, name := range slices.Sorted(maps.Keys(damaged)) {
		if err := os.WriteFile(file, damaged[name], 0o600); err != nil {
			t.Fatal(err)
		}
		rep, err := Verify(bg, dir, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(rep.Faults) > 0 {
			found++
			continue
		}
		for table, now := range contentOf(dir) {
			if now != whole.content[table] {
				t.Errorf("%s: not found, and %s says something else", name, table)
			}
		}
	}
	t.Logf("%d of %d changed something and were found", found, len(damaged))
	if found < len(damaged)/4 {
		t.Errorf("only %d of %d were found", found, len(damaged))
	}
}

// A write-ahead log that is damaged where transactions follow is named; one that
// a crash cut off is whole up to there.
func TestDamagedLog(t *testing.T) {
	dir := t.TempDir()
	j := openTest(t, dir, Options{})
	add(t, j, "t1", "a", disputing("a", "7", second)...)
	wal := must(os.ReadFile(filepath.Join(dir, databaseFile+"-wal")))
	base := must(os.ReadFile(filepath.Join(dir, databaseFile)))
	const frame = frameHeader + 4096
	frames := (len(wal) - walHeader) / frame
	if frames < 20 {
		t.Fatalf("only %d frames", frames)
	}
	for _, c := range []struct {
		name   string
		damage func([]byte) []byte
		want   int
	}{
		{"whole", func(b []byte) []byte { return b }, 0},
		{"first frame", func(b []byte) []byte { b[walHeader+frameHeader+99] ^= 4; return b }, 1},
		{"fifth frame's salt", func(b []byte) []byte { b[walHeader+4*frame+9] ^= 4; return b }, 5},
		{"cut in a frame", func(b []byte) []byte { return b[:len(b)-frame-7] }, 0},
		{"last frame", func(b []byte) []byte { b[len(b)-9] ^= 4; return b }, 0},
		{"header", func(b []byte) []byte { b[17] ^= 4; return b }, 1},
		{"no header", func(b []byte) []byte { return b[:9] }, 0},
		{"empty", func([]byte) []byte { return nil }, 0},
	} {
		damaged := c.damage(bytes.Clone(wal))
		if got, err := scanLog(bytes.NewReader(damaged)); err != nil || got != c.want {
			t.Errorf("%s: frame %d, %v, want %d", c.name, got, err, c.want)
		}
		copied := t.TempDir()
		err := errors.Join(os.WriteFile(filepath.Join(copied, databaseFile), base, 0o600), os.WriteFile(filepath.Join(copied, databaseFile+"-wal"), damaged, 0o600))
		if err != nil {
			t.Fatal(err)
		}
		// A start goes on from where the damage is, and does not hide it.
		for n := range 2 {
			r, err := Verify(bg, copied, Options{})
			if named := strings.Contains(kinds(r), "log"); err != nil || named != (c.want > 0) {
				t.Errorf("%s: %v, %v", c.name, kinds(r), err)
			}
			again := openTest(t, copied, Options{})
			add(t, again, "t2", fmt.Sprint(n), decided(fmt.Sprint(n), "8", second)...)
			again.Close()
		}
	}
}
