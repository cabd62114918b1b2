-- Views end with the API key that saved them. Those of keys that were deleted before stayed.
DELETE FROM saved_views WHERE owner_id IN (SELECT id FROM api_keys WHERE revoked_at IS NOT NULL);
