-- Where the metadata of an identity provider by SAML are read from again and again, since its certificates change.
ALTER TABLE sso_connections ADD COLUMN metadata_url TEXT;
ALTER TABLE sso_connections ADD COLUMN metadata_tried_at BIGINT;
-- Why they could not be used the last time.
ALTER TABLE sso_connections ADD COLUMN metadata_error TEXT;
