-- One set of queries for SQLite and PostgreSQL: only what both understand.

-- name: LockChain :one
-- Returns the end of a chain; in PostgreSQL it locks it until the transaction ends.
UPDATE chains SET seq = seq WHERE table_id = $1 RETURNING *;

-- name: PutChain :exec
INSERT INTO chains (table_id, seq, id, hash, at_ns) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, id = excluded.id, hash = excluded.hash, at_ns = excluded.at_ns;

-- name: Chains :many
SELECT * FROM chains ORDER BY table_id;

-- name: NewestID :one
SELECT CAST(COALESCE(MAX(id), '') AS TEXT) FROM chains;

-- name: AddEvent :exec
INSERT INTO events (table_id, seq, id, kind, attempt_id, role, actor, at_ns, wall_ns, schema_no, software, rulebook, calibration, payload, prev, hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: EventsFrom :many
SELECT * FROM events WHERE table_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3;

-- name: EventsOfAttempt :many
SELECT * FROM events WHERE table_id = $1 AND attempt_id = $2 ORDER BY seq;

-- name: EventTables :many
SELECT DISTINCT table_id FROM events ORDER BY table_id;

-- name: AddOutbox :exec
INSERT INTO outbox (id, table_id, seq) VALUES ($1, $2, $3);

-- name: Outbox :many
SELECT events.* FROM outbox JOIN events ON events.table_id = outbox.table_id AND events.seq = outbox.seq
ORDER BY outbox.id LIMIT $1;

-- name: CountOutbox :one
SELECT COUNT(*) FROM outbox;

-- name: AckOutbox :exec
DELETE FROM outbox WHERE id = $1;

-- name: PutAttempt :exec
INSERT INTO attempts (table_id, id, first_seq, last_seq, first_ns, last_ns, refused, event, rulebook, competitor, round, number,
  phase, finished, waiting, waiting_ns, disputed, released, verdict, result, state)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
ON CONFLICT (table_id, id) DO UPDATE SET last_seq = excluded.last_seq, last_ns = excluded.last_ns, refused = excluded.refused,
  event = excluded.event, rulebook = excluded.rulebook, competitor = excluded.competitor, round = excluded.round, number = excluded.number,
  phase = excluded.phase, finished = excluded.finished, waiting = excluded.waiting, waiting_ns = excluded.waiting_ns,
  disputed = excluded.disputed, released = excluded.released, verdict = excluded.verdict, result = excluded.result, state = excluded.state;

-- name: Attempt :one
SELECT * FROM attempts WHERE table_id = $1 AND id = $2;

-- name: Unfinished :many
SELECT * FROM attempts WHERE table_id = $1 AND finished = 0 ORDER BY first_seq;

-- name: Recent :many
SELECT * FROM attempts WHERE table_id = $1 ORDER BY first_seq DESC LIMIT $2;

-- name: Queue :many
SELECT table_id, id, first_seq, first_ns, last_ns, event, rulebook, competitor, round, number, phase, waiting, waiting_ns, disputed, verdict, result
FROM attempts WHERE waiting <> '' ORDER BY waiting_ns, table_id, first_seq LIMIT $1;

-- name: Disputes :many
SELECT table_id, id, first_seq, first_ns, last_ns, event, rulebook, competitor, round, number, phase, waiting, waiting_ns, disputed, verdict, result
FROM attempts WHERE disputed = 1 ORDER BY first_ns, table_id, first_seq LIMIT $1;

-- name: Results :many
SELECT table_id, id, first_seq, first_ns, last_ns, event, rulebook, competitor, round, number, phase, waiting, waiting_ns, disputed, verdict, result
FROM attempts WHERE event = $1 AND round = $2 AND verdict <> '' AND phase = 'decided' ORDER BY competitor, number, table_id, first_seq;

-- name: OfCompetitor :many
SELECT table_id, id, first_seq, first_ns, last_ns, event, rulebook, competitor, round, number, phase, waiting, waiting_ns, disputed, verdict, result
FROM attempts WHERE competitor = $1 ORDER BY table_id, first_seq;

-- name: CountAttempts :one
SELECT COUNT(*) FROM attempts;

-- name: PutEvidence :exec
INSERT INTO evidence (table_id, attempt_id, hash, kind, media_type, meta, bytes, seq, stored_ns, deleted)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (table_id, attempt_id, hash) DO UPDATE SET kind = excluded.kind, media_type = excluded.media_type, meta = excluded.meta, bytes = excluded.bytes,
  seq = excluded.seq, stored_ns = excluded.stored_ns, deleted = excluded.deleted;

-- name: MarkDeleted :exec
UPDATE evidence SET deleted = $1 WHERE table_id = $2 AND attempt_id = $3 AND hash = $4;

-- name: LiveEvidence :one
-- One live mention of a file.
SELECT * FROM evidence WHERE hash = $1 AND deleted = '' ORDER BY table_id, seq LIMIT 1;

-- name: CountLive :one
SELECT COUNT(*) FROM evidence WHERE hash = $1 AND deleted = '';

-- name: EvidenceOfAttempt :many
SELECT * FROM evidence WHERE table_id = $1 AND attempt_id = $2 ORDER BY seq, hash;

-- name: LiveFiles :many
-- All that is kept, oldest first, with what decides how long.
SELECT evidence.*, CAST(COALESCE(attempts.disputed, 0) AS BIGINT) AS disputed, CAST(COALESCE(attempts.released, 0) AS BIGINT) AS released,
  CAST(COALESCE(attempts.finished, 1) AS BIGINT) AS finished, CAST(COALESCE(attempts.waiting, '') AS TEXT) AS waiting
FROM evidence LEFT JOIN attempts ON attempts.table_id = evidence.table_id AND attempts.id = evidence.attempt_id
WHERE evidence.deleted = '' ORDER BY evidence.stored_ns, evidence.table_id, evidence.seq, evidence.hash;

-- name: AddUnlink :exec
INSERT INTO unlinks (hash) VALUES ($1) ON CONFLICT (hash) DO NOTHING;

-- name: DropUnlink :exec
DELETE FROM unlinks WHERE hash = $1;

-- name: Unlinks :many
SELECT hash FROM unlinks ORDER BY hash;

-- name: ClearAttempts :exec
DELETE FROM attempts;

-- name: ClearEvidence :exec
DELETE FROM evidence;

-- name: CountMentions :one
SELECT COUNT(*) FROM evidence WHERE hash = $1;

-- name: AttemptIDs :many
-- The attempts of which something is on record, after one of them.
SELECT DISTINCT attempt_id FROM events WHERE table_id = $1 AND attempt_id > $2 ORDER BY attempt_id LIMIT $3;

-- name: StrayAttempts :many
SELECT table_id, id FROM attempts WHERE NOT EXISTS
  (SELECT 1 FROM events WHERE events.table_id = attempts.table_id AND events.attempt_id = attempts.id) ORDER BY table_id, id;

-- name: StrayEvidence :many
SELECT * FROM evidence WHERE NOT EXISTS
  (SELECT 1 FROM events WHERE events.table_id = evidence.table_id AND events.seq = evidence.seq AND events.attempt_id = evidence.attempt_id AND events.kind = 'evidence')
ORDER BY table_id, seq, hash;

-- name: StrayOutbox :many
SELECT id FROM outbox WHERE NOT EXISTS
  (SELECT 1 FROM events WHERE events.table_id = outbox.table_id AND events.seq = outbox.seq AND events.id = outbox.id) ORDER BY id;

-- name: EventHash :one
SELECT hash FROM events WHERE table_id = $1 AND seq = $2;

-- name: AllEvidence :many
SELECT * FROM evidence ORDER BY table_id, seq, attempt_id, hash;

-- name: PutShelf :exec
INSERT INTO shelf (space, id, value, until_ns) VALUES ($1, $2, $3, $4)
ON CONFLICT (space, id) DO UPDATE SET value = excluded.value, until_ns = excluded.until_ns;

-- name: FindShelf :one
SELECT value FROM shelf WHERE space = $1 AND id = $2 AND (until_ns = 0 OR until_ns > $3);

-- name: ListShelf :many
SELECT id, value FROM shelf WHERE space = $1 AND (until_ns = 0 OR until_ns > $2) ORDER BY id;

-- name: DropShelf :exec
DELETE FROM shelf WHERE space = $1 AND id = $2;

-- name: SweepShelf :exec
DELETE FROM shelf WHERE until_ns <> 0 AND until_ns <= $1;
