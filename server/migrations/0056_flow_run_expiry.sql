-- Runs that went on for too long are written down as that.
CREATE INDEX flow_runs_by_expiry ON flow_runs (expires_at) WHERE finished_at IS NULL;
