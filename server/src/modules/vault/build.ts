import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import type { Logger } from '#/platform/log/log.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { Clients } from '#/modules/clients/index.ts'
import type { ActingClients, Consents } from '#/modules/consents/index.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Tokens } from '#/modules/tokens/index.ts'
import type { Users } from '#/modules/users/index.ts'
import { VaultAttempts } from './attempts.ts'
import { VaultConnectionStore } from './connection-store.ts'
import { VaultConnections } from './connections.ts'
import { VaultGrantStore } from './grant-store.ts'
import { VaultGrants } from './grants.ts'
import { VaultOffers } from './offers.ts'
import { VaultProviderStore } from './provider-store.ts'
import { VaultProviders } from './providers.ts'
import { VaultProxy } from './proxy.ts'
import { Refresher } from './refresher.ts'
import { VaultRetrieval } from './retrieval.ts'
import { revocationQueue } from './revocation.ts'
import { VaultRevocationStep } from './revocation-step.ts'
import { VaultRevocationWorker } from './revocation-worker.ts'
import { Upstream } from './upstream.ts'
import { VaultUses } from './uses.ts'

interface VaultParts {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly limits: Limits
  readonly lifecycle: Lifecycle
  readonly users: Users
  readonly tokens: Tokens
  readonly clients: Clients
  readonly consents: Consents
  readonly actingClients: ActingClients
  readonly outbound: Outbound
  /** The base URL: providers send people back below it. */
  readonly issuer: string
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** Builds the services of this module. */
export function buildVault(parts: VaultParts) {
  const { db, clock, keyring, events, limits, lifecycle, users, tokens, consents, clients, actingClients } = parts
  const { outbound, issuer, log } = parts
  const providers = new VaultProviderStore(db)
  const store = new VaultConnectionStore(db)
  const upstream = new Upstream({ outbound, clock })
  const attempts = new VaultAttempts({ db, clock, keyring })
  const uses = new VaultUses({ db, clock, events, store, tokens })
  const refresher = new Refresher({ db, clock, keyring, events, upstream, store, issuer, log })
  const queue = revocationQueue(db)
  const grantStore = new VaultGrantStore(db)
  const grants = new VaultGrants({
    db,
    clock,
    events,
    lifecycle,
    tokens,
    consents,
    actingClients,
    store: grantStore,
    connections: store,
  })
  const retrieval = new VaultRetrieval({ providers, store, refresher, grants, uses, issuer })
  const services = {
    vaultProviders: new VaultProviders({ db, clock, keyring, events, lifecycle, outbound, clients }),
    vaultConnections: new VaultConnections({
      db,
      clock,
      keyring,
      events,
      limits,
      lifecycle,
      users,
      upstream,
      attempts,
      providers,
      store,
      revocations: new VaultRevocationStep({ clock, queue }),
      issuer,
      log,
    }),
    vaultGrants: grants,
    vaultOffers: new VaultOffers({ store: grantStore, connections: store, actingClients }),
    vaultUses: uses,
    vaultRetrieval: retrieval,
    vaultProxy: new VaultProxy({ retrieval, refresher, uses, outbound, issuer, log }),
  }
  const revocations = VaultRevocationWorker.create({
    db,
    clock,
    keyring,
    events,
    upstream,
    log,
    queue,
  })
  return { services, revocations }
}
