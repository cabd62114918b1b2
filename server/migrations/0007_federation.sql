-- Signing in at other providers, and telling clients when a session ends.

-- Where clients may have people sent after they signed out, and where they want to hear of it.
ALTER TABLE clients ADD COLUMN post_logout_redirect_uris TEXT NOT NULL DEFAULT '';
ALTER TABLE clients ADD COLUMN backchannel_logout_uri TEXT;
ALTER TABLE clients ADD COLUMN backchannel_logout_session_required INTEGER NOT NULL DEFAULT 0;

-- Which clients learned of a session and want to hear of its end. `sid` is the session they know: this one, or one that
-- this one took the place of.
CREATE TABLE logout_participants (
  session_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  sid TEXT NOT NULL,
  user_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (session_id, client_id, sid)
);
CREATE INDEX logout_participants_by_user ON logout_participants (user_id);
CREATE INDEX logout_participants_by_time ON logout_participants (created_at);

-- Logout tokens that wait to be sent. A row goes when its client has been told, or can't be.
CREATE TABLE logout_notices (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  sid TEXT NOT NULL,
  user_id TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  -- Not before this time; while a node sends it, until when the others leave it alone.
  next_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX logout_notices_due ON logout_notices (next_at, id);
CREATE INDEX logout_notices_by_session ON logout_notices (session_id);

-- Providers that people can sign in with, as operators set them up.
CREATE TABLE oauth_providers (
  id TEXT PRIMARY KEY,
  -- Part of the callback address that the provider knows, so it stays.
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  display_name TEXT NOT NULL,
  -- Null where the kind has one of its own. Subjects belong to an issuer, so it stays.
  issuer TEXT,
  client_id TEXT NOT NULL,
  -- The client secret; for Apple the private key that signs client secrets.
  secret_sealed TEXT,
  -- What only one kind has.
  options TEXT NOT NULL,
  scopes TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX oauth_providers_by_time ON oauth_providers (created_at, id);

-- Which account at a provider belongs to which user.
CREATE TABLE oauth_accounts (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- What the provider said when the account was used last; it decides nothing.
  email TEXT,
  name TEXT,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX oauth_accounts_by_subject ON oauth_accounts (provider_id, subject);
CREATE INDEX oauth_accounts_by_user ON oauth_accounts (user_id, created_at, id);

-- People on their way to a provider and back. The hash is that of the state parameter.
CREATE TABLE oauth_round_trips (
  hash TEXT PRIMARY KEY,
  provider_id TEXT NOT NULL,
  browser_hash TEXT NOT NULL,
  -- sign_in, or link for a person who is signed in.
  purpose TEXT NOT NULL,
  session_id TEXT,
  -- Where the person goes on afterwards: the query of the sign-in page.
  going_on TEXT NOT NULL,
  -- Nonce and code verifier.
  secrets_sealed TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX oauth_round_trips_by_expiry ON oauth_round_trips (expires_at);
