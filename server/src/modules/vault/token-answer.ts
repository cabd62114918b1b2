import type { Quirks } from './quirks.ts'
import { UpstreamFailure } from './upstream-failure.ts'

/** An object of an answer. */
export type Members = Readonly<Record<string, unknown>>

/** What a token endpoint gave. */
export interface UpstreamTokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly expiresAt: number | null
  /** Null when the answer does not say: then it is what was asked (RFC 6749 §5.1). */
  readonly scopes: readonly string[] | null
  /** The whole answer, for whoever it is about. */
  readonly answer: Members
}

const MAX_TOKEN_LENGTH = 16_384
const MAX_TEXT_LENGTH = 400
const MAX_LIFETIME_SECONDS = 10 * 365 * 86_400
// RFC 6750 §2.1 and then some: what can stand in a header and breaks out of none.
const TOKEN = /^[\x21-\x7e]+$/

/** Reads a successful answer of a token endpoint (RFC 6749 §5.1), the tokens in one of its members where that is so. */
export function readTokens(answer: Members, quirks: Quirks, member: string | undefined, now: number): UpstreamTokens {
  const tokens = member === undefined ? answer : membersOf(answer[member])
  const accessToken = tokenOf(tokens['access_token'])
  if (accessToken === undefined) throw new UpstreamFailure('failed', 'the answer holds no access token')
  const seconds = lifetimeOf(tokens['expires_in']) ?? quirks.expires_in_seconds
  return {
    accessToken,
    refreshToken: tokenOf(tokens['refresh_token']) ?? null,
    expiresAt: seconds === undefined ? null : now + seconds * 1000,
    scopes: scopesIn(tokens['scope']),
    answer,
  }
}

const tokenOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= MAX_TOKEN_LENGTH && TOKEN.test(value) ? value : undefined

function lifetimeOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof seconds === 'number' && seconds > 0 && seconds <= MAX_LIFETIME_SECONDS ? seconds : undefined
}

/** Scopes as providers write them: a list, or a text with spaces or commas between. */
function scopesIn(value: unknown): string[] | null {
  const words = typeof value === 'string' ? value.split(/[ ,]+/) : Array.isArray(value) ? value : undefined
  return words?.filter((word): word is string => textOf(word) !== undefined).slice(0, 200) ?? null
}

/** A text that is there and not absurd; numbers are how some write an id. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  const isSound = typeof text === 'string' && text !== '' && text.length <= MAX_TEXT_LENGTH && !/\p{Cc}/u.test(text)
  return isSound ? text : undefined
}

/** An object; anything else has no members. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}

/** What stands at a path such as `user.id` or `0.name`. */
export function memberAt(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}
