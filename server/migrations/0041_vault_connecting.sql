-- Connecting accounts to the vault, and who uses them.

-- People on their way to a provider and back. The hash is that of the state parameter.
CREATE TABLE vault_attempts (
  hash TEXT PRIMARY KEY,
  vault_provider_id TEXT NOT NULL,
  -- The provider as it was then; a code is sent to no other.
  provider_version BIGINT NOT NULL,
  user_id TEXT NOT NULL,
  browser_hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  label TEXT,
  verifier_sealed TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX vault_attempts_by_expiry ON vault_attempts (expires_at);

-- Which token used which connection, how often in which hour, and how that ended. The first use of an hour is written
-- before anything is handed out; what follows is counted.
CREATE TABLE vault_uses (
  connection_id TEXT NOT NULL,
  vault_provider_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  token_id TEXT NOT NULL,
  -- The first ancestor of the token: what ends with the connection.
  root_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  outcome TEXT NOT NULL,
  hour BIGINT NOT NULL,
  count BIGINT NOT NULL,
  first_used_at BIGINT NOT NULL,
  last_used_at BIGINT NOT NULL,
  PRIMARY KEY (connection_id, token_id, operation, outcome, hour)
);
CREATE INDEX vault_uses_by_provider ON vault_uses (vault_provider_id, root_id);
CREATE INDEX vault_uses_by_user ON vault_uses (user_id, last_used_at);
CREATE INDEX vault_uses_by_time ON vault_uses (last_used_at);
