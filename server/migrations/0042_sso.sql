-- Single sign-on: whose people sign in where they work.

-- One identity provider of one customer, by OpenID Connect or SAML.
CREATE TABLE sso_connections (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  -- Whom its people belong to, and as what.
  organization_id TEXT,
  organization_role TEXT,
  -- Whether people of its domains sign in here and nowhere else.
  required INTEGER NOT NULL,
  -- Whether somebody who is new becomes a user.
  creates_users INTEGER NOT NULL,
  -- How the identity provider calls what we want to know.
  attributes TEXT NOT NULL,
  -- What a group there is here.
  group_roles TEXT NOT NULL,
  -- The issuer, or the entity id: with subjects of it, identities are known by it.
  issuer TEXT NOT NULL,
  -- What the protocol needs; one of the two.
  oidc TEXT,
  saml TEXT,
  secret_sealed TEXT,
  -- Another one after each change: whoever set out before comes back to nothing.
  version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX sso_connections_by_time ON sso_connections (created_at, id);
CREATE INDEX sso_connections_by_organization ON sso_connections (organization_id, created_at, id);

-- The domains of e-mail addresses that a connection speaks for, once that is proven.
CREATE TABLE sso_domains (
  id TEXT PRIMARY KEY,
  sso_connection_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  -- What the TXT record has to say. It is public.
  challenge TEXT NOT NULL,
  -- By its DNS, or by the word of an operator.
  verified_by TEXT,
  verified_at BIGINT,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX sso_domains_by_connection ON sso_domains (sso_connection_id, domain);
CREATE INDEX sso_domains_by_domain ON sso_domains (domain);
CREATE INDEX sso_domains_by_time ON sso_domains (sso_connection_id, created_at, id);
