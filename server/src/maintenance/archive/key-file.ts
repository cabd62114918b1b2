import { readFile, writeFile } from 'node:fs/promises'
import { MaintenanceFailure } from '#/maintenance/reporting/reports.ts'
import { reasonOf } from '#/platform/db/errors.ts'
import type { KeyPair } from './encryption.ts'

const IDENTITY = /^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+$/

/** Writes a key pair as `age-keygen` does, into a new file that only its owner may read. */
export async function writeKeyFile(file: string, { identity, recipient }: KeyPair, createdAt: string): Promise<void> {
  const text = `# created: ${createdAt}\n# public key: ${recipient}\n${identity}\n`
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new MaintenanceFailure(`${file} can't be made.`, {
      kind: 'usage',
      code: 'key_file',
      why: reasonOf(error),
      next: 'Name a new file: nothing is overwritten.',
    })
  }
}

/** The identities in a file of age. */
export async function readKeyFile(file: string): Promise<string[]> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new MaintenanceFailure(`The identity ${file} can't be read.`, {
      kind: 'usage',
      code: 'identity_missing',
      why: reasonOf(error),
      next: 'Name the file that mandate backup keygen, or age-keygen, wrote: --identity <file>',
    })
  }
  const identities = text.split(/\r?\n/).filter((line) => IDENTITY.test(line))
  if (identities.length > 0) return identities
  throw new MaintenanceFailure(`${file} holds no identity of age.`, {
    kind: 'usage',
    code: 'identity_invalid',
    why: 'A line of it begins with AGE-SECRET-KEY-1.',
    next: 'Name the file that mandate backup keygen, or age-keygen, wrote: --identity <file>',
  })
}
