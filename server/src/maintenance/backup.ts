import { createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { systemClock, toIso } from '#/platform/clock.ts'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { migrationStatus } from '#/platform/db/migrate.ts'
import { openDatabase } from '#/platform/db/open.ts'
import { freeze } from '#/platform/db/transfer/freeze.ts'
import { VERSION } from '#/platform/version.ts'
import { assertIntact, findMasterKey } from './audit-chain.ts'
import { decrypted, encrypted, encrypterTo, newKeyPair } from './archive/encryption.ts'
import { FORMAT, FORMAT_VERSION } from './archive/format.ts'
import { linesOf } from './archive/lines.ts'
import { ArchiveReader } from './archive/read-archive.ts'
import { sealed, unsealed } from './archive/seal.ts'
import { writeKeyFile } from './archive/key-file.ts'
import { archiveLines } from './archive/write-archive.ts'
import { isThere } from './is-there.ts'
import { loadArchive, readHeader } from './load-archive.ts'
import { withDatabase } from './operation.ts'
import { MaintenanceFailure } from './reporting/reports.ts'
import { takeTarget } from './target.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Database } from '#/platform/db/db.ts'
import type { MasterKey } from '#/platform/crypto/master-key.ts'
import type { ArchiveHeader, EndLine } from './archive/format.ts'
import type { ChainEnd } from './audit-chain.ts'
import type { Operation, Surroundings } from './operation.ts'

/** What `backup` is told. */
export interface BackupRequest {
  readonly file: string
  /** Public keys of age. */
  readonly recipients: readonly string[]
  /** Whether the file is restored to a scratch place, and its audit log walked. */
  readonly verify: boolean
}

/** `backup`: writes all that the database holds into a file that only its recipients can open, while the server goes on. */
export const backUp: Operation<BackupRequest> = async ({ file, recipients, verify }, surroundings) => {
  const { config } = surroundings
  await assertNew(file)
  const masterKey = await findMasterKey(config)
  // Opens the file for as long as this process lives, so that what is verified is what lies there.
  const own = verify ? await newKeyPair() : undefined
  const encrypter = encrypterTo([...recipients, ...(own ? [own.recipient] : [])])
  const partial = `${file}.${process.pid}.partial`
  try {
    const written = await withDatabase(config, async (database) => {
      const header = await headerOf(database, surroundings.clock)
      await Keyring.assertOpens(database.db, masterKey)
      const counts = await write(partial, { header, encrypter, masterKey }, surroundings)
      return { header, counts }
    })
    const audit = own
      ? await proven(partial, { identity: own.identity, masterKey, counts: written.counts }, surroundings)
      : null
    await rename(partial, file)
    const { header, counts } = written
    const { size } = await stat(file)
    const { engine, schema, created_at } = header
    return { file, size, engine, schema, created_at, ...counts, verified: verify, audit, contains_master_key: false }
  } finally {
    await rm(partial, { force: true })
  }
}

async function assertNew(file: string): Promise<void> {
  if (await isThere(file))
    throw new MaintenanceFailure(`${file} exists already.`, {
      kind: 'usage',
      code: 'file_exists',
      why: 'Nothing is overwritten: it may be the last good backup.',
      next: 'Name a new file, for example by the date.',
    })
}

async function headerOf({ db }: Database, clock: Clock): Promise<ArchiveHeader> {
  const { current, applied, refusal } = await migrationStatus(db)
  if (refusal !== undefined || applied.length === 0)
    throw new MaintenanceFailure('This version can not back that database up.', {
      kind: 'conflict',
      code: 'schema',
      why: refusal ?? 'No server has started on it yet.',
      next: 'mandate migrate status',
    })
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    created_at: toIso(clock.now()),
    mandate: VERSION,
    engine: db.engine,
    schema: current,
    migrations: applied.map(({ number, name, checksum }) => ({ number, name, checksum })),
  }
}

interface Writing {
  readonly header: ArchiveHeader
  readonly encrypter: ReturnType<typeof encrypterTo>
  readonly masterKey: MasterKey
}

async function write(
  file: string,
  { header, encrypter, masterKey }: Writing,
  { config, signal, reports }: Surroundings,
): Promise<EndLine['end']> {
  const frozen = await freeze(config.databaseUrl)
  try {
    let counts = { tables: 0, rows: 0 }
    const lines = async function* (): AsyncGenerator<string> {
      counts = yield* archiveLines(frozen, header, { signal, progress: (progress) => reports.progress(progress) })
    }
    // Flushed: what is renamed afterwards is on the disk.
    const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(await encrypted(sealed(lines(), masterKey.current), encrypter), output, { signal })
    return counts
  } finally {
    await frozen.close()
  }
}

interface Written {
  readonly identity: string
  readonly masterKey: MasterKey
  readonly counts: EndLine['end']
}

/** Restores a backup to a place that is thrown away, and walks its audit log. */
async function proven(
  file: string,
  { identity, masterKey, counts }: Written,
  surroundings: Surroundings,
): Promise<ChainEnd> {
  const { signal, reports } = surroundings
  const folder = await mkdtemp(path.join(tmpdir(), 'mandate-backup-'))
  const url = `sqlite:${path.join(folder, 'scratch.db')}`
  try {
    const database = await openDatabase({ url, durable: false })
    try {
      const mark = await takeTarget({ database, clock: systemClock }, 'restore')
      const progress = ({ step, ...rest }: { step: string; rows?: number }): void =>
        reports.progress({ step: `verifying: ${step}`, ...rest })
      const reader = new ArchiveReader(unsealed(linesOf(decrypted(file, [identity])), masterKey))
      const header = await readHeader(reader)
      const loaded = await loadArchive(header, reader, { database, url, clock: systemClock, mark, signal, progress })
      if (loaded.rows !== counts.rows) throw new Error('the backup holds other rows than were written')
      return await assertIntact(database.db, masterKey)
    } finally {
      await database.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    throw unproven(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whatever went wrong while it was verified, the backup is not to be relied on. */
function unproven(error: unknown): MaintenanceFailure {
  const cause = error instanceof MaintenanceFailure ? error : undefined
  const why = error instanceof Error ? [error.message, cause?.about.why].filter(Boolean).join(' ') : String(error)
  return new MaintenanceFailure(
    'The backup was written and could not be verified, so it was removed.',
    { kind: 'check_failed', code: 'backup_unproven', why, next: cause?.about.next ?? 'mandate audit verify' },
    { cause: error },
  )
}

/** `backup keygen`: makes a key pair. Who has the file opens every backup that is encrypted to the public key. */
export const makeKeys: Operation<{ readonly file: string }> = async ({ file }, { clock }) => {
  const keys = await newKeyPair()
  await writeKeyFile(file, keys, toIso(clock.now()))
  return { file, recipient: keys.recipient }
}
