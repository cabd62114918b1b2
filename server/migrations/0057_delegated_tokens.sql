-- Delegated tokens by time, whoever's: what the map of delegation reads. They are few beside all others.
CREATE INDEX tokens_delegated ON tokens (created_at, id) WHERE depth > 0;
