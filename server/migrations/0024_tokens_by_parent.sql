-- With whose each child is, so that of a client's tokens those are passed over whose children are the client's own.
DROP INDEX tokens_by_parent;
CREATE INDEX tokens_by_parent ON tokens (parent_id, client_id) WHERE parent_id IS NOT NULL;
