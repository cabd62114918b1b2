-- Resources that tokens are meant for, in place of the setting that listed their addresses.

CREATE TABLE resources (
  id TEXT PRIMARY KEY,
  uri TEXT NOT NULL,
  name TEXT NOT NULL,
  -- What tokens may do there, each with a sentence for people.
  scopes TEXT NOT NULL,
  -- Which clients may ask.
  open_to TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
-- An address with and without a slash at its end is one.
CREATE UNIQUE INDEX resources_by_uri ON resources (rtrim(uri, '/'));
CREATE INDEX resources_by_time ON resources (created_at, id);
