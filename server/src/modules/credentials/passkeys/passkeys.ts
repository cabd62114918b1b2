import { AppError } from '#/platform/errors/app-error.ts'
import { newId } from '#/platform/ids.ts'
import { parseName } from '#/modules/users/index.ts'
import { credentialErrors } from '#/modules/credentials/shared/errors.ts'
import { passkeyAdded, passkeyRemoved, passkeyRenamed } from '#/modules/credentials/shared/events.ts'
import { requireProvenAddress } from '#/modules/credentials/shared/proven-address.ts'
import { clientDataOf } from './client-data.ts'
import { creationOptions } from './options.ts'
import { PasskeyStore } from './store.ts'
import { CeremonyRefused, verifyRegistration } from './webauthn.ts'
import type { Static } from 'typebox'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { FactorNotices } from '#/modules/credentials/shared/factor-notices.ts'
import type { Challenges, ChallengePurpose } from './challenges.ts'
import type { Counts } from '#/modules/lifecycle/index.ts'
import type { Passkey } from './passkey.ts'
import type { CreationOptions, RegistrationBody } from './schemas.ts'
import type { Registered, RelyingParty } from './webauthn.ts'

interface PasskeysDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly challenges: Challenges
  readonly notices: FactorNotices
  readonly relyingParty: RelyingParty
}

const MOST = 50
const MAX_NAME_LENGTH = 100
const DEFAULT_NAME = 'Passkey'

/** The passkeys people have: adding, naming, removing. */
export class Passkeys {
  readonly #deps: PasskeysDeps
  readonly #store: PasskeyStore
  constructor(deps: PasskeysDeps) {
    this.#deps = deps
    this.#store = new PasskeyStore(deps.db)
  }

  /** What the browser needs to make a passkey for the person of this session. */
  async registrationOptions({ session, user }: SessionPrincipal): Promise<Static<typeof CreationOptions>> {
    const { challenges, relyingParty } = this.#deps
    requireProvenAddress(user)
    const existing = await this.#store.allOf(user.id)
    if (existing.length >= MOST) throw tooMany()
    return creationOptions(challenges.issue(registering(session.id)), user, existing, relyingParty.rpId)
  }

  /** Keeps a passkey that was made for a challenge of this session. */
  async register(person: SessionPrincipal, response: RegistrationBody, name = DEFAULT_NAME): Promise<Passkey> {
    requireProvenAddress(person.user)
    const label = nameOf(name)
    const registered = await this.#verify(person, response)
    const passkey = this.#newPasskey(person, registered, response, label)
    await this.#deps.db.tx((tx) => this.#add(tx, person, passkey))
    return passkey
  }

  async #verify({ session }: SessionPrincipal, response: RegistrationBody): Promise<Registered> {
    const { challenges, relyingParty } = this.#deps
    try {
      const data = clientDataOf(response.response.clientDataJSON)
      const isOurs = data && (await challenges.consume(data.challenge, registering(session.id)))
      if (!isOurs) throw new CeremonyRefused('the challenge is not one of this session, or was used')
      return await verifyRegistration(response, data.challenge, relyingParty)
    } catch (cause) {
      if (!(cause instanceof CeremonyRefused)) throw cause
      throw new AppError(credentialErrors.passkey_registration_refused, { cause })
    }
  }

  #newPasskey(
    { user }: SessionPrincipal,
    registered: Registered,
    { response: { transports = [] } }: RegistrationBody,
    name: string,
  ): Passkey {
    const now = this.#deps.clock.now()
    const known = transports.filter((transport) => TRANSPORTS.includes(transport))
    return {
      ...registered,
      id: newId('pky', now),
      userId: user.id,
      transports: known,
      name,
      createdAt: now,
      lastUsedAt: null,
    }
  }

  async #add(tx: Tx, { user, actor }: SessionPrincipal, passkey: Passkey): Promise<void> {
    const { events, notices } = this.#deps
    if ((await this.#store.count(user.id, tx)) >= MOST) throw tooMany()
    // WebAuthn §7.1, step 26: one credential, one person, so that nobody answers with another's.
    if (!(await this.#store.insert(tx, passkey))) throw new AppError(credentialErrors.passkey_taken)
    const { aaguid, backupEligible } = passkey
    const data = { ...dataOf(passkey), aaguid, backup_eligible: backupEligible }
    await events.record(tx, passkeyAdded, { actor, target: targetOf(user.id), data })
    await notices.passkeyAdded(tx, user, passkey.name, actor)
  }

  list(userId: string, page: PageRequest): Promise<Page<Passkey>> {
    return this.#store.page(userId, page)
  }

  /** All of a person's, newest first; there are few. */
  allOf(userId: string): Promise<Passkey[]> {
    return this.#store.allOf(userId)
  }

  /** A passkey of this person. Throws `passkey_not_found`. */
  async getOwn(userId: string, id: string): Promise<Passkey> {
    const passkey = (await this.#store.allOf(userId)).find((it) => it.id === id)
    if (!passkey) throw new AppError(credentialErrors.passkey_not_found)
    return passkey
  }

  /** Whether a person has any. */
  async has(userId: string, queries?: Queries): Promise<boolean> {
    return (await this.#store.count(userId, queries)) > 0
  }

  /** Gives a passkey of this person another name. */
  async rename({ user, actor }: SessionPrincipal, id: string, name: string): Promise<Passkey> {
    const label = nameOf(name)
    return this.#deps.db.tx(async (tx) => {
      const passkey = await this.#store.rename(tx, user.id, id, label)
      if (!passkey) throw new AppError(credentialErrors.passkey_not_found)
      const data = dataOf(passkey)
      await this.#deps.events.record(tx, passkeyRenamed, { actor, target: targetOf(user.id), data })
      return passkey
    })
  }

  /** What ends with a passkey of this person: nothing. Throws `passkey_not_found`. */
  async countEnding(userId: string, id: string): Promise<Counts> {
    await this.getOwn(userId, id)
    return {}
  }

  /** Removes a passkey of this person; it opens nothing from then on. Sessions it opened go on. */
  async remove({ user, actor }: SessionPrincipal, id: string): Promise<void> {
    const { db, events } = this.#deps
    await db.tx(async (tx) => {
      const removed = await this.#store.remove(tx, user.id, id)
      if (!removed) throw new AppError(credentialErrors.passkey_not_found)
      const data = { user_id: user.id, passkey_id: id }
      await events.record(tx, passkeyRemoved, { actor, target: targetOf(user.id), data })
    })
  }
}

/** WebAuthn §5.8.4. */
const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

const registering = (sessionId: string): ChallengePurpose => ({ ceremony: 'registration', holder: sessionId })

const targetOf = (id: string) => ({ type: 'user', id })

const dataOf = ({ id, userId }: Passkey) => ({ user_id: userId, passkey_id: id })

function nameOf(text: string): string {
  const name = parseName(text)
  if (!name || [...name].length > MAX_NAME_LENGTH) throw new AppError(credentialErrors.invalid_passkey_name)
  return name
}

const tooMany = (): AppError => new AppError(credentialErrors.too_many_passkeys, { details: { limit: MOST } })
