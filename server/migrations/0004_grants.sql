-- What people allowed, what is being asked, and every token with its lineage.

CREATE TABLE consents (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  -- For each resource server the scope that was allowed there.
  granted TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  revoked_at BIGINT
);
-- One living consent for each person and client; a revoked one stays as a record.
CREATE UNIQUE INDEX consents_living ON consents (user_id, client_id) WHERE revoked_at IS NULL;
CREATE INDEX consents_by_client ON consents (client_id, created_at, id);
CREATE INDEX consents_by_time ON consents (created_at, id);

CREATE TABLE pushed_requests (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  params TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX pushed_requests_by_expiry ON pushed_requests (expires_at);

-- An authorization request waiting for a person, bound to the browser that brought it.
CREATE TABLE authorization_requests (
  id TEXT PRIMARY KEY,
  browser_hash TEXT NOT NULL,
  client_id TEXT NOT NULL,
  -- What was asked, checked and decoded.
  asked TEXT NOT NULL,
  -- The session the browser had when it came: signing in again shows as another one.
  prior_session_id TEXT,
  -- The person the consent page was shown to; nobody else may answer it.
  user_id TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  finished_at BIGINT
);
CREATE INDEX authorization_requests_by_expiry ON authorization_requests (expires_at);

CREATE TABLE authorization_codes (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  consent_id TEXT,
  redirect_uri TEXT NOT NULL,
  code_challenge TEXT NOT NULL,
  scope TEXT NOT NULL,
  resource TEXT NOT NULL,
  nonce TEXT,
  dpop_jkt TEXT,
  authenticated_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT,
  -- The root of the token family this code became, so that a replay can end it.
  root_id TEXT,
  misses INTEGER NOT NULL
);
CREATE INDEX authorization_codes_by_expiry ON authorization_codes (expires_at);
CREATE INDEX authorization_codes_by_client ON authorization_codes (client_id);
CREATE INDEX authorization_codes_by_consent ON authorization_codes (consent_id) WHERE consent_id IS NOT NULL;
-- What is still open of a person or a session, for ending it with them.
CREATE INDEX authorization_codes_open_by_user ON authorization_codes (user_id) WHERE used_at IS NULL;
CREATE INDEX authorization_codes_open_by_session ON authorization_codes (session_id) WHERE used_at IS NULL;

CREATE TABLE device_codes (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  user_code TEXT NOT NULL UNIQUE,
  client_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  resource TEXT NOT NULL,
  status TEXT NOT NULL,
  user_id TEXT,
  session_id TEXT,
  consent_id TEXT,
  authenticated_at BIGINT,
  address TEXT,
  interval_seconds INTEGER NOT NULL,
  polled_at BIGINT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT,
  -- Guesses that had the first half of the user code right.
  misses INTEGER NOT NULL
);
CREATE INDEX device_codes_by_first_half ON device_codes (substr(user_code, 1, 4));
CREATE INDEX device_codes_by_status ON device_codes (status, created_at, id);
CREATE INDEX device_codes_by_expiry ON device_codes (expires_at);
CREATE INDEX device_codes_open_by_client ON device_codes (client_id) WHERE used_at IS NULL;
CREATE INDEX device_codes_open_by_user ON device_codes (user_id) WHERE used_at IS NULL AND user_id IS NOT NULL;
CREATE INDEX device_codes_open_by_session ON device_codes (session_id) WHERE used_at IS NULL AND session_id IS NOT NULL;
CREATE INDEX device_codes_open_by_consent ON device_codes (consent_id) WHERE used_at IS NULL AND consent_id IS NOT NULL;

-- Every access and refresh token that was issued. A refresh token's row is its whole family: rotation counts up.
CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  grant_type TEXT NOT NULL,
  client_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- Set when the subject is a person.
  user_id TEXT,
  scope TEXT NOT NULL,
  audience TEXT NOT NULL,
  jkt TEXT,
  -- Keyed hash of the token as issued.
  fingerprint TEXT NOT NULL,
  session_id TEXT,
  consent_id TEXT,
  policy_id TEXT,
  parent_id TEXT,
  root_id TEXT NOT NULL,
  depth INTEGER NOT NULL,
  -- For a delegated token, the client_id of who held the parent: one hop leads from here to client_id.
  delegator TEXT,
  -- The act claim: the chain of actors, current one outermost.
  act TEXT,
  authenticated_at BIGINT,
  -- Refresh tokens: how often it was rotated, and when last.
  generation INTEGER NOT NULL,
  rotated_at BIGINT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  revoked_at BIGINT,
  revoked_reason TEXT
);
CREATE INDEX tokens_by_client ON tokens (client_id, created_at, id);
CREATE INDEX tokens_by_parent ON tokens (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX tokens_by_user ON tokens (user_id, created_at) WHERE user_id IS NOT NULL;
CREATE INDEX tokens_by_session ON tokens (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX tokens_by_consent ON tokens (consent_id) WHERE consent_id IS NOT NULL;
CREATE INDEX tokens_by_policy ON tokens (policy_id) WHERE policy_id IS NOT NULL;
CREATE INDEX tokens_by_actor ON tokens (client_id, created_at, id) WHERE depth > 0;
CREATE INDEX tokens_by_delegator ON tokens (delegator, created_at, id) WHERE delegator IS NOT NULL;
CREATE INDEX tokens_by_expiry ON tokens (expires_at);
