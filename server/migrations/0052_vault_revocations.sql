-- Tokens of accounts that ended here and are still to be ended at their provider, with what it knows us by: the provider
-- may be gone here by then.
CREATE TABLE vault_revocations (
  -- The id of the connection that it was.
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  vault_provider_id TEXT NOT NULL,
  -- Sealed for the rows they come from.
  tokens_sealed TEXT NOT NULL,
  secret_sealed TEXT,
  upstream_client TEXT,
  quirks TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_at BIGINT,
  lease TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX vault_revocations_due ON vault_revocations (next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX vault_revocations_by_provider ON vault_revocations (vault_provider_id, next_at, id);
