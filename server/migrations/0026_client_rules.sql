-- For how long a client may lose the response to a renewal; NULL: as long as the server says.
ALTER TABLE clients ADD COLUMN refresh_grace_seconds INTEGER;
