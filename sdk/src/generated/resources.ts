// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** The APIs and MCP servers that tokens are for, with their scopes and who may ask. */
export class ResourcesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List a resource that tokens can be for.
   *
   * An API or an MCP server, by the address that clients send as resource. Let it serve protected_resource_metadata of
   * the response. Admin key or operator session with the scope resources:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  create(body: ResourcesCreateBody, options?: RequestOptions): Promise<Resource> {
    return this.#transport.request('POST', '/api/v1/admin/resources', { ...options, body, keyed: true })
  }

  /**
   * Delete a resource.
   *
   * Ends the codes that nobody has redeemed. Access tokens for it live out their time, and none is renewed. With
   * dry_run it only answers what would end. Admin key or operator session with the scope resources:write; a person
   * needs a fresh proof (reauthentication_required).
   */
  delete(id: string, query?: ResourcesDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/resources/${id}`, { ...options, query })
  }

  /**
   * Get a resource.
   *
   * With its scopes and the document it serves itself. Admin key or operator session with the scope resources:read.
   */
  get(id: string, options?: RequestOptions): Promise<Resource> {
    return this.#transport.request('GET', path`/api/v1/admin/resources/${id}`, options)
  }

  /**
   * List resources.
   *
   * Newest first; uri and open_to narrow the list. Admin key or operator session with the scope resources:read.
   */
  list(query?: ResourcesListQuery, options?: RequestOptions): PageRequest<Resource> {
    return this.#transport.list('/api/v1/admin/resources', { ...options, query })
  }

  /**
   * Update a resource.
   *
   * A JSON merge patch (RFC 7396); scopes are replaced as a whole. The address stays: delete the resource to change it.
   * A scope that is left out is not renewed to clients that registered themselves and do not have it registered. Admin
   * key or operator session with the scope resources:write; a person needs a fresh proof (reauthentication_required).
   */
  update(id: string, body: ResourcesUpdateBody, options?: RequestOptions): Promise<Resource> {
    return this.#transport.request('PATCH', path`/api/v1/admin/resources/${id}`, { ...options, body })
  }
}

export interface Resource {
  id: string
  /** What clients send as resource (RFC 8707) and tokens carry as aud: an absolute URI without fragment. */
  uri: string
  /** What people read on the consent page. */
  name: string
  /**
   * What tokens for it may do. A client that registered itself may ask a person for these here without registering
   * them; a request that names none asks for all.
   */
  scopes: {
    /** One word, as clients ask for it. */
    name: string
    /** The sentence people read: what it allows. */
    description: string
  }[]
  /**
   * Which clients may ask for tokens: all, also those that registered themselves; trusted, those that operators made;
   * named, those that have it in their audiences.
   */
  open_to: 'all' | 'trusted' | 'named'
  /** What the resource itself serves below /.well-known/oauth-protected-resource (RFC 9728 §3). */
  protected_resource_metadata: {
    resource: string
    resource_name: string
    authorization_servers: string[]
    scopes_supported: string[]
    bearer_methods_supported: string[]
  }
  created_at: string
  updated_at: string
}

export interface ResourcesCreateBody {
  /** What clients send as resource (RFC 8707) and tokens carry as aud: an absolute URI without fragment. */
  uri: string
  /** What people read on the consent page. */
  name: string
  /**
   * What tokens for it may do. A client that registered itself may ask a person for these here without registering
   * them; a request that names none asks for all.
   */
  scopes?: readonly {
    /** One word, as clients ask for it. */
    name: string
    /** The sentence people read: what it allows. */
    description: string
  }[] | undefined
  /** By default all. */
  open_to?: 'all' | 'trusted' | 'named' | undefined
}

export interface ResourcesDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface ResourcesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** The one at this address. */
  uri?: string | undefined
  /** Only those open to these clients. */
  open_to?: 'all' | 'trusted' | 'named' | undefined
}

export interface ResourcesUpdateBody {
  /** What people read on the consent page. */
  name?: string | undefined
  /**
   * What tokens for it may do. A client that registered itself may ask a person for these here without registering
   * them; a request that names none asks for all.
   */
  scopes?: readonly {
    /** One word, as clients ask for it. */
    name: string
    /** The sentence people read: what it allows. */
    description: string
  }[] | undefined
  /**
   * Which clients may ask for tokens: all, also those that registered themselves; trusted, those that operators made;
   * named, those that have it in their audiences.
   */
  open_to?: 'all' | 'trusted' | 'named' | undefined
}
