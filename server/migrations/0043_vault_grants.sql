-- Which clients may use which connected accounts.

-- The most that clients may use a provider for, as JSON; null where every client may that has a scope of the vault.
ALTER TABLE vault_providers ADD COLUMN allowed_clients TEXT;

-- What a person lets a client use: one account, with some of its scopes.
CREATE TABLE vault_grants (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  vault_provider_id TEXT NOT NULL,
  -- Of the provider: what else the account gets later is not meant.
  scopes TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX vault_grants_by_connection ON vault_grants (connection_id, client_id);
CREATE INDEX vault_grants_by_user ON vault_grants (user_id, created_at, id);
CREATE INDEX vault_grants_by_client ON vault_grants (client_id, created_at, id);
CREATE INDEX vault_grants_by_provider ON vault_grants (vault_provider_id, created_at, id);
CREATE INDEX vault_grants_by_time ON vault_grants (created_at, id);

-- Until now whoever allowed a client vault:read allowed it everything they had connected: that goes on where the consent
-- stands. An id is made of the time and half of the chance of the consent's, and half of that of the connection's.
INSERT INTO vault_grants (id, user_id, client_id, connection_id, vault_provider_id, scopes, created_at, updated_at)
SELECT 'vg_' || substr(k.id, 5, 22) || substr(c.id, 13, 13), k.user_id, k.client_id, c.id, c.vault_provider_id, c.scopes,
  k.created_at, k.updated_at
FROM consents k JOIN vault_connections c ON c.user_id = k.user_id
WHERE k.revoked_at IS NULL
  AND (k.granted LIKE '%"vault:read"%' OR k.granted LIKE '%"vault:read %' OR k.granted LIKE '% vault:read"%'
    OR k.granted LIKE '% vault:read %');
