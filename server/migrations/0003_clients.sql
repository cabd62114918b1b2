-- OAuth clients: registered ones, agents and applications are three faces of one table.

CREATE TABLE clients (
  id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  client_name TEXT NOT NULL,
  description TEXT,
  auth_method TEXT NOT NULL,
  secret_hash TEXT,
  grant_types TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  scope TEXT NOT NULL,
  -- Resources the client may ask tokens for, beside those open to all.
  audiences TEXT NOT NULL,
  jwks TEXT,
  jwks_uri TEXT,
  -- Other registration metadata, as given.
  metadata TEXT NOT NULL,
  trusted INTEGER NOT NULL,
  active INTEGER NOT NULL,
  dpop_bound INTEGER NOT NULL,
  dpop_jkt TEXT,
  access_token_ttl_seconds INTEGER,
  registration_token_hash TEXT,
  created_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  -- Rounded to the hour, so that it is seldom written; the reaper of dead clients reads it.
  last_used_at BIGINT
);
CREATE INDEX clients_by_kind ON clients (kind, created_at, id);

CREATE TABLE policies (
  id TEXT PRIMARY KEY,
  -- clients.id of the agent that may act.
  agent_id TEXT NOT NULL,
  -- A user id, an agent's id, or * for anyone.
  subject TEXT NOT NULL,
  scope TEXT NOT NULL,
  audience TEXT NOT NULL,
  max_depth INTEGER NOT NULL,
  may_redelegate INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT
);
CREATE INDEX policies_by_agent ON policies (agent_id, created_at, id);
