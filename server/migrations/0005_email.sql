-- E-mail: what waits to be sent, how it is sent, what it says, and the inbox of the dev provider.

CREATE TABLE email_outbox (
  id TEXT PRIMARY KEY,
  template TEXT NOT NULL,
  locale TEXT NOT NULL,
  recipient TEXT NOT NULL,
  -- Sealed, because links in it carry tokens. Gone as soon as the message was sent or given up.
  variables_sealed TEXT,
  -- queued, sent or failed.
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  -- Not before this time; while a node sends the message, until when the others leave it alone.
  next_at BIGINT NOT NULL,
  -- Pointless after this time.
  expires_at BIGINT NOT NULL,
  last_error TEXT,
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
CREATE INDEX email_outbox_due ON email_outbox (next_at, id) WHERE state = 'queued';
CREATE INDEX email_outbox_by_end ON email_outbox (finished_at) WHERE finished_at IS NOT NULL;

-- How many messages left on a day (UTC).
CREATE TABLE email_days (
  day TEXT PRIMARY KEY,
  sent INTEGER NOT NULL
);

-- One row, once an operator changed something.
CREATE TABLE email_config (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  from_address TEXT,
  from_name TEXT,
  daily_limit INTEGER,
  smtp_host TEXT,
  smtp_port INTEGER NOT NULL,
  smtp_user TEXT,
  smtp_password_sealed TEXT,
  smtp_security TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- What an operator changed of a template; what is not here, or null, is built in.
CREATE TABLE email_templates (
  template TEXT NOT NULL,
  locale TEXT NOT NULL,
  subject TEXT,
  html TEXT,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (template, locale)
);

CREATE TABLE dev_emails (
  id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- Sealed: the links in it open accounts.
  content_sealed TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX dev_emails_by_time ON dev_emails (created_at, id);
