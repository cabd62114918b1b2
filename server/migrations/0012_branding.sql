-- How the installation looks.

-- One row, once an operator changed something; null is the built-in look.
CREATE TABLE branding (
  id TEXT PRIMARY KEY,
  name TEXT,
  accent TEXT,
  accent_dark TEXT,
  body_font TEXT,
  heading_font TEXT,
  support_url TEXT,
  terms_url TEXT,
  privacy_url TEXT,
  design_tokens TEXT NOT NULL,
  -- The name of an asset.
  logo TEXT,
  updated_at BIGINT NOT NULL
);

-- Pictures by the hash of their bytes. The last few stay when the logo changes: messages that were sent show them.
CREATE TABLE branding_assets (
  name TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  size INTEGER NOT NULL,
  -- Base64, the same on both engines.
  content TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX branding_assets_by_time ON branding_assets (created_at, name);
