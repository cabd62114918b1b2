import { isClientId, usesSecret } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { ClientDocuments } from '#/oauth/client-documents/index.ts'
import type { Clock } from '#/platform/clock.ts'
import { equalDigests, hashSecret } from '#/platform/crypto/secrets.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { rateLimitHeaders } from '#/platform/errors/too-many-requests.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { ClientAssertions } from './client-assertion.ts'
import { invalidClient, readCredentials } from './credentials.ts'
import type { ClientRequest, Credentials } from './credentials.ts'

export type { ClientRequest } from './credentials.ts'

export interface ClientAuthenticationDeps {
  readonly clientDocuments: ClientDocuments
  readonly limits: Limits
  readonly assertions: ClientAssertions
  readonly clock: Clock
}

/** Whether a request may be the first of a client that is described by a document: where a person is going to be asked. */
type Newcomers = 'introduces' | 'none'

const REUSABLE = { claim: async (): Promise<void> => undefined }

// Failures of one client from one network. Per pair, so that guessing elsewhere never locks the genuine client out.
const FAILURES = { burst: 20, periodMs: 600_000 }
// All failures of a network together: names are free to invent, and each pair takes a row. It counts known and unknown
// ones alike, so that it tells nobody which is which, and never stands in the way of a client that proves itself.
const NETWORK_FAILURES = { burst: 100, periodMs: 600_000 }

// Of one client that registered itself.
const ASSERTIONS_OF_STRANGER = { burst: 1000, periodMs: 600_000 }

// What a secret is compared with when there is none: an unknown client costs the same work as a wrong secret.
const NOBODYS_HASH = hashSecret('no client has this secret')

/** A client that proved itself. What it proved itself with is used up by `claim`, when the request goes on. */
export interface AuthenticatedClient {
  readonly client: Client
  /** Throws `invalid_client` when an assertion was used before. */
  claim(): Promise<void>
}

/** Why credentials prove nothing: for the log, and where their sender proved a key, for the sender. */
interface Failure {
  readonly detail: string
  readonly description?: string
}

/**
 * Authenticates OAuth clients (RFC 6749 §2.3, RFC 7523 §2.2). A success costs one point read and writes nothing. What is
 * right always passes: only failures are counted and slowed, so that guessing never keeps the genuine client out.
 */
export class ClientAuthentication {
  readonly #deps: ClientAuthenticationDeps
  constructor(deps: ClientAuthenticationDeps) {
    this.#deps = deps
  }

  /** The client behind a request; a public client is only named, not proven. Throws what the endpoint responds with. */
  async authenticate(request: ClientRequest, newcomers: Newcomers = 'none'): Promise<Client> {
    const { client, claim } = await this.verify(request, newcomers)
    await claim()
    return client
  }

  /** The same without using an assertion up: for endpoints that may still ask the client to come again. */
  async verify(request: ClientRequest, newcomers: Newcomers = 'none'): Promise<AuthenticatedClient> {
    const credentials = readCredentials(request)
    // An id of impossible shape belongs to nobody: nothing to look up, nothing to count.
    if (!isClientId(credentials.clientId)) throw invalidClient('the client id is malformed')
    const { notes } = request.context
    notes.namedClient = credentials.clientId
    const introduce = newcomers === 'introduces' ? request.context : undefined
    const client = await this.#deps.clientDocuments.find(credentials.clientId, introduce)
    const proof = await this.#proofOf(client, credentials, request)
    if (client === undefined || !('claim' in proof)) {
      await this.#countFailure(credentials.clientId, request)
      const { detail, description } = 'claim' in proof ? { detail: 'the client is unknown' } : proof
      throw invalidClient(detail, description)
    }
    // Checked at use (rule G4). Whoever holds the right secret is not guessing, so it does not count.
    if (!client.active) throw invalidClient('the client is deactivated')
    refuseForeignOrigin(client, request)
    notes.caller = { type: 'agent', id: client.clientId }
    return { client, claim: proof.claim }
  }

