// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { RequestOptions } from '#/client/options.ts'
import type { Transport } from '#/client/transport.ts'

/** The server itself: its health, settings, mode, numbers and first steps. */
export class SearchApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Find things by name or id.
   *
   * Everything that the text names or begins to name, of the kinds whose scopes the caller has: people by name and
   * address, agents and apps by name and client_id, organizations, roles, permissions, resources, API keys, webhooks,
   * connections, flows, providers and hosts by theirs, and by its whole id whatever has one, the jti of a token among
   * them. Admin key or operator session with any of the scopes users:read, agents:read, apps:read, organizations:read,
   * roles:read, permissions:read, resources:read, api-keys:read, webhooks:read, sso:read, flows:read, vault:read,
   * providers:read, proxy:read, tokens:read, sessions:read, consents:read, audit-logs:read, signing-keys:read.
   */
  find(query: SearchFindQuery, options?: RequestOptions): Promise<SearchResult> {
    return this.#transport.request('GET', '/api/v1/admin/search', { ...options, query })
  }
}

export interface SearchResult {
  /** What has the text as its id first; of each kind five at most for each of its names. */
  matches: {
    kind: 'user' | 'agent' | 'app' | 'organization' | 'role' | 'permission' | 'resource' | 'api_key' | 'webhook' | 'sso_connection' | 'sso_domain' | 'flow' | 'vault_provider' | 'oauth_provider' | 'upstream' | 'rule' | 'invitation' | 'token' | 'session' | 'consent' | 'policy' | 'vault_connection' | 'vault_grant' | 'delivery' | 'flow_run' | 'audit_entry' | 'signing_key'
    /** The id that the routes of its kind take. */
    id: string
    /** What it is called; its id where it has no name. */
    label: string
    /** What tells two of the same name apart. */
    detail: string | null
    /** The id of what it belongs to: the user of a session, the agent of a policy. */
    parent_id: string | null
  }[]
}

export interface SearchFindQuery {
  /**
   * An id, as it is spelled, or how a name, an address or a client_id begins: there ASCII letters match in either case.
   */
  q: string
}
