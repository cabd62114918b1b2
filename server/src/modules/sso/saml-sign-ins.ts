import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { Replays } from '#/platform/replays/replays.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { SsoAttempt } from './attempt.ts'
import type { SsoAttempts } from './attempts.ts'
import { identityOf } from './attribute-mapping.ts'
import type { SsoConnection } from './connection.ts'
import type { SsoConnections } from './connections.ts'
import { ssoErrors } from './errors.ts'
import type { AssertedIdentity } from './identity.ts'
import type { SamlKeys } from './saml-keys.ts'
import { identityProviderOf, serviceProviderOf } from './saml-parties.ts'
import { verifiedResponse } from './saml-response.ts'
import type { VerifiedResponse } from './saml-response.ts'
import type { SamlResponses } from './saml-responses.ts'
import type { SamlAssertion } from './saml/assertion.ts'
import { nameIdFormats } from './saml/names.ts'
import { SamlRefusal } from './saml/refusal.ts'
import { newMessageId, signInUrl } from './saml/requests.ts'
import { readResponse } from './saml/response.ts'
import type { ResponseExpectation } from './saml/response.ts'
import type { SsoDeparture, SsoOutcome, SsoSignIns } from './sign-ins.ts'

interface SamlSignInsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly limits: Limits
  readonly replays: Replays
  readonly connections: Pick<SsoConnections, 'getEnabled'>
  readonly keys: Pick<SamlKeys, 'of'>
  readonly attempts: SsoAttempts
  readonly responses: SamlResponses
  readonly signIns: Pick<SsoSignIns, 'land'>
  readonly issuer: string
  readonly log: { warn(details: object, message: string): void }
}

/** What a provider posts. */
export interface PostedResponse {
  readonly response: string
  readonly relayState: string
}

/** Verifying a response takes milliseconds, and anybody can send one. */
const RESPONSES = { burst: 120, periodMs: 60_000 }
const DEPARTURES = { burst: 60, periodMs: 60_000 }
const MAX_RELAY_STATE_LENGTH = 2048
/** What may be a path of ours; the pages look at it again before they lead there. */
const OWN_PATH = /^\/[\x21-\x7e]*$/

/** Signing in through a connection by SAML: out with a signed request, in by a form of the provider, and one hop to the browser. */
export class SamlSignIns {
  readonly #deps: SamlSignInsDeps
  constructor(deps: SamlSignInsDeps) {
    this.#deps = deps
  }

  /** Begins a sign-in; returns where to send the browser. */
  async depart(connectionId: string, departure: SsoDeparture, context: RequestContext): Promise<string> {
    const { limits, attempts, clock } = this.#deps
    const connection = await this.#getSaml(connectionId)
    await limits.require(`sso_departure:${networkOf(context.ip)}`, DEPARTURES)
    const { serviceProvider, identityProvider } = await this.#parties(connection)
    const { browserId, goingOn, purpose = 'sign_in' } = departure
    const id = newMessageId()
    const attempt = { browserId, purpose, goingOn }
    const relayState = await attempts.begin(connection, attempt, { requestId: id })
    return signInUrl({ serviceProvider, identityProvider, id, now: clock.now(), relayState })
  }

  /**
   * Takes a response that a provider's form brought, and returns the secret by which the browser picks it up. The form of
   * another site brings no cookie of ours, so nobody is signed in here. Throws `saml_response_refused`. Why is in the log,
   * and told to whoever tries the connection out by a link of an operator.
   */
  async receive(connectionId: string, posted: PostedResponse, context: RequestContext): Promise<string> {
    const { db, limits, replays, responses } = this.#deps
    const connection = await this.#getSaml(connectionId)
    await limits.require(`saml_response:${networkOf(context.ip)}`, RESPONSES)
    const assertion = await this.#verify(connection, posted)
    const isAllowed = assertion.inResponseTo !== undefined || connection.saml?.allowIdpInitiated === true
    if (!isAllowed) return this.#refuse(connection, posted, 'unsolicited', 'nobody asked for it')
    const kept = verifiedResponse(assertion, posted.relayState.slice(0, MAX_RELAY_STATE_LENGTH))
    const secret = await db.tx(async (tx) => {
      // Its id is claimed in the transaction that keeps it: of two at once, on whichever node, the second is refused (SA5).
      const name = `saml_assertion:${connection.id}:${assertion.id}`
      return (await replays.claim(name, assertion.acceptableUntil, tx)) && responses.keep(tx, connection, kept)
    })
    return secret === false ? this.#refuse(connection, posted, 'replayed', 'it came before') : secret
  }

