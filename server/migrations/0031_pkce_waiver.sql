-- Whether an application must use PKCE; an operator may waive it for one that can't.
ALTER TABLE clients ADD COLUMN require_pkce INTEGER NOT NULL DEFAULT 1;
