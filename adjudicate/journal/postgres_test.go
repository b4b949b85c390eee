package journal

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"
)

// server is the PostgreSQL that the tests start for themselves.
var server struct {
	once sync.Once
	dir  string
	cmd  *exec.Cmd
	err  error
	mu   sync.Mutex
	dbs  int
}

// postgres returns the connection string of an empty database.
func postgres(t testing.TB) string {
	t.Helper()
	server.once.Do(func() { server.err = startPostgres() })
	if server.err != nil {
		t.Fatal("PostgreSQL (Debian's package postgresql; .ci/install): ", server.err)
	}
	server.mu.Lock()
	server.dbs++
	name := fmt.Sprintf("journal%d", server.dbs)
	server.mu.Unlock()
	admin, err := sql.Open("pgx", dsn("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	return dsn(name)
}

func dsn(db string) string { return fmt.Sprintf("host=%s user=plustwo dbname=%s", server.dir, db) }

// startPostgres makes a cluster in a folder of its own and starts a server that
// listens on a socket there and nowhere else.
func startPostgres() error {
	bins, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(bins) == 0 {
		return fmt.Errorf("no initdb below /usr/lib/postgresql")
	}
	bin := filepath.Dir(slices.Max(bins))
	// A socket's path has at most 107 bytes: not below a test's own folder.
	if server.dir, err = os.MkdirTemp("", "pg"); err != nil {
		return err
	}
	as, err := unprivileged(server.dir)
	if err != nil {
		return err
	}
	data := filepath.Join(server.dir, "data")
	if err := runAs(as, filepath.Join(bin, "initdb"), "-D", data, "-U", "plustwo", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"); err != nil {
		return err
	}
	server.cmd = exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", server.dir, "-c", "listen_addresses=", "-c", "logging_collector=off",
		"-c", "fsync=off") // nothing here outlives the server
	server.cmd.SysProcAttr, server.cmd.Dir = as, server.dir
	if err := server.cmd.Start(); err != nil {
		return err
	}
	return answers()
}

// answers waits until the server does.
func answers() error {
	db, err := sql.Open("pgx", dsn("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for tick := time.NewTicker(20 * time.Millisecond); ; {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return err
		}
	}
}

// unprivileged returns how to run a program that must not be root's, and gives
// that user a folder.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	if os.Getuid() != 0 {
		return &syscall.SysProcAttr{}, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, os.Chown(dir, uid, gid)
}

func runAs(as *syscall.SysProcAttr, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.SysProcAttr, cmd.Dir = as, server.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// stopPostgres ends the server, if it was started, and deletes its folder.
func stopPostgres() {
	if server.cmd != nil && server.cmd.Process != nil {
		server.cmd.Process.Signal(syscall.SIGINT) // fast shutdown
		server.cmd.Wait()
	}
	if server.dir != "" {
		os.RemoveAll(server.dir)
	}
}

// A connection that the server ends costs nobody anything.
func TestReconnect(t *testing.T) {
	open := stores["postgres"](t)
	j := open(t, Options{})
	events := decided("a", "7", second)
	for n, e := range events {
		add(t, j, "t1", "a", e)
		_, err := j.read.Exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := j.Log(bg, "t1", 1, 100); err != nil || len(got) != n+1 {
			t.Fatal(len(got), err)
		}
	}
	sound(t, j)
}

// Several processes may use one PostgreSQL: here two journals start on an empty
// database and append to the same table at the same time.
func TestTwoAtPostgres(t *testing.T) {
	dsn, dir := postgres(t), t.TempDir()
	var wg sync.WaitGroup
	for n := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			j, err := OpenPostgres(bg, dsn, dir, Options{NoSweep: true})
			if err != nil {
				t.Error(err)
				return
			}
			defer j.Close()
			id := fmt.Sprint(n)
			for _, e := range decided(id, "7", second) {
				if _, err := j.Append(bg, Of("t1", id, e)); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	wg.Wait()
	j, err := OpenPostgres(bg, dsn, dir, Options{NoSweep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if r := sound(t, j); r.Events != 16 || r.Refused != 0 {
		t.Error(r)
	}
}
