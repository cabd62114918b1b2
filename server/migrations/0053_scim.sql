-- Provisioning: the identity provider of a connection keeps its people in step (SCIM 2.0).

-- The tokens it comes with.
CREATE TABLE scim_tokens (
  id TEXT PRIMARY KEY,
  sso_connection_id TEXT NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  last_used_at BIGINT,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX scim_tokens_by_hash ON scim_tokens (hash);
CREATE INDEX scim_tokens_by_time ON scim_tokens (sso_connection_id, created_at, id);

-- The people it keeps here. One that it removed stays as a note of whose account that is, for when it comes back.
CREATE TABLE scim_users (
  id TEXT PRIMARY KEY,
  sso_connection_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  user_name TEXT NOT NULL,
  -- In lower case, as they are compared.
  user_name_folded TEXT NOT NULL,
  display_name_folded TEXT NOT NULL,
  email_folded TEXT NOT NULL,
  external_id TEXT,
  attributes TEXT NOT NULL,
  -- Whether it was provisioning that turned the account off: what an operator turned off stays off.
  disabled_here INTEGER NOT NULL,
  -- The role that groups have given in the organization, so that just this is changed again.
  organization_role TEXT,
  version BIGINT NOT NULL,
  removed_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX scim_users_by_user ON scim_users (sso_connection_id, user_id);
CREATE UNIQUE INDEX scim_users_by_name ON scim_users (sso_connection_id, user_name_folded) WHERE removed_at IS NULL;
CREATE INDEX scim_users_by_external_id ON scim_users (sso_connection_id, external_id);
CREATE INDEX scim_users_by_time ON scim_users (sso_connection_id, created_at, id);
CREATE INDEX scim_users_by_person ON scim_users (user_id);

CREATE TABLE scim_groups (
  id TEXT PRIMARY KEY,
  sso_connection_id TEXT NOT NULL,
  display_name TEXT NOT NULL,
  display_name_folded TEXT NOT NULL,
  external_id TEXT,
  version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX scim_groups_by_name ON scim_groups (sso_connection_id, display_name_folded);
CREATE INDEX scim_groups_by_time ON scim_groups (sso_connection_id, created_at, id);

CREATE TABLE scim_group_members (
  scim_group_id TEXT NOT NULL,
  scim_user_id TEXT NOT NULL,
  sso_connection_id TEXT NOT NULL,
  PRIMARY KEY (scim_group_id, scim_user_id)
);
CREATE INDEX scim_group_members_by_user ON scim_group_members (scim_user_id);
CREATE INDEX scim_group_members_by_connection ON scim_group_members (sso_connection_id);
