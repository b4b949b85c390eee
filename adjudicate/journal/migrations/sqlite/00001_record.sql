-- +goose Up
-- The record. Nothing is ever changed or taken out of it.
CREATE TABLE events (
  table_id    TEXT    NOT NULL,
  seq         INTEGER NOT NULL, -- place in the table's chain, from 1
  id          TEXT    NOT NULL UNIQUE, -- ULID
  kind        TEXT    NOT NULL,
  attempt_id  TEXT    NOT NULL, -- '' for none
  role        TEXT    NOT NULL,
  actor       TEXT    NOT NULL,
  at_ns       INTEGER NOT NULL, -- the table's clock, never goes back while its program runs
  wall_ns     INTEGER NOT NULL, -- since 1970, UTC
  schema_no   INTEGER NOT NULL,
  software    TEXT    NOT NULL,
  rulebook    TEXT    NOT NULL,
  calibration TEXT    NOT NULL,
  payload     TEXT    NOT NULL, -- JSON, byte for byte as it was hashed
  prev        TEXT    NOT NULL, -- hash of the event before, '' for the first
  hash        TEXT    NOT NULL, -- SHA-256 in hexadecimal
  PRIMARY KEY (table_id, seq)
) STRICT;
CREATE INDEX events_attempt ON events (table_id, attempt_id, seq);

-- +goose StatementBegin
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN
  SELECT RAISE(ABORT, 'the record is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'the record is append-only');
END;
-- +goose StatementEnd

-- The end of each table's chain.
CREATE TABLE chains (
  table_id TEXT    NOT NULL PRIMARY KEY,
  seq      INTEGER NOT NULL,
  id       TEXT    NOT NULL,
  hash     TEXT    NOT NULL,
  at_ns    INTEGER NOT NULL -- of the last event
) STRICT;

-- What is still to be sent on, in order.
CREATE TABLE outbox (
  id       TEXT    NOT NULL PRIMARY KEY,
  table_id TEXT    NOT NULL,
  seq      INTEGER NOT NULL
) STRICT;

-- View: attempts as far as they have come.
CREATE TABLE attempts (
  table_id     TEXT    NOT NULL,
  id           TEXT    NOT NULL,
  first_seq    INTEGER NOT NULL, -- of the event that opened it
  last_seq     INTEGER NOT NULL,
  first_ns     INTEGER NOT NULL, -- wall time
  last_ns      INTEGER NOT NULL, -- wall time
  refused      INTEGER NOT NULL, -- events that the state machine did not take
  event        TEXT    NOT NULL,
  rulebook     TEXT    NOT NULL,
  competitor   TEXT    NOT NULL,
  round        TEXT    NOT NULL,
  number       INTEGER NOT NULL,
  phase        TEXT    NOT NULL,
  finished     INTEGER NOT NULL, -- 1 where it is decided or void, and nobody waits
  waiting      TEXT    NOT NULL, -- what a Delegate is waited for, '' for nothing
  waiting_ns   INTEGER NOT NULL, -- wall time since when
  disputed     INTEGER NOT NULL, -- 1 where its footage must be kept
  released     INTEGER NOT NULL, -- 1 where somebody has released that footage
  verdict      TEXT    NOT NULL, -- of the decision that stands, '' for none
  result       TEXT    NOT NULL, -- as the score sheet wants it
  state        TEXT    NOT NULL, -- attempt.State as JSON
  PRIMARY KEY (table_id, id)
) STRICT;
CREATE INDEX attempts_order ON attempts (table_id, first_seq);
CREATE INDEX attempts_waiting ON attempts (waiting_ns, table_id, first_seq) WHERE waiting <> '';
CREATE INDEX attempts_unfinished ON attempts (table_id, first_seq) WHERE finished = 0;
CREATE INDEX attempts_disputed ON attempts (first_ns, table_id, first_seq) WHERE disputed = 1;
CREATE INDEX attempts_round ON attempts (event, round, competitor);
CREATE INDEX attempts_competitor ON attempts (competitor);

-- View: pictures and clips.
CREATE TABLE evidence (
  table_id   TEXT    NOT NULL,
  attempt_id TEXT    NOT NULL,
  hash       TEXT    NOT NULL,
  kind       TEXT    NOT NULL,
  media_type TEXT    NOT NULL,
  meta       TEXT    NOT NULL, -- JSON of who stored it, '' for none
  bytes      INTEGER NOT NULL,
  seq        INTEGER NOT NULL, -- of the event that names it
  stored_ns  INTEGER NOT NULL, -- wall time
  deleted    TEXT    NOT NULL, -- why, '' while it is kept
  PRIMARY KEY (table_id, attempt_id, hash)
) STRICT;
CREATE INDEX evidence_hash ON evidence (hash);
CREATE INDEX evidence_live ON evidence (stored_ns) WHERE deleted = '';

-- Files whose deletion is on record and not yet done. No view: this machine's own.
CREATE TABLE unlinks (
  hash TEXT NOT NULL PRIMARY KEY
) STRICT;

-- +goose Down
SELECT 1; -- a record is not taken back
