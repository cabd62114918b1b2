import { toIso } from '#/platform/clock.ts'
import { newEs256Key } from '#/platform/crypto/es256-key.ts'
import { newRs256Key } from '#/platform/crypto/rs256-key.ts'
import { Snapshot } from '#/platform/db/snapshot.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { signingKeyCreated, signingKeyRotated } from './events.ts'
import { isPublished, openKey, placeOf, turnOf } from './key.ts'
import { isKid, newKid } from './kid.ts'
import { SigningKeyStore } from './store.ts'
import type { KeyObject } from 'node:crypto'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { signingAlgorithms } from '#/protocol/oauth.ts'
import type { SigningAlgorithm } from '#/protocol/oauth.ts'
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

/** What a rotation did: the key that signs now, the one it replaced, and the one that is published to follow it. */
export interface Rotation {
  readonly active: SigningKey
  readonly retired: { readonly kid: string; readonly publishedUntil: number } | null
  readonly next: SigningKey | undefined
}

// An unknown key id makes us look at the database, but however many are made up, not more often than this.
const LOOK_AGAIN_MS = 25
const ATTEMPTS = 100

/** Whoever verifies by the first key of an algorithm finds the one that signs. */
const TURNS = ['active', 'next', 'retired'] as const

/** Someone else rotated in the same moment. */
class RotationLost extends Error {}

/** The keys that sign tokens. Of each algorithm in use one signs and one is published to follow it. */
export class SigningKeys {
  readonly #deps: SigningKeysDeps
  readonly #store: SigningKeyStore
  readonly #known = new Snapshot(() => this.#load())
  readonly #freshest = new Snapshot(() => this.#load(), undefined, LOOK_AGAIN_MS)
  readonly #making = new Map<SigningAlgorithm, Promise<void>>()
  #opened: ReadonlyMap<string, OpenKey> = new Map()

  constructor(deps: SigningKeysDeps) {
    this.#deps = deps
    this.#store = new SigningKeyStore(deps.db)
  }

  /** The key to sign with. Only ES256 keys are there from the start: the first of RS256 is made when it is needed. */
  async active(algorithm: SigningAlgorithm = 'ES256'): Promise<ActiveKey> {
    const key = await this.#findActive(algorithm)
    if (key) return key
    if (algorithm !== 'ES256') await this.#ensureOnce(algorithm)
    const made = await this.#findActive(algorithm)
    if (made) return made
    throw new Error('there is no active signing key')
  }

