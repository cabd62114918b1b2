-- What set off the auth flow that a session waits for, until it passed; and whether the session had a factor to present
-- before that, which is not forgiven when the factor is taken away meanwhile.
ALTER TABLE sessions ADD COLUMN flow_trigger TEXT;
ALTER TABLE sessions ADD COLUMN factor_owed INTEGER NOT NULL DEFAULT 0;
