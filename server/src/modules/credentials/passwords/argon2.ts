import { argon2Sync } from 'node:crypto'

/** What a hash cost: memory in KiB, passes over it, lanes. */
export interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** One hash with all that is needed to make it again. */
export interface PasswordHash extends Cost {
  readonly salt: Buffer
  readonly tag: Buffer
}

const SHAPE = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/

/** Derives with argon2id (RFC 9106), in the thread that asks: tens of milliseconds with the cost of ours. */
export const argon2id = (message: Uint8Array, salt: Uint8Array, cost: Cost, tagLength: number): Buffer =>
  argon2Sync('argon2id', { message, nonce: salt, tagLength, ...cost })

/** A hash as text in the PHC form, which names its own cost. */
export function formatHash({ memory, passes, parallelism, salt, tag }: PasswordHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Reads the text of `formatHash`; undefined for anything else. */
export function parseHash(text: string): PasswordHash | undefined {
  const [, memory, passes, parallelism, salt = '', tag = ''] = SHAPE.exec(text) ?? []
  if (memory === undefined) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
