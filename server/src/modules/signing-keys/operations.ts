import { endedTokens } from '#/modules/lifecycle/index.ts'
import { toIso } from '#/platform/clock.ts'
import { UniqueViolation } from '#/platform/db/errors.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { signingAlgorithms } from '#/protocol/oauth.ts'
import { signingKeyErrors } from './errors.ts'
import { signingKeyRevoked, signingKeyRotated } from './events.ts'
import { turnOf } from './key.ts'
import { newKey, signing } from './new-key.ts'
import { SigningKeyStore } from './store.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { SigningAlgorithm } from '#/protocol/oauth.ts'
import type { SigningKey } from './key.ts'
import type { SigningKeys } from './signing-keys.ts'

export interface SigningKeyOperationsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly signingKeys: SigningKeys
  /** How long tokens live; a retired key is published for twice that. */
  readonly accessTokenTtlSeconds: () => Promise<number>
  /** When the last living access token expires, which was perhaps issued under a longer lifetime; 0 without any. */
  readonly lastTokenExpiresAt?: () => Promise<number>
}

/** What a rotation did: the key that signs now, the one it replaced, and the one that is published to follow it. */
export interface Rotation {
  readonly active: SigningKey
  readonly retired: { readonly kid: string; readonly publishedUntil: number } | null
  readonly next: SigningKey | undefined
}

const ATTEMPTS = 100

/** Someone else changed the keys in the same moment. */
class ChangeLost extends Error {}

/** What operators do with signing keys: see them, rotate them, drop one that leaked. */
export class SigningKeyOperations {
  readonly #deps: SigningKeyOperationsDeps
  readonly #store: SigningKeyStore
  constructor(deps: SigningKeyOperationsDeps) {
    this.#deps = deps
    this.#store = new SigningKeyStore(deps.db)
  }

  /** The keys, newest first: those in the key set, and for a day those that left it. */
  list(page: PageRequest): Promise<Page<SigningKey>> {
    return this.#store.list(page)
  }

  /** A key that was not dropped. */
  async get(kid: string): Promise<SigningKey> {
    const key = await this.#store.find(kid)
    if (key?.revokedAt !== null) throw new AppError(signingKeyErrors.signing_key_not_found)
    return key
  }

