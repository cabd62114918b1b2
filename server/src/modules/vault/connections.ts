import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import { userErrors } from '#/modules/users/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { VaultAttempts } from './attempts.ts'
import { openTokens, sealTokens } from './connection.ts'
import type { ConnectionAt, ConnectionTokens, VaultConnection } from './connection.ts'
import type { VaultConnectionFilter, VaultConnectionStore } from './connection-store.ts'
import { vaultErrors } from './errors.ts'
import { vaultConnectionCreated, vaultConnectionDeleted, vaultConnectionRenewed } from './events.ts'
import { openProvider, vaultCallbackUrl } from './provider.ts'
import type { VaultProvider } from './provider.ts'
import type { VaultProviderStore } from './provider-store.ts'
import type { VaultRevocationStep } from './revocation-step.ts'
import { authorizationUrl } from './upstream.ts'
import type { Upstream, UpstreamAccount } from './upstream.ts'
import { UpstreamFailure } from './upstream-failure.ts'

export interface VaultConnectionsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
  readonly events: Events
  readonly limits: Limits
  readonly lifecycle: Lifecycle
  readonly users: Pick<Users, 'hold'>
  readonly upstream: Upstream
  readonly attempts: VaultAttempts
  readonly providers: VaultProviderStore
  readonly store: VaultConnectionStore
  readonly revocations: VaultRevocationStep
  readonly issuer: string
  readonly log: { warn(details: object, message: string): void }
}

/** Who sets out to connect an account, in which browser, and with what. */
export interface Departure {
  readonly userId: string
  readonly browserId: string
  /** All that the provider is set up with when undefined. */
  readonly scopes: readonly string[] | undefined
  readonly label: string | undefined
}

/** Who comes back, in which browser, with what in their URL. */
export interface Arrival {
  readonly userId: string
  readonly browserId: string
  readonly code: string | undefined
  readonly state: string
  readonly error: string | undefined
}

/** What was obtained for one account of a person. */
interface Obtained {
  readonly userId: string
  readonly label: string | null
  readonly account: UpstreamAccount | null
  readonly scopes: readonly string[]
  readonly tokens: ConnectionTokens
  readonly expiresAt: number | null
}

/** Each begun way to a provider is a row for ten minutes. */
const DEPARTURES = { burst: 30, periodMs: 600_000 }
const MAX_CONNECTIONS = 100

/** The accounts that people connected: out to a provider and back, listed, and ended. */
export class VaultConnections {
  readonly #deps: VaultConnectionsDeps
  constructor(deps: VaultConnectionsDeps) {
    this.#deps = deps
  }

