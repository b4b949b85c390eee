-- +goose Up
-- Small things that are this machine's own and no part of the record, such as who
-- may log in.
CREATE TABLE shelf (
  space    TEXT NOT NULL,
  id       TEXT NOT NULL,
  value    BYTEA NOT NULL,
  until_ns BIGINT NOT NULL, -- wall time when it is worth nothing any more, 0 for never
  PRIMARY KEY (space, id)
);

-- +goose Down
SELECT 1; -- a record is not taken back
