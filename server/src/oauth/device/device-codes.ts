import { scopesOf } from '#/modules/clients/index.ts'
import type { Consents } from '#/modules/consents/index.ts'
import type { Sessions } from '#/modules/sessions/index.ts'
import type { VaultGrants } from '#/modules/vault/index.ts'
import type { Clock } from '#/platform/clock.ts'
import { hashSecret, newSecret } from '#/platform/crypto/secrets.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor, EventType } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { newId } from '#/platform/ids.ts'
import { OFFLINE_ACCESS } from '#/protocol/oauth.ts'
import type { DeviceCode } from './device-code.ts'
import { isWaiting } from './device-code.ts'
import { deviceApproved, deviceDenied } from './events.ts'
import { DeviceCodeStore } from './store.ts'
import { newUserCode, readUserCode } from './user-code.ts'

/** How long a person has, and how long a device waits between polls at first. */
export const LIFETIME_SECONDS = 1800
export const INTERVAL_SECONDS = 5

const SLOW_DOWN_SECONDS = 5
const TRIES = 5

export interface DeviceCodesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly consents: Consents
  readonly vaultGrants: Pick<VaultGrants, 'giveChosen'>
  readonly sessions: Pick<Sessions, 'hold'>
}

/** Who answers a device's question. `session` is null when an operator answers for the person. */
export interface Settler {
  readonly userId: string
  readonly session: { readonly id: string; readonly authenticatedAt: number } | null
  readonly actor: Actor
  /** The connected accounts that they let the client use. */
  readonly accounts: readonly string[]
}

/** Who says no: the person, or an operator for nobody in particular. */
type Denier = Pick<Settler, 'actor'> & { readonly userId: string | null }

/** The codes of the device grant (RFC 8628): asked for by a device, settled by a person, polled and used up once. */
export class DeviceCodes {
  readonly #deps: DeviceCodesDeps
  readonly #store: DeviceCodeStore
  constructor(deps: DeviceCodesDeps) {
    this.#deps = deps
    this.#store = new DeviceCodeStore(deps.db)
  }