  /** Slows down what is wrong: 429 instead of 401 for the network, or for this client from this network. */
  async #countFailure(clientId: string, { context }: ClientRequest): Promise<void> {
    const network = networkOf(context.ip)
    const ofNetwork = await this.#deps.limits.hit(`client-auth-network:${network}`, NETWORK_FAILURES)
    if (!ofNetwork.allowed) throw tooManyFailures(ofNetwork.retryAfterSeconds)
    const ofPair = await this.#deps.limits.hit(`client-auth:${clientId} ${network}`, FAILURES)
    if (!ofPair.allowed) throw tooManyFailures(ofPair.retryAfterSeconds)
  }

  /** What credentials prove; everything but an assertion may be used again. */
  async #proofOf(
    client: Client | undefined,
    credentials: Credentials,
    request: ClientRequest,
  ): Promise<Failure | { claim(): Promise<void> }> {
    switch (credentials.kind) {
      case 'secret': {
        const matches = this.#isSecretOf(client, hashSecret(credentials.secret))
        if (client && !usesSecret(client.authMethod)) {
          return { detail: `the client is registered for ${client.authMethod}` }
        }
        return matches && client ? REUSABLE : { detail: 'the secret is wrong or the client is unknown' }
      }
      case 'assertion': {
        if (client?.authMethod !== 'private_key_jwt') {
          return { detail: 'the client is not registered for private_key_jwt' }
        }
        return this.#judgeAssertion(credentials.assertion, client, request)
      }
      case 'none':
        return client?.authMethod === 'none' ? REUSABLE : { detail: 'the client must authenticate, or is unknown' }
    }
  }

  async #judgeAssertion(
    assertion: string,
    client: Client,
    { url }: ClientRequest,
  ): Promise<Failure | { claim(): Promise<void> }> {
    const verdict = await this.#deps.assertions.judge(assertion, client, url)
    if (verdict.kind === 'refused') {
      const { reason, proven } = verdict
      return { detail: reason, ...(proven ? { description: `The client assertion is not valid: ${reason}.` } : {}) }
    }
    return {
      claim: async () => {
        const giveBack = await this.#boundAssertions(client)
        if (await verdict.claim()) return
        await giveBack()
        throw invalidClient('the assertion was used before', 'The client assertion was used before: sign a new one.')
      },
    }
  }

  /**
   * Each assertion leaves a row for up to an hour, and anyone can register a client. One that comes again leaves none, so it
   * is given back: whoever caught an old one can't use up what the client has.
   */
  async #boundAssertions({ clientId, trusted }: Client): Promise<() => Promise<void>> {
    if (trusted) return async () => undefined
    const { limits } = this.#deps
    const name = `client-assertions:${clientId}`
    await limits.require(name, ASSERTIONS_OF_STRANGER)
    return () => limits.giveBack(name, ASSERTIONS_OF_STRANGER)
  }

  /** Compares with the present secret and the one before it, whether there are any: the work tells nothing. */
  #isSecretOf(client: Client | undefined, hash: string): boolean {
    const isPresent = equalDigests(hash, client?.secretHash ?? NOBODYS_HASH)
    const isFormer = equalDigests(hash, client?.formerSecretHash ?? NOBODYS_HASH)
    return isPresent || (isFormer && (client?.formerSecretUntil ?? 0) > this.#deps.clock.now())
  }
}

const tooManyFailures = (seconds: number): OAuthError =>
  new OAuthError('rate_limited', 'Too many failed attempts of this client from this address.', {
    headers: rateLimitHeaders(seconds),
  })

/**
 * A client of whom operators said where its scripts run is not served to scripts from elsewhere, before anything is used
 * up: what a page of another origin holds was not meant for it. A caller that is not a browser sends no Origin.
 */
function refuseForeignOrigin({ allowedOrigins }: Client, request: ClientRequest): void {
  if (allowedOrigins === null) return
  const foreign = request.headerValues('origin').find((origin) => !allowedOrigins.includes(origin))
  if (foreign === undefined) return
  throw new OAuthError('unauthorized_client', 'Scripts of this origin must not use this client; see allowed_origins.', {
    detail: `the origin ${foreign.slice(0, 200)} is not allowed`,
  })
}
