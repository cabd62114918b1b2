-- Organizations: who belongs to them, with which role, and who is invited.

CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- In its one canonical form.
  slug TEXT NOT NULL UNIQUE,
  metadata TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX organizations_by_time ON organizations (created_at, id);

-- What members may do. Each organization has owner, admin and member from the start, and can have roles of its own.
CREATE TABLE organization_roles (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  -- Members and invitations know a role by its name, so it stays.
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  permissions TEXT NOT NULL,
  built_in INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX organization_roles_by_name ON organization_roles (organization_id, name);
CREATE INDEX organization_roles_by_time ON organization_roles (organization_id, created_at, id);

-- Membership and role in one row: whoever is removed has no role left anywhere.
CREATE TABLE organization_members (
  organization_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  role TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX organization_members_by_time ON organization_members (organization_id, created_at, user_id);
CREATE INDEX organization_members_by_role ON organization_members (organization_id, role);
CREATE INDEX organization_members_by_user ON organization_members (user_id, created_at, organization_id);

CREATE TABLE organization_invitations (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  -- As it is written to, and the form that decides whose it is.
  email TEXT NOT NULL,
  email_canonical TEXT NOT NULL,
  role TEXT NOT NULL,
  -- The language of the mail.
  locale TEXT NOT NULL,
  -- Of the secret that the newest mail carries.
  hash TEXT NOT NULL UNIQUE,
  -- The member who vouches for it; null for an operator of the server.
  invited_by TEXT,
  -- pending, accepted, declined or revoked. A pending one whose time is over is expired.
  state TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  sent_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT
);
-- One open invitation for each address: a newer one takes the place of an earlier one.
CREATE UNIQUE INDEX organization_invitations_open
  ON organization_invitations (organization_id, email_canonical) WHERE state = 'pending';
CREATE INDEX organization_invitations_by_time ON organization_invitations (organization_id, created_at, id);
CREATE INDEX organization_invitations_by_state ON organization_invitations (organization_id, state, created_at, id);
CREATE INDEX organization_invitations_by_inviter
  ON organization_invitations (invited_by, organization_id) WHERE state = 'pending';
CREATE INDEX organization_invitations_by_address ON organization_invitations (email_canonical);
CREATE INDEX organization_invitations_by_expiry ON organization_invitations (expires_at);
