-- The addresses of the setting become resources that are open to all.
INSERT INTO resources (id, uri, name, scopes, open_to, created_at, updated_at)
SELECT 'res_' || lower(substr(hex(randomblob(18)), 1, 35)), listed.value, substr(listed.value, 1, 100), '[]', 'all',
  s.updated_at, s.updated_at
FROM settings s JOIN json_each(s.value) listed
WHERE s.name = 'oauth.resources'
ON CONFLICT DO NOTHING;
DELETE FROM settings WHERE name = 'oauth.resources';
