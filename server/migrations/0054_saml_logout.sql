-- Single logout by SAML.

-- How the identity provider of a connection calls the sessions that it opened here.
CREATE TABLE sso_saml_sessions (
  session_id TEXT PRIMARY KEY,
  sso_connection_id TEXT NOT NULL,
  -- Hashes, since the names of people are not needed to find them again.
  name_hash TEXT NOT NULL,
  index_hash TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX sso_saml_sessions_by_name ON sso_saml_sessions (sso_connection_id, name_hash);
CREATE INDEX sso_saml_sessions_by_time ON sso_saml_sessions (created_at);
