-- A signing key is published before it signs, so that whoever keeps the key set knows it by then. Null until it signs.
ALTER TABLE signing_keys ADD COLUMN activated_at BIGINT;
UPDATE signing_keys SET activated_at = created_at;

-- Of each algorithm one key signs and one comes next, whatever races.
DROP INDEX signing_keys_active;
CREATE UNIQUE INDEX signing_keys_active ON signing_keys (algorithm) WHERE activated_at IS NOT NULL AND retired_at IS NULL;
CREATE UNIQUE INDEX signing_keys_next ON signing_keys (algorithm) WHERE activated_at IS NULL AND retired_at IS NULL;

-- What the ID tokens and logout tokens of a client are signed with (OpenID Connect Registration §2).
ALTER TABLE clients ADD COLUMN id_token_alg TEXT NOT NULL DEFAULT 'ES256';
-- Whether its ID tokens carry the claims of the granted scopes, which UserInfo has in any case.
ALTER TABLE clients ADD COLUMN id_token_claims BIGINT NOT NULL DEFAULT 1;
-- The one algorithm of its assertions; null for each that its keys allow.
ALTER TABLE clients ADD COLUMN assertion_alg TEXT;
