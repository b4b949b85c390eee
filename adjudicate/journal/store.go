package journal

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

//go:embed migrations
var migrations embed.FS

// engine is what differs between the databases.
type engine struct {
	driver  string
	dialect goose.Dialect
	folder  string // of the migrations
	begin   string // begins a transaction that writes
}

var (
	liteEngine     = engine{"sqlite", goose.DialectSQLite3, "migrations/sqlite", "BEGIN IMMEDIATE"}
	postgresEngine = engine{"pgx", goose.DialectPostgres, "migrations/postgres", "BEGIN"}
)

const (
	databaseFile = "plustwo.db"
	evidenceDir  = "evidence"
	lockFile     = "lock"
)

// liteDSN is how SQLite is opened. synchronous=FULL: a commit is on disk when it
// comes back (sqlite.org/pragma.html#pragma_synchronous). The queries read with
// the same settings, and cannot write.
func liteDSN(dir string, write bool) string {
	q := url.Values{"_pragma": {"busy_timeout(5000)", "synchronous(FULL)", "foreign_keys(1)"}}
	if write {
		q.Add("_pragma", "journal_mode(WAL)")
	} else {
		q.Add("_pragma", "query_only(1)")
	}
	return "file:" + (&url.URL{Path: filepath.Join(dir, databaseFile)}).EscapedPath() + "?" + q.Encode()
}

// migrate brings the database's schema up to date.
func migrate(ctx context.Context, db *sql.DB, e engine) error {
	files, err := fs.Sub(migrations, e.folder)
	if err != nil {
		return err
	}
	var opts []goose.ProviderOption
	if e == postgresEngine { // others may start at the same time
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return fmt.Errorf("migrations: %w", err)
		}
		opts = append(opts, goose.WithSessionLocker(locker))
	}
	p, err := goose.NewProvider(e.dialect, db, files, opts...)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}
