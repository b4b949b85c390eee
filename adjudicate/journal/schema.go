package journal

import (
	"context"
	"database/sql"
	"sync"
)

// freshSchema returns what schemaOf returns of a record that has just begun.
var freshSchema = sync.OnceValues(func() (map[string]string, error) {
	ctx := context.Background()
	db, err := sql.Open(liteEngine.driver, ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would be a database of its own
	if err := migrate(ctx, db, liteEngine); err != nil {
		return nil, err
	}
	return schemaOf(ctx, db)
})

// schemaOf returns the tables, indices and triggers of a SQLite database by
// their names, and the migrations that it has had.
func schemaOf(ctx context.Context, q queryer) (map[string]string, error) {
	out := map[string]string{}
	err := pairs(ctx, q, out, "", "SELECT type || ' ' || name || ' ' || tbl_name, COALESCE(sql, '') FROM sqlite_schema")
	if err != nil {
		return nil, err
	}
	return out, pairs(ctx, q, out, "migration ", "SELECT CAST(version_id AS TEXT), CAST(is_applied AS TEXT) FROM goose_db_version")
}

// queryer is a database or a transaction.
type queryer interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

// pairs reads rows of two texts.
func pairs(ctx context.Context, q queryer, into map[string]string, prefix, text string) error {
	rows, err := q.QueryContext(ctx, text)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return err
		}
		into[prefix+name] = value
	}
	return rows.Err()
}
