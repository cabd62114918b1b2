-- Links in mail that prove a mailbox.

CREATE TABLE email_tokens (
  hash TEXT PRIMARY KEY,
  -- verify, change, reset or magic_link: a token opens nothing else.
  purpose TEXT NOT NULL,
  user_id TEXT NOT NULL,
  -- The address it was sent to, and so the one it proves.
  email TEXT NOT NULL,
  -- The browser that asked, when that matters.
  browser_hash TEXT,
  -- The query that keeps the purpose of a sign-in from page to page, for that browser.
  query TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX email_tokens_by_user ON email_tokens (user_id);
CREATE INDEX email_tokens_by_expiry ON email_tokens (expires_at);
