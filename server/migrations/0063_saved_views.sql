-- What an operator looks at again and again: a list of the dashboard with its filters, under a name.
CREATE TABLE saved_views (
  id TEXT PRIMARY KEY,
  -- A person, or an API key.
  owner_id TEXT NOT NULL,
  -- Whether every operator who may read the list sees it.
  shared INTEGER NOT NULL,
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  -- As it stands in the address of the list.
  query TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX saved_views_by_name ON saved_views (owner_id, list, name);
CREATE INDEX saved_views_by_time ON saved_views (created_at, id);
