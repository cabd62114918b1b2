-- People and their sessions.

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  -- The one canonical form; identity is decided here.
  email_canonical TEXT NOT NULL UNIQUE,
  email_verified INTEGER NOT NULL,
  name TEXT NOT NULL,
  password_hash TEXT,
  mfa_enabled INTEGER NOT NULL,
  -- owner, operator, support or auditor for people who run the server.
  system_role TEXT,
  tier TEXT NOT NULL,
  metadata TEXT NOT NULL,
  disabled_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX users_by_time ON users (created_at, id);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  -- How the person proved who they are, as RFC 8176 method names.
  methods TEXT NOT NULL,
  authenticated_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  revoked_at BIGINT,
  address TEXT,
  user_agent TEXT
);
CREATE INDEX sessions_by_user ON sessions (user_id, created_at, id);
CREATE INDEX sessions_living_by_user ON sessions (user_id, created_at, id) WHERE revoked_at IS NULL;
CREATE INDEX sessions_by_time ON sessions (created_at, id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
