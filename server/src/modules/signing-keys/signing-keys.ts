import { toIso } from '#/platform/clock.ts'
import { newEs256Key } from '#/platform/crypto/es256-key.ts'
import { Snapshot } from '#/platform/db/snapshot.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { signingKeyCreated, signingKeyRotated } from './events.ts'
import { isPublished, openKey, placeOf } from './key.ts'
import { isKid, newKid } from './kid.ts'
import { SigningKeyStore } from './store.ts'
import type { KeyObject } from 'node:crypto'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { ActiveKey, OpenKey, SigningJwk, SigningKey } from './key.ts'

export interface SigningKeysDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  /** How long tokens live; a retired key is published for twice that. */
  readonly accessTokenTtlSeconds: () => Promise<number>
  /** When the last living access token expires, which was perhaps issued under a longer lifetime; 0 without any. */
  readonly lastTokenExpiresAt?: () => Promise<number>
}

/** What a rotation did: the key that signs now, and the one it replaced. */
export interface Rotation {
  readonly active: SigningKey
  readonly retired: { readonly kid: string; readonly publishedUntil: number } | null
}

// An unknown key id makes us look at the database, but however many are made up, not more often than this.
const LOOK_AGAIN_MS = 25
const ATTEMPTS = 100

/** Someone else rotated in the same moment. */
class RotationLost extends Error {}

/** The keys that sign tokens. */
export class SigningKeys {
  readonly #deps: SigningKeysDeps
  readonly #store: SigningKeyStore
  readonly #known = new Snapshot(() => this.#load())
  readonly #freshest = new Snapshot(() => this.#load(), undefined, LOOK_AGAIN_MS)
  #opened: ReadonlyMap<string, OpenKey> = new Map()

  constructor(deps: SigningKeysDeps) {
    this.#deps = deps
    this.#store = new SigningKeyStore(deps.db)
  }

  /** The key to sign with. */
  async active(): Promise<ActiveKey> {
    for (const { kid, privateKey } of (await this.#known.current()).values()) if (privateKey) return { kid, privateKey }
    throw new Error('there is no active signing key')
  }

  /** The key a token names, while it is published. */
  async find(kid: string): Promise<{ publicKey: KeyObject } | undefined> {
    const key = (await this.#known.current()).get(kid) ?? (await this.#lookAgain(kid))
    return key && isPublished(key, this.#deps.clock.now()) ? { publicKey: key.publicKey } : undefined
  }

  /** The key set for those who verify our tokens (RFC 7517 §5). */
  async jwks(): Promise<{ keys: SigningJwk[] }> {
    const now = this.#deps.clock.now()
    const keys = [...(await this.#known.current()).values()].filter((key) => isPublished(key, now))
    return { keys: keys.map(({ jwk }) => jwk) }
  }

  /** How many keys sign: one, for the health report to say so. */
  async countActive(): Promise<number> {
    return [...(await this.#known.current()).values()].filter(({ privateKey }) => privateKey !== undefined).length
  }

  /** Makes the first key, at boot. Of nodes that start together one makes it. */
  async ensure(): Promise<void> {
    if (await this.#store.findActive()) return
    const key = await this.#newKey()
    await this.#deps.db.tx(async (tx) => {
      if (!(await this.#store.add(tx, key))) return
      const { kid, algorithm } = key
      const target = { type: 'signing_key', id: kid }
      await this.#deps.events.record(tx, signingKeyCreated, {
        actor: systemActor('boot'),
        target,
        data: { kid, algorithm },
      })
    })
    this.#known.invalidate()
  }

  /** Puts a new key in the place of the active one. Rotations at the same moment follow one another. */
  async rotate(actor: Actor): Promise<Rotation> {
    const retentionMs = (await this.#deps.accessTokenTtlSeconds()) * 2 * 1000
    const lastTokenExpiresAt = (await this.#deps.lastTokenExpiresAt?.()) ?? 0
    for (let attempt = 1; ; attempt++) {
      const next = await this.#newKey()
      try {
        const rotation = await this.#deps.db.tx((tx) =>
          this.#swap(tx, next, Math.max(next.createdAt + retentionMs, lastTokenExpiresAt), actor),
        )
        this.#known.invalidate()
        return rotation
      } catch (error) {
        if (!(error instanceof RotationLost) || attempt === ATTEMPTS) throw error
      }
    }
  }

  async #swap(tx: Tx, next: SigningKey, publishedUntil: number, actor: Actor): Promise<Rotation> {
    const old = await this.#store.findActive(tx)
    const retired = old ? { kid: old.kid, publishedUntil } : null
    if (retired && !(await this.#store.retire(tx, retired.kid, next.createdAt, retired.publishedUntil))) {
      throw new RotationLost()
    }
    if (!(await this.#store.add(tx, next))) throw new RotationLost()
    await this.#deps.events.record(tx, signingKeyRotated, {
      actor,
      target: { type: 'signing_key', id: next.kid },
      data: {
        kid: next.kid,
        algorithm: next.algorithm,
        retired_kid: retired?.kid ?? null,
        retired_published_until: retired ? toIso(retired.publishedUntil) : null,
      },
    })
    return { active: next, retired }
  }

  async #newKey(): Promise<SigningKey> {
    const now = this.#deps.clock.now()
    const kid = newKid(now)
    const { publicJwk, privateText } = await newEs256Key()
    const privateSealed = this.#deps.keyring.seal(privateText, placeOf(kid))
    return { kid, algorithm: 'ES256', publicJwk, privateSealed, createdAt: now, retiredAt: null, publishedUntil: null }
  }

  /** Another node may have rotated a moment ago: its tokens verify here at once. */
  async #lookAgain(kid: string): Promise<OpenKey | undefined> {
    if (!isKid(kid)) return undefined
    const key = (await this.#freshest.current()).get(kid)
    if (key) this.#known.invalidate()
    return key
  }

  /** Reads the published keys. What is already open stays open, as long as it did not retire meanwhile. */
  async #load(): Promise<ReadonlyMap<string, OpenKey>> {
    const keys = new Map<string, OpenKey>()
    for (const stored of await this.#store.published(this.#deps.clock.now())) {
      const open = this.#opened.get(stored.kid)
      const isSame = open?.publishedUntil === stored.publishedUntil
      keys.set(stored.kid, open && isSame ? open : openKey(stored, this.#deps.keyring))
    }
    this.#opened = keys
    return keys
  }
}
