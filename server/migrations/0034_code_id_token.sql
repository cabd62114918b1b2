-- What the ID token of a code says besides: single claims that were asked for, and how the person signed in. Null: as before.
ALTER TABLE authorization_codes ADD COLUMN id_token TEXT;
