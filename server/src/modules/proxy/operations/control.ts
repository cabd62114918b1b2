import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor, EventType } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { RuleSets } from '#/modules/proxy/access/rule-set.ts'
import { proxyErrors } from '#/modules/proxy/shared/errors.ts'
import { gatewayReloaded, gatewayStarted, gatewayStopped } from '#/modules/proxy/shared/events.ts'
import { ControlStore } from './control-store.ts'
import type { Wanted } from './control-store.ts'

/** The gateway of this node, as far as it is turned on and off. */
export interface RunningGateway {
  readonly isOpen: boolean
  readonly addresses: readonly string[]
  readonly inFlight: number
  open(): Promise<void>
  close(): Promise<void>
  /** Connects to every upstream anew. */
  reconnect(): void
  /** Lets go of what belongs to upstreams that are not there any more. */
  keep(upstreamIds: ReadonlySet<string>): void
}

export interface ControlDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly ruleSets: RuleSets
  readonly gateway: RunningGateway
  readonly log: { info(details: object, message: string): void; error(details: object, message: string): void }
}

/** How the gateway of this node stands. */
export interface LifecycleState {
  readonly state: 'running' | 'stopped' | 'draining' | 'failed'
  readonly wanted: 'running' | 'stopped'
  readonly addresses: readonly string[]
  readonly inFlight: number
  readonly rulesLoaded: number
  readonly hostsLoaded: number
  readonly reloads: number
  readonly startedAt: number | null
  readonly lastError: string | null
}

/** Every node follows what operators want within this time. */
const FOLLOW_EVERY_MS = 500

/**
 * Turns the gateway on and off. What operators want is in the database, so it holds on every node and after a restart;
 * each node follows, and says of itself how it stands.
 */
export class GatewayControl {
  readonly #deps: ControlDeps
  readonly #store: ControlStore
  #timer: NodeJS.Timeout | undefined
  #following: Promise<void> = Promise.resolve()
  #closing: Promise<void> | undefined
  #reloads: number | undefined
  #startedAt: number | null = null
  #lastError: string | null = null
  #isServing = false

  constructor(deps: ControlDeps) {
    this.#deps = deps
    this.#store = new ControlStore(deps.db)
  }

  /** Where it listens on this node now. */
  get addresses(): readonly string[] {
    return this.#deps.gateway.addresses
  }

  /** Begins to do what operators want. Throws when they want it to run and it can't. */
  async begin(): Promise<readonly string[]> {
    this.#isServing = true
    await this.#follow()
    if (this.#lastError !== null) throw new Error(`the gateway can't listen: ${this.#lastError}`)
    this.#timer = setInterval(() => void this.#follow(), FOLLOW_EVERY_MS)
    this.#timer.unref()
    return this.addresses
  }

  /** Ends with the process; what operators want stays. */
  async end(): Promise<void> {
    this.#isServing = false
    clearInterval(this.#timer)
    await this.#following
    await this.#close()
  }

  async state(): Promise<LifecycleState> {
    const { gateway, ruleSets } = this.#deps
    const [wanted, set] = await Promise.all([this.#store.read(), ruleSets.current()])
    const hosts = [...set.hosts.values()]
    return {
      state: this.#ownState(wanted),
      wanted: wanted.running ? 'running' : 'stopped',
      addresses: gateway.addresses,
      inFlight: gateway.inFlight,
      rulesLoaded: new Set(hosts.flatMap(({ rules }) => rules.map(({ rule }) => rule.id))).size,
      hostsLoaded: hosts.length,
      reloads: wanted.reloads,
      startedAt: this.#startedAt,
      lastError: this.#lastError,
    }
  }

  #ownState({ running }: Wanted): LifecycleState['state'] {
    if (this.#closing) return 'draining'
    if (this.#deps.gateway.isOpen) return 'running'
    return running && this.#lastError !== null ? 'failed' : 'stopped'
  }

  async start(actor: Actor): Promise<LifecycleState> {
    await this.#want({ running: true }, gatewayStarted, actor)
    await this.#follow()
    if (this.#lastError !== null)
      throw new AppError(proxyErrors.proxy_start_failed, { details: { last_error: this.#lastError } })
    return this.state()
  }

  async stop(actor: Actor): Promise<LifecycleState> {
    await this.#want({ running: false }, gatewayStopped, actor)
    await this.#follow()
    return this.state()
  }

  /** Compiles the rules and connects anew, on every node; requests in flight end where they began. */
  async reload(actor: Actor): Promise<LifecycleState> {
    await this.#want('reload', gatewayReloaded, actor)
    await this.#follow()
    return this.state()
  }

  /** Writes what is wanted; what is so already is no change. */
  async #want(
    change: 'reload' | Pick<Wanted, 'running'>,
    event: EventType<typeof gatewayStarted.data>,
    actor: Actor,
  ): Promise<void> {
    const { db, clock, events } = this.#deps
    await db.tx(async (tx) => {
      const before = await this.#store.hold(tx)
      const after = change === 'reload' ? { ...before, reloads: before.reloads + 1 } : { ...before, ...change }
      if (after.running === before.running && after.reloads === before.reloads) return
      await this.#store.write(tx, after, clock.now())
      const target = { type: 'proxy', id: 'gateway' }
      await events.record(tx, event, { actor, target, data: { reloads: after.reloads } })
    })
  }

  /** Does what is wanted, one after the other. A database that fails changes nothing. */
  #follow(): Promise<void> {
    this.#following = this.#following
      .then(() => this.#apply())
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'the gateway could not look up what is wanted of it')
      })
    return this.#following
  }

  async #apply(): Promise<void> {
    const { gateway, ruleSets } = this.#deps
    const wanted = await this.#store.read()
    if (this.#reloads !== wanted.reloads) {
      if (this.#reloads !== undefined) gateway.reconnect()
      this.#reloads = wanted.reloads
      ruleSets.invalidate()
    }
    const { hosts } = await ruleSets.current()
    gateway.keep(new Set([...hosts.values()].map(({ upstream }) => upstream.id)))
    if (!this.#isServing) return
    if (wanted.running && !gateway.isOpen) await this.#open()
    // The one who wanted it to stop does not wait until the last request is over.
    if (!wanted.running && gateway.isOpen) void this.#close()
    await nextTurn()
  }

  async #open(): Promise<void> {
    const { gateway, clock, log } = this.#deps
    await this.#closing
    try {
      await gateway.open()
      this.#startedAt = clock.now()
      this.#lastError = null
      log.info({ addresses: gateway.addresses }, 'the gateway listens')
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (message !== this.#lastError) log.error({ err: error }, 'the gateway can not listen')
      this.#lastError = message
    }
  }

  async #close(): Promise<void> {
    this.#startedAt = null
    const closing = this.#deps.gateway.close().finally(() => {
      if (this.#closing === closing) this.#closing = undefined
    })
    this.#closing = closing
    await closing
  }
}
