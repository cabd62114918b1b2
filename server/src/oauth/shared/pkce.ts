import { createHash } from 'node:crypto'
import { equalDigests } from '#/platform/crypto/secrets.ts'

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** Whether a text can be an S256 code challenge: 32 bytes in base64url (RFC 7636 §4.2). */
export const isCodeChallenge = (text: string): boolean => CHALLENGE.test(text)

/** Whether a text can be a code verifier (RFC 7636 §4.1). */
export const isCodeVerifier = (text: string): boolean => VERIFIER.test(text)

/** The S256 challenge of a verifier (RFC 7636 §4.2). */
export const codeChallengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Whether a verifier answers a challenge (RFC 7636 §4.6). A malformed verifier does not. */
export const verifierMatches = (verifier: string, challenge: string): boolean =>
  isCodeVerifier(verifier) && equalDigests(codeChallengeOf(verifier), challenge)
