-- Signing in where one works.

-- Who the identity provider of a connection says somebody is: its subject, and whom that is here.
CREATE TABLE sso_identities (
  id TEXT PRIMARY KEY,
  sso_connection_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL,
  -- What the identity provider says of them; it identifies nobody.
  email TEXT,
  name TEXT,
  -- What groups there have given, so that just this is taken away again.
  organization_role TEXT,
  system_role TEXT,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX sso_identities_by_subject ON sso_identities (sso_connection_id, subject);
CREATE INDEX sso_identities_by_user ON sso_identities (user_id, created_at, id);
CREATE INDEX sso_identities_by_connection ON sso_identities (sso_connection_id, created_at, id);

-- People on their way to an identity provider and back. The hash is that of the state, or of the relay state.
CREATE TABLE sso_attempts (
  hash TEXT PRIMARY KEY,
  sso_connection_id TEXT NOT NULL,
  -- The connection as it was then: an answer counts for no other.
  connection_version BIGINT NOT NULL,
  browser_hash TEXT NOT NULL,
  purpose TEXT NOT NULL,
  going_on TEXT NOT NULL,
  secrets_sealed TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX sso_attempts_by_expiry ON sso_attempts (expires_at);

-- People who came back as somebody with an account here, and have yet to prove that it is theirs.
CREATE TABLE sso_joins (
  hash TEXT PRIMARY KEY,
  sso_connection_id TEXT NOT NULL,
  connection_version BIGINT NOT NULL,
  browser_hash TEXT NOT NULL,
  user_id TEXT NOT NULL,
  identity_sealed TEXT NOT NULL,
  going_on TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX sso_joins_by_expiry ON sso_joins (expires_at);
CREATE INDEX sso_joins_by_user ON sso_joins (user_id, expires_at);
