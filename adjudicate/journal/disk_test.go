package journal

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// runChild runs this program as a child in a folder and returns what it said.
func runChild(name, dir string, as *syscall.SysProcAttr) (string, error) {
	cmd := exec.Command(os.Args[0], dir)
	cmd.Env = append(os.Environ(), childEnv+"="+name)
	cmd.SysProcAttr = as
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// A disk that is full: a small file system in memory, where this user may mount
// one; and a limit on how large files may be, which anybody can set.
func TestFull(t *testing.T) {
	if out, err := runChild("limited", t.TempDir(), nil); err != nil {
		t.Error(out, err)
	}
	as := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Getuid() != 0 {
		as.Cloneflags |= syscall.CLONE_NEWUSER
		as.UidMappings = []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
		as.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}
	}
	out, err := runChild("full", t.TempDir(), as)
	_, ran := errors.AsType[*exec.ExitError](err)
	switch {
	case err != nil && !ran, strings.Contains(out, errNoMount.Error()):
		t.Log("no file system can be mounted here: only the limit on files was tried")
	case err != nil:
		t.Error(out, err)
	}
}

var errNoMount = errors.New("cannot mount")

// fillDisk fills a file system of its own.
func fillDisk(dir string) error {
	const size = 3 << 20
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("%w: %w", errNoMount, err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		return fmt.Errorf("%w: %w", errNoMount, err)
	}
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, size/2), 0o600); err != nil {
		return err
	}
	record := filepath.Join(dir, "record")
	if err := sweepFull(record); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	if err := os.RemoveAll(record); err != nil {
		return err
	}
	return fill(record, func() error { return os.Remove(ballast) })
}

// sweepFull fills the disk so that nothing can be appended, starts anew, and
// sweeps. It returns what is wrong.
func sweepFull(dir string) error {
	j, err := Open(bg, dir, Options{NoSweep: true})
	if err != nil {
		return err
	}
	defer func() { j.Close() }()
	clip := strings.Repeat("clip", 50<<10/4)
	if _, err := j.Put(bg, Evidence{Table: "t1", Kind: Clip, By: camera}, strings.NewReader(clip)); err != nil {
		return err
	}
	full := filepath.Join(dir, "full")
	f, err := os.Create(full)
	if err != nil {
		return err
	}
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if err := f.Close(); err != nil {
		return err
	}
	entry := Entry{Table: "t1", Kind: KindAct, By: judge, Data: strings.Repeat("x", 60<<10)}
	for err = nil; err == nil; {
		_, err = j.Append(bg, entry)
	}
	if !errors.Is(err, ErrFull) {
		return err
	}
	if err := j.Close(); err != nil {
		return err
	}
	if j, err = Open(bg, dir, Options{NoSweep: true}); err != nil {
		return fmt.Errorf("a start with a full disk: %w", err)
	}
	if s, err := j.Sweep(bg, Retention{}); err != nil || s.Files != 1 {
		return fmt.Errorf("%v, %w", s, err)
	}
	if err := os.Remove(full); err != nil {
		return err
	}
	if s, err := j.Sweep(bg, Retention{}); err != nil || s.Files != 0 || !j.reserve.there() {
		return fmt.Errorf("again: %v, %w", s, err)
	}
	return holds(j, nil)
}

// fillFile comes to the largest size that a file may have.
func fillFile(dir string) error {
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	more := limit.Cur
	limit.Cur = 1 << 20
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	return fill(dir, func() error {
		limit.Cur = more
		return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	})
}

