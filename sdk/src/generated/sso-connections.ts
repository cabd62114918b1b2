// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** Single sign-on: connections to identity providers of companies, and the domains they speak for. */
export class SsoConnectionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Set up a connection for single sign-on.
   *
   * By OpenID Connect (oidc) or SAML (saml). Give the identity provider the redirect_uri, or the sp_entity_id and
   * acs_url, of the response. It signs people in once a domain of it is verified. Admin key or operator session with
   * the scope sso:write; a person needs a fresh proof (reauthentication_required).
   */
  create(body: SsoConnectionsCreateBody, options?: RequestOptions): Promise<SsoConnection> {
    return this.#transport.request('POST', '/api/v1/sso/connections', { ...options, body, keyed: true })
  }

  /**
   * Delete a connection for single sign-on.
   *
   * With its domains and what it knew people by. The people stay, and need another way to sign in. With dry_run it only
   * answers what would end. Admin key or operator session with the scope sso:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  delete(id: string, query?: SsoConnectionsDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/sso/connections/${id}`, { ...options, query })
  }

  /**
   * Get a connection for single sign-on.
   *
   * With the addresses to give to the identity provider. The secret is not shown. Admin key or operator session with
   * the scope sso:read.
   */
  get(id: string, options?: RequestOptions): Promise<SsoConnection> {
    return this.#transport.request('GET', path`/api/v1/sso/connections/${id}`, options)
  }

  /**
   * List the connections for single sign-on.
   *
   * Newest first. Secrets are not shown; has_secret says whether there is one. Admin key or operator session with the
   * scope sso:read.
   */
  list(query?: SsoConnectionsListQuery, options?: RequestOptions): PageRequest<SsoConnection> {
    return this.#transport.list('/api/v1/sso/connections', { ...options, query })
  }

  /**
   * Replace a connection for single sign-on.
   *
   * What is left out is as in a new one, but for the client_secret, which stays. Each change, and turning it off, also
   * ends the sign-ins that are under way. The type stays, and so does the issuer or entity id while people sign in
   * through it. With current_version, it is refused with sso_connection_changed where somebody changed the connection
   * since. Admin key or operator session with the scope sso:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  replace(id: string, body: SsoConnectionsReplaceBody, options?: RequestOptions): Promise<SsoConnection> {
    return this.#transport.request('PUT', path`/api/v1/sso/connections/${id}`, { ...options, body })
  }

  /**
   * Make a link to try a connection with.
   *
   * Whoever opens it signs in at the identity provider and sees what it said and what would come of it. Nobody is
   * signed in here, and nothing is written. The link is good for an hour, and for the connection as it is; one that is
   * turned off has none. Admin key or operator session with the scope sso:write.
   */
  test(id: string, options?: RequestOptions): Promise<SsoTestLink> {
    return this.#transport.request('POST', path`/api/v1/sso/connections/${id}/test`, options)
  }
}

export interface SsoConnection {
  id: string
  /** The protocol. It stays. */
  type: 'saml' | 'oidc'
  name: string
  /** Whether anybody signs in through it. */
  enabled: boolean
  organization_id: string | null
  organization_role: string | null
  /**
   * Whether people with an address of its verified domains sign in through it and in no other way. Owners of the server
   * can always sign in otherwise.
   */
  required: boolean
  /**
   * Whether somebody who is new, with an address of a verified domain, becomes a user. When not, operators or SCIM make
   * them first.
   */
  creates_users: boolean
  /** The names of claims or attributes that differ from the usual ones. */
  attributes: {
    /** For SAML: what tells people apart for good; the NameID when not given. By OpenID Connect it is `sub`. */
    subject?: string
    email?: string
    name?: string
    groups?: string
  }
  /** What groups there come to here, at every sign-in. What a group no longer gives is taken away again. */
  group_roles: {
    /** As the identity provider names it. */
    group: string
    role_ids?: string[]
    organization_role?: string
    /** Makes the people of the group run this server. Only owners may say so. */
    system_role?: 'operator' | 'support' | 'auditor'
  }[]
  oidc: {
    /** The issuer; its discovery document is read below it. */
    issuer: string
    /** What the provider calls this server. */
    client_id: string
    has_secret: boolean
    scopes: string
    token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | null
    /** Register this with the provider. */
    redirect_uri: string
  } | null
  saml: {
    /** The entity id of the identity provider. */
    entity_id: string
    /** Where people are sent to sign in. */
    sso_url: string
    /** What may have signed an assertion: two while one takes over from the other. */
    certificates: string[]
    slo_url: string | null
    slo_response_url: string | null
    allow_idp_initiated: boolean
    /** Who we are there. */
    sp_entity_id: string
    /** Where it posts its responses. */
    acs_url: string
    /** Where its logout messages go, by the redirect binding. */
    sp_logout_url: string
  } | null
  saml_metadata: {
    url: string
    read_at: string | null
    error: string | null
  } | null
  /** Goes up with each change, also of what the metadata say. */
  version: number
  created_at: string
  updated_at: string
}

export interface SsoTestLink {
  /** Open it in a browser, or give it to whoever runs the identity provider. */
  test_url: string
  expires_at: string
}

