import type { Db } from '#/platform/db/db.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { actorOf } from '#/platform/audit/event.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { User } from '#/modules/users/index.ts'
import { connect } from './connection.ts'
import type { Connection } from './connection.ts'
import { providerErrors } from './errors.ts'
import { signInRefused } from './events.ts'
import type { Match, Matching, MatchRefusal } from './matching.ts'
import type { Profile } from './profile.ts'
import type { Provider } from './provider.ts'
import type { Providers } from './providers.ts'
import { ProviderFailure } from './provider-failure.ts'
import type { RelyingParty, TripSecrets } from './relying-party.ts'
import type { AuthorizationAttempt } from './authorization-attempt.ts'
import type { AuthorizationAttempts } from './authorization-attempts.ts'

export interface ProviderSignInsDeps {
  readonly db: Db
  readonly keyring: Keyring
  readonly events: Events
  readonly limits: Limits
  readonly providers: Providers
  readonly matching: Matching
  readonly relyingParty: RelyingParty
  readonly authorizationAttempts: AuthorizationAttempts
  /** The issuer identifier, equal to the base URL. */
  readonly issuer: string
  readonly log: { warn(details: object, message: string): void }
}

/** Who sets out, and where they want to go on to afterwards. */
interface Departure {
  readonly browserId: string
  readonly goingOn: string
  /** The session of a person who wants to link an account to themselves. */
  readonly linkingSessionId?: string
}

/** Who comes back, in which browser, with what in their URL. */
interface ProviderResponse {
  readonly browserId: string
  readonly answer: URLSearchParams
  /** What the answer calls them by the side; nobody signed it. */
  readonly name?: string | undefined
  /** Who is signed in in that browser, if anybody. */
  readonly person: { readonly user: User; readonly session: { readonly id: string }; readonly actor: Actor } | undefined
}

/** Somebody who came back, with what the provider says about them. */
interface Returning {
  readonly provider: Provider
  readonly profile: Profile | ProviderFailure
  readonly response: ProviderResponse
  readonly context: RequestContext
}

/** Why a return ends without a sign-in. */
export type Refusal = MatchRefusal | 'denied' | 'session_changed'

/** How it ended, and where the person wanted to go on to. */
export type SignInOutcome = { readonly provider: Provider; readonly goingOn: string } & (
  | Exclude<Match, { kind: 'refused' }>
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly email: string | null }
)

/** Each begun round trip is a row for twenty minutes. */
const DEPARTURES = { burst: 60, periodMs: 60_000 }

/** Signing in, signing up and linking through providers: out to one, and back. */
export class ProviderSignIns {
  readonly #deps: ProviderSignInsDeps
  constructor(deps: ProviderSignInsDeps) {
    this.#deps = deps
  }

  /** Begins a round trip; answers where to send the browser. Throws `provider_unavailable` when that can't be known. */
  async depart(providerName: string, departure: Departure, context: RequestContext): Promise<string> {
    const { browserId, goingOn, linkingSessionId } = departure
    const { providers, authorizationAttempts, relyingParty } = this.#deps
    const provider = await providers.getEnabled(providerName)
    await this.#deps.limits.require(`provider_departure:${networkOf(context.ip)}`, DEPARTURES)
    const purpose = linkingSessionId === undefined ? 'sign_in' : 'link'
    const trip = { providerId: provider.id, browserId, purpose, sessionId: linkingSessionId ?? null, goingOn } as const
    const secrets = await authorizationAttempts.begin(trip)
    try {
      return await relyingParty.authorizationUrl(this.#connection(provider), secrets)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      this.#logFailure(provider, error)
      throw new AppError(providerErrors.provider_unavailable)
    }
  }

  /** Ends a round trip. Throws `round_trip_over` for a state that is not this browser's, not this provider's, or used. */
  async arrive(providerName: string, response: ProviderResponse, context: RequestContext): Promise<SignInOutcome> {
    const { providers, authorizationAttempts } = this.#deps
    const provider = await providers.getEnabled(providerName)
    const { trip, secrets } = await authorizationAttempts.end(
      response.answer.get('state') ?? '',
      provider.id,
      response.browserId,
    )
    const { goingOn } = trip
    const profile = await this.#profile(provider, response.answer, secrets)
    const landing = await this.#land({ provider, profile, response, context }, trip)
    if (landing.kind !== 'refused') return { provider, goingOn, ...landing }
    await this.#recordRefusal(provider, landing.reason, response, context)
    const email = profile instanceof ProviderFailure ? null : profile.email
    return { provider, goingOn, ...landing, email }
  }

  async #land(
    { provider, profile, response, context }: Returning,
    { purpose, sessionId }: AuthorizationAttempt,
  ): Promise<Match | { kind: 'refused'; reason: Refusal }> {
    if (profile instanceof ProviderFailure) return { kind: 'refused', reason: profile.reason }
    const { person, name = null } = response
    const newcomer = { provider, profile: { ...profile, name: profile.name ?? name }, context }
    if (purpose === 'sign_in') return this.#deps.matching.signIn(newcomer)
    if (person === undefined || person.session.id !== sessionId) return { kind: 'refused', reason: 'session_changed' }
    return this.#deps.matching.link(newcomer, person.user)
  }

  async #profile(
    provider: Provider,
    answer: URLSearchParams,
    secrets: TripSecrets,
  ): Promise<Profile | ProviderFailure> {
    try {
      return await this.#deps.relyingParty.profileOf(this.#connection(provider), answer, secrets)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (error.reason === 'failed') this.#logFailure(provider, error)
      return error
    }
  }

  #connection(provider: Provider): Connection {
    return connect(provider, this.#deps.keyring, this.#deps.issuer)
  }

  async #recordRefusal(
    provider: Provider,
    reason: Refusal,
    { person }: ProviderResponse,
    context: RequestContext,
  ): Promise<void> {
    const { db, events } = this.#deps
    const actor = person?.actor ?? actorOf('system', 'provider-sign-in', context)
    const target = { type: 'oauth_provider', id: provider.id }
    const data = { provider: provider.name, reason }
    await events.recordAlone(db, signInRefused, { actor, target, result: 'denied', data })
  }

  #logFailure({ id, name }: Provider, error: ProviderFailure): void {
    const reasons = messagesOf(error)
    this.#deps.log.warn({ provider: name, provider_id: id, reasons }, 'a provider could not be used')
  }
}

/** What happened, without what it happened to: errors of the library carry the claims of people. */
const messagesOf = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...messagesOf(error.cause)] : []
