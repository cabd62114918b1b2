import type { Db, Tx } from '#/platform/db/db.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Actor } from '#/platform/events/event.ts'
import type { Events } from '#/platform/events/events.ts'
import { AppError } from '#/platform/http/errors.ts'
import { tooManyRequests } from '#/platform/http/too-many-requests.ts'
import type { Limits } from '#/platform/limits/limits.ts'
import { networkOf } from '#/platform/limits/network.ts'
import { parseName, userErrors } from '#/modules/users/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { LinkReason, OAuthAccounts } from './accounts.ts'
import { connect } from './connection.ts'
import type { Connection } from './connection.ts'
import { providerErrors } from './errors.ts'
import { signInRefused } from './events.ts'
import { decideLink } from './link-decision.ts'
import type { LinkRefusal } from './link-decision.ts'
import type { Profile } from './profile.ts'
import type { Provider } from './provider.ts'
import type { Providers } from './providers.ts'
import { ProviderFailure } from './relying-party.ts'
import type { RelyingParty } from './relying-party.ts'
import type { RoundTrips } from './round-trips.ts'

export interface ProviderSignInsDeps {
  readonly db: Db
  readonly keyring: Keyring
  readonly events: Events
  readonly limits: Limits
  readonly users: Users
  readonly providers: Providers
  readonly accounts: OAuthAccounts
  readonly relyingParty: RelyingParty
  readonly roundTrips: RoundTrips
  /** The issuer identifier, equal to the base URL. */
  readonly issuer: string
  readonly log: { warn(details: object, message: string): void }
}

/** Who sets out, from where, and where they want to go on to afterwards. */
export interface Departure {
  readonly browserId: string
  readonly address: string
  readonly goingOn: string
  /** The session of a person who wants to link an account to themselves. */
  readonly linkingSessionId?: string
}

/** Who comes back, in which browser, with what in their address. */
export interface Arrival {
  readonly browserId: string
  readonly address: string
  readonly requestId: string
  readonly answer: URLSearchParams
  /** Who is signed in in that browser, if anybody. */
  readonly person: { readonly user: User; readonly session: { readonly id: string }; readonly actor: Actor } | undefined
}

/** Why an arrival ends without a sign-in. */
export type Refusal = LinkRefusal | 'denied' | 'failed' | 'linked_elsewhere' | 'session_changed'

/** How it ended, and where the person wanted to go on to. */
export type Landing = { readonly provider: Provider; readonly goingOn: string } & (
  | { readonly kind: 'signed_in'; readonly user: User }
  | { readonly kind: 'linked' }
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly email: string | null }
)

type Ending = { kind: 'signed_in'; user: User } | { kind: 'linked' } | { kind: 'refused'; reason: Refusal }

/** Each begun round trip is a row for twenty minutes. */
const DEPARTURES = { burst: 60, periodMs: 60_000 }
// Of two arrivals of one new person at once the second finds what the first made.
const LOOKS = 3

/** Signing in, signing up and linking through providers. */
export class ProviderSignIns {
  readonly #deps: ProviderSignInsDeps
  constructor(deps: ProviderSignInsDeps) {
    this.#deps = deps
  }

  /** Begins a round trip; answers where to send the browser. Throws `provider_unavailable` when that can't be known. */
  async depart(providerName: string, departure: Departure): Promise<string> {
    const { providers, roundTrips, relyingParty, limits } = this.#deps
    const provider = await providers.getEnabled(providerName)
    const { browserId, goingOn, linkingSessionId = null } = departure
    const { allowed, retryAfterSeconds } = await limits.hit(
      `provider_departure:${networkOf(departure.address)}`,
      DEPARTURES,
    )
    if (!allowed) throw tooManyRequests(retryAfterSeconds, DEPARTURES)
    const purpose = linkingSessionId === null ? 'sign_in' : 'link'
    const trip = { providerId: provider.id, browserId, purpose, sessionId: linkingSessionId, goingOn } as const
    const secrets = await roundTrips.begin(trip)
    try {
      return await relyingParty.authorizationUrl(this.#connection(provider), secrets)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      this.#logFailure(provider, error)
      throw new AppError(providerErrors.provider_unavailable, { cause: error })
    }
  }

  /** Ends a round trip. Throws `round_trip_over` for a state that is not this browser's, not this provider's, or used. */
  async arrive(providerName: string, arrival: Arrival): Promise<Landing> {
    const { providers, roundTrips } = this.#deps
    const provider = await providers.getEnabled(providerName)
    const { trip, secrets } = await roundTrips.end(arrival.answer.get('state') ?? '', provider.id, arrival.browserId)
    const outcome = await this.#profile(provider, arrival, secrets)
    const isProfile = !(outcome instanceof ProviderFailure)
    const ending = !isProfile
      ? refused(outcome.reason)
      : trip.purpose === 'link'
        ? await this.#link(provider, outcome, arrival, trip.sessionId)
        : await this.#signIn(provider, outcome, arrival)
    const { goingOn } = trip
    if (ending.kind !== 'refused') return { provider, goingOn, ...ending }
    await this.#recordRefusal(provider, ending.reason, arrival)
    return { provider, goingOn, ...ending, email: isProfile ? outcome.email : null }
  }

  async #profile(
    provider: Provider,
    { answer }: Arrival,
    secrets: Parameters<RelyingParty['profileOf']>[2],
  ): Promise<Profile | ProviderFailure> {
    try {
      return await this.#deps.relyingParty.profileOf(this.#connection(provider), answer, secrets)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (error.reason === 'failed') this.#logFailure(provider, error)
      return error
    }
  }

