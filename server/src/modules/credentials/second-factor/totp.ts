import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '#/platform/crypto/secrets.ts'

// What every authenticator app takes; others of RFC 6238 are ignored by some of them.
const STEP_MS = 30_000
const DIGITS = 6
/** How many steps a clock may be off, each way (RFC 6238 §5.2). */
const WINDOW = 1

/** The time step of a moment (RFC 6238 §4.2). */
export const timeStep = (now: number): number => Math.floor(now / STEP_MS)

/** The code of one time step: HOTP with SHA-1 and six digits (RFC 4226 §5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The newest time step around a moment whose code this is. The newest: were two of them alike, the later one must not
 * be left to be used again. Looks at every step, so that the time tells nothing.
 */
export function matchingStep(secret: Buffer, code: string, now: number): number | undefined {
  const current = timeStep(now)
  let found: number | undefined
  for (let step = Math.max(0, current - WINDOW); step <= current + WINDOW; step++) {
    if (constantTimeEqual(codeAt(secret, step), code)) found = step
  }
  return found
}
