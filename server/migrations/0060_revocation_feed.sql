-- What ended, for verifiers elsewhere that follow the revocation feed: one row for each entry as it is told.
CREATE TABLE revocation_entries (
  id TEXT PRIMARY KEY,
  -- Its place in the feed. Null until somebody who reads gave it one: transactions commit in another order than they write.
  position BIGINT,
  -- JSON.
  entry TEXT NOT NULL,
  -- When the last access token that it ended would have expired by itself.
  expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX revocation_entries_by_position ON revocation_entries (position) WHERE position IS NOT NULL;
CREATE INDEX revocation_entries_unplaced ON revocation_entries (id) WHERE position IS NULL;
CREATE INDEX revocation_entries_by_expiry ON revocation_entries (expires_at);

-- One row: the last place, and which entry has it, also when that is forgotten. Whoever gives places holds it.
CREATE TABLE revocation_feed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  position BIGINT NOT NULL,
  tag TEXT NOT NULL
);
INSERT INTO revocation_feed (id, position, tag) VALUES (1, 0, '00000000');
