import { systemRestored } from '#/modules/system/index.ts'
import { Events } from '#/platform/audit/events.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { openDatabase } from '#/platform/db/open.ts'
import { decrypted } from './archive/encryption.ts'
import { readKeyFile } from './archive/key-file.ts'
import { linesOf } from './archive/lines.ts'
import { ArchiveReader } from './archive/read-archive.ts'
import { unsealed } from './archive/seal.ts'
import { assertIntact, findMasterKey } from './audit-chain.ts'
import { endAccess } from './end-access.ts'
import { isThere } from './is-there.ts'
import { loadArchive, readHeader } from './load-archive.ts'
import { MaintenanceFailure } from './reporting/reports.ts'
import { releaseTarget, takeTarget } from './target.ts'
import type { MasterKey } from '#/platform/crypto/master-key.ts'
import type { Database } from '#/platform/db/db.ts'
import type { ArchiveHeader } from './archive/format.ts'
import type { Endable } from './end-access.ts'
import type { Operation, Surroundings } from './operation.ts'
import type { Progress } from './reporting/reports.ts'

/** What `restore` is told. */
export interface RestoreRequest {
  readonly file: string
  /** The file of the identity that opens it. */
  readonly identity: string
  /** The URL of the database it goes into; that of the configuration where it is left out. */
  readonly to?: string
  readonly end: readonly Endable[]
  /** Whether a backup that no master key of ours sealed is taken all the same. */
  readonly acceptUnknownOrigin?: boolean
}

/** `restore`: fills an empty database from a backup, proves it, and ends what is not to live again. */
export const restore: Operation<RestoreRequest> = async (request, surroundings) => {
  const { file, identity, to, end, acceptUnknownOrigin = false } = request
  const { config } = surroundings
  await assertThere(file)
  const identities = await readKeyFile(identity)
  const masterKey = await findMasterKey(config)
  const url = to ?? config.databaseUrl
  const sealedBy = acceptUnknownOrigin ? undefined : masterKey
  const read = (): ArchiveReader => new ArchiveReader(unsealed(linesOf(decrypted(file, identities)), sealedBy))
  // Before anything is made: a wrong key, a newer backup and one that somebody else made leave no trace.
  if (sealedBy) await assertSealed(read(), surroundings)
  // Asked again while it is loaded: another file may lie there by then.
  const reader = read()
  const header = await readHeader(reader)
  const database = await openDatabase({ url, poolSize: 2, exclusive: true })
  try {
    return await fill({ database, url, reader, header, masterKey, end, acceptUnknownOrigin }, surroundings)
  } finally {
    await database.close()
  }
}

async function assertThere(file: string): Promise<void> {
  if (await isThere(file)) return
  throw new MaintenanceFailure(`There is no file ${file}.`, { kind: 'not_found', code: 'backup_not_found' })
}

/** Reads a backup to its end once, so that nothing of it is used before its seal was checked. */
async function assertSealed(reader: ArchiveReader, { signal, reports }: Surroundings): Promise<void> {
  reports.progress({ step: 'checking the seal' })
  await readHeader(reader)
  await reader.readOn(signal)
}

interface Filling {
  readonly database: Database
  readonly url: string
  readonly reader: ArchiveReader
  readonly header: ArchiveHeader
  readonly masterKey: MasterKey
  readonly end: readonly Endable[]
  readonly acceptUnknownOrigin: boolean
}

async function fill(
  { database, url, reader, header, masterKey, end, acceptUnknownOrigin }: Filling,
  surroundings: Surroundings,
): Promise<object> {
  const { config, clock, signal, reports } = surroundings
  const mark = await takeTarget({ database, clock }, 'restore')
  const progress = (done: Progress): void => reports.progress(done)
  const loading = { database, url, clock, mark, signal, progress }
  const { tables, rows, migrated } = await loadArchive(header, reader, loading)
  progress({ step: 'walking the audit log' })
  const audit = await assertIntact(database.db, masterKey)
  const keyring = await Keyring.open({ db: database.db, clock, masterKey })
  const ended = await endAccess(end, { database, keyring, config, clock })
  const events = new Events({ clock, keyring })
  const data = {
    backup_created_at: header.created_at,
    origin_verified: !acceptUnknownOrigin,
    sessions_ended: end.includes('sessions'),
    tokens_ended: end.includes('tokens'),
  }
  await events.recordAlone(database.db, systemRestored, { actor: systemActor('restore'), target: null, data })
  await releaseTarget({ database }, mark)
  const { created_at, schema } = header
  const origin = acceptUnknownOrigin ? 'unknown' : 'verified'
  return { origin, engine: database.db.engine, created_at, schema, migrated, tables, rows, audit, ended }
}
