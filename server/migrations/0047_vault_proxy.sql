-- Which calls go through to a provider with an account of a person: hosts, methods, paths, and where the credential goes.
-- Null where none do.
ALTER TABLE vault_providers ADD COLUMN proxy TEXT;
