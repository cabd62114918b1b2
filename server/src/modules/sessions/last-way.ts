import { cookieName, setCookie } from '#/platform/encoding/cookies.ts'

/**
 * The way somebody signed in last in this browser, which the sign-in page points out. It tells nobody apart and opens
 * nothing: whoever plants another one moves a label.
 */
export type LastWay = 'password' | 'passkey' | 'link' | 'sso' | `provider.${string}`

const NAME = 'mandate_last_way'
const HALF_A_YEAR_SECONDS = 180 * 86_400

/** The `Set-Cookie` that remembers the way of a sign-in. */
export const wayCookie = (way: LastWay, secure: boolean): string =>
  setCookie(cookieName(NAME, secure), way, { secure, maxAge: HALF_A_YEAR_SECONDS })

/** What the browser remembers, to be compared and never shown. */
export const wayIn = (cookies: Readonly<Record<string, string>>, secure: boolean): string | undefined =>
  cookies[cookieName(NAME, secure)]
