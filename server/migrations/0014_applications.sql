-- Applications: what one has beside what every client has. And keys of the admin API that are replaced or turned off.

ALTER TABLE clients ADD COLUMN app_type TEXT;
-- Whether people are not asked, because the application belongs to whoever runs the server.
ALTER TABLE clients ADD COLUMN first_party INTEGER NOT NULL DEFAULT 0;
-- Origins whose scripts may speak for the client; NULL: nobody said, so all.
ALTER TABLE clients ADD COLUMN allowed_origins TEXT;
ALTER TABLE clients ADD COLUMN refresh_token_ttl_seconds INTEGER;
-- The secret before the present one, and until when it still works.
ALTER TABLE clients ADD COLUMN former_secret_hash TEXT;
ALTER TABLE clients ADD COLUMN former_secret_until BIGINT;
CREATE INDEX clients_by_app_type ON clients (app_type, created_at, id);

ALTER TABLE api_keys ADD COLUMN active INTEGER NOT NULL DEFAULT 1;
-- The secret before the present one, and until when it still works.
ALTER TABLE api_keys ADD COLUMN former_hash TEXT;
ALTER TABLE api_keys ADD COLUMN former_until BIGINT;
CREATE UNIQUE INDEX api_keys_by_former_hash ON api_keys (former_hash);
