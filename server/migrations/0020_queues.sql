-- Queues: a row names the claim that has it, so that whoever lost it can't end it, and a row that is done has no time.

ALTER TABLE logout_notices ADD COLUMN lease TEXT;
CREATE INDEX logout_notices_by_client ON logout_notices (client_id, next_at, id);

CREATE TABLE email_outbox_rows (
  id TEXT PRIMARY KEY,
  template TEXT NOT NULL,
  locale TEXT NOT NULL,
  recipient TEXT NOT NULL,
  -- Sealed, because links in it carry tokens. Gone as soon as the message was sent or given up.
  variables_sealed TEXT,
  -- queued, sent or failed.
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  -- Not before this time; while a node sends the message, until when the others leave it alone. Null when it is done.
  next_at BIGINT,
  lease TEXT,
  -- Pointless after this time.
  expires_at BIGINT NOT NULL,
  last_error TEXT,
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
INSERT INTO email_outbox_rows
  SELECT id, template, locale, recipient, variables_sealed, state, attempts,
    CASE WHEN state = 'queued' THEN next_at END, NULL, expires_at, last_error, created_at, finished_at
  FROM email_outbox;
DROP TABLE email_outbox;
ALTER TABLE email_outbox_rows RENAME TO email_outbox;
CREATE INDEX email_outbox_due ON email_outbox (next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX email_outbox_by_end ON email_outbox (finished_at) WHERE finished_at IS NOT NULL;
