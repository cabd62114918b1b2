import { randomBytes } from 'node:crypto'
import { link, open, readFile, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MasterKeyError, parseMasterKey } from './master-key.ts'
import type { MasterKey, WrappingKey } from './master-key.ts'

/** Where a master key may come from, in the order of precedence. */
export interface MasterKeySources {
  /** MANDATE_MASTER_KEY: the key itself. */
  readonly key?: string | undefined
  /** MANDATE_MASTER_KEY_FILE: a file that holds it. */
  readonly keyFile?: string | undefined
  /** MANDATE_MASTER_KEY_PREVIOUS: keys that were current before, separated by commas. */
  readonly previousKeys?: string | undefined
  /** Without either, `master.key` in here. */
  readonly dataDir: string
  /** Whether the database holds data keys already; then no master key is ever made up. */
  readonly databaseHasKeys: boolean
}

const ABSENT = 'ENOENT'
const EXISTS = 'EEXIST'

/** Finds the master key, and makes one on the first boot of an installation that was given none. */
export async function loadMasterKey(sources: MasterKeySources): Promise<MasterKey> {
  const previous = (sources.previousKeys ?? '').split(',').filter((text) => text.trim() !== '')
  return {
    current: await findCurrent(sources),
    previous: previous.map((text) => parseMasterKey(text, 'MANDATE_MASTER_KEY_PREVIOUS')),
  }
}

async function findCurrent(sources: MasterKeySources): Promise<WrappingKey> {
  if (sources.key !== undefined && sources.keyFile !== undefined) {
    throw new MasterKeyError('Both MANDATE_MASTER_KEY and MANDATE_MASTER_KEY_FILE are set; keep one of them.')
  }
  if (sources.key !== undefined) return parseMasterKey(sources.key, 'MANDATE_MASTER_KEY')
  if (sources.keyFile !== undefined) {
    const given = await readKeyFile(sources.keyFile)
    if (!given) throw new MasterKeyError(`MANDATE_MASTER_KEY_FILE names ${sources.keyFile}, which does not exist.`)
    return given
  }
  const path = join(sources.dataDir, 'master.key')
  const kept = await readKeyFile(path)
  if (kept) return kept
  if (sources.databaseHasKeys) {
    throw new MasterKeyError(
      `The master key is missing: ${path} does not exist, and the database holds secrets that only it can open. ` +
        'Restore the file or set MANDATE_MASTER_KEY.',
    )
  }
  return createKeyFile(path)
}

async function readKeyFile(path: string): Promise<WrappingKey | undefined> {
  try {
    const { mode } = await stat(path)
    // Read by others, or written by the group: then it is not ours alone. A group may read, as mounted secrets need it.
    if (process.platform !== 'win32' && (mode & 0o027) !== 0) {
      throw new MasterKeyError(
        `The master key file ${path} is open to other users of the machine. Run chmod 600 on it.`,
      )
    }
    return parseMasterKey(await readFile(path, 'utf8'), path)
  } catch (error) {
    if (error instanceof MasterKeyError) throw error
    if (codeOf(error) === ABSENT) return undefined
    throw new MasterKeyError(`The master key file ${path} can't be read (${codeOf(error)}).`, { cause: error })
  }
}

/** Writes a new key beside its place and links it there, so that of two starters one wins and none reads half a file. */
async function createKeyFile(path: string): Promise<WrappingKey> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    await writeDurably(draft, `${randomBytes(32).toString('base64')}\n`)
    await link(draft, path).catch((error: unknown) => {
      if (codeOf(error) !== EXISTS) throw error
    })
    await unlink(draft)
    await syncDirectory(dirname(path))
  } catch (error) {
    throw new MasterKeyError(`The master key can't be written to ${path} (${codeOf(error)}).`, { cause: error })
  }
  const made = await readKeyFile(path)
  if (!made) throw new MasterKeyError(`The master key file ${path} vanished while it was being made.`)
  return made
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code)
