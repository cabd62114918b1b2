import { hasValidChecksum, hashSecret, newSecret } from '#/platform/crypto/secrets.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import { isFullAccess, newKeySecret } from '#/modules/api-keys/index.ts'
import { BootstrapStore } from './bootstrap-store.ts'
import { systemErrors } from './errors.ts'
import { systemBootstrapped } from './events.ts'
import { FirstBootFile } from './first-boot-file.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { ApiKeys } from '#/modules/api-keys/index.ts'
import type { Mode, Settings } from './settings.ts'

interface FirstBootDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly limits: Limits
  readonly settings: Settings
  readonly apiKeys: ApiKeys
  readonly dataDir: string
}

const FIRST_KEY = 'first_key'
const BOOTSTRAPPED = 'bootstrapped'
const TOKEN_PREFIX = 'mandate_setup_'
const TOKEN_LIFETIME_MS = 30 * 60_000
const GUESSES = { burst: 10, periodMs: 10 * 60_000 }

/** What somebody sets the server up with: the setup token, or a key that may do everything anyhow, such as the first one. */
export type SetupCredential = 'token' | 'key'

/**
 * How a new installation gets its mode, its first admin key and its first owner. The two milestones, `first_key` and
 * `bootstrapped`, are reached once in its life: neither a restart nor the deletion of every owner reopens the door.
 */
export class FirstBoot {
  readonly #deps: FirstBootDeps
  readonly #store: BootstrapStore
  readonly #keyFile: FirstBootFile
  readonly #linkFile: FirstBootFile
  constructor(deps: FirstBootDeps) {
    this.#deps = deps
    this.#store = new BootstrapStore(deps.db)
    this.#keyFile = new FirstBootFile(deps.dataDir, 'admin.key.firstboot')
    this.#linkFile = new FirstBootFile(deps.dataDir, 'setup.link.firstboot')
  }

  /** What every start does. Answers a new setup token until the server is set up, then undefined. */
  async prepare(initialMode: Mode): Promise<string | undefined> {
    await this.#deps.settings.establishMode(initialMode)
    await this.#ensureFirstKey()
    // That of an earlier start is dead in half an hour, and nobody should go looking there.
    this.#linkFile.remove()
    if (!(await this.isBootstrapped())) return this.#newSetupToken()
    // Also after a crash between setting up and removing the file.
    this.#removeFiles()
    return undefined
  }

  isBootstrapped(): Promise<boolean> {
    return this.#store.hasReached(BOOTSTRAPPED)
  }

  /** Where the first admin key waits; undefined when this machine has none. */
  get keyFilePath(): string | undefined {
    return this.#keyFile.read() === undefined ? undefined : this.#keyFile.path
  }

  /** The first admin key, while the server is not set up and a setup link is open: both end 30 minutes after a start. */
  async firstKey(): Promise<string | undefined> {
    if (await this.isBootstrapped()) {
      this.#removeFiles()
      return undefined
    }
    return (await this.#store.isAnyOpen(this.#now())) ? this.#keyFile.read() : undefined
  }

  /** Refuses a token that can't be used, before anything costly is done for its holder. Wrong ones are throttled. */
  async assertTokenOpen(token: string, ip: string): Promise<void> {
    const known = hasValidChecksum(token, TOKEN_PREFIX) && (await this.#store.isOpen(hashSecret(token), this.#now()))
    if (known && !(await this.isBootstrapped())) return
    await this.#deps.limits.require(`setup-guess:${networkOf(ip)}`, GUESSES)
    throw new AppError(systemErrors.setup_token_invalid)
  }

  /** What a secret is that may set the server up; refused and throttled as a wrong token otherwise. */
  async credentialOf(secret: string, ip: string): Promise<SetupCredential> {
    const key = await this.#deps.apiKeys.authenticate(secret, ip)
    if (key && isFullAccess(key.scopes) && !(await this.isBootstrapped())) return 'key'
    await this.assertTokenOpen(secret, ip)
    return 'token'
  }

  /**
   * Uses the token up and makes the owner in one transaction: of any number of requests one succeeds, and a crash leaves
   * either an owner or a token that still works, never neither (AD10).
   */
  async consume<O extends { readonly id: string }>(
    token: string,
    createOwner: (tx: Tx) => Promise<O>,
    actorOf: (owner: O) => Actor,
    by: SetupCredential = 'token',
  ): Promise<O> {
    const owner = await this.#deps.db.tx(async (tx) => {
      const now = this.#now()
      const won =
        (by === 'key' || (await this.#store.consume(tx, hashSecret(token), now))) &&
        (await this.#store.reach(tx, BOOTSTRAPPED, now))
      if (!won) throw new AppError(systemErrors.setup_token_invalid)
      const made = await createOwner(tx)
      const target = { type: 'user', id: made.id }
      await this.#deps.events.record(tx, systemBootstrapped, {
        actor: actorOf(made),
        target,
        data: { user_id: made.id },
      })
      return made
    })
    this.#removeFiles()
    return owner
  }

  /** Leaves the setup link where only the operator looks, for a start whose output others read; answers where. */
  leaveSetupLink(link: string): string {
    this.#linkFile.write(link)
    return this.#linkFile.path
  }

  #removeFiles(): void {
    this.#keyFile.remove()
    this.#linkFile.remove()
  }

  /** The file is written inside the transaction: a crash before the commit leaves a dead key, which is written over. */
  async #ensureFirstKey(): Promise<void> {
    if (await this.#store.hasReached(FIRST_KEY)) return
    const secret = newKeySecret()
    const actor = systemActor('first-boot')
    await this.#deps.db.tx(async (tx) => {
      if (!(await this.#store.reach(tx, FIRST_KEY, this.#now()))) return
      await this.#deps.apiKeys.create(tx, { name: 'first-boot', scopes: ['*'] }, actor, secret)
      this.#keyFile.write(secret)
    })
  }

  async #newSetupToken(): Promise<string> {
    const token = newSecret(TOKEN_PREFIX)
    const now = this.#now()
    await this.#deps.db.tx((tx) => this.#store.addToken(tx, hashSecret(token), now, now + TOKEN_LIFETIME_MS))
    return token
  }

  #now(): number {
    return this.#deps.clock.now()
  }
}
