-- Our own key pairs towards the identity provider of a connection by SAML.

-- One of them signs; each decrypts, and stands in our metadata. There are two while one takes over from the other.
CREATE TABLE sso_saml_keys (
  id TEXT PRIMARY KEY,
  sso_connection_id TEXT NOT NULL,
  certificate TEXT NOT NULL,
  private_key_sealed TEXT NOT NULL,
  active INTEGER NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX sso_saml_keys_active ON sso_saml_keys (sso_connection_id) WHERE active = 1;
CREATE INDEX sso_saml_keys_by_time ON sso_saml_keys (sso_connection_id, created_at, id);
