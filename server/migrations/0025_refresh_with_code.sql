-- A client that gets codes also renews what they become, so it has both grants.

UPDATE clients SET grant_types = grant_types || ' refresh_token'
WHERE ' ' || grant_types || ' ' LIKE '% authorization_code %' AND ' ' || grant_types || ' ' NOT LIKE '% refresh_token %';
