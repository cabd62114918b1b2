import { toUnixSeconds } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import { signEs256 } from '#/platform/crypto/jws.ts'
import { newId } from '#/platform/ids.ts'
import type { SigningKeys } from '#/modules/signing-keys/index.ts'
import type { Caller } from '#/modules/proxy/access/caller.ts'
import { outsideOrigin } from '#/modules/proxy/upstreams/upstream.ts'
import type { Upstream } from '#/modules/proxy/upstreams/upstream.ts'

export interface AssertionsDeps {
  readonly clock: Clock
  readonly issuer: string
  readonly signingKeys: Pick<SigningKeys, 'active'>
}

/** A type of its own, so that no assertion passes for an access token or an ID token (RFC 8725 §3.11). */
const TYPE = 'mandate-assertion+jwt'
const LIFE_SECONDS = 60
/** How long one is told again, since a signature costs as much as the rest of a request. */
const REUSE_MS = 10_000
const MAX_KEPT = 2000

interface Kept {
  readonly text: string
  readonly until: number
}

/** Signs what an upstream is told of whoever calls: a short JWT for that one upstream, with the chain of actors. */
export class Assertions {
  readonly #deps: AssertionsDeps
  /** By all that they say, so that one of somebody whose roles changed is never told again. */
  readonly #kept = new Map<string, Kept>()

  constructor(deps: AssertionsDeps) {
    this.#deps = deps
  }

  async of(caller: Caller, upstream: Upstream): Promise<string> {
    const { clock, issuer, signingKeys } = this.#deps
    const key = await signingKeys.active()
    const claims = { iss: issuer, aud: outsideOrigin(upstream, issuer), ...claimsOf(caller) }
    const now = clock.now()
    const name = `${key.kid} ${JSON.stringify(claims)}`
    const kept = this.#kept.get(name)
    if (kept && kept.until > now && kept.until <= now + REUSE_MS) return kept.text
    const iat = toUnixSeconds(now)
    const payload = { ...claims, iat, exp: iat + LIFE_SECONDS, jti: newId('req', now) }
    const text = signEs256({ typ: TYPE, kid: key.kid }, payload, key.privateKey)
    this.#keep(name, { text, until: now + REUSE_MS })
    return text
  }

  #keep(name: string, kept: Kept): void {
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
    this.#kept.set(name, kept)
  }
}

function claimsOf({ user, agent, ...caller }: Caller): Record<string, unknown> {
  return {
    sub: caller.subject,
    ...(user ? { email: user.email, name: user.name, roles: user.roles.map(({ name }) => name) } : {}),
    ...(agent ? { agent_id: agent.id } : {}),
    ...(caller.clientId === null ? {} : { client_id: caller.clientId }),
    ...(caller.scopes === null ? {} : { scope: caller.scopes.join(' ') }),
    ...(caller.act === null ? {} : { act: caller.act }),
    ...(caller.acr === null ? {} : { acr: caller.acr }),
    ...(caller.authenticatedAt === null ? {} : { auth_time: toUnixSeconds(caller.authenticatedAt) }),
    auth_method: caller.method,
  }
}
