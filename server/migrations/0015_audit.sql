-- What was taken out of the event log on purpose. Each row is a signed statement (compact JWS) that says who removed how
-- many events, up to which point of the chain; the chain goes on from there. The numbers are contiguous, and a statement
-- names the one before it, so none can be taken away quietly from between.
CREATE TABLE event_removals (
  number BIGINT PRIMARY KEY,
  sequence BIGINT NOT NULL,
  hash TEXT NOT NULL,
  statement TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
