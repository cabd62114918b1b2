import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { loadConfig } from '#/platform/config/config.ts'
import { makeKeys } from '#/maintenance/backup.ts'
import { Reports } from '#/maintenance/reporting/reports.ts'
import { digestOf, freeze } from '#/platform/db/transfer/freeze.ts'
import { shapesOf } from '#/platform/db/transfer/shape.ts'
import { scratch, sharedPostgres } from './engines.ts'
import type { TestContext } from 'node:test'
import type { Surroundings } from '#/maintenance/operation.ts'
import type { Engine } from '#/platform/db/sql.ts'
import type { TableDigest } from '#/platform/db/transfer/row-digest.ts'
import type { TestClock } from './clock.ts'

interface About {
  readonly databaseUrl: string
  readonly masterKey?: string
  /** A master key that was the current one before. */
  readonly previousKey?: string
  readonly clock: TestClock
  /** Interrupts an operation when it tells this. */
  readonly interruptAt?: RegExp
}

/** What an operation works with, and what it told. */
export function surroundingsFor({ databaseUrl, masterKey, previousKey, clock, interruptAt }: About) {
  const told: string[] = []
  const interruption = new AbortController()
  const reports = new Reports((line) => {
    told.push(line)
    if (interruptAt?.test(line)) interruption.abort()
  })
  const config = loadConfig({
    MANDATE_DATA_DIR: mkdtempSync(path.join(scratch(), 'data-')),
    MANDATE_DATABASE_URL: databaseUrl,
    MANDATE_MASTER_KEY: masterKey ?? randomBytes(32).toString('hex'),
    ...(previousKey === undefined ? {} : { MANDATE_MASTER_KEY_PREVIOUS: previousKey }),
  })
  const surroundings: Surroundings = { config, clock, reports, signal: interruption.signal }
  return { ...surroundings, told }
}

/** A new place for a file. */
export const newFile = (name: string): string => path.join(mkdtempSync(path.join(scratch(), 'files-')), name)

/** A key pair in a file, as operators make it. */
export async function keyFile(clock: TestClock): Promise<{ file: string; recipient: string }> {
  const about = surroundingsFor({ databaseUrl: 'sqlite:none', clock })
  return (await makeKeys({ file: newFile('key.txt') }, about)) as { file: string; recipient: string }
}

/** An empty database of an engine, removed when the test is over. */
export async function emptyDatabase(t: TestContext, engine: Engine): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${newFile('restored.db')}`
  const server = await sharedPostgres()
  const url = await server.createDatabase({ migrated: false })
  t.after(() => server.dropDatabase(url))
  return url
}

/** What each table of a database holds. */
export async function digestsOf(url: string): Promise<Record<string, TableDigest>> {
  if (url.startsWith('sqlite:') && !existsSync(url.slice('sqlite:'.length))) return {}
  const frozen = await freeze(url)
  try {
    const digests: Record<string, TableDigest> = {}
    for (const shape of await shapesOf(frozen.queries)) digests[shape.name] = await digestOf(frozen, shape)
    return digests
  } finally {
    await frozen.close()
  }
}
