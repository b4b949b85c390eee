-- +goose Up
-- The record. Nothing is ever changed or taken out of it.
CREATE TABLE events (
  table_id    TEXT COLLATE "C" NOT NULL,
  seq         BIGINT NOT NULL, -- place in the table's chain, from 1
  id          TEXT COLLATE "C" NOT NULL UNIQUE, -- ULID
  kind        TEXT COLLATE "C" NOT NULL,
  attempt_id  TEXT COLLATE "C" NOT NULL, -- '' for none
  role        TEXT COLLATE "C" NOT NULL,
  actor       TEXT COLLATE "C" NOT NULL,
  at_ns       BIGINT NOT NULL, -- the table's clock, never goes back while its program runs
  wall_ns     BIGINT NOT NULL, -- since 1970, UTC
  schema_no   BIGINT NOT NULL,
  software    TEXT COLLATE "C" NOT NULL,
  rulebook    TEXT COLLATE "C" NOT NULL,
  calibration TEXT COLLATE "C" NOT NULL,
  payload     TEXT COLLATE "C" NOT NULL, -- JSON, byte for byte as it was hashed
  prev        TEXT COLLATE "C" NOT NULL, -- hash of the event before, '' for the first
  hash        TEXT COLLATE "C" NOT NULL, -- SHA-256 in hexadecimal
  PRIMARY KEY (table_id, seq)
);
CREATE INDEX events_attempt ON events (table_id, attempt_id, seq);

-- +goose StatementBegin
CREATE FUNCTION events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the record is append-only';
END $$;
-- +goose StatementEnd
CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION events_stay();
CREATE TRIGGER events_remain BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION events_stay();

-- The end of each table's chain.
CREATE TABLE chains (
  table_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  seq      BIGINT NOT NULL,
  id       TEXT COLLATE "C" NOT NULL,
  hash     TEXT COLLATE "C" NOT NULL,
  at_ns    BIGINT NOT NULL -- of the last event
);

-- What is still to be sent on, in order.
CREATE TABLE outbox (
  id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  table_id TEXT COLLATE "C" NOT NULL,
  seq      BIGINT NOT NULL
);

-- View: attempts as far as they have come.
CREATE TABLE attempts (
  table_id     TEXT COLLATE "C" NOT NULL,
  id           TEXT COLLATE "C" NOT NULL,
  first_seq    BIGINT NOT NULL, -- of the event that opened it
  last_seq     BIGINT NOT NULL,
  first_ns     BIGINT NOT NULL, -- wall time
  last_ns      BIGINT NOT NULL, -- wall time
  refused      BIGINT NOT NULL, -- events that the state machine did not take
  event        TEXT COLLATE "C" NOT NULL,
  rulebook     TEXT COLLATE "C" NOT NULL,
  competitor   TEXT COLLATE "C" NOT NULL,
  round        TEXT COLLATE "C" NOT NULL,
  number       BIGINT NOT NULL,
  phase        TEXT COLLATE "C" NOT NULL,
  finished     BIGINT NOT NULL, -- 1 where it is decided or void, and nobody waits
  waiting      TEXT COLLATE "C" NOT NULL, -- what a Delegate is waited for, '' for nothing
  waiting_ns   BIGINT NOT NULL, -- wall time since when
  disputed     BIGINT NOT NULL, -- 1 where its footage must be kept
  released     BIGINT NOT NULL, -- 1 where somebody has released that footage
  verdict      TEXT COLLATE "C" NOT NULL, -- of the decision that stands, '' for none
  result       TEXT COLLATE "C" NOT NULL, -- as the score sheet wants it
  state        TEXT COLLATE "C" NOT NULL, -- attempt.State as JSON
  PRIMARY KEY (table_id, id)
);
CREATE INDEX attempts_order ON attempts (table_id, first_seq);
CREATE INDEX attempts_waiting ON attempts (waiting_ns, table_id, first_seq) WHERE waiting <> '';
CREATE INDEX attempts_unfinished ON attempts (table_id, first_seq) WHERE finished = 0;
CREATE INDEX attempts_disputed ON attempts (first_ns, table_id, first_seq) WHERE disputed = 1;
CREATE INDEX attempts_round ON attempts (event, round, competitor);
CREATE INDEX attempts_competitor ON attempts (competitor);

-- View: pictures and clips.
CREATE TABLE evidence (
  table_id   TEXT COLLATE "C" NOT NULL,
  attempt_id TEXT COLLATE "C" NOT NULL,
  hash       TEXT COLLATE "C" NOT NULL,
  kind       TEXT COLLATE "C" NOT NULL,
  media_type TEXT COLLATE "C" NOT NULL,
  meta       TEXT COLLATE "C" NOT NULL, -- JSON of who stored it, '' for none
  bytes      BIGINT NOT NULL,
  seq        BIGINT NOT NULL, -- of the event that names it
  stored_ns  BIGINT NOT NULL, -- wall time
  deleted    TEXT COLLATE "C" NOT NULL, -- why, '' while it is kept
  PRIMARY KEY (table_id, attempt_id, hash)
);
CREATE INDEX evidence_hash ON evidence (hash);
CREATE INDEX evidence_live ON evidence (stored_ns) WHERE deleted = '';

-- Files whose deletion is on record and not yet done. No view: this machine's own.
CREATE TABLE unlinks (
  hash TEXT COLLATE "C" NOT NULL PRIMARY KEY
);

-- +goose Down
SELECT 1; -- a record is not taken back
