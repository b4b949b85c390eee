package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Why something could not be recorded or read. Errors of Append that wrap none
// of these wrap those of package attempt: the event does not fit the attempt.
var (
	ErrEntry    = errors.New("bad entry")                            // what is to be recorded is not usable
	ErrFull     = errors.New("the disk is full")                     // nothing of it is on record
	ErrReadOnly = errors.New("the record cannot be written")         // read-only disk, or no permission
	ErrCorrupt  = errors.New("the record is damaged")                // plustwo verify says where
	ErrInUse    = errors.New("another plustwo writes this record")   // stop it first
	ErrClosed   = errors.New("the journal is closed")                // nothing of it is on record
	ErrUnsure   = errors.New("not known whether it is on record")    // the context or the connection ended before the answer came
	ErrNoRecord = errors.New("no record here")                       // a folder without a journal
	ErrUnknown  = errors.New("not on record")                        // no such attempt or evidence
	ErrDeleted  = errors.New("deleted, as the record says")          // evidence that was there
	ErrAltered  = errors.New("its content is not what was recorded") // evidence whose hash is wrong
	ErrChain    = errors.New("does not continue the chain")          // a received event
)

// told turns an error of the store or the file system into one of the errors
// above where it is one; dir is where the journal lies.
func told(dir string, err error) error {
	if err == nil {
		return nil
	}
	for _, known := range []error{ErrEntry, ErrFull, ErrReadOnly, ErrCorrupt, ErrClosed, ErrUnsure, ErrUnknown, ErrDeleted, ErrAltered, ErrChain} {
		if errors.Is(err, known) {
			return err
		}
	}
	switch kind := kindOf(dir, err); kind {
	case ErrFull:
		return fmt.Errorf("%w: make room on the disk of %s: %w", kind, dir, err)
	case ErrReadOnly:
		return fmt.Errorf("%w: check that %s is on a disk that can be written, and yours: %w", kind, dir, err)
	case ErrCorrupt:
		return fmt.Errorf("%w: run plustwo verify --data %s: %w", kind, dir, err)
	}
	return err
}

// kindOf finds the sentinel for an error, nil for none.
func kindOf(dir string, err error) error {
	var lite *sqlite.Error
	var pg *pgconn.PgError
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		return ErrFull
	case errors.Is(err, os.ErrPermission), errors.Is(err, syscall.EROFS):
		return ErrReadOnly
	case errors.As(err, &lite):
		return kindOfSQLite(dir, lite.Code())
	case errors.As(err, &pg) && pg.Code == "53100": // disk_full (PostgreSQL, appendix A)
		return ErrFull
	case errors.As(err, &pg) && pg.Code == "25006": // read_only_sql_transaction
		return ErrReadOnly
	case errors.As(err, &pg) && (pg.Code == "XX001" || pg.Code == "XX002"): // data_corrupted, index_corrupted
		return ErrCorrupt
	}
	return nil
}

// kindOfSQLite maps a result code (sqlite.org/rescode.html). An I/O error on a
// disk without room for a page counts as a full disk: not every place that
// grows a file reports SQLITE_FULL.
func kindOfSQLite(dir string, code int) error {
	const primary = 0xff // the low byte of an extended code
	switch code & primary {
	case sqlite3.SQLITE_FULL:
		return ErrFull
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		if full(dir) {
			return ErrFull
		}
		return ErrReadOnly
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return ErrCorrupt
	case sqlite3.SQLITE_IOERR:
		if full(dir) {
			return ErrFull
		}
	}
	return nil
}

// full tells whether the disk of a folder has no room for a few pages, or the
// record has come to the size that the system lets this process write.
func full(dir string) bool {
	const few = 64 << 10 // bytes; SQLite extends its shared memory by 32 KiB
	if free, err := Free(dir); err == nil && free < few {
		return true
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return false
	}
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(filepath.Join(dir, databaseFile+suffix)); err == nil && uint64(info.Size())+few > limit.Cur {
			return true
		}
	}
	return false
}

// Free returns how many bytes the disk of a folder has left for this program.
func Free(dir string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, fmt.Errorf("free space of %s: %w", dir, err)
	}
	return int64(s.Bavail) * s.Bsize, nil
}
