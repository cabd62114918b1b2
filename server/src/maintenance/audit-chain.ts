import { systemClock } from '#/platform/clock.ts'
import { ChainVerifier } from '#/platform/audit/chain-verifier.ts'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { loadMasterKey } from '#/platform/crypto/master-key-file.ts'
import { MaintenanceFailure } from './reporting/reports.ts'
import type { ChainCheck } from '#/platform/audit/chain-verifier.ts'
import type { ChainPoint } from '#/platform/audit/hash-chain.ts'
import type { Config } from '#/platform/config/config.ts'
import type { MasterKey } from '#/platform/crypto/master-key.ts'
import type { Db } from '#/platform/db/db.ts'

/** How long a walk is silent. */
const SILENT_MS = 2000

/** The master key of an installation that exists: it is found or the lack of it is told, but never made. */
export const findMasterKey = (config: Config): Promise<MasterKey> =>
  loadMasterKey({
    key: config.masterKey,
    keyFile: config.masterKeyFile,
    previousKeys: config.previousMasterKeys,
    dataDir: config.dataDir,
    databaseHasKeys: true,
  })

/** Walks the audit log of a database to its end or its first fault, and tells now and then how far it is. */
export async function walkChain(
  { db, keyring, anchor }: { readonly db: Db; readonly keyring: Keyring; readonly anchor?: ChainPoint | undefined },
  onProgress: (sequence: number) => void,
): Promise<ChainCheck> {
  const verifier = new ChainVerifier({ db, clock: systemClock, keyring })
  let anchorSeen = false
  let after: number | undefined
  for (;;) {
    const check = await verifier.check({ after, anchor, budgetMs: SILENT_MS })
    anchorSeen ||= check.anchorSeen
    if (check.resumeAfter === undefined) return { ...check, anchorSeen }
    onProgress(check.resumeAfter)
    after = check.resumeAfter
  }
}

/** Where an audit log ends: a point to note elsewhere. Null where nothing was ever sealed. */
export type ChainEnd = ChainPoint | null

/** Fails unless the master key opens this database and its audit log is whole. */
export async function assertIntact(db: Db, masterKey: MasterKey): Promise<ChainEnd> {
  // A server that never started has neither keys nor a log.
  if (!(await Keyring.holdsKeys(db))) return null
  const keyring = await Keyring.open({ db, clock: systemClock, masterKey })
  const { fault, end } = await walkChain({ db, keyring }, () => undefined)
  if (!fault) return { sequence: end.sequence, hash: end.hash }
  throw new MaintenanceFailure('The audit log in it is broken.', {
    kind: 'check_failed',
    code: 'audit_broken',
    why: `${fault.kind} at ${fault.sequence}`,
    next: 'docs/guides/audit-log.md says what each fault means.',
  })
}