  /** Sees to a key of this algorithm before it signs, so that the key set shows it in time. */
  async prepare(algorithm: SigningAlgorithm): Promise<void> {
    if (!(await this.#findActive(algorithm))) await this.#ensureOnce(algorithm)
  }

  async #findActive(algorithm: SigningAlgorithm): Promise<ActiveKey | undefined> {
    for (const { kid, privateKey, jwk } of (await this.#known.current()).values()) {
      if (privateKey && jwk.alg === algorithm) return { kid, algorithm, privateKey }
    }
    return undefined
  }

  /** The key a token names, while it is published. */
  async find(kid: string): Promise<{ publicKey: KeyObject } | undefined> {
    const known = (await this.#known.current()).get(kid)
    const key = known && known.turn !== 'next' ? known : await this.#lookAgain(kid, known)
    return key && isPublished(key, this.#deps.clock.now()) ? { publicKey: key.publicKey } : undefined
  }

  /** The key set for those who verify our tokens (RFC 7517 §5). */
  async jwks(): Promise<{ keys: SigningJwk[] }> {
    const now = this.#deps.clock.now()
    const keys = [...(await this.#known.current()).values()].filter((key) => isPublished(key, now))
    return { keys: TURNS.flatMap((turn) => keys.filter((key) => key.turn === turn).map(({ jwk }) => jwk)) }
  }

  /** How many keys sign access tokens: one, for the health report to say so. */
  async countActive(): Promise<number> {
    const keys = [...(await this.#known.current()).values()]
    return keys.filter(({ turn, jwk }) => turn === 'active' && jwk.alg === 'ES256').length
  }

  /** Makes the first keys, at boot, and those that follow others. Of nodes that start together one makes each. */
  async ensure(): Promise<void> {
    for (const algorithm of signingAlgorithms) if (await this.#isInUse(algorithm)) await this.#ensureOnce(algorithm)
  }

  async #isInUse(algorithm: SigningAlgorithm): Promise<boolean> {
    return algorithm === 'ES256' || (await this.#store.inTurn(algorithm)).active !== undefined
  }

  /** However many ask at once for keys of an algorithm, they are made once. */
  async #ensureOnce(algorithm: SigningAlgorithm): Promise<void> {
    const making = this.#making.get(algorithm) ?? this.#fill(algorithm).finally(() => this.#making.delete(algorithm))
    this.#making.set(algorithm, making)
    await making
  }

  async #fill(algorithm: SigningAlgorithm): Promise<void> {
    const { active, next } = await this.#store.inTurn(algorithm)
    const made: SigningKey[] = []
    if (!active) made.push(signing(await this.#newKey(algorithm)))
    if (!next) made.push(await this.#newKey(algorithm))
    if (made.length === 0) return
    await this.#deps.db.tx(async (tx) => {
      for (const key of made) if (await this.#store.add(tx, key)) await this.#tellCreated(tx, key)
    })
    this.#known.invalidate()
  }

  #tellCreated(tx: Tx, { kid, algorithm, activatedAt }: SigningKey): Promise<string> {
    return this.#deps.events.record(tx, signingKeyCreated, {
      actor: systemActor('signing-keys'),
      target: { type: 'signing_key', id: kid },
      data: { kid, algorithm, signs: activatedAt !== null },
    })
  }

  /**
   * Lets the next key of each algorithm in use sign, and publishes one to follow it. Rotations at the same moment follow
   * one another.
   */
  async rotate(actor: Actor): Promise<readonly [Rotation, ...Rotation[]]> {
    const others: Rotation[] = []
    const first = await this.#rotateOne('ES256', actor)
    for (const algorithm of signingAlgorithms) {
      if (algorithm === 'ES256' || !(await this.#isInUse(algorithm))) continue
      others.push(await this.#rotateOne(algorithm, actor))
    }
    return [first, ...others]
  }

  async #rotateOne(algorithm: SigningAlgorithm, actor: Actor): Promise<Rotation> {
    const retentionMs = (await this.#deps.accessTokenTtlSeconds()) * 2 * 1000
    const lastTokenExpiresAt = (await this.#deps.lastTokenExpiresAt?.()) ?? 0
    for (let attempt = 1; ; attempt++) {
      const spare = await this.#newKey(algorithm)
      const publishedUntil = Math.max(spare.createdAt + retentionMs, lastTokenExpiresAt)
      try {
        const rotation = await this.#deps.db.tx((tx) => this.#swap(tx, spare, publishedUntil, actor))
        this.#known.invalidate()
        if (!rotation.next) await this.#ensureOnce(algorithm)
        return rotation
      } catch (error) {
        if (!(error instanceof RotationLost) || attempt === ATTEMPTS) throw error
      }
    }
  }

  async #swap(tx: Tx, spare: SigningKey, publishedUntil: number, actor: Actor): Promise<Rotation> {
    const now = spare.createdAt
    const { active: old, next } = await this.#store.inTurn(spare.algorithm, tx)
    if (old && !(await this.#store.retire(tx, old.kid, now, publishedUntil))) throw new RotationLost()
    // What was published ahead comes first. Without it, as after a key was lost, the new one signs at once.
    if (next && !(await this.#store.activate(tx, next.kid, now))) throw new RotationLost()
    const added = next ? spare : signing(spare)
    if (!(await this.#store.add(tx, added))) throw new RotationLost()
    const rotation: Rotation = {
      active: next ? { ...next, activatedAt: now } : added,
      retired: old ? { kid: old.kid, publishedUntil } : null,
      next: next && spare,
    }
    await this.#tellRotated(tx, rotation, actor)
    return rotation
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

  /** A key that is published and does not sign yet. */
  async #newKey(algorithm: SigningAlgorithm): Promise<SigningKey> {
    const { publicJwk, privateText } = await (algorithm === 'RS256' ? newRs256Key() : newEs256Key())
    const createdAt = this.#deps.clock.now()
    const kid = newKid(createdAt)
    const privateSealed = this.#deps.keyring.seal(privateText, placeOf(kid))
    return {
      ...{ kid, algorithm, publicJwk, privateSealed, createdAt },
      ...{ activatedAt: null, retiredAt: null, publishedUntil: null },
    }
  }

  /** A token names a key that is new here, or does not sign yet: perhaps another node rotated a moment ago. */
  async #lookAgain(kid: string, known: OpenKey | undefined): Promise<OpenKey | undefined> {
    if (!isKid(kid)) return undefined
    const key = (await this.#freshest.current()).get(kid)
    if (key?.turn !== known?.turn) this.#known.invalidate()
    return key
  }

  /** Reads the published keys. What is already open stays open, as long as its turn is the same. */
  async #load(): Promise<ReadonlyMap<string, OpenKey>> {
    const keys = new Map<string, OpenKey>()
    for (const stored of await this.#store.published(this.#deps.clock.now())) {
      const open = this.#opened.get(stored.kid)
      const isSame = open?.publishedUntil === stored.publishedUntil && open.turn === turnOf(stored)
      keys.set(stored.kid, open && isSame ? open : openKey(stored, this.#deps.keyring))
    }
    this.#opened = keys
    return keys
  }
}

/** A key that signs from the start. */
const signing = (key: SigningKey): SigningKey => ({ ...key, activatedAt: key.createdAt })
