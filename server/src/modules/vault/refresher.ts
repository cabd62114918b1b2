import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { randomText } from '#/platform/crypto/secrets.ts'
import type { Db } from '#/platform/db/db.ts'
import { systemActor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { openTokens, sealTokens } from './connection.ts'
import type { ConnectionAt, ConnectionTokens, VaultConnection } from './connection.ts'
import type { VaultConnectionStore } from './connection-store.ts'
import { vaultConnectionStopped } from './events.ts'
import { openProvider } from './provider.ts'
import type { Upstream } from './upstream.ts'
import { UpstreamFailure } from './upstream-failure.ts'

export interface RefresherDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
  readonly events: Events
  readonly upstream: Pick<Upstream, 'refresh'>
  readonly store: VaultConnectionStore
  readonly issuer: string
  readonly log: { warn(details: object, message: string): void }
}

/** What asking for living tokens came to. */
export type Freshness =
  | { readonly kind: 'fresh'; readonly connection: VaultConnection; readonly tokens: ConnectionTokens }
  | { readonly kind: 'gone' | 'needs_reauth' | 'upstream_failed' }

/** How long before the end of an access token another one is fetched. */
const AHEAD_MS = 60_000
/** Longer than any request to a provider takes. */
const LEASE_MS = 30_000
/** How long nobody tries again after a failure. */
const COOL_DOWN_MS = 2000
const POLL_MS = 50
/** How long tokens count as good after they were given, whatever the provider says of them. */
const SETTLED_MS = 60_000
const MAX_WAIT_MS = 12_000

/**
 * Keeps access tokens alive. Of any number of readers on any number of nodes one refreshes: whoever takes the lease on the
 * row. What comes back is written before anybody uses it, so that a rotated refresh token is never lost; the others wait, or
 * go on with the token that still lives.
 */
export class Refresher {
  readonly #deps: RefresherDeps
  readonly #running = new Map<string, Promise<Freshness>>()
  constructor(deps: RefresherDeps) {
    this.#deps = deps
  }

  /** The tokens of a connection, refreshed when they are about to end. */
  async fresh(at: ConnectionAt): Promise<Freshness> {
    const { connection } = at
    if (connection.state === 'needs_reauth' || connection.tokensSealed === null) return { kind: 'needs_reauth' }
    if (!this.#endsSoon(connection)) return this.#opened(connection)
    const running = this.#running.get(connection.id)
    if (running && this.#lives(connection)) return this.#opened(connection)
    return running ?? this.#begin(connection.id)
  }

  /**
   * What comes in the place of tokens that the provider does not take any more, though they should still live. Not right
   * after they were given: an agent that provokes refusals must not make us refresh with every call.
   */
  async replaced({ id, version, updatedAt }: VaultConnection): Promise<Freshness> {
    const isNew = updatedAt > this.#deps.clock.now() - SETTLED_MS
    return isNew ? { kind: 'upstream_failed' } : this.#begin(id, version)
  }

  #begin(id: string, refusedVersion?: number): Promise<Freshness> {
    const key = refusedVersion === undefined ? id : `${id} ${refusedVersion}`
    const running = this.#running.get(key)
    if (running) return running
    const work = this.#settle(id, refusedVersion).finally(() => this.#running.delete(key))
    this.#running.set(key, work)
    return work
  }

  /** `refusedVersion` is that of tokens which the provider does not take, so that they count as ended. */
  async #settle(id: string, refusedVersion?: number): Promise<Freshness> {
    const { store, clock } = this.#deps
    const giveUpAt = performance.now() + MAX_WAIT_MS
    for (;;) {
      const at = await store.find(id)
      if (!at) return { kind: 'gone' }
      const { connection } = at
      if (connection.state === 'needs_reauth' || connection.tokensSealed === null) return { kind: 'needs_reauth' }
      const isRefused = connection.version === refusedVersion
      if (!isRefused && !this.#endsSoon(connection)) return this.#opened(connection)
      const { refreshToken } = openTokens(this.#deps.keyring, connection, connection.tokensSealed)
      if (refreshToken === null) return isRefused ? { kind: 'upstream_failed' } : this.#withoutRefresh(connection)
      const [holder, now] = [randomText(20), clock.now()]
      if (await store.lease(connection, holder, now, now + LEASE_MS))
        return this.#refresh(at, refreshToken, holder, isRefused)
      if (!isRefused && this.#lives(connection)) return this.#opened(connection)
      const isCooling = connection.lease === null && (connection.leasedUntil ?? 0) > now
      if (isCooling || performance.now() > giveUpAt) return { kind: 'upstream_failed' }
      await sleep(POLL_MS)
    }
  }

  async #refresh(at: ConnectionAt, refreshToken: string, holder: string, isRefused: boolean): Promise<Freshness> {
    const { store, db, clock, keyring, upstream, issuer, log } = this.#deps
    const { connection, provider } = at
    try {
      const given = await upstream.refresh(openProvider(provider, keyring, issuer), refreshToken)
      // A refresh token that works once is spent now: to send it again would look like theft there.
      const kept = provider.quirks.rotates_refresh_tokens === true ? null : refreshToken
      const tokens = { accessToken: given.accessToken, refreshToken: given.refreshToken ?? kept }
      const now = clock.now()
      const fields = {
        tokensSealed: sealTokens(keyring, connection, tokens),
        scopes: given.scopes ?? connection.scopes,
        expiresAt: given.expiresAt,
        refreshedAt: now,
        updatedAt: now,
      }
      if (await store.supersede(db, connection, fields)) {
        return { kind: 'fresh', connection: { ...connection, ...fields }, tokens }
      }
      // It was connected anew, moved or disconnected meanwhile: what counts is what stands there now.
      return this.#settle(connection.id)
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      log.warn({ provider: provider.name, connection_id: connection.id, reason: error.message }, 'a refresh failed')
      if (error.reason === 'over') return this.#stop(connection)
      await store.coolDown(connection, holder, clock.now() + COOL_DOWN_MS)
      if (isRefused) return { kind: 'upstream_failed' }
      return this.#lives(connection) ? this.#opened(connection) : { kind: 'upstream_failed' }
    }
  }

  /** Nothing to refresh with: good to its end, and then only the person can go on. */
  #withoutRefresh(connection: VaultConnection): Promise<Freshness> | Freshness {
    return this.#lives(connection) ? this.#opened(connection) : this.#stop(connection)
  }

  /** Only the person can go on. */
  async #stop(connection: VaultConnection): Promise<Freshness> {
    const { db, store, clock, events } = this.#deps
    const { id, userId, vaultProviderId } = connection
    await db.tx(async (tx) => {
      const fields = { state: 'needs_reauth', tokensSealed: null, updatedAt: clock.now() } as const
      if (!(await store.supersede(tx, connection, fields))) return
      await events.record(tx, vaultConnectionStopped, {
        actor: systemActor('vault-refresh'),
        target: { type: 'vault_connection', id },
        data: { id, user_id: userId, provider_id: vaultProviderId },
      })
    })
    return { kind: 'needs_reauth' }
  }

  #opened(connection: VaultConnection): Freshness {
    const { tokensSealed } = connection
    if (tokensSealed === null) return { kind: 'needs_reauth' }
    return { kind: 'fresh', connection, tokens: openTokens(this.#deps.keyring, connection, tokensSealed) }
  }

  #endsSoon({ expiresAt }: VaultConnection): boolean {
    return expiresAt !== null && expiresAt <= this.#deps.clock.now() + AHEAD_MS
  }

  #lives({ expiresAt }: VaultConnection): boolean {
    return expiresAt === null || expiresAt > this.#deps.clock.now()
  }
}
