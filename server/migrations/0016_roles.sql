-- What people may do in the applications that ask: permissions, roles that hold them, and who has which role.

CREATE TABLE permissions (
  id TEXT PRIMARY KEY,
  -- resource:action in its one spelling, and its two words.
  name TEXT NOT NULL UNIQUE,
  resource TEXT NOT NULL,
  action TEXT NOT NULL,
  description TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX permissions_by_time ON permissions (created_at, id);
CREATE INDEX permissions_by_resource ON permissions (resource, created_at, id);
CREATE INDEX permissions_by_action ON permissions (action, created_at, id);

CREATE TABLE roles (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- Two roles that look the same are the same.
  name_canonical TEXT NOT NULL UNIQUE,
  description TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX roles_by_time ON roles (created_at, id);

CREATE TABLE role_permissions (
  role_id TEXT NOT NULL,
  permission_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (role_id, permission_id)
);
CREATE INDEX role_permissions_by_permission ON role_permissions (permission_id, created_at, role_id);

CREATE TABLE user_roles (
  user_id TEXT NOT NULL,
  role_id TEXT NOT NULL,
  assigned_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- Null: until somebody takes the role away.
  expires_at BIGINT,
  PRIMARY KEY (user_id, role_id)
);
CREATE INDEX user_roles_by_user ON user_roles (user_id, created_at, role_id);
CREATE INDEX user_roles_by_role ON user_roles (role_id, user_id, expires_at);
CREATE INDEX user_roles_by_expiry ON user_roles (expires_at) WHERE expires_at IS NOT NULL;
