-- The pushed request that an authorization request came by: it is used up when that is answered.
ALTER TABLE authorization_requests ADD COLUMN pushed_hash TEXT;
