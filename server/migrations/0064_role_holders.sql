-- Who has a role, newest first.
CREATE INDEX user_roles_of_role ON user_roles (role_id, created_at, user_id);