  /** Makes the pair of codes. The device's one is told this once. */
  async open(question: Pick<DeviceCode, 'clientId' | 'scope' | 'resource' | 'ip'>): Promise<{
    deviceCode: string
    userCode: string
  }> {
    const deviceCode = newSecret('mandate_dc_')
    for (let tries = 0; tries < TRIES; tries++) {
      const code = pending(question, deviceCode, this.#deps.clock.now())
      if (await this.#store.insert(code)) return { deviceCode, userCode: code.userCode }
    }
    throw new OAuthError('temporarily_unavailable', 'No free user code was found. Try again.')
  }

  /** The code a person typed, in whatever way; undefined when there is none. */
  async findByUserCode(typed: string): Promise<DeviceCode | undefined> {
    const userCode = readUserCode(typed)
    return userCode === undefined ? undefined : this.#store.findByUserCode(userCode)
  }

  /** Whether the code still waits for an answer. */
  isWaiting(code: DeviceCode): boolean {
    return isWaiting(code, this.#deps.clock.now())
  }

  /** Codes that wait for an answer, newest first. */
  listWaiting(request: PageRequest): Promise<Page<DeviceCode>> {
    return this.#store.listWaiting(this.#deps.clock.now(), request)
  }

  /** A text that is another one after a device asked, or the newest that waits was answered or expired. */
  async mark(): Promise<string> {
    const { rows } = await this.listWaiting({ before: undefined, limit: 1, includeTotal: false })
    return rows[0]?.id ?? ''
  }

  /** Counts a guess that found nothing: codes it came close to die after a few. */
  async miss(typed: string): Promise<void> {
    const userCode = readUserCode(typed)
    if (userCode !== undefined) await this.#store.miss(userCode, this.#deps.clock.now())
  }

  /**
   * Says yes: consent and approval in one transaction. False when the code was settled or expired before, or the
   * person's session ended.
   */
  approve(code: DeviceCode, settler: Settler): Promise<boolean> {
    const { db, clock, consents, vaultGrants, sessions } = this.#deps
    const { userId, session, actor, accounts } = settler
    const answer = {
      status: 'approved',
      userId,
      sessionId: session?.id ?? null,
      authenticatedAt: session?.authenticatedAt ?? null,
    } as const
    return db.tx(async (tx) => {
      // Held until the approval is written: who ends the session comes before, or finds the approval and ends it.
      if (session !== null && !(await sessions.hold(tx, session.id))) return false
      if (!(await this.#store.settle(tx, code.id, answer, clock.now()))) return false
      const { clientId, scope, resource } = code
      const consent = await consents.grant(tx, { userId, clientId, scope, resource }, actor)
      await vaultGrants.giveChosen(tx, { userId, clientId, scope, connectionIds: accounts }, actor)
      await this.#store.setConsent(tx, code.id, consent.id)
      await this.#record(tx, deviceApproved, code, settler)
      return true
    })
  }

  /** Says no. False when the code was settled or expired before. */
  deny(code: DeviceCode, settler: Denier): Promise<boolean> {
    const { db, clock } = this.#deps
    const answer = { status: 'denied', userId: settler.userId } as const
    return db.tx(async (tx) => {
      if (!(await this.#store.settle(tx, code.id, answer, clock.now()))) return false
      await this.#record(tx, deviceDenied, code, settler)
      return true
    })
  }

  async #record(tx: Tx, kind: EventType<typeof deviceApproved.data>, code: DeviceCode, by: Denier): Promise<void> {
    await this.#deps.events.record(tx, kind, {
      actor: by.actor,
      target: { type: 'device_code', id: code.id },
      ...(kind === deviceDenied ? { result: 'denied' } : {}),
      data: { user_id: by.userId, client_id: code.clientId, scope: code.scope, asked_from: code.ip },
    })
  }

  /** The approved code a device polls with; everything else is an error with its own name (RFC 8628 §3.5). */
  async poll(deviceCode: string, clientId: string): Promise<DeviceCode> {
    const code = await this.#store.findByHash(hashSecret(deviceCode))
    if (!code || code.clientId !== clientId || code.usedAt !== null) throw unusable()
    if (code.status === 'denied') throw new OAuthError('access_denied', 'The person refused.')
    if (code.expiresAt <= this.#deps.clock.now()) throw new OAuthError('expired_token', 'The device code has expired.')
    if (code.status === 'approved') return code
    if (await this.#polledTooSoon(code)) {
      throw new OAuthError('slow_down', `Wait ${SLOW_DOWN_SECONDS} seconds longer between polls from now on.`)
    }
    throw new OAuthError('authorization_pending', 'The person has not answered yet.')
  }

  /** Notes a poll. One before its time makes the next wait longer, and this for good (RFC 8628 §3.5). */
  async #polledTooSoon({ id }: DeviceCode): Promise<boolean> {
    const now = this.#deps.clock.now()
    return this.#deps.db.tx(async (tx) => {
      const code = await this.#store.hold(tx, id)
      if (!code) return false
      const since = now - (code.polledAt ?? Number.NEGATIVE_INFINITY)
      // A negative time means that a clock went back, which is not the device's doing.
      const tooSoon = since >= 0 && since < code.intervalSeconds * 1000
      await this.#store.notePoll(tx, id, now, code.intervalSeconds + (tooSoon ? SLOW_DOWN_SECONDS : 0))
      return tooSoon
    })
  }

  /**
   * Uses an approved code up before tokens are recorded; false for all but one, and when the session of the approval
   * ended, unless it was for offline access.
   */
  async consume(tx: Tx, { id, sessionId, scope }: DeviceCode): Promise<boolean> {
    const needsSession = sessionId !== null && !scopesOf(scope).includes(OFFLINE_ACCESS)
    if (needsSession && !(await this.#deps.sessions.hold(tx, sessionId))) return false
    return this.#store.consume(tx, id, this.#deps.clock.now())
  }
}

const pending = (
  question: Pick<DeviceCode, 'clientId' | 'scope' | 'resource' | 'ip'>,
  deviceCode: string,
  now: number,
): DeviceCode => ({
  ...question,
  id: newId('dev', now),
  hash: hashSecret(deviceCode),
  userCode: newUserCode(),
  status: 'pending',
  userId: null,
  sessionId: null,
  consentId: null,
  authenticatedAt: null,
  intervalSeconds: INTERVAL_SECONDS,
  polledAt: null,
  createdAt: now,
  expiresAt: now + LIFETIME_SECONDS * 1000,
  usedAt: null,
  misses: 0,
})

const unusable = (): OAuthError =>
  new OAuthError('invalid_grant', 'The device code is unknown, was used, or was issued to another client.')