// fill appends until there is no room, makes room, and goes on. It returns what
// is wrong.
func fill(dir string, room func() error) error {
	j, err := Open(bg, dir, Options{NoSweep: true})
	if err != nil {
		return err
	}
	defer func() { j.Close() }()
	var kept []string
	entry := func(n int) Entry {
		return Entry{Table: "t1", Kind: KindObservation, By: camera, At: 1, Data: strings.Repeat("x", n)}
	}
	for err == nil && len(kept) < 10000 {
		var on []Event
		if on, err = j.Append(bg, entry(5000)); err == nil {
			kept = append(kept, on[0].ID)
		}
	}
	if !errors.Is(err, ErrFull) || len(kept) == 0 {
		return fmt.Errorf("after %d events: %v, want %v", len(kept), err, ErrFull)
	}
	if _, err := j.Put(bg, Evidence{Table: "t1", Kind: Clip, By: camera}, strings.NewReader(strings.Repeat("x", 4<<20))); !errors.Is(err, ErrFull) {
		return fmt.Errorf("a clip: %v, want %v", err, ErrFull)
	}
	if h := j.Health(); !errors.Is(h.Failing, ErrFull) {
		return fmt.Errorf("health says %v", h.Failing)
	}
	for range 3 { // what is small may still find room
		if on, err := j.Append(bg, entry(20)); err == nil {
			kept = append(kept, on[0].ID)
		} else if !errors.Is(err, ErrFull) {
			return fmt.Errorf("when full: %v", err)
		}
	}
	if err := holds(j, kept); err != nil {
		return fmt.Errorf("when full: %w", err)
	}
	if err := room(); err != nil {
		return err
	}
	on, err := j.Append(bg, entry(5000))
	if err != nil {
		return fmt.Errorf("with room again: %w", err)
	}
	kept = append(kept, on[0].ID)
	if h := j.Health(); h.Failing != nil || h.Free <= 0 {
		return fmt.Errorf("health says %v, %d bytes free", h.Failing, h.Free)
	}
	if err := j.Close(); err != nil {
		return err
	}
	if j, err = Open(bg, dir, Options{NoSweep: true}); err != nil {
		return err
	}
	return holds(j, kept)
}

// holds returns what is wrong with a record that should have these events.
func holds(j *Journal, ids []string) error {
	r, err := Verify(bg, j.Dir(), Options{})
	if err != nil || len(r.Faults) > 0 {
		return fmt.Errorf("verify: %w, %v", err, r.Faults)
	}
	log, err := j.Log(bg, "t1", 1, 1<<30)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, e := range log {
		there[e.ID] = true
	}
	for _, id := range ids {
		if !there[id] {
			return fmt.Errorf("event %s was acknowledged and is lost", id)
		}
	}
	return nil
}

// A folder that cannot be written: opening says so, looking works.
func TestReadOnly(t *testing.T) {
	dir, err := os.MkdirTemp("", "readonly") // the folders of tests are closed to others
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	record := filepath.Join(dir, "record")
	j := openTest(t, record, Options{})
	add(t, j, "t1", "a", decided("a", "7", second)...)
	put(t, j, Evidence{Table: "t1", Attempt: "a", Kind: Still}, "picture")
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	var folders []string
	err = filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.IsDir() {
			folders = append(folders, path)
			return nil
		}
		return errors.Join(err, os.Chmod(path, 0o444))
	})
	for _, f := range folders {
		err = errors.Join(err, os.Chmod(f, 0o555))
		defer os.Chmod(f, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, err := runChild("readonly", record, nil); err != nil {
		t.Error(out, err)
	}
}

// cannotWrite opens a record that it may only read.
func cannotWrite(dir string) error {
	const nobody = 65534
	if os.Getuid() == 0 {
		if err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody)); err != nil {
			return err
		}
	}
	if j, err := Open(bg, dir, Options{NoSweep: true}); !errors.Is(err, ErrReadOnly) {
		return fmt.Errorf("open: %v, %v", j, err)
	}
	if j, err := Open(bg, filepath.Join(dir, "new"), Options{}); !errors.Is(err, ErrReadOnly) {
		return fmt.Errorf("open a new one: %v, %v", j, err)
	}
	r, err := Verify(bg, dir, Options{})
	if err != nil || len(r.Faults) > 0 || r.Events != 9 || r.Files != 1 {
		return fmt.Errorf("verify: %v, %v", r, err)
	}
	return nil
}

// Two processes, or two parts of one, do not write the same record.
func TestInUse(t *testing.T) {
	dir := t.TempDir()
	j := openTest(t, dir, Options{})
	if _, err := Open(bg, dir, Options{NoSweep: true}); !errors.Is(err, ErrInUse) {
		t.Error(err)
	}
	if r, err := Verify(bg, dir, Options{}); err != nil || len(r.Faults) > 0 {
		t.Error(r, err)
	}
	for _, name := range []string{databaseFile, databaseFile + "-wal", databaseFile + "-shm", lockFile} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s may be read by others: %v, %v", name, info, err)
		}
	}
	if err := errors.Join(j.Close(), j.Close()); err != nil {
		t.Error(err)
	}
	if _, err := j.Append(bg, Entry{Table: "t1", Kind: KindAct, By: judge}); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	openTest(t, dir, Options{})
	if _, err := Verify(bg, t.TempDir(), Options{}); !errors.Is(err, ErrNoRecord) {
		t.Error(err)
	}
}
