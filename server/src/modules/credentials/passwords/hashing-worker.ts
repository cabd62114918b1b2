import { parentPort } from 'node:worker_threads'
import { giveWay } from '#/platform/threads.ts'
import { argon2id } from './argon2.ts'
import { readImportedHash } from './imported/imported-hash.ts'
import type { Cost } from './argon2.ts'

/** Asks for the tag of a password by our own hash. */
export interface Derivation extends Cost {
  readonly password: string
  readonly salt: Uint8Array
  readonly tagLength: number
}

/** Asks whether a password is the one that a hash of another system was made of. */
export interface Trial {
  readonly password: string
  readonly imported: string
}

giveWay()

parentPort?.on('message', (question: Derivation | Trial) => void answer(question))

// What it throws ends the thread, and so the waiting of whoever asked.
async function answer(question: Derivation | Trial): Promise<void> {
  const password = Buffer.from(question.password, 'utf8')
  const found = 'imported' in question ? await isOf(password, question.imported) : derive(password, question)
  parentPort?.postMessage(found, [])
}

const derive = (password: Buffer, { salt, tagLength, ...cost }: Derivation): Uint8Array =>
  new Uint8Array(argon2id(password, salt, cost, tagLength))

async function isOf(password: Buffer, imported: string): Promise<boolean> {
  const read = readImportedHash(imported)
  return !('problem' in read) && (await read.isOf(password))
}
