-- The logo of a client, fetched by us from its logo_uri.
CREATE TABLE client_logos (
  client_id TEXT PRIMARY KEY,
  -- The logo_uri it was fetched from.
  source TEXT NOT NULL,
  ask_again_at BIGINT NOT NULL,
  -- Made from its content; all three are null until there is a picture.
  name TEXT,
  type TEXT,
  -- Base64, the same on both engines.
  content TEXT
);
CREATE INDEX client_logos_by_name ON client_logos (name) WHERE name IS NOT NULL;
