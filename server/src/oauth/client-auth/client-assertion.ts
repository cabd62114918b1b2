import type { Client, ClientKeys, RemoteKeys } from '#/modules/clients/index.ts'
import { toUnixSeconds } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import { importPublicJwk } from '#/platform/crypto/jwk.ts'
import { MalformedJws, parseJws, verifyJws } from '#/platform/crypto/jws.ts'
import type { ParsedJws } from '#/platform/crypto/jws.ts'
import type { Replays } from '#/platform/replays/replays.ts'
import { assertionAlgorithms } from '#/protocol/oauth.ts'

export interface ClientAssertionsDeps {
  readonly replays: Replays
  readonly remoteKeys: RemoteKeys
  readonly clock: Clock
  /** The issuer identifier, equal to the base URL. */
  readonly issuer: string
}

// Long enough for a slow request, short enough that a replay record need not be kept for long.
const MAX_LIFE_SECONDS = 300
const SKEW_SECONDS = 10
const OLDEST_SECONDS = 3600
const MAX_JTI_LENGTH = 255

type Claims = Readonly<Record<string, unknown>>

/** The client an assertion speaks for, before it is verified; undefined when it is not readable. */
export function claimedClientId(assertion: string): string | undefined {
  const { iss, sub } = tryParse(assertion)?.payload ?? {}
  return typeof sub === 'string' && iss === sub ? sub : undefined
}

/** Verifies assertions that clients sign instead of sending a secret: private_key_jwt (RFC 7523 §3, OIDC Core §9). */
export class ClientAssertions {
  readonly #deps: ClientAssertionsDeps
  constructor(deps: ClientAssertionsDeps) {
    this.#deps = deps
  }

  /** Why an assertion does not prove this client at this endpoint, for the log; undefined when it does. */
  async failureOf(assertion: string, client: Client, url: string): Promise<string | undefined> {
    const jws = tryParse(assertion)
    if (!jws) return 'the assertion is not a readable JWS'
    const failure = this.#wrongClaims(jws.payload, client, url) ?? (await this.#wrongSignature(jws, client))
    if (failure !== undefined) return failure
    // Single use (RFC 7523 §3 point 7), claimed last: only a genuine assertion can use up its own jti.
    const { jti, exp } = jws.payload as { jti: string; exp: number }
    const fresh = await this.#deps.replays.claim(`assertion:${client.clientId} ${jti}`, (exp + SKEW_SECONDS) * 1000)
    return fresh ? undefined : 'the assertion was used before'
  }

  #wrongClaims(claims: Claims, client: Client, url: string): string | undefined {
    const { iss, sub, jti } = claims
    if (iss !== client.clientId || sub !== client.clientId) return 'iss and sub must be the client id'
    if (!this.#names(claims['aud'], url)) return 'aud is neither the issuer nor this endpoint'
    if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_LENGTH) return 'jti is missing or too long'
    return wrongTimes(claims, toUnixSeconds(this.#deps.clock.now()))
  }

  async #wrongSignature(jws: ParsedJws, { jwks, jwksUri }: Client): Promise<string | undefined> {
    const { remoteKeys } = this.#deps
    let keys = fitting(jws, jwksUri === null ? (jwks?.keys ?? []) : await remoteKeys.at(jwksUri))
    // A key nobody knows yet: the client may have changed its keys since we looked.
    if (keys.length === 0 && jwksUri !== null) keys = fitting(jws, await remoteKeys.again(jwksUri))
    const verified = keys.some((key) => verifyJws(jws, importPublicJwk(key), assertionAlgorithms))
    return verified ? undefined : 'no registered key verifies the signature'
  }

  /** RFC 7523 §3 point 3, RFC 9126 §2: compared as texts; one audience, so that nobody else can use it as well. */
  #names(audience: unknown, url: string): boolean {
    const { issuer } = this.#deps
    const only: unknown = Array.isArray(audience) && audience.length === 1 ? audience[0] : audience
    return only === issuer || only === `${issuer}/oauth/token` || only === `${issuer}${url.split('?', 1)[0]}`
  }
}

function wrongTimes({ exp, iat, nbf }: Claims, now: number): string | undefined {
  if (!isTime(exp) || exp <= now) return 'exp is missing or past'
  if (exp > now + MAX_LIFE_SECONDS + SKEW_SECONDS) return `exp is more than ${MAX_LIFE_SECONDS} seconds ahead`
  if (nbf !== undefined && (!isTime(nbf) || nbf > now + SKEW_SECONDS)) return 'nbf is not a time that has come'
  if (iat === undefined) return undefined
  const sane = isTime(iat) && iat <= now + SKEW_SECONDS && iat >= now - OLDEST_SECONDS
  return sane ? undefined : 'iat is in the future or long past'
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

type Keys = ClientKeys['keys']

/** The keys that may have signed: of the id and the algorithm the header names, as far as a key says either. */
const fitting = ({ header: { kid, alg } }: ParsedJws, keys: Keys): Keys =>
  keys.filter(
    (key) =>
      (kid === undefined || key['kid'] === undefined || key['kid'] === kid) &&
      (key['alg'] === undefined || key['alg'] === alg),
  )

function tryParse(assertion: string): ParsedJws | undefined {
  try {
    return parseJws(assertion)
  } catch (error) {
    if (error instanceof MalformedJws) return undefined
    throw error
  }
}
