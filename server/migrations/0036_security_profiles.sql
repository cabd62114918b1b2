-- Which clients must push their authorization requests, and which set of rules one is held to as a whole.
ALTER TABLE clients ADD COLUMN require_pushed_requests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE clients ADD COLUMN security_profile TEXT;
