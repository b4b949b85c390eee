package journal

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
)

// Inspect finds what was changed in a chain, Health tells of it from then on, and
// the record takes events all the same. Evidence is not looked at.
func TestInspect(t *testing.T) {
	dir, hashes := sample(t)
	j := openTest(t, dir, Options{NoSweep: true})
	if err := os.Remove(j.files.Path(hashes[0])); err != nil {
		t.Fatal(err)
	}
	if r, err := j.Inspect(bg); err != nil || len(r.Faults) > 0 || r.Events == 0 || len(j.Health().Faults) > 0 {
		t.Errorf("whole chains: %+v, %v", r, err)
	}
	db := must(sql.Open(liteEngine.driver, "file:"+filepath.Join(dir, databaseFile)))
	defer db.Close()
	for _, text := range []string{"DROP TRIGGER events_stay", "UPDATE events SET actor = 'x' WHERE table_id = 't2' AND seq = 2"} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := j.Inspect(bg); err != nil || len(j.Health().Faults) == 0 {
		t.Errorf("changed: %+v, %v", j.Health().Faults, err)
	}
	add(t, j, "t3", "later", decided("later", "5", second)...)
}
