-- Clients whose client_id is the address of a document: when it was read, and until when that holds.

CREATE TABLE client_documents (
  client_id TEXT PRIMARY KEY,
  read_at BIGINT NOT NULL,
  fresh_until BIGINT NOT NULL,
  -- When somebody last asked for it, so that no two requests do at once.
  tried_at BIGINT NOT NULL
);
