-- Webhooks: who is told of events, and what they were sent.

CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  -- Names and globs, as JSON.
  events TEXT NOT NULL,
  description TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  -- Sealed, because deliveries are signed with it.
  secret_sealed TEXT NOT NULL,
  former_secret_sealed TEXT,
  former_until BIGINT,
  signature_format TEXT NOT NULL,
  retry TEXT NOT NULL,
  -- Events up to this place of the chain happened before there was this subscription.
  after_sequence BIGINT NOT NULL,
  -- Since when nothing but failures; null while the last delivery arrived.
  failing_since BIGINT,
  disabled_reason TEXT,
  -- The last time it was disabled, when that ended, and what it missed.
  disabled_at BIGINT,
  enabled_at BIGINT,
  missed_events BIGINT NOT NULL,
  created_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX webhooks_by_time ON webhooks (created_at, id);

-- One row: up to which place of the chain events have become deliveries.
CREATE TABLE webhook_progress (
  id TEXT PRIMARY KEY,
  sequence BIGINT NOT NULL
);
INSERT INTO webhook_progress (id, sequence) VALUES ('events', 0);

-- A queue, and afterwards the log of what was sent.
CREATE TABLE webhook_deliveries (
  id TEXT PRIMARY KEY,
  webhook_id TEXT NOT NULL,
  event TEXT NOT NULL,
  -- Null for tests.
  event_id TEXT,
  -- The exact text that is sent.
  payload TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_at BIGINT,
  lease TEXT,
  success INTEGER NOT NULL,
  -- Of the last attempt.
  status_code INTEGER,
  error TEXT,
  request_headers TEXT,
  response_headers TEXT,
  response_body TEXT,
  duration_ms INTEGER,
  -- Every attempt in short, as JSON.
  log TEXT NOT NULL,
  replayed_from TEXT,
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_by_result ON webhook_deliveries (webhook_id, success, created_at, id);
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (webhook_id, event, created_at, id);
CREATE INDEX webhook_deliveries_by_end ON webhook_deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX webhook_replays ON webhook_deliveries (replayed_from) WHERE replayed_from IS NOT NULL;
