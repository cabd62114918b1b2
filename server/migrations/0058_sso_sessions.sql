-- Which connection opened a session here, by whichever protocol: it ends when the connection is turned off.
CREATE TABLE sso_sessions (
  session_id TEXT PRIMARY KEY,
  sso_connection_id TEXT NOT NULL,
  -- How an identity provider by SAML calls it: hashes, by which its logout request finds it again,
  name_hash TEXT,
  index_hash TEXT,
  -- and sealed, for ours.
  logout_sealed TEXT,
  created_at BIGINT NOT NULL
);
INSERT INTO sso_sessions (session_id, sso_connection_id, name_hash, index_hash, created_at)
  SELECT session_id, sso_connection_id, name_hash, index_hash, created_at FROM sso_saml_sessions;
DROP TABLE sso_saml_sessions;
CREATE INDEX sso_sessions_by_name ON sso_sessions (sso_connection_id, name_hash);
CREATE INDEX sso_sessions_by_time ON sso_sessions (created_at);