  /** Known by provider and subject, or new: then the address decides, as far as it may. */
  async #signIn(provider: Provider, profile: Profile, arrival: Arrival): Promise<Ending> {
    const { accounts, users } = this.#deps
    for (let look = 0; look < LOOKS; look++) {
      const account = await accounts.find(provider, profile.subject)
      if (account) {
        const user = await users.get(account.userId)
        if (user.disabledAt !== null) return refused('user_disabled')
        await accounts.touch(account, profile)
        return { kind: 'signed_in', user }
      }
      const ending = await this.#meet(provider, profile, arrival)
      if (ending) return ending
    }
    return refused('failed')
  }

  /** Somebody nobody here knows by this account; undefined when that changed in the meantime. */
  async #meet(provider: Provider, profile: Profile, arrival: Arrival): Promise<Ending | undefined> {
    const local = profile.email === null ? undefined : await this.#deps.users.findByEmail(profile.email)
    const decision = decideLink(profile, local)
    if (decision.kind === 'refuse') return refused(decision.reason)
    if (decision.kind === 'sign_up') return this.#signUp(provider, profile, decision.email, arrival)
    return this.#give({ user: decision.user, provider, profile, how: 'same_address' }, arrival)
  }

  async #signUp(provider: Provider, profile: Profile, email: string, arrival: Arrival): Promise<Ending | undefined> {
    const { db, users, accounts } = this.#deps
    const name = parseName(profile.name ?? '') ?? ''
    const input = { email, name, emailVerified: true }
    try {
      return await db.tx(async (tx) => {
        const user = await users.create(input, ({ id }) => actorOf(id, arrival), tx)
        const link = { user, provider, profile, how: 'signed_up' } as const
        // Throwing undoes the user: of two at once only one becomes somebody.
        if (!(await accounts.link(tx, link, actorOf(user.id, arrival)))) throw new LinkedMeanwhile()
        return { kind: 'signed_in', user }
      })
    } catch (error) {
      if (error instanceof LinkedMeanwhile) return undefined
      const code = error instanceof AppError ? error.code : undefined
      if (code === userErrors.email_taken) return undefined
      // An address that this server does not take is as good as none.
      if (code === userErrors.invalid_email) return refused('no_email')
      throw error
    }
  }

  async #link(provider: Provider, profile: Profile, arrival: Arrival, sessionId: string | null): Promise<Ending> {
    const { person } = arrival
    if (person === undefined || person.session.id !== sessionId) return refused('session_changed')
    const account = await this.#deps.accounts.find(provider, profile.subject)
    if (account) return account.userId === person.user.id ? { kind: 'linked' } : refused('linked_elsewhere')
    const given = await this.#give({ user: person.user, provider, profile, how: 'requested' }, arrival)
    return given ? { kind: 'linked' } : refused('linked_elsewhere')
  }

  async #give(
    link: { user: User; provider: Provider; profile: Profile; how: LinkReason },
    arrival: Arrival,
  ): Promise<Ending | undefined> {
    const { db, accounts, users } = this.#deps
    const given = await db.tx(async (tx: Tx) => {
      const user = await users.hold(tx, link.user.id)
      // What was decided a moment ago must still be so.
      if (!user || user.disabledAt !== null || !isSameAddress(user, link.user)) return false
      return accounts.link(tx, link, actorOf(user.id, arrival))
    })
    return given ? { kind: 'signed_in', user: link.user } : undefined
  }

  #connection(provider: Provider): Connection {
    return connect(provider, this.#deps.keyring, this.#deps.issuer)
  }

  async #recordRefusal(provider: Provider, reason: Refusal, arrival: Arrival): Promise<void> {
    const { requestId, address, person } = arrival
    const actor = person?.actor ?? { type: 'system', id: 'provider-sign-in', requestId, address }
    const target = { type: 'oauth_provider', id: provider.id }
    const data = { provider: provider.name, reason }
    await this.#deps.db.tx((tx) =>
      this.#deps.events.record(tx, signInRefused, { actor, target, result: 'denied', data }),
    )
  }

  #logFailure({ id, name }: Provider, error: ProviderFailure): void {
    this.#deps.log.warn({ err: error, provider: name, provider_id: id }, 'a provider could not be used')
  }
}

const isSameAddress = (now: User, then: User): boolean =>
  now.emailCanonical === then.emailCanonical && now.emailVerified === then.emailVerified

class LinkedMeanwhile extends Error {}

const refused = (reason: Refusal): Ending => ({ kind: 'refused', reason })

const actorOf = (id: string, { requestId, address }: Arrival): Actor => ({ type: 'user', id, requestId, address })
