import { ChainVerifier } from '#/platform/audit/chain-verifier.ts'
import { CheckpointReader } from '#/platform/audit/checkpoint-reader.ts'
import { AuditPurger } from '#/platform/audit/audit-purger.ts'
import { AuditCheckpoints } from './checkpoints.ts'
import { AuditExports } from './exports.ts'
import { AuditLogs } from './audit-logs.ts'
import { AuditPurges } from './purges.ts'
import { EventFeed } from './event-feed.ts'
import { AuditEventStreams } from './event-streams.ts'
import { AuditVerification } from './verification.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { AuditLogsDeps } from './audit-logs.ts'
import type { AuditEventStreamsDeps } from './event-streams.ts'
import type { Watched } from './event-feed.ts'

interface BuildDeps extends Omit<AuditLogsDeps, 'now'> {
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly log: { error(fields: object, message: string): void }
  readonly minRetentionDays: () => Promise<number>
  /** What readers of the stream are told changed though it records no event. */
  readonly watched: readonly Watched[]
  /** The scopes of whoever sent a request, if they may read anything. */
  readonly scopesOf: AuditEventStreamsDeps['scopesOf']
  readonly scopeOfEvent: AuditEventStreamsDeps['scopeOfEvent']
}

/** Builds what reads, takes out, purges and verifies the log; `purger` also wipes it, and has a job. */
export function buildAuditLogs(deps: BuildDeps) {
  const { db, clock, keyring, events, log, agentIds, nameOfActor, eventNames, minRetentionDays } = deps
  const { watched, scopesOf, scopeOfEvent } = deps
  const auditLogs = new AuditLogs({ db, agentIds, nameOfActor, eventNames, now: () => clock.now() })
  const purger = new AuditPurger({ db, clock, keyring, log })
  return {
    purger,
    services: {
      auditLogs,
      auditCheckpoints: new AuditCheckpoints(new CheckpointReader({ db, clock, keyring })),
      auditExports: new AuditExports({ db, clock, events, auditLogs }),
      auditPurges: new AuditPurges({ db, clock, events, purger, minRetentionDays }),
      eventStreams: new AuditEventStreams({ feed: new EventFeed(db, watched), scopesOf, scopeOfEvent }),
      auditVerification: new AuditVerification({ db, verifier: new ChainVerifier({ db, clock, keyring }) }),
    },
  }
}
