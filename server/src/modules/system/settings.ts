import { hashSecret } from '#/platform/crypto/secrets.ts'
import { Snapshot } from '#/platform/db/snapshot.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { changing } from '#/platform/merge-patch.ts'
import { MASK } from '#/platform/validation/secret-mask.ts'
import { LazyValidator } from '#/platform/validation/validator.ts'
import { requireFullAccess } from '#/modules/api-keys/index.ts'
import { systemErrors } from './errors.ts'
import { configUpdated } from './events.ts'
import { SettingsSchema, isSettingKey, secretSettings, settingDefaults, takesFullAccess } from './setting-keys.ts'
import { SettingStore } from './setting-store.ts'
import { maskSecrets } from './views.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { SettingKey, SettingsValues } from './setting-keys.ts'

export type Mode = 'dev' | 'production'

/** A merge patch (RFC 7396): a value sets, null goes back to the default. Secrets come as plain text. */
export type SettingsPatch = { readonly [K in SettingKey]?: SettingsValues[K] | null }

/** Who changes settings, and what else is open to them. */
interface Administrator {
  readonly actor: Actor
  readonly scopes: readonly string[]
}

interface SettingsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
}

const MODE = 'system.mode'
const validator = new LazyValidator(SettingsSchema, true)

/** What operators change while the server runs, and the mode. Every node sees a change within a second. */
export class Settings {
  readonly #deps: SettingsDeps
  readonly #store: SettingStore
  readonly #snapshot: Snapshot<{ readonly values: SettingsValues; readonly mode: Mode }>
  constructor(deps: SettingsDeps) {
    this.#deps = deps
    this.#store = new SettingStore(deps.db)
    this.#snapshot = new Snapshot(() => this.#load())
  }

  async current(): Promise<SettingsValues> {
    return (await this.#snapshot.current()).values
  }

  async mode(): Promise<Mode> {
    return (await this.#snapshot.current()).mode
  }

  /** Gives a new installation its mode; an installation that has one keeps it. */
  async establishMode(mode: Mode): Promise<void> {
    await this.#deps.db.tx((tx) => this.#store.add(tx, MODE, mode, this.#deps.clock.now()))
    this.#snapshot.invalidate()
  }

  /** The mode as it is stored, held against other swaps until the transaction ends. */
  async holdMode(tx: Tx): Promise<Mode> {
    return (await this.#store.hold(tx, MODE)) === 'dev' ? 'dev' : 'production'
  }

  async setMode(tx: Tx, mode: Mode): Promise<void> {
    await this.#store.set(tx, MODE, mode, this.#deps.clock.now())
  }

  /** Reads everything anew at the next question, after a change that was committed elsewhere. */
  forget(): void {
    this.#snapshot.invalidate()
  }

  /** Changes settings and answers all of them. Nothing is written when the outcome would not be valid. */
  async update(patch: SettingsPatch, by: Administrator): Promise<SettingsValues> {
    const changes = storedForm(patch)
    const values = await this.#deps.db.tx(async (tx) => {
      const before = withDefaults(await this.#store.all(tx))
      const after = merge(before, changes)
      const changed = Object.keys(changing(before, after)) as SettingKey[]
      if (takesFullAccess(before, after)) requireFullAccess(by)
      if (changed.length > 0) await this.#write(tx, before, after, changed, by.actor)
      return after
    })
    this.#snapshot.invalidate()
    return values
  }

  async #write(
    tx: Tx,
    before: SettingsValues,
    after: SettingsValues,
    changed: SettingKey[],
    actor: Actor,
  ): Promise<void> {
    const now = this.#deps.clock.now()
    for (const key of changed) await this.#store.set(tx, key, after[key], now)
    const [from, to] = [maskSecrets(before), maskSecrets(after)]
    await this.#deps.events.record(tx, configUpdated, {
      actor,
      target: null,
      data: { changes: Object.fromEntries(changed.map((key) => [key, { from: from[key], to: to[key] }])) },
    })
  }

  async #load(): Promise<{ values: SettingsValues; mode: Mode }> {
    const rows = await this.#store.all(this.#deps.db)
    // Without a stored mode nothing has decided that this is a place to experiment: the strict one.
    return { values: withDefaults(rows), mode: rows.get(MODE) === 'dev' ? 'dev' : 'production' }
  }
}

function withDefaults(rows: ReadonlyMap<string, unknown>): SettingsValues {
  const stored = [...rows].filter(([name]) => isSettingKey(name))
  const values = Object.freeze({ ...settingDefaults, ...Object.fromEntries(stored) })
  // Fail closed (rule G3): a value that another version wrote must not turn into a default that opens something.
  if (!validator.check(values)) {
    const wrong = validator.errors(values).map(({ pointer }) => pointer.slice(1))
    throw new Error(`the database holds settings this version does not understand: ${wrong.join(', ')}`)
  }
  return values
}

/** Hashes what is stored hashed, and drops secrets that come back as the mask they were shown as. */
function storedForm(patch: SettingsPatch): SettingsPatch {
  const entries = Object.entries(patch).filter(([key, value]) => !(value === MASK && isSecret(key)))
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isSecret(key) && typeof value === 'string' ? hashSecret(value) : value]),
  ) as SettingsPatch
}

const isSecret = (key: string): boolean => secretSettings.has(key as SettingKey)

function merge(before: SettingsValues, changes: SettingsPatch): SettingsValues {
  const merged: Record<string, unknown> = { ...before }
  for (const [key, value] of Object.entries(changes)) merged[key] = value ?? settingDefaults[key as SettingKey]
  if (!validator.check(merged)) throw invalid(validator.errors(merged))
  const after = merged as SettingsValues
  if (after['oauth.registration'] === 'token' && after['oauth.registration_token'] === null) {
    throw new AppError(systemErrors.registration_token_missing)
  }
  return after
}
