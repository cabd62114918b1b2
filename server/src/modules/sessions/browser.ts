import { hasValidChecksum, newSecret } from '#/platform/crypto/secrets.ts'
import { cookieName, setCookie } from '#/platform/encoding/cookies.ts'

/**
 * One browser before anyone has signed in there. Its id is a secret of that browser: pending authorization requests
 * and the forms of the sign-in pages are bound to it. Send `setCookie` along when it is there.
 */
export interface Browser {
  readonly id: string
  readonly setCookie?: string
}

const PREFIX = 'mandate_br_'

/** The browser a request came from, known again by its cookie or met for the first time. */
export function browserOf(cookies: Readonly<Record<string, string>>, secure: boolean): Browser {
  const name = cookieName('mandate_browser', secure)
  const known = cookies[name]
  if (known !== undefined && hasValidChecksum(known, PREFIX)) return { id: known }
  const id = newSecret(PREFIX)
  return { id, setCookie: setCookie(name, id, { secure }) }
}
