import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { MaintenanceFailure } from '#/maintenance/reporting/reports.ts'
import { MasterKeyError } from '#/platform/crypto/master-key.ts'
import type { MasterKey, WrappingKey } from '#/platform/crypto/master-key.ts'
import type { SealLine } from './format.ts'

/** Appends to the lines of an archive what shows that a holder of the master key wrote them. */
export async function* sealed(lines: AsyncIterable<string>, key: WrappingKey): AsyncGenerator<string> {
  const digest = createHash('sha256')
  for await (const piece of lines) {
    digest.update(piece)
    yield piece
  }
  const seal: SealLine = { seal: { key: key.id, mac: macOf(digest.digest(), key).toString('base64url') } }
  yield `${JSON.stringify(seal)}\n`
}

/**
 * The lines of an archive without its seal. Who encrypted a file nobody knows: the public key is no secret. So it ends with a
 * failure unless the master key sealed these very lines. Without a master key nothing is asked.
 */
export async function* unsealed(lines: AsyncIterable<string>, masterKey?: MasterKey): AsyncGenerator<string> {
  const digest = createHash('sha256')
  let held: string | undefined
  for await (const line of lines) {
    if (held !== undefined) {
      digest.update(`${held}\n`)
      yield held
    }
    held = line
  }
  const seal = held === undefined ? undefined : sealIn(held)
  if (masterKey) assertSeal(seal, digest.digest(), masterKey)
  else if (held !== undefined && !seal) yield held
}

function assertSeal(seal: SealLine['seal'] | undefined, digest: Buffer, masterKey: MasterKey): void {
  if (!seal)
    throw ofUnknownOrigin('unsealed', 'No seal of the master key is at its end, as versions before wrote none.')
  const keys = [masterKey.current, ...masterKey.previous]
  const key = keys.find(({ id }) => id === seal.key)
  if (!key)
    throw new MasterKeyError(
      `The backup was sealed with another master key: ${seal.key}, and here is ${keys.map(({ id }) => id).join(', ')}. ` +
        'Give that key; after a rotation list it in MANDATE_MASTER_KEY_PREVIOUS.',
    )
  const expected = macOf(digest, key)
  const found = Buffer.from(seal.mac, 'base64url')
  if (found.length !== expected.length || !timingSafeEqual(found, expected))
    throw ofUnknownOrigin('forged', 'Its seal is not that of what it holds.')
}

const macOf = (digest: Buffer, { bytes }: WrappingKey): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', bytes, '', 'mandate backup seal', 32)))
    .update(digest)
    .digest()

function sealIn(line: string): SealLine['seal'] | undefined {
  if (!line.startsWith('{"seal":')) return undefined
  try {
    const { key, mac } = (JSON.parse(line) as SealLine).seal
    return typeof key === 'string' && typeof mac === 'string' ? { key, mac } : undefined
  } catch {
    return undefined
  }
}

const ofUnknownOrigin = (code: 'unsealed' | 'forged', why: string): MaintenanceFailure =>
  new MaintenanceFailure('Nothing shows that a server of yours made this backup.', {
    kind: 'check_failed',
    code: `backup_${code}`,
    why: `${why} Whoever has the public key can make such a file, with people and keys of their choice in it.`,
    next: 'Take another backup. Only where you know for certain who made this one: --accept-unknown-origin',
  })