  /** Begins to connect an account; returns where to send the browser. */
  async depart(providerName: string, { userId, browserId, scopes, label }: Departure): Promise<string> {
    const provider = await this.#usable(providerName, 'oauth')
    const asked = scopes === undefined ? provider.scopes : [...new Set(scopes)]
    const strange = asked.filter((scope) => !provider.scopes.includes(scope))
    if (strange.length > 0) throw invalid('/scopes', 'must be among those that the provider is set up with')
    await this.#deps.limits.require(`vault_departure:${userId}`, DEPARTURES)
    const secrets = await this.#deps.attempts.begin(provider, {
      userId,
      browserId,
      scopes: asked,
      label: label ?? null,
    })
    const callbackUrl = vaultCallbackUrl(this.#deps.issuer, provider)
    return authorizationUrl({ provider, callbackUrl }, { ...secrets, scopes: asked })
  }

  /** Ends it with what the provider sent along. Throws when it is not what this person's browser is waiting for. */
  async arrive(providerName: string, arrival: Arrival, actor: Actor): Promise<VaultConnection> {
    const { attempts, keyring, issuer, upstream, log } = this.#deps
    const provider = await this.#usable(providerName, 'oauth')
    const { attempt, codeVerifier } = await attempts.end(arrival.state, provider, arrival)
    if (arrival.error !== undefined || arrival.code === undefined) {
      throw new AppError(vaultErrors.vault_connection_refused)
    }
    const open = openProvider(provider, keyring, issuer)
    try {
      const given = await upstream.redeem(open, arrival.code, codeVerifier)
      const account = await upstream.accountOf(open, given)
      const { userId, label, scopes } = attempt
      const { accessToken, refreshToken, expiresAt } = given
      const tokens = { accessToken, refreshToken }
      return await this.#keep(
        provider,
        { userId, label, account, scopes: given.scopes ?? scopes, tokens, expiresAt },
        actor,
      )
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      log.warn({ provider: provider.name, reason: error.message }, 'an account could not be connected')
      throw new AppError(vaultErrors.vault_upstream_failed)
    }
  }

  /** Keeps a key that a person brings, at a provider that takes them. */
  async keepKey(
    {
      providerName,
      userId,
      key,
      label,
    }: { providerName: string; userId: string; key: string; label: string | undefined },
    actor: Actor,
  ): Promise<ConnectionAt> {
    const provider = await this.#usable(providerName, 'api_key')
    const tokens = { accessToken: key, refreshToken: null }
    const obtained = { userId, label: label ?? null, account: null, scopes: provider.scopes, tokens, expiresAt: null }
    return { provider, connection: await this.#keep(provider, obtained, actor) }
  }

  /** A connection. Throws `vault_connection_not_found`, also for one of somebody else where a person asks. */
  async get(id: string, ownerId?: string): Promise<ConnectionAt> {
    const at = isId('vc', id) ? await this.#deps.store.find(id) : undefined
    if (!at || (ownerId !== undefined && at.connection.userId !== ownerId)) return notFound()
    return at
  }

  /** Connections, newest first. */
  list(filter: VaultConnectionFilter, request: PageRequest): Promise<Page<ConnectionAt>> {
    return this.#deps.store.list(filter, request)
  }

  /** Ends a connection: at the provider where that can be asked, then here, with the tokens of every line that used it. */
  async disconnect(id: string, actor: Actor, ownerId?: string): Promise<void> {
    const { db, lifecycle, events, revocations } = this.#deps
    const at = await this.get(id, ownerId)
    const revokedUpstream = await this.#revokeUpstream(at)
    await db.tx(async (tx) => {
      // Whoever disconnects waits a moment for the provider; what it did not end by then is tried again later.
      if (revokedUpstream === false) await revocations.end(tx, subjectOf(id))
      const counts = await lifecycle.ended(tx, 'vaultConnectionEnded', subjectOf(id), 'vault_connection_ended')
      if (counts.vault_connections !== 1) notFound()
      const data = { ...nameFields(at.connection, at.provider), revoked_upstream: revokedUpstream, counts }
      await events.record(tx, vaultConnectionDeleted, { actor, target: targetOf(id), data })
    })
  }

  /** What disconnecting would end. */
  async countEnding(id: string, ownerId?: string): Promise<Counts> {
    await this.get(id, ownerId)
    return this.#deps.lifecycle.wouldEnd('vaultConnectionEnded', subjectOf(id))
  }

  async #revokeUpstream({ connection, provider }: ConnectionAt): Promise<boolean | null> {
    const { keyring, upstream, issuer, log } = this.#deps
    if (connection.tokensSealed === null || provider.kind !== 'oauth') return null
    const tokens = openTokens(keyring, connection, connection.tokensSealed)
    const revoked = await upstream.revoke(openProvider(provider, keyring, issuer), tokens)
    if (revoked === false) {
      log.warn({ provider: provider.name, connection_id: connection.id }, 'the provider did not end the tokens')
    }
    return revoked
  }

  /** The provider of this name, if people may connect accounts there in this way. */
  async #usable(name: string, kind: VaultProvider['kind']): Promise<VaultProvider> {
    const provider = await this.#deps.providers.findByName(name)
    if (provider?.kind !== kind) throw new AppError(vaultErrors.vault_provider_not_found)
    if (!provider.active) throw new AppError(vaultErrors.vault_provider_disabled)
    return provider
  }

  /** Writes a connection, in the place of an earlier one to the same account. */
  #keep(provider: VaultProvider, obtained: Obtained, actor: Actor): Promise<VaultConnection> {
    const { db, events, store } = this.#deps
    return db.tx(async (tx) => {
      await this.#requireStanding(tx, provider, obtained.userId)
      const fresh = this.#connection(provider, obtained)
      const before = await store.holdAccount(tx, fresh)
      const kept = before ? this.#renewed(before, obtained) : fresh
      await (before ? store.replace(tx, kept) : this.#insert(tx, kept))
      const data = { ...nameFields(kept, provider), scopes: [...kept.scopes] }
      const type = before ? vaultConnectionRenewed : vaultConnectionCreated
      await events.record(tx, type, { actor, target: targetOf(kept.id), data })
      return kept
    })
  }

  /** Person and provider are still there, the provider as it was when the tokens came from it. */
  async #requireStanding(tx: Tx, { id, version }: VaultProvider, userId: string): Promise<void> {
    const { users, providers } = this.#deps
    const user = await users.hold(tx, userId)
    if (!user || user.disabledAt !== null) throw new AppError(userErrors.user_not_found)
    const provider = await providers.hold(tx, id)
    if (provider?.version !== version) throw new AppError(vaultErrors.vault_attempt_over)
  }

  async #insert(tx: Tx, connection: VaultConnection): Promise<void> {
    const { store } = this.#deps
    if ((await store.countOfUser(connection.userId, tx)) >= MAX_CONNECTIONS) {
      throw new AppError(vaultErrors.too_many_vault_connections)
    }
    if (!(await store.insert(tx, connection))) throw new AppError(vaultErrors.vault_connection_exists)
  }

  #connection(provider: VaultProvider, obtained: Obtained): VaultConnection {
    const { clock } = this.#deps
    const { userId, label, account } = obtained
    const now = clock.now()
    const owned = { id: newId('vc', now), userId }
    return {
      ...owned,
      vaultProviderId: provider.id,
      accountKey: account === null ? `label:${label ?? ''}` : `id:${account.id}`,
      label,
      refreshedAt: null,
      createdAt: now,
      ...this.#secrets(owned, obtained),
      version: 1,
    }
  }

  #renewed(before: VaultConnection, obtained: Obtained): VaultConnection {
    const label = obtained.label ?? before.label
    return { ...before, label, ...this.#secrets(before, obtained), version: before.version + 1 }
  }

  #secrets(owned: Pick<VaultConnection, 'id' | 'userId'>, { account, scopes, tokens, expiresAt }: Obtained) {
    const { keyring, clock } = this.#deps
    return {
      account: account?.name ?? account?.id ?? null,
      scopes,
      state: 'active',
      tokensSealed: sealTokens(keyring, owned, tokens),
      expiresAt,
      lease: null,
      leasedUntil: null,
      updatedAt: clock.now(),
    } as const
  }
}

const subjectOf = (connectionId: string) => ({ by: 'vault-connection', connectionId }) as const

const targetOf = (id: string) => ({ type: 'vault_connection', id })

const nameFields = ({ id, userId }: VaultConnection, provider: VaultProvider) => ({
  id,
  user_id: userId,
  provider: provider.name,
})

const notFound = (): never => {
  throw new AppError(vaultErrors.vault_connection_not_found)
}
