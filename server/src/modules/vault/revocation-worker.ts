import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import { systemActor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Logger } from '#/platform/log/log.ts'
import type { Queue } from '#/platform/queue/queue.ts'
import { retryAt } from '#/platform/queue/retry.ts'
import { QueueWorker } from '#/platform/queue/worker.ts'
import type { Outcome, Work } from '#/platform/queue/worker.ts'
import { openTokens } from './connection.ts'
import { vaultRevocationFailed } from './events.ts'
import { providerSecretPlace } from './provider.ts'
import type { VaultRevocation } from './revocation.ts'
import type { Upstream } from './upstream.ts'

interface RevocationWorkerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'open'>
  readonly events: Events
  readonly upstream: Pick<Upstream, 'revoke'>
  readonly log: Pick<Logger, 'warn' | 'error'>
  readonly queue: Queue<VaultRevocation>
}

const SECOND = 1000
const MINUTE = 60 * SECOND
/** How long to wait after each attempt; after the last one the tokens are left to end by themselves. */
const WAITS_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE]
const CONCURRENCY = 10
const PER_PROVIDER = 2
const LEASE_MS = MINUTE

/** Ends tokens at their providers, after the commit that ended their accounts here. */
export class VaultRevocationWorker implements Work<VaultRevocation> {
  readonly #deps: RevocationWorkerDeps
  constructor(deps: RevocationWorkerDeps) {
    this.#deps = deps
  }

  /** The worker as a part of the server that starts and stops. */
  static create(deps: RevocationWorkerDeps): QueueWorker<VaultRevocation> {
    const bounds = { concurrency: CONCURRENCY, perDestination: PER_PROVIDER, leaseMs: LEASE_MS }
    return new QueueWorker({ ...deps, ...bounds, name: 'vault.revocations', work: new VaultRevocationWorker(deps) })
  }

  /** One attempt to end the tokens of one account. */
  async handle(row: VaultRevocation): Promise<Outcome<VaultRevocation>> {
    const { keyring, upstream, clock } = this.#deps
    const { vaultProviderId, secretSealed, upstreamClient: clientId, quirks } = row
    const secret = secretSealed === null ? '' : keyring.open(secretSealed, providerSecretPlace(vaultProviderId))
    const tokens = openTokens(keyring, row, row.tokensSealed)
    if ((await upstream.revoke({ provider: { clientId, quirks }, secret }, tokens)) !== false) return { end: 'delete' }
    const againAt = retryAt(WAITS_MS, row.attempts, clock.now())
    return againAt === undefined ? this.abandon(row) : { againAt }
  }

  abandon({ id, userId, vaultProviderId }: VaultRevocation): Outcome<VaultRevocation> {
    const failed = {
      actor: systemActor('vault-revocations'),
      target: { type: 'vault_connection', id },
      result: 'failure',
      data: { id, user_id: userId, provider_id: vaultProviderId },
    } as const
    return { end: 'delete', also: (tx) => this.#deps.events.record(tx, vaultRevocationFailed, failed) }
  }
}
