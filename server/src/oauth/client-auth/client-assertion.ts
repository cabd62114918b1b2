import type { Client, ClientKeys, RemoteKeys } from '#/modules/clients/index.ts'
import { toUnixSeconds } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import { importPublicJwk } from '#/platform/crypto/jwk.ts'
import { MalformedJws, parseJws } from '#/platform/crypto/jws.ts'
import { JwsVerifier } from '#/platform/crypto/jws-verifier.ts'
import { hashSecret } from '#/platform/crypto/secrets.ts'
import type { ParsedJws } from '#/platform/crypto/jws.ts'
import type { Replays } from '#/platform/replays/replays.ts'
import { assertionAlgorithms, fapiAlgorithms } from '#/protocol/oauth.ts'

export interface ClientAssertionsDeps {
  readonly replays: Replays
  readonly remoteKeys: RemoteKeys
  readonly clock: Clock
  /** The issuer identifier, equal to the base URL. */
  readonly issuer: string
}

// Some libraries sign one assertion for an hour. A replay record is kept for as long, so not longer than that.
const MAX_LIFE_SECONDS = 3600
const SKEW_SECONDS = 10
const OLDEST_SECONDS = 3600
const MAX_JTI_LENGTH = 255

type Claims = Readonly<Record<string, unknown>>

/** The client an assertion speaks for, before it is verified; undefined when it is not readable. */
export function claimedClientId(assertion: string): string | undefined {
  const { iss, sub } = tryParse(assertion)?.payload ?? {}
  return typeof sub === 'string' && iss === sub ? sub : undefined
}

/** What an assertion proves: the client, once `claim` says that it is its first use. */
export interface GenuineAssertion {
  readonly kind: 'genuine'
  /** Uses the assertion up (RFC 7523 §3 point 7) by one insert; false when it was used before. */
  claim(): Promise<boolean>
}

/** Why an assertion proves nothing. With a `proven` key behind it, its sender may hear what to change. */
export interface RefusedAssertion {
  readonly kind: 'refused'
  readonly reason: string
  readonly proven: boolean
}

/** Verifies assertions that clients sign instead of sending a secret: private_key_jwt (RFC 7523 §3, OIDC Core §9). */
export class ClientAssertions {
  readonly #deps: ClientAssertionsDeps
  readonly #signatures = new JwsVerifier()
  constructor(deps: ClientAssertionsDeps) {
    this.#deps = deps
  }

  /** Whether an assertion proves this client at this endpoint. It is not used up yet. */
  async judge(assertion: string, client: Client, url: string): Promise<GenuineAssertion | RefusedAssertion> {
    const jws = tryParse(assertion)
    if (!jws) return { kind: 'refused', reason: 'the assertion is not a readable JWS', proven: false }
    const foreign = await this.#wrongSignature(jws, client)
    if (foreign !== undefined) return { kind: 'refused', reason: foreign, proven: false }
    const wrong = this.#wrongClaims(jws.payload, client, url)
    if (wrong !== undefined) return { kind: 'refused', reason: wrong, proven: true }
    const { jti, exp } = jws.payload as { jti?: string; exp: number }
    // Without a jti the text itself is the name: what was signed once is taken once.
    const name = `assertion:${client.clientId} ${jti ?? `sha256:${hashSecret(jws.signingInput)}`}`
    return { kind: 'genuine', claim: () => this.#deps.replays.claim(name, (exp + SKEW_SECONDS) * 1000) }
  }

  #wrongClaims(claims: Claims, client: Client, url: string): string | undefined {
    const { iss, sub, jti } = claims
    if (iss !== client.clientId || sub !== client.clientId) return 'iss and sub must be the client_id'
    const misdirected = this.#wrongAudience(claims['aud'], client, url)
    if (misdirected !== undefined) return misdirected
    const isSane = jti === undefined || (typeof jti === 'string' && jti !== '' && jti.length <= MAX_JTI_LENGTH)
    if (!isSane) return `jti must be a text of 1 to ${MAX_JTI_LENGTH} characters`
    return wrongTimes(claims, toUnixSeconds(this.#deps.clock.now()))
  }

  async #wrongSignature(
    jws: ParsedJws,
    { jwks, jwksUri, assertionAlg, securityProfile }: Client,
  ): Promise<string | undefined> {
    const { remoteKeys } = this.#deps
    const known = securityProfile === null ? assertionAlgorithms : fapiAlgorithms
    const accepted = known.filter((alg) => assertionAlg === null || alg === assertionAlg)
    let keys = fitting(jws, jwksUri === null ? (jwks?.keys ?? []) : await remoteKeys.at(jwksUri))
    // A key nobody knows yet: the client may have changed its keys since we looked.
    if (keys.length === 0 && jwksUri !== null) keys = fitting(jws, await remoteKeys.again(jwksUri))
    for (const key of keys) {
      if (await this.#signatures.verify(jws, importPublicJwk(key), accepted)) return undefined
    }
    return 'no registered key verifies the signature'
  }

  /** FAPI 2.0 Security Profile §5.3.2.1: for the issuer, as one text, so that no other server can use it with us. */
  #wrongAudience(audience: unknown, { securityProfile }: Client, url: string): string | undefined {
    const { issuer } = this.#deps
    if (securityProfile !== null) return audience === issuer ? undefined : `aud must be the issuer ${issuer} as a text`
    return this.#names(audience, url) ? undefined : `aud must be the issuer ${issuer} or this endpoint alone`
  }

  /** RFC 7523 §3 point 3, RFC 9126 §2: compared as texts; every audience is us, so that nobody else can use it too. */
  #names(audience: unknown, url: string): boolean {
    const { issuer } = this.#deps
    const names: readonly unknown[] = [issuer, `${issuer}/oauth/token`, `${issuer}${url.split('?', 1)[0]}`]
    const audiences: readonly unknown[] = Array.isArray(audience) ? audience : [audience]
    return audiences.length > 0 && audiences.every((name) => names.includes(name))
  }
}

function wrongTimes({ exp, iat, nbf }: Claims, now: number): string | undefined {
  if (!isTime(exp) || exp <= now) return 'exp must be a time to come'
  if (exp > now + MAX_LIFE_SECONDS + SKEW_SECONDS) return `exp must not be more than ${MAX_LIFE_SECONDS} seconds ahead`
  if (nbf !== undefined && (!isTime(nbf) || nbf > now + SKEW_SECONDS)) return 'nbf must be a time that has come'
  if (iat === undefined) return undefined
  const sane = isTime(iat) && iat <= now + SKEW_SECONDS && iat >= now - OLDEST_SECONDS
  return sane ? undefined : `iat must not be in the future, nor more than ${OLDEST_SECONDS} seconds ago`
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
