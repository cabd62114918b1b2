/**
 * Verifies the whole audit log from its database, without a server: `npm run audit:verify`, or with a point that was noted
 * elsewhere `npm run audit:verify -- --anchor <sequence>:<hash>`. It may run beside a server. Prints what it found; ends
 * with 0 when the log is intact, 1 when it is broken, and 2 when it could not be checked.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { systemClock, toIso } from '#/platform/clock.ts'
import { configOfProcess } from '#/platform/config/config.ts'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { openDatabase } from '#/platform/db/open.ts'
import { findMasterKey, walkChain } from '#/maintenance/audit-chain.ts'
import { explainStartFailure, StartFailure } from '#/startup/failure.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Db } from '#/platform/db/db.ts'
import type { ChainPoint } from '#/platform/audit/hash-chain.ts'
import type { PurgeMarker } from '#/platform/audit/purge-markers.ts'
import type { ChainCheck } from '#/platform/audit/chain-verifier.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function anchorOf(text: string | undefined): ChainPoint | undefined {
  if (text === undefined) return undefined
  const [, sequence = '', hash = ''] = /^(\d{1,15}):([\w-]+)$/.exec(text) ?? []
  if (hash === '') throw new StartFailure('--anchor is written <sequence>:<hash>, as an earlier check printed it.')
  return { sequence: Number(sequence), hash }
}

async function openKeyring(config: Config, db: Db): Promise<Keyring> {
  if (!(await Keyring.holdsKeys(db))) throw new StartFailure('This database has no keys yet, so nothing was sealed.')
  return Keyring.open({ db, clock: systemClock, masterKey: await findMasterKey(config) })
}

const described = ({ number, kind, firstSequence, sequence, removedAt, actorId, brokenAt }: PurgeMarker): string =>
  `removal ${number}: ${kind} of ${firstSequence} to ${sequence} by ${actorId} at ${toIso(removedAt)}` +
  (brokenAt === null ? '' : `, broken at ${brokenAt} even then`)

function report({ fault, end, removals, anchorSeen }: ChainCheck, anchor: ChainPoint | undefined): number {
  for (const removal of removals) say(described(removal))
  if (fault) {
    say(`BROKEN at ${fault.sequence}: ${fault.kind}${fault.eventId === null ? '' : ` (entry ${fault.eventId})`}`)
    return 1
  }
  if (anchor) say(anchorSeen ? 'the anchor is confirmed' : 'the anchor lies in what was removed: it says nothing')
  say(`intact up to ${end.sequence}; note this point elsewhere: ${end.sequence}:${end.hash}`)
  return 0
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { anchor: { type: 'string' } } })
  const anchor = anchorOf(values.anchor)
  const config = configOfProcess()
  const [, file] = /^sqlite:(.+)$/.exec(config.databaseUrl) ?? []
  if (file !== undefined && !existsSync(file)) throw new StartFailure(`There is no database at ${file}.`)
  const database = await openDatabase({ url: config.databaseUrl, poolSize: 1 })
  try {
    const { db } = database
    const keyring = await openKeyring(config, db)
    return report(await walkChain({ db, keyring, anchor }, (sequence) => say(`… intact up to ${sequence}`)), anchor)
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  explainStartFailure(error)
  process.exitCode = 2
}