  /**
   * Lets the next key of each algorithm in use sign, and publishes one to follow it. Rotations at the same moment follow
   * one another.
   */
  async rotate(actor: Actor): Promise<readonly [Rotation, ...Rotation[]]> {
    const others: Rotation[] = []
    const first = await this.#rotateOne('ES256', actor)
    for (const algorithm of signingAlgorithms) {
      if (algorithm === 'ES256' || !(await this.#deps.signingKeys.isInUse(algorithm))) continue
      others.push(await this.#rotateOne(algorithm, actor))
    }
    return [first, ...others]
  }

  async #rotateOne(algorithm: SigningAlgorithm, actor: Actor): Promise<Rotation> {
    const { clock, signingKeys, accessTokenTtlSeconds, lastTokenExpiresAt } = this.#deps
    const retentionMs = (await accessTokenTtlSeconds()) * 2 * 1000
    const lastExpiry = (await lastTokenExpiresAt?.()) ?? 0
    const rotation = await this.#change(algorithm, (tx, spare) =>
      this.#swap(tx, spare, Math.max(clock.now() + retentionMs, lastExpiry), actor),
    )
    if (!rotation.next) await signingKeys.ensureOf(algorithm)
    return rotation
  }

  async #swap(tx: Tx, spare: SigningKey, publishedUntil: number, actor: Actor): Promise<Rotation> {
    const { active: old } = await this.#store.inTurn(spare.algorithm, tx)
    const retiring = { retiredAt: spare.createdAt, publishedUntil }
    if (old && !(await this.#store.retire(tx, old.kid, retiring))) throw new ChangeLost()
    const rotation: Rotation = {
      ...(await this.#promote(tx, spare)),
      retired: old ? { kid: old.kid, publishedUntil } : null,
    }
    await this.#tellRotated(tx, rotation, actor)
    return rotation
  }

  /** Lets the next key sign and publishes the spare one. Without a next one, the spare one signs. */
  async #promote(tx: Tx, spare: SigningKey): Promise<Pick<Rotation, 'active' | 'next'>> {
    const { next } = await this.#store.inTurn(spare.algorithm, tx)
    const activatedAt = spare.createdAt
    if (next && !(await this.#store.activate(tx, next.kid, activatedAt))) throw new ChangeLost()
    const added = next ? spare : signing(spare)
    if (!(await this.#store.add(tx, added))) throw new ChangeLost()
    return next ? { active: { ...next, activatedAt }, next: spare } : { active: added, next: undefined }
  }

  #tellRotated(tx: Tx, { active, retired, next }: Rotation, actor: Actor): Promise<string> {
    return this.#deps.events.record(tx, signingKeyRotated, {
      actor,
      target: { type: 'signing_key', id: active.kid },
      data: {
        kid: active.kid,
        algorithm: active.algorithm,
        next_kid: next?.kid ?? null,
        retired_kid: retired?.kid ?? null,
        retired_published_until: retired ? toIso(retired.publishedUntil) : null,
      },
    })
  }

  /** What dropping a key would end. */
  async countEnding(kid: string): Promise<Counts> {
    await this.get(kid)
    return this.#deps.lifecycle.wouldEnd('signingKeyRevoked', { by: 'signing-key', kid })
  }

  /**
   * Drops a key that somebody else may have: it leaves the key set, and what it signed ends. If it was the one that signs,
   * the next one does so now.
   */
  async revoke(kid: string, actor: Actor): Promise<void> {
    const { algorithm } = await this.get(kid)
    const successor = await this.#change(algorithm, (tx, spare) => this.#drop(tx, kid, spare, actor))
    if (successor === undefined) await this.#deps.signingKeys.ensureOf(algorithm)
  }

  /** Returns the key that is published to follow; undefined when there is none yet. */
  async #drop(tx: Tx, kid: string, spare: SigningKey, actor: Actor): Promise<string | undefined> {
    const now = this.#deps.clock.now()
    const key = await this.#store.find(kid, tx)
    if (!key || !(await this.#store.revoke(tx, kid, now))) throw new AppError(signingKeyErrors.signing_key_not_found)
    const turn = turnOf(key)
    const { active, next } = await this.#succeed(tx, turn, spare)
    const counts = await this.#deps.lifecycle.ended(tx, 'signingKeyRevoked', { by: 'signing-key', kid }, 'key_revoked')
    await this.#deps.events.record(tx, signingKeyRevoked, {
      actor,
      target: { type: 'signing_key', id: kid },
      data: {
        ...{ kid, algorithm: key.algorithm, state: turn, active_kid: active?.kid ?? null },
        ...endedTokens(counts),
      },
    })
    return next?.kid
  }

  /** Fills the place of a key that was dropped. */
  async #succeed(
    tx: Tx,
    turn: ReturnType<typeof turnOf>,
    spare: SigningKey,
  ): Promise<{ active: SigningKey | undefined; next: SigningKey | undefined }> {
    if (turn === 'active') return this.#promote(tx, spare)
    if (turn === 'next' && !(await this.#store.add(tx, spare))) throw new ChangeLost()
    return this.#store.inTurn(spare.algorithm, tx)
  }

  /** Works in one transaction with a spare key at hand, and again when somebody else changed the keys meanwhile. */
  async #change<T>(algorithm: SigningAlgorithm, work: (tx: Tx, spare: SigningKey) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const spare = await newKey(algorithm, this.#deps)
      try {
        const done = await this.#deps.db.tx((tx) => work(tx, spare))
        this.#deps.signingKeys.invalidate()
        return done
      } catch (error) {
        // Two changes at once may each find the place of the signing key free; the index lets one of them fill it.
        const isLost = error instanceof ChangeLost || error instanceof UniqueViolation
        if (!isLost || attempt === ATTEMPTS) throw error
      }
    }
  }
}
