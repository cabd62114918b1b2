import { Snapshot } from '#/platform/db/snapshot.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { signingKeyCreated } from './events.ts'
import { isPublished, openKey, turnOf } from './key.ts'
import { isKid } from './kid.ts'
import { after, newKey, signing } from './new-key.ts'
import { SigningKeyStore } from './store.ts'
import type { KeyObject } from 'node:crypto'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import { signingAlgorithms } from '#/protocol/oauth.ts'
import type { SigningAlgorithm } from '#/protocol/oauth.ts'
import type { ActiveKey, OpenKey, SigningJwk, SigningKey } from './key.ts'

export interface SigningKeysDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
}

// An unknown key id makes us look at the database, but however many are made up, not more often than this.
const LOOK_AGAIN_MS = 25

/** Whoever verifies by the first key of an algorithm finds the one that signs. */
const TURNS = ['active', 'next', 'retired'] as const

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
    if (algorithm !== 'ES256') await this.ensureOf(algorithm)
    const made = await this.#findActive(algorithm)
    if (made) return made
    throw new Error('there is no active signing key')
  }

  /** Sees to a key of this algorithm before it signs, so that the key set shows it in time. */
  async prepare(algorithm: SigningAlgorithm): Promise<void> {
    if (!(await this.#findActive(algorithm))) await this.ensureOf(algorithm)
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

  /** Since when the key of each algorithm in use signs. */
  async signingSince(): Promise<ReadonlyMap<SigningAlgorithm, number>> {
    const keys = await this.#store.published(this.#deps.clock.now())
    const active = keys.filter(({ retiredAt, revokedAt }) => retiredAt === null && revokedAt === null)
    return new Map(
      active.flatMap(({ algorithm, activatedAt }) => (activatedAt === null ? [] : [[algorithm, activatedAt]])),
    )
  }

  /** Makes the first keys, at boot, and those that follow others. Of nodes that start together one makes each. */
  async ensure(): Promise<void> {
    for (const algorithm of signingAlgorithms) if (await this.isInUse(algorithm)) await this.ensureOf(algorithm)
  }

  /** Makes the keys of an algorithm that lack: the one that signs, the one that follows. However many ask at once, once. */
  async ensureOf(algorithm: SigningAlgorithm): Promise<void> {
    const making = this.#making.get(algorithm) ?? this.#fill(algorithm).finally(() => this.#making.delete(algorithm))
    this.#making.set(algorithm, making)
    await making
  }

  async #fill(algorithm: SigningAlgorithm): Promise<void> {
    const { active, next } = await this.#store.inTurn(algorithm)
    const made: SigningKey[] = []
    if (!active) made.push(signing(await newKey(algorithm, this.#deps)))
    if (!next) made.push(after(made[0], await newKey(algorithm, this.#deps)))
    if (made.length === 0) return
    await this.#deps.db.tx(async (tx) => {
      for (const key of made) if (await this.#store.add(tx, key)) await this.#tellCreated(tx, key)
    })
    this.invalidate()
  }

  #tellCreated(tx: Tx, { kid, algorithm, activatedAt }: SigningKey): Promise<string> {
    return this.#deps.events.record(tx, signingKeyCreated, {
      actor: systemActor('signing-keys'),
      target: { type: 'signing_key', id: kid },
      data: { kid, algorithm, signs: activatedAt !== null },
    })
  }

  /** Whether there are keys of an algorithm: of ES256 always, of others once a client asked. */
  async isInUse(algorithm: SigningAlgorithm): Promise<boolean> {
    return algorithm === 'ES256' || (await this.#store.inTurn(algorithm)).active !== undefined
  }

  /** Reads the keys again at the next use, after this node changed them itself. */
  invalidate(): void {
    this.#known.invalidate()
    this.#freshest.invalidate()
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
