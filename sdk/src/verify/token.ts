import type { JWTPayload } from 'jose'
import { InvalidTokenError } from './errors.ts'

const MAX_ACTORS = 32

/** An access token (RFC 9068) that is good, for this API. */
export class AccessToken {
  /** The person, or the client where it acts for itself. */
  readonly subject: string
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Who acts for the subject, whoever acts now first (RFC 8693 §4.1); empty when nobody does. */
  readonly actors: readonly string[]
  /** Seconds since 1970. */
  readonly expiresAt: number
  /** The `jti` of the token. */
  readonly id: string
  /** The thumbprint of the key it is bound to. */
  readonly jkt: string | undefined
  readonly claims: Readonly<JWTPayload>
  /** The key that signed it. */
  readonly kid: string
  readonly #token: string

  /** Reads the claims of a token whose signature, issuer, audience and times are right. */
  constructor(token: string, kid: string, claims: JWTPayload) {
    const { sub, client_id: clientId, jti, exp, scope = '' } = claims
    if (!isText(sub) || !isText(clientId) || !isText(jti)) throw new InvalidTokenError('it lacks sub, client_id or jti')
    if (typeof exp !== 'number') throw new InvalidTokenError('it lacks exp')
    if (typeof scope !== 'string') throw new InvalidTokenError('its scope is no text')
    this.subject = sub
    this.clientId = clientId
    this.scopes = scope.split(' ').filter((one) => one !== '')
    this.actors = actorsOf(claims)
    this.expiresAt = exp
    this.id = jti
    this.jkt = thumbprintOf(claims)
    this.claims = claims
    this.kid = kid
    this.#token = token
    // It is shared by all requests that carry it.
    deepFreeze(this)
  }

  /** The token as it was sent, to exchange it for another. */
  get token(): string {
    return this.#token
  }

  /** Whether all of these scopes are there. */
  allows(...scopes: readonly string[]): boolean {
    return scopes.every((scope) => this.scopes.includes(scope))
  }
}

/** A chain that can't be read is not passed over: it says who is to blame. */
function actorsOf(claims: JWTPayload): readonly string[] {
  const actors: string[] = []
  for (let { act } = claims as { act?: unknown }; act !== undefined;) {
    const actor = isRecord(act) ? act : {}
    if (!isText(actor['sub'])) throw new InvalidTokenError('its act names nobody')
    if (actors.push(actor['sub']) > MAX_ACTORS) throw new InvalidTokenError('its act is too deep')
    act = actor['act']
  }
  return actors
}

/** RFC 7800 §3.1: a confirmation that nobody here can check is no reason to go on without it. */
function thumbprintOf({ cnf }: JWTPayload): string | undefined {
  if (cnf === undefined) return undefined
  const confirmation = isRecord(cnf) ? cnf : {}
  const { jkt } = confirmation
  if (!isText(jkt) || Object.keys(confirmation).length > 1) {
    throw new InvalidTokenError('it is bound in a way that nobody here can check')
  }
  return jkt
}

/** Whether a value is a text with something in it. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Whether a value is an object of JSON. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function deepFreeze(value: object): void {
  Object.freeze(value)
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null) deepFreeze(member)
  }
}
