-- Ends by marks: what ends many tokens writes one row that says so, instead of the rows of all of them.

-- How many marks there were when the token was issued. A mark of a later epoch ends it.
ALTER TABLE tokens ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;

-- One row: how many marks have been set. Whoever sets one holds it, so marks become visible in the order of their epochs.
CREATE TABLE token_epoch (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  current BIGINT NOT NULL
);
INSERT INTO token_epoch (id, current) VALUES (1, 0);

CREATE TABLE token_marks (
  -- The kind, and what it is about: 'client agt_1', 'user-client usr_1 agt_1'.
  subject TEXT NOT NULL,
  epoch BIGINT NOT NULL,
  kind TEXT NOT NULL,
  -- Of the clients it is about, as a GLOB and as a regular expression with the same matches.
  pattern TEXT,
  regex TEXT,
  reason TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- When the last token that it ends would have expired by itself.
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (subject, epoch)
);
CREATE INDEX token_marks_by_kind ON token_marks (kind, epoch);
CREATE INDEX token_marks_by_expiry ON token_marks (expires_at);

-- In an order in which many can be counted a part at a time.
DROP INDEX tokens_by_user;
CREATE INDEX tokens_by_user ON tokens (user_id, created_at, id) WHERE user_id IS NOT NULL;
DROP INDEX tokens_by_policy;
CREATE INDEX tokens_by_policy ON tokens (policy_id, created_at, id) WHERE policy_id IS NOT NULL;

-- People who run the server are few among all.
CREATE INDEX users_with_system_role ON users (id) WHERE system_role IS NOT NULL;
