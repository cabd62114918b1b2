-- When somebody signed up with an address that nobody has proven since. Null once it is proven, and for people whom the
-- set-up link or an operator made; rows from before are left as they are.
ALTER TABLE users ADD COLUMN unproven_since BIGINT;
CREATE INDEX users_unproven ON users (unproven_since) WHERE unproven_since IS NOT NULL;
