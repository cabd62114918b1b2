-- Signing in and out by SAML.

-- Responses of identity providers that were verified, waiting for the browser that set out. They come by a form of another
-- site, which brings no cookie of ours, so that one hop through ourselves has to show whose they are.
CREATE TABLE sso_saml_responses (
  hash TEXT PRIMARY KEY,
  sso_connection_id TEXT NOT NULL,
  -- The connection as it was then: the response counts for no other.
  connection_version BIGINT NOT NULL,
  response_sealed TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX sso_saml_responses_by_expiry ON sso_saml_responses (expires_at);
