-- The gateway: hosts that it answers for, and the rules that say who comes through.

CREATE TABLE proxy_upstreams (
  id TEXT PRIMARY KEY,
  -- As browsers send it: in lower case, with its port when that is not the usual one.
  host TEXT NOT NULL,
  -- The origin that requests go to; null when another proxy forwards them and only asks.
  upstream TEXT,
  -- The application whose rules hold here too.
  app_id TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX proxy_upstreams_by_host ON proxy_upstreams (host);
CREATE INDEX proxy_upstreams_by_time ON proxy_upstreams (created_at, id);
CREATE INDEX proxy_upstreams_by_app ON proxy_upstreams (app_id);

CREATE TABLE proxy_rules (
  id TEXT PRIMARY KEY,
  -- One of the two: a rule of one host, or of every host of an application.
  upstream_id TEXT,
  app_id TEXT,
  name TEXT NOT NULL,
  pattern TEXT NOT NULL,
  -- Lists, as JSON.
  methods TEXT NOT NULL,
  require TEXT NOT NULL,
  scopes TEXT NOT NULL,
  acr TEXT,
  max_age_seconds BIGINT,
  priority BIGINT NOT NULL,
  enabled BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX proxy_rules_by_time ON proxy_rules (created_at, id);
CREATE INDEX proxy_rules_by_upstream ON proxy_rules (upstream_id, created_at, id);
CREATE INDEX proxy_rules_by_app ON proxy_rules (app_id, created_at, id);

-- The session of a browser at a host behind the gateway. It opens nothing without the session it came from.
CREATE TABLE proxy_sessions (
  hash TEXT PRIMARY KEY,
  upstream_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX proxy_sessions_by_end ON proxy_sessions (expires_at);
CREATE INDEX proxy_sessions_by_upstream ON proxy_sessions (upstream_id);

-- What a browser brings from this server to such a host, once.
CREATE TABLE proxy_codes (
  hash TEXT PRIMARY KEY,
  upstream_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  -- Of the secret that the browser got at the host before it was sent here.
  browser_hash TEXT NOT NULL,
  return_path TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX proxy_codes_by_end ON proxy_codes (expires_at);
CREATE INDEX proxy_codes_by_upstream ON proxy_codes (upstream_id);

-- Whether the gateway is to run, on every node: one row.
CREATE TABLE proxy_control (
  id BIGINT PRIMARY KEY,
  running BIGINT NOT NULL,
  -- Counts the calls of reload: a node that sees a new one starts afresh.
  reloads BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);
INSERT INTO proxy_control (id, running, reloads, changed_at) VALUES (1, 1, 0, 0);
