-- Each event is authenticated when it is recorded: a keyed hash over what it says. Events of before have none.
ALTER TABLE events ADD COLUMN mac TEXT;
-- What the caller called its request (X-Request-Id), beside our own id.
ALTER TABLE events ADD COLUMN client_request_id TEXT;