  /** Ends a sign-in in the browser that began it. Throws `sso_attempt_over` in any other, and for what was picked up before. */
  async arrive(
    connectionId: string,
    { secret, browserId }: { readonly secret: string; readonly browserId: string },
    context: RequestContext,
  ): Promise<{ readonly outcome: SsoOutcome; readonly response: VerifiedResponse }> {
    const connection = await this.#getSaml(connectionId)
    const response = await this.#deps.responses.take(secret, connection)
    const attempt = await this.#endAttempt(connection, response, browserId)
    const identity = identityIn(connection, response)
    const arrival = { connection, attempt, browserId, identity }
    return { outcome: await this.#deps.signIns.land(arrival, context), response }
  }

  /** What the person set out for; where the provider began, to go on to the path that it names, if that is one of ours. */
  async #endAttempt(
    connection: SsoConnection,
    response: VerifiedResponse,
    browserId: string,
  ): Promise<Pick<SsoAttempt, 'goingOn' | 'purpose'>> {
    const { relayState, inResponseTo } = response
    if (inResponseTo === null) {
      const goingOn = OWN_PATH.test(relayState) ? `?${new URLSearchParams({ next: relayState })}` : ''
      return { goingOn, purpose: 'sign_in' }
    }
    const { attempt, secrets } = await this.#deps.attempts.end(relayState, connection, browserId)
    if (secrets['requestId'] !== inResponseTo) throw new AppError(ssoErrors.sso_attempt_over)
    return attempt
  }

  async #verify(connection: SsoConnection, posted: PostedResponse): Promise<SamlAssertion> {
    try {
      return await readResponse(posted.response, { ...(await this.#parties(connection)), now: this.#deps.clock.now() })
    } catch (error) {
      if (!(error instanceof SamlRefusal)) throw error
      return this.#refuse(connection, posted, error.reason, error.message)
    }
  }

  async #refuse(
    connection: SsoConnection,
    { relayState }: PostedResponse,
    reason: string,
    message: string,
  ): Promise<never> {
    const { id, name } = connection
    this.#deps.log.warn({ connection: name, connection_id: id, reason, message }, 'a SAML response was refused')
    const isTest = await this.#deps.attempts.isTest(relayState, connection)
    throw new AppError(
      ssoErrors.saml_response_refused,
      isTest ? { details: { connection: name, reason, message } } : {},
    )
  }

  async #parties(
    connection: SsoConnection,
  ): Promise<Pick<ResponseExpectation, 'serviceProvider' | 'identityProvider'>> {
    const { keys, issuer } = this.#deps
    const serviceProvider = serviceProviderOf(connection, await keys.of(connection.id), issuer)
    return { serviceProvider, identityProvider: identityProviderOf(connection) }
  }

  async #getSaml(id: string): Promise<SsoConnection> {
    const connection = await this.#deps.connections.getEnabled(id)
    if (connection.type !== 'saml') throw new AppError(ssoErrors.sso_connection_not_found)
    return connection
  }
}

/** Whom a response speaks of. A transient name is another one each time, so that it can't say who somebody is. */
function identityIn(connection: SsoConnection, { nameId, attributes }: VerifiedResponse): AssertedIdentity | 'failed' {
  const valuesOf = (name: string): readonly string[] | undefined =>
    Object.hasOwn(attributes, name) ? attributes[name] : undefined
  const { subject: named } = connection.attributes
  const values = named === undefined ? [nameId.value] : (valuesOf(named) ?? [])
  const isStable = named !== undefined || nameId.format !== nameIdFormats.transient
  const [subject = ''] = values
  if (!isStable || values.length !== 1 || subject === '') return 'failed'
  const isAddress = nameId.format === nameIdFormats.email
  const identity = identityOf(connection, subject, valuesOf)
  return { ...identity, email: identity.email ?? (isAddress ? nameId.value : null) }
}
