package journal

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/plustwo/plustwo/adjudicate/journal/internal/blob"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Options are what a journal may be told. The zero value will do.
type Options struct {
	Software string           // version of the program; goes on record
	Outbox   bool             // keep what is recorded until Ack, to be sent on
	Now      func() time.Time // the wall clock; time.Now where nil
	Books    func(name string) (*rules.Rulebook, error)
	// Retention is by what footage is swept while the journal is open: at the
	// start, every hour, and when the disk is full. DefaultRetention where nil.
	Retention *Retention
	NoSweep   bool // only Sweep sweeps
}

// Journal is an open record. Its methods may be called from many goroutines.
type Journal struct {
	dir     string
	opts    Options
	engine  engine
	lock    *os.File
	write   *sql.DB
	read    *sql.DB
	q       *query.Queries // on read
	files   *blob.Store
	writer  *writer
	whole   whole // files whose content was found right
	reserve reserve
	moving  sync.RWMutex            // held for reading while a file is stored and named, for writing while one is deleted
	sweeper *sweeper                // nil where nobody asks for one
	found   atomic.Pointer[[]Fault] // by the last Inspect
	close   sync.Once
	closed  error
}

// Open opens the record in a folder, or begins one. The folder is this process'
// alone until Close. Errors wrap ErrInUse, ErrReadOnly, ErrFull or ErrCorrupt
// where they are that.
func Open(ctx context.Context, dir string, opts Options) (*Journal, error) {
	j := &Journal{dir: dir, engine: liteEngine}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, told(dir, fmt.Errorf("record %s: %w", dir, err))
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	j.lock = lock
	if err := keepDamaged(dir, time.Now()); err != nil {
		j.release()
		return nil, told(dir, fmt.Errorf("record %s: %w", dir, err))
	}
	if err := private(filepath.Join(dir, databaseFile)); err != nil {
		j.release()
		return nil, told(dir, fmt.Errorf("record %s: %w", dir, err))
	}
	if err := j.open(ctx, opts, liteDSN(dir, true), liteDSN(dir, false)); err != nil {
		j.release()
		return nil, told(dir, fmt.Errorf("record %s: %w", dir, err))
	}
	return j, nil
}

// OpenPostgres opens a record in a PostgreSQL database, whose evidence lies in a
// folder. dsn is a connection string (postgresql.org/docs/current/libpq-connect.html).
func OpenPostgres(ctx context.Context, dsn, dir string, opts Options) (*Journal, error) {
	j := &Journal{dir: dir, engine: postgresEngine}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, told(dir, fmt.Errorf("record %s: %w", dir, err))
	}
	if err := j.open(ctx, opts, dsn, dsn); err != nil {
		j.release()
		return nil, told(dir, fmt.Errorf("record: %w", err))
	}
	return j, nil
}

func (j *Journal) open(ctx context.Context, opts Options, write, read string) (err error) {
	if err := checkName("software", opts.Software); err != nil {
		return err
	}
	j.opts = opts
	if j.opts.Now == nil {
		j.opts.Now = time.Now
	}
	if j.opts.Books == nil {
		j.opts.Books = rules.Load
	}
	j.opts.Books = remember(j.opts.Books)
	if err := j.openFiles(); err != nil {
		return err
	}
	if err := j.openDatabase(ctx, write, read); err != nil {
		return err
	}
	if j.writer, err = newWriter(ctx, j); err != nil {
		return err
	}
	if err := j.unlink(ctx); err != nil {
		return err
	}
	if !opts.NoSweep {
		retention := DefaultRetention
		if opts.Retention != nil {
			retention = *opts.Retention
		}
		j.sweeper = newSweeper(j, retention)
	}
	return nil
}

// openFiles opens what lies beside the database.
func (j *Journal) openFiles() (err error) {
	if j.files, err = blob.Open(filepath.Join(j.dir, evidenceDir)); err != nil {
		return err
	}
	if err := j.files.Clean(j.abandoned()); err != nil {
		return err
	}
	j.reserve = reserve{filepath.Join(j.dir, reserveFile)}
	if err := j.reserve.fill(); err != nil && kindOf(j.dir, err) != ErrFull {
		return err
	}
	return nil
}

// openDatabase opens the database and brings it up to date.
func (j *Journal) openDatabase(ctx context.Context, write, read string) (err error) {
	if j.write, err = sql.Open(j.engine.driver, write); err != nil {
		return err
	}
	j.write.SetMaxIdleConns(0) // a connection that failed is not used again: see writer.hangUp
	if err := migrate(ctx, j.write, j.engine); err != nil {
		return err
	}
	if j.engine == liteEngine {
		// A new log: see checker.walk. That there is no room for it yet is no harm.
		if _, err := j.write.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil && kindOf(j.dir, err) != ErrFull {
			return err
		}
	}
	if j.read, err = sql.Open(j.engine.driver, read); err != nil {
		return err
	}
	const readers = 4
	j.read.SetMaxOpenConns(readers)
	j.read.SetMaxIdleConns(readers)
	j.q = query.New(j.read)
	return nil
}

// abandoned returns the time before which a file without an event was left by a
// crash. A folder beside PostgreSQL may be shared with other processes, which
// store a file first and then its event; how long that takes at most is guessed.
func (j *Journal) abandoned() time.Time {
	if j.engine == postgresEngine {
		return time.Now().Add(-time.Hour)
	}
	return time.Now()
}

// Dir returns the folder of the record.
func (j *Journal) Dir() string { return j.dir }

// Close waits for what is being recorded and ends. It may be called twice.
func (j *Journal) Close() error {
	j.close.Do(func() { j.closed = j.release() })
	return j.closed
}

// release gives back what was opened so far.
func (j *Journal) release() error {
	j.sweeper.end()
	if j.writer != nil {
		j.writer.end()
	}
	var first error
	for _, db := range []*sql.DB{j.read, j.write} {
		if db == nil {
			continue
		}
		if err := db.Close(); err != nil && first == nil {
			first = err
		}
	}
	if j.lock != nil {
		if err := j.lock.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// private makes a file that nobody else may read: names are in it. SQLite gives
// its log the same mode.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// lockDir makes the folder this process' own. The lock ends with the process.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, told(dir, fmt.Errorf("record %s: %w", dir, err))
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("%w: %s: stop it first", ErrInUse, dir)
	}
	return f, nil
}

// remember keeps rulebooks that were found.
func remember(find books) books {
	var mu sync.Mutex
	known := map[string]*rules.Rulebook{}
	return func(name string) (*rules.Rulebook, error) {
		mu.Lock()
		defer mu.Unlock()
		if b := known[name]; b != nil {
			return b, nil
		}
		b, err := find(name)
		if err == nil {
			known[name] = b
		}
		return b, err
	}
}
