-- When an operator dropped a key because somebody else may have it.
ALTER TABLE signing_keys ADD COLUMN revoked_at BIGINT;

-- Which key signed an access token, so that its tokens can end with it. Null for refresh tokens, which no key signs, and for
-- what was issued before: that is refused with its key, and what descends from it ends within the life of an access token.
ALTER TABLE tokens ADD COLUMN signed_by TEXT;
