-- The next look of the hosted pages, and those before.

-- Goes up with each change of what is published.
ALTER TABLE branding ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

-- One row, while there is a draft.
CREATE TABLE branding_drafts (
  id TEXT PRIMARY KEY,
  -- All choices, and what was published when they were saved, as JSON.
  document TEXT NOT NULL,
  base TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- What was published, each time. The last few are kept.
CREATE TABLE branding_versions (
  version BIGINT PRIMARY KEY,
  -- Both as JSON.
  document TEXT NOT NULL,
  changes TEXT NOT NULL,
  restored_from BIGINT,
  created_by TEXT,
  created_at BIGINT NOT NULL
);
