-- How people prove who they are besides a password: second factors, recovery codes, passkeys.

-- 1 while the session of a sign-in waits for the second factor of its person: it opens nothing until then.
ALTER TABLE sessions ADD COLUMN pending INTEGER NOT NULL DEFAULT 0;

CREATE TABLE totp_factors (
  user_id TEXT PRIMARY KEY,
  -- Sealed, because codes are computed from it.
  secret_sealed TEXT NOT NULL,
  -- Null until a first code proved that the person's app has the secret.
  activated_at BIGINT,
  -- The time step of the last code that was accepted: each works once.
  last_step BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL,
  -- Keyed hash: a code is too short to stand alone against whoever has the table.
  hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT,
  PRIMARY KEY (user_id, hash)
);

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  -- As the authenticator names it; one person's, whoever shows it.
  credential_id TEXT NOT NULL UNIQUE,
  -- COSE key, base64url.
  public_key TEXT NOT NULL,
  sign_count BIGINT NOT NULL,
  -- The model of the authenticator.
  aaguid TEXT NOT NULL,
  -- Whether it may live on several devices (fixed), and whether it does now.
  backup_eligible INTEGER NOT NULL,
  backed_up INTEGER NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at, id);