export interface SsoConnectionsCreateBody {
  /** The protocol. It stays. */
  type: 'saml' | 'oidc'
  /** What people read: usually that of the company. */
  name: string
  /** Whether anybody signs in through it. */
  enabled?: boolean | undefined
  organization_id?: string | null | undefined
  organization_role?: string | null | undefined
  /**
   * Whether people with an address of its verified domains sign in through it and in no other way. Owners of the server
   * can always sign in otherwise.
   */
  required?: boolean | undefined
  /**
   * Whether somebody who is new, with an address of a verified domain, becomes a user. When not, operators or SCIM make
   * them first.
   */
  creates_users?: boolean | undefined
  /** The names of claims or attributes that differ from the usual ones. */
  attributes?: {
    /** For SAML: what tells people apart for good; the NameID when not given. By OpenID Connect it is `sub`. */
    subject?: string | undefined
    email?: string | undefined
    name?: string | undefined
    groups?: string | undefined
  } | undefined
  /** What groups there come to here, at every sign-in. What a group no longer gives is taken away again. */
  group_roles?: readonly {
    /** As the identity provider names it. */
    group: string
    role_ids?: readonly string[] | undefined
    organization_role?: string | undefined
    /** Makes the people of the group run this server. Only owners may say so. */
    system_role?: 'operator' | 'support' | 'auditor' | undefined
  }[] | undefined
  oidc?: {
    /** The issuer; its discovery document is read below it. */
    issuer: string
    /** What the provider calls this server. */
    client_id: string
    /** Stored encrypted and never shown. A PUT without it keeps the one there is. */
    client_secret?: string | undefined
    /** `openid email profile` when not given. */
    scopes?: string | undefined
    /** How we authenticate there; by default as the metadata of the provider says. */
    token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | undefined
  } | undefined
  saml?: {
    /** The metadata of the identity provider: they say the other fields but allow_idp_initiated. */
    metadata_xml?: string | undefined
    /** Where the metadata are read from: when this is saved, and every hour from then on. */
    metadata_url?: string | undefined
    /** The entity id of the identity provider. */
    entity_id?: string | undefined
    /** Where people are sent to sign in. */
    sso_url?: string | undefined
    /** What may have signed an assertion: two while one takes over from the other. */
    certificates?: readonly string[] | undefined
    /** Where it is told that somebody signed out, by the redirect binding. */
    slo_url?: string | undefined
    /** Where answers to its own logout messages go, when not to slo_url. */
    slo_response_url?: string | undefined
    /** Whether it may send people nobody asked for. Off unless said. */
    allow_idp_initiated?: boolean | undefined
  } | undefined
}

export interface SsoConnectionsDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface SsoConnectionsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** The protocol. It stays. */
  type?: 'saml' | 'oidc' | undefined
  /** The enabled. */
  enabled?: boolean | undefined
  /** Only those of this organization. */
  organization_id?: string | undefined
}

export interface SsoConnectionsReplaceBody {
  /** The protocol. It stays. */
  type: 'saml' | 'oidc'
  /** What people read: usually that of the company. */
  name: string
  /** Whether anybody signs in through it. */
  enabled?: boolean | undefined
  organization_id?: string | null | undefined
  organization_role?: string | null | undefined
  /**
   * Whether people with an address of its verified domains sign in through it and in no other way. Owners of the server
   * can always sign in otherwise.
   */
  required?: boolean | undefined
  /**
   * Whether somebody who is new, with an address of a verified domain, becomes a user. When not, operators or SCIM make
   * them first.
   */
  creates_users?: boolean | undefined
  /** The names of claims or attributes that differ from the usual ones. */
  attributes?: {
    /** For SAML: what tells people apart for good; the NameID when not given. By OpenID Connect it is `sub`. */
    subject?: string | undefined
    email?: string | undefined
    name?: string | undefined
    groups?: string | undefined
  } | undefined
  /** What groups there come to here, at every sign-in. What a group no longer gives is taken away again. */
  group_roles?: readonly {
    /** As the identity provider names it. */
    group: string
    role_ids?: readonly string[] | undefined
    organization_role?: string | undefined
    /** Makes the people of the group run this server. Only owners may say so. */
    system_role?: 'operator' | 'support' | 'auditor' | undefined
  }[] | undefined
  oidc?: {
    /** The issuer; its discovery document is read below it. */
    issuer: string
    /** What the provider calls this server. */
    client_id: string
    /** Stored encrypted and never shown. A PUT without it keeps the one there is. */
    client_secret?: string | undefined
    /** `openid email profile` when not given. */
    scopes?: string | undefined
    /** How we authenticate there; by default as the metadata of the provider says. */
    token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | undefined
  } | undefined
  saml?: {
    /** The metadata of the identity provider: they say the other fields but allow_idp_initiated. */
    metadata_xml?: string | undefined
    /** Where the metadata are read from: when this is saved, and every hour from then on. */
    metadata_url?: string | undefined
    /** The entity id of the identity provider. */
    entity_id?: string | undefined
    /** Where people are sent to sign in. */
    sso_url?: string | undefined
    /** What may have signed an assertion: two while one takes over from the other. */
    certificates?: readonly string[] | undefined
    /** Where it is told that somebody signed out, by the redirect binding. */
    slo_url?: string | undefined
    /** Where answers to its own logout messages go, when not to slo_url. */
    slo_response_url?: string | undefined
    /** Whether it may send people nobody asked for. Off unless said. */
    allow_idp_initiated?: boolean | undefined
  } | undefined
  /** The version that the caller read; with it, nothing replaces a later one. */
  current_version?: number | undefined
}
