import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import { credentialErrors } from '#/modules/credentials/shared/errors.ts'
import { loginFailed, passkeyCounterRegressed } from '#/modules/credentials/shared/events.ts'
import { clientDataOf } from './client-data.ts'
import { requestOptions, userHandle } from './options.ts'
import { methodsOf } from './passkey.ts'
import { PasskeyStore } from './store.ts'
import { CeremonyRefused, verifyAssertion } from './webauthn.ts'
import type { Static } from 'typebox'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'
import type { Browser, SessionPrincipal } from '#/modules/sessions/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { Challenges, ChallengePurpose } from './challenges.ts'
import type { Passkey } from './passkey.ts'
import type { AssertionBody, RequestOptions } from './schemas.ts'
import type { Asserted, RelyingParty } from './webauthn.ts'

interface PasskeyProofsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly limits: Limits
  readonly users: Users
  readonly challenges: Challenges
  readonly relyingParty: RelyingParty
}

/** Who was proven by a passkey, and by which methods (RFC 8176 §2). */
export interface PasskeyProof {
  readonly user: User
  readonly methods: string[]
}

// Nobody guesses a signature; this bounds what strangers can make us verify and write down.
const FAILURES: LimitRule = { burst: 30, periodMs: 10 * 60_000 }

/** Proofs by passkeys: signing in with one, and confirming with one that it is still the same person. */
export class PasskeyProofs {
  readonly #deps: PasskeyProofsDeps
  readonly #store: PasskeyStore
  constructor(deps: PasskeyProofsDeps) {
    this.#deps = deps
    this.#store = new PasskeyStore(deps.db)
  }

  /** What a browser needs to offer whatever passkeys there are: it says nothing about anyone's. */
  signInOptions(browser: Browser): Static<typeof RequestOptions> {
    const { challenges, relyingParty } = this.#deps
    return requestOptions(challenges.issue(signingIn(browser.id)), [], relyingParty.rpId)
  }

  /** The person whose passkey answered a challenge of this browser. Throws `passkey_refused` for all else. */
  async signIn(response: AssertionBody, browser: Browser, context: RequestContext): Promise<PasskeyProof> {
    const actor = actorOf('system', 'login', context)
    return this.#limited(actor, () => this.#prove(response, signingIn(browser.id), actor))
  }

  /** What a browser needs to ask the person of this session for one of their passkeys. */
  async confirmationOptions({ session, user }: SessionPrincipal): Promise<Static<typeof RequestOptions>> {
    const { challenges, relyingParty } = this.#deps
    const own = await this.#store.allOf(user.id)
    return requestOptions(challenges.issue(confirming(session.id)), own, relyingParty.rpId)
  }

  /** The methods by which the person of this session proved anew who they are. */
  async confirm({ session, user, actor }: SessionPrincipal, response: AssertionBody): Promise<string[]> {
    const proof = await this.#limited(actor, () => this.#prove(response, confirming(session.id), actor, user.id))
    return proof.methods
  }

  /** Counts a try before it is made, as with passwords, and hands back what was right. */
  async #limited(actor: Actor, work: () => Promise<PasskeyProof>): Promise<PasskeyProof> {
    const { limits } = this.#deps
    const name = `passkey_address:${networkOf(actor.ip ?? '')}`
    await limits.require(name, FAILURES)
    const proof = await work()
    await limits.giveBack(name, FAILURES)
    return proof
  }

  async #prove(
    response: AssertionBody,
    purpose: ChallengePurpose,
    actor: Actor,
    userId?: string,
  ): Promise<PasskeyProof> {
    const passkey = await this.#store.findByCredential(response.id)
    try {
      const challenge = await this.#consume(response, purpose)
      if (!passkey) throw new CeremonyRefused('nobody registered this passkey')
      requireOwner(passkey, response, userId)
      const asserted = await verifyAssertion(response, challenge, passkey, this.#deps.relyingParty)
      await this.#use(passkey, asserted, actor)
      return { user: await this.#ownerOf(passkey), methods: methodsOf(passkey) }
    } catch (cause) {
      if (!(cause instanceof CeremonyRefused)) throw cause
      return this.#refuse(passkey, actor, cause)
    }
  }

  /** One challenge is one try: it is gone before anything else is looked at. */
  async #consume({ response }: AssertionBody, purpose: ChallengePurpose): Promise<string> {
    const data = clientDataOf(response.clientDataJSON)
    const isOurs = data && (await this.#deps.challenges.consume(data.challenge, purpose))
    if (!isOurs) throw new CeremonyRefused('the challenge is not one for this, or was used')
    return data.challenge
  }

  async #use(passkey: Passkey, asserted: Asserted, actor: Actor): Promise<void> {
    const { db, clock } = this.#deps
    const used = await db.tx((tx) => this.#store.use(tx, passkey.id, asserted, clock.now()))
    if (!used) await this.#flag(passkey, asserted, actor)
  }

  /** A counter that does not go up tells of a copy: neither of the two is let in (WebAuthn §6.1.1). */
  async #flag({ id, userId, signCount }: Passkey, asserted: Asserted, actor: Actor): Promise<never> {
    const data = { user_id: userId, passkey_id: id, stored: signCount, received: asserted.signCount }
    const input = { actor, target: { type: 'user', id: userId }, result: 'denied', data } as const
    await this.#deps.events.recordAlone(this.#deps.db, passkeyCounterRegressed, input)
    throw new CeremonyRefused('the counter did not go up')
  }

  async #ownerOf({ userId }: Passkey): Promise<User> {
    const user = await this.#deps.users.find(userId)
    if (!user) throw new CeremonyRefused('the user is gone')
    if (user.disabledAt !== null) throw new AppError(credentialErrors.user_disabled)
    return user
  }

  async #refuse(passkey: Passkey | undefined, actor: Actor, cause: CeremonyRefused): Promise<never> {
    const target = passkey ? { type: 'user', id: passkey.userId } : null
    const input = { actor, target, result: 'denied', data: { reason: 'passkey_refused' } } as const
    await this.#deps.events.recordAlone(this.#deps.db, loginFailed, input)
    throw new AppError(credentialErrors.passkey_refused, { cause })
  }
}

const signingIn = (browserId: string): ChallengePurpose => ({ ceremony: 'sign-in', holder: browserId })
const confirming = (sessionId: string): ChallengePurpose => ({ ceremony: 'confirmation', holder: sessionId })

/** WebAuthn §7.2, step 6: the passkey is the one of the person it names, or of the person we asked. */
function requireOwner(passkey: Passkey, { response }: AssertionBody, userId: string | undefined): void {
  const handle = response.userHandle ?? undefined
  const isNamed = handle === userHandle(passkey.userId) || (handle === undefined && userId !== undefined)
  const isAsked = userId === undefined || userId === passkey.userId
  if (!isNamed || !isAsked) throw new CeremonyRefused('the passkey is not of the person it names')
}
