-- The token vault: what agents need from other systems, and whose it is.

-- Where people have accounts that agents may use for them, as operators set them up.
CREATE TABLE vault_providers (
  id TEXT PRIMARY KEY,
  -- Part of the callback address that the provider knows, so it stays.
  name TEXT NOT NULL UNIQUE,
  -- What it was made from; null for one of its own.
  template TEXT,
  -- oauth, or api_key where people bring a key themselves.
  kind TEXT NOT NULL,
  display_name TEXT NOT NULL,
  auth_url TEXT,
  token_url TEXT,
  client_id TEXT,
  secret_sealed TEXT,
  scopes TEXT NOT NULL,
  icon_url TEXT,
  active INTEGER NOT NULL,
  extra_auth_params TEXT NOT NULL,
  -- How it differs from the standards.
  quirks TEXT NOT NULL,
  -- Another one after each change: whoever set out before comes back to nothing.
  version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX vault_providers_by_time ON vault_providers (created_at, id);

-- What a person connected: an account at a provider, with the tokens for it.
CREATE TABLE vault_connections (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  vault_provider_id TEXT NOT NULL,
  -- What makes it the same when it is connected again: the account there, else its label.
  account_key TEXT NOT NULL,
  -- What the provider calls the account.
  account TEXT,
  -- What the person calls it.
  label TEXT,
  scopes TEXT NOT NULL,
  -- active, or needs_reauth when only the person can go on.
  state TEXT NOT NULL,
  -- Access and refresh token; null when they were thrown away.
  tokens_sealed TEXT,
  expires_at BIGINT,
  refreshed_at BIGINT,
  -- Another one with each new pair of tokens: who refreshed an older pair comes too late.
  version BIGINT NOT NULL,
  -- Who refreshes it now, and until when the others leave it alone; without a holder, until when nobody tries.
  lease TEXT,
  leased_until BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX vault_connections_by_account ON vault_connections (user_id, vault_provider_id, account_key);
CREATE INDEX vault_connections_by_user ON vault_connections (user_id, created_at, id);
CREATE INDEX vault_connections_by_provider ON vault_connections (vault_provider_id, created_at, id);
CREATE INDEX vault_connections_by_time ON vault_connections (created_at, id);
