-- Foundation: keys, settings, events, jobs, limits. Times are epoch milliseconds, flags 0 or 1, JSON is text.

CREATE TABLE data_keys (
  purpose TEXT PRIMARY KEY,
  master_key_id TEXT NOT NULL,
  wrapped TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE signing_keys (
  kid TEXT PRIMARY KEY,
  algorithm TEXT NOT NULL,
  public_jwk TEXT NOT NULL,
  private_sealed TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  retired_at BIGINT,
  published_until BIGINT
);
-- At most one key is active, whatever races.
CREATE UNIQUE INDEX signing_keys_active ON signing_keys (algorithm) WHERE retired_at IS NULL;

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- Facts that happen once in the life of an installation, such as having been bootstrapped.
CREATE TABLE milestones (
  name TEXT PRIMARY KEY,
  detail TEXT NOT NULL,
  reached_at BIGINT NOT NULL
);

CREATE TABLE events (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  target_type TEXT,
  target_id TEXT,
  result TEXT NOT NULL,
  data TEXT NOT NULL,
  request_id TEXT,
  address TEXT,
  created_at BIGINT NOT NULL,
  -- Filled when the row is sealed into the chain.
  sequence BIGINT,
  hash TEXT
);
CREATE INDEX events_by_time ON events (created_at, id);
CREATE INDEX events_by_actor ON events (actor_id, created_at, id);
CREATE INDEX events_by_target ON events (target_id, created_at, id);
CREATE INDEX events_by_name ON events (name, created_at, id);
CREATE INDEX events_by_actor_type ON events (actor_type, created_at, id);
-- Refusals and failures are few and looked for often.
CREATE INDEX events_by_bad_end ON events (result, created_at, id) WHERE result <> 'success';
CREATE UNIQUE INDEX events_by_sequence ON events (sequence) WHERE sequence IS NOT NULL;
CREATE INDEX events_unsealed ON events (created_at, id) WHERE sequence IS NULL;

-- The end of each sealed batch: a signed statement (compact JWS) that the chain had this length and this hash.
CREATE TABLE event_checkpoints (
  sequence BIGINT PRIMARY KEY,
  hash TEXT NOT NULL,
  statement TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- Keys that sign checkpoints. They are not in the JWKS: nothing they sign is a token.
CREATE TABLE audit_keys (
  id TEXT PRIMARY KEY,
  public_jwk TEXT NOT NULL,
  private_sealed TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE jobs (
  name TEXT PRIMARY KEY,
  lease_owner TEXT,
  lease_until BIGINT NOT NULL,
  next_run_at BIGINT NOT NULL,
  last_finished_at BIGINT,
  last_error TEXT
);

-- Theoretical arrival time of the generic cell rate algorithm, one row per limited key.
CREATE TABLE limits (
  name TEXT PRIMARY KEY,
  -- What is counted; the hot paths ask whether anything of a kind is.
  kind TEXT NOT NULL,
  arrival_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX limits_by_expiry ON limits (expires_at);
CREATE INDEX limits_by_kind ON limits (kind, expires_at);

-- Proofs and assertions that were seen: the insert that finds its row taken has met a replay.
CREATE TABLE replays (
  name TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX replays_by_expiry ON replays (expires_at);

CREATE TABLE idempotency_records (
  name TEXT PRIMARY KEY,
  body_hash TEXT NOT NULL,
  status INTEGER,
  answer_sealed TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX idempotency_records_by_expiry ON idempotency_records (expires_at);

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  hint TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT,
  last_used_at BIGINT,
  last_used_address TEXT
);
CREATE INDEX api_keys_by_time ON api_keys (created_at, id);

CREATE TABLE bootstrap_tokens (
  hash TEXT PRIMARY KEY,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
