import { intersect, isReservedScope, isSubset, scopesOf } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { includesTarget, isOpenTo } from '#/modules/resources/index.ts'
import type { Resources } from '#/modules/resources/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { LOOPBACK_NAMES } from '#/platform/loopback.ts'
import { unique } from '#/platform/merge-patch.ts'
import { requestedScope } from './requested-scope.ts'

interface TargetsDeps {
  readonly issuer: string
  readonly resources: Pick<Resources, 'at'>
  readonly settings: Settings
}

/** How far a client reaches in one request. */
interface Reach {
  readonly client: Client
  /** What this request may name besides, since somebody allowed it. */
  readonly granted?: readonly string[]
  /** Whether what operators opened to clients is open to this request. */
  readonly open?: boolean
}

const MAX_TARGETS = 8
const MAX_LENGTH = 512

/** Where tokens may be meant for, and what they may do there: what clients registered, and what operators listed. */
export class Targets {
  readonly #deps: TargetsDeps
  constructor(deps: TargetsDeps) {
    this.#deps = deps
  }

  /**
   * The audience for the targets a request names (RFC 8707 §2). None means the issuer. Refuses what is not an absolute
   * URI without fragment, and what the client may not ask for: a token for a strange audience is a confused deputy.
   */
  async resolve(targets: readonly string[], { client, granted = [], open = true }: Reach): Promise<string[]> {
    if (targets.length === 0) return [this.#deps.issuer]
    const audience = unique(targets)
    // A token must stay small enough for headers, and an error for logs.
    if (audience.length > MAX_TARGETS || audience.some((target) => target.length > MAX_LENGTH)) {
      throw new OAuthError(
        'invalid_target',
        `Ask for at most ${MAX_TARGETS} resources of ${MAX_LENGTH} characters each.`,
      )
    }
    const known = [this.#deps.issuer, ...granted, ...client.audiences]
    const others = audience.filter((target) => !includesTarget(known, target))
    const strange = open ? (await this.#closed(others, client))[0] : others[0]
    if (strange === undefined) return audience
    throw new OAuthError(
      'invalid_target',
      `${JSON.stringify(strange)} is not a resource this client may ask for: an operator lists it with ` +
        `POST /api/v1/admin/resources${client.trusted ? ', or names it in the audiences of the client' : ''}.`,
    )
  }

  /** Those of the targets that are not open to a client. In dev mode this machine is, listed or not. */
  async #closed(targets: readonly string[], client: Client): Promise<string[]> {
    if (targets.length === 0) return []
    const listed = await this.#deps.resources.at(targets)
    const open = listed.filter((resource) => isOpenTo(resource, client)).map(({ uri }) => uri)
    const closed = targets.filter((target) => !includesTarget(open, target))
    if (closed.length === 0 || (await this.#deps.settings.mode()) !== 'dev') return closed
    const isListed = (target: string): boolean =>
      includesTarget(
        listed.map(({ uri }) => uri),
        target,
      )
    return closed.filter((target) => isListed(target) || !isOnThisMachine(target))
  }

  /**
   * The scopes of a request that a person decides over, for targets that were resolved. A client that registered itself
   * limited itself to what it registered, so the resources it names may offer it more; an operator's limit stands. A
   * request that names none asks for what its resources offer, else for the default scope, else for `otherwise`.
   */
  async askedScope(
    asked: string | undefined,
    { client, audience, otherwise }: { client: Client; audience: readonly string[]; otherwise: readonly string[] },
  ): Promise<readonly string[]> {
    const registered = scopesOf(client.scope)
    const offered = await this.#offered(client, audience)
    const supplied = (await this.#deps.settings.current())['oauth.default_scope']
    const limit = client.trusted ? registered : [...new Set([...registered, ...offered])]
    const ofResources = intersect(offered, limit)
    const byDefault = supplied === null ? otherwise : intersect(scopesOf(supplied), limit)
    const whole = await this.#widened(limit, asked, client, audience)
    const scope = requestedScope(asked, whole, limitWords(client), ofResources.length > 0 ? ofResources : byDefault)
    const reserved = client.trusted ? undefined : scope.find(isReservedScope)
    if (reserved === undefined) return scope
    throw new OAuthError('invalid_scope', `Only an operator can give a client the scope ${reserved}.`)
  }

  /**
   * What of a scope that was granted a client still may have: less when an operator took some of it meanwhile. Refuses
   * what is meant for a resource that is not open to it any more.
   */
  async keptScope(granted: string, client: Client, audience: readonly string[]): Promise<readonly string[]> {
    await this.resolve(audience, { client })
    const [scopes, registered] = [scopesOf(granted), scopesOf(client.scope)]
    if (client.trusted || isSubset(scopes, registered)) return intersect(scopes, registered)
    const limit = [...registered, ...(await this.#offered(client, audience))]
    return intersect(scopes, await this.#widened(limit, granted, client, audience))
  }

  /** The scopes of the resources among an audience that are open to a client. */
  async #offered(client: Client, audience: readonly string[]): Promise<string[]> {
    const others = this.#others(audience)
    if (others.length === 0) return []
    const open = (await this.#deps.resources.at(others)).filter((resource) => isOpenTo(resource, client))
    const names = open.flatMap(({ scopes }) => scopes.map(({ name }) => name))
    return [...new Set(names)].filter((name) => client.trusted || !isReservedScope(name))
  }

  /** Those of an audience that are not this server. */
  #others(audience: readonly string[]): string[] {
    return audience.filter((target) => !includesTarget([this.#deps.issuer], target))
  }

  /** In dev mode an MCP server on this machine works before anybody lists it: its scopes are whatever it says. */
  async #widened(
    limit: readonly string[],
    asked: string | undefined,
    client: Client,
    audience: readonly string[],
  ): Promise<readonly string[]> {
    const scopes = (asked ?? '').split(' ')
    const others = this.#others(audience)
    const isTry = others.length === audience.length && others.every(isOnThisMachine) && !isSubset(scopes, limit)
    if (client.trusted || !isTry || (await this.#deps.settings.mode()) !== 'dev') return limit
    const listed = await this.#deps.resources.at(audience)
    return listed.length === 0 ? [...limit, ...scopes] : limit
  }
}

/**
 * The audience where a grant has settled it: all of it, or what of it this request names (RFC 8707 §2.2). `settled` says
 * where it was settled.
 */
export function narrowedAudience(
  granted: readonly string[],
  targets: readonly string[],
  settled: string,
): readonly string[] {
  if (targets.some((target) => !granted.includes(target))) {
    throw new OAuthError('invalid_target', `resource must be among ${settled}.`)
  }
  return targets.length === 0 ? granted : unique(targets)
}

const limitWords = ({ trusted }: Client): string =>
  trusted
    ? 'what an operator registered for this client (PATCH /api/v1/admin/apps/{id} or /api/v1/agents/{id})'
    : 'what this client registered (PUT /oauth/register/{client_id}) and the resource offers (PATCH /api/v1/admin/resources/{id})'

function isOnThisMachine(target: string): boolean {
  const url = /^https?:\/\//i.test(target) && !target.includes('#') ? URL.parse(target) : null
  return url !== null && LOOPBACK_NAMES.includes(url.hostname)
}
