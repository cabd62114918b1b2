-- Auth flows: what stands between a proof of who somebody is and a session, and each sign-in that went through one.

CREATE TABLE flows (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  trigger_name TEXT NOT NULL,
  -- Both as JSON.
  steps TEXT NOT NULL,
  conditions TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  priority BIGINT NOT NULL,
  version BIGINT NOT NULL,
  -- Sealed, because calls of webhook steps are signed with it.
  secret_sealed TEXT NOT NULL,
  former_secret_sealed TEXT,
  former_until BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX flows_by_time ON flows (created_at, id);

-- What a flow was with each save: a run goes through the version that it began with.
CREATE TABLE flow_versions (
  flow_id TEXT NOT NULL,
  version BIGINT NOT NULL,
  name TEXT NOT NULL,
  trigger_name TEXT NOT NULL,
  steps TEXT NOT NULL,
  conditions TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  priority BIGINT NOT NULL,
  created_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (flow_id, version)
);

CREATE TABLE flow_runs (
  id TEXT PRIMARY KEY,
  flow_id TEXT NOT NULL,
  flow_version BIGINT NOT NULL,
  user_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  trigger_name TEXT NOT NULL,
  state TEXT NOT NULL,
  -- Which instruction of the version comes next.
  position BIGINT NOT NULL,
  -- What the person has to do first, as JSON.
  wait TEXT,
  waits_since BIGINT,
  -- What is asked of the person or was decided about them, in the words of a step.
  message TEXT,
  -- Where it stopped, as a pointer into the version.
  stopped_at TEXT,
  -- Of the request that began it, as JSON.
  origin TEXT NOT NULL,
  -- What happened at each step, as JSON.
  timeline TEXT NOT NULL,
  -- Held by the request that runs steps right now.
  lease TEXT,
  lease_until BIGINT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  finished_at BIGINT
);
CREATE UNIQUE INDEX flow_runs_by_session ON flow_runs (session_id);
CREATE INDEX flow_runs_by_flow ON flow_runs (flow_id, created_at, id);
CREATE INDEX flow_runs_by_user ON flow_runs (user_id);
CREATE INDEX flow_runs_by_time ON flow_runs (created_at);
