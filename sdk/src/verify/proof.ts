import { calculateJwkThumbprint, decodeProtectedHeader, EmbeddedJWK, jwtVerify } from 'jose'
import { sha256 } from '#/oauth/random.ts'
import { InvalidTokenError } from './errors.ts'
import { isText } from './token.ts'

/** What a proof has to be about (RFC 9449 §4.3). */
interface ExpectedProof {
  readonly method: string
  readonly url: string
  /** The SHA-256 of the access token. */
  readonly tokenHash: string
  readonly jkt: string
  readonly algorithms: readonly string[]
  /** Seconds since 1970. */
  readonly now: number
}

/** A proof that is right, and not yet known to be new. */
interface Proof {
  /** What to remember it by. */
  readonly key: string
  /** As long as the same proof could pass again: seconds since 1970. */
  readonly expiresAt: number
  readonly nonce: string | undefined
}

const MAX_AGE_SECONDS = 60
const MAX_AHEAD_SECONDS = 10
const MAX_LENGTH = 8_192
const MAX_JTI_LENGTH = 256

/** Checks everything but whether the proof was seen before, and its nonce. */
export async function verifyProof(proof: string, expected: ExpectedProof): Promise<Proof> {
  const { now, jkt } = expected
  if (proof.length > MAX_LENGTH) throw new InvalidTokenError('the proof is too long')
  const { jwk } = decodeProtectedHeader(proof)
  // Before anything is computed with the key: whoever has the token chose it once, a thief would now.
  if (jwk === undefined || (await calculateJwkThumbprint(jwk)) !== jkt) {
    throw new InvalidTokenError('the proof is by another key than the token is bound to')
  }
  const { payload } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: [...expected.algorithms],
    currentDate: new Date(now * 1000),
  })
  const { jti, iat, htm, htu, ath, nonce } = payload
  if (!isText(jti) || jti.length > MAX_JTI_LENGTH)
    throw new InvalidTokenError('jti of the proof is missing or too long')
  if (typeof iat !== 'number' || iat < now - MAX_AGE_SECONDS || iat > now + MAX_AHEAD_SECONDS) {
    throw new InvalidTokenError('the proof is too old, or a clock is wrong')
  }
  if (htm !== expected.method) throw new InvalidTokenError('the proof is for another method')
  if (!isText(htu) || normalised(htu) === undefined || normalised(htu) !== normalised(expected.url)) {
    throw new InvalidTokenError('the proof is for another address')
  }
  if (ath !== expected.tokenHash) throw new InvalidTokenError('the proof is for another token')
  return {
    key: `dpop:${await sha256(`${jkt}.${jti}`)}`,
    expiresAt: iat + MAX_AGE_SECONDS + MAX_AHEAD_SECONDS,
    nonce: isText(nonce) ? nonce : undefined,
  }
}

/** Without query and fragment, normalised by scheme and syntax (RFC 3986 §6.2.2, §6.2.3). */
function normalised(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, username, password, origin, pathname } = new URL(url)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return undefined
  return origin + pathname.replaceAll(/%[\da-f]{2}/gi, normalEscape)
}

function normalEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
}
