-- The addresses of the setting become resources that are open to all.
INSERT INTO resources (id, uri, name, scopes, open_to, created_at, updated_at)
SELECT 'res_' || substr(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 1, 35), listed.value, substr(listed.value, 1, 100), '[]', 'all',
  s.updated_at, s.updated_at
FROM settings s CROSS JOIN LATERAL jsonb_array_elements_text(s.value::jsonb) AS listed (value)
WHERE s.name = 'oauth.resources'
ON CONFLICT DO NOTHING;
DELETE FROM settings WHERE name = 'oauth.resources';
