-- The session that a sign-in found in its browser, with what of it ends, while the sign-in waits: it ends once the new one
-- opens, and is given back when a flow stops the sign-in.
ALTER TABLE sessions ADD COLUMN earlier TEXT;
