const MAX_HEADER_CHARACTERS = 8192
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/

/**
 * Reads a `Cookie` header without ever failing: a broken pair is passed over, and a header too large to be ours is no
 * cookie at all. A name that came with two values has none: the order of cookies proves nothing, and a neighbouring
 * host can add a second one (RFC 6265 §8.6).
 */
export function parseCookies(header: string | undefined): Readonly<Record<string, string>> {
  const cookies = Object.create(null) as Record<string, string>
  const doubled = new Set<string>()
  if (header === undefined || header.length > MAX_HEADER_CHARACTERS) return cookies
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 1) continue
    const name = pair.slice(0, equals).trim()
    const value = unquote(pair.slice(equals + 1).trim())
    if (!NAME.test(name) || !VALUE.test(value)) continue
    if (name in cookies && cookies[name] !== value) doubled.add(name)
    cookies[name] = value
  }
  for (const name of doubled) delete cookies[name]
  return cookies
}

const unquote = (value: string): string =>
  value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value

/** What `setCookie` may be told; everything else about our cookies is fixed. */
export interface CookieOptions {
  /** Seconds; 0 deletes the cookie, none makes it last as long as the browser runs. */
  maxAge?: number
  secure: boolean
  path?: string
}

/** A whole `Set-Cookie` value: always HttpOnly and SameSite=Lax, because no script of ours reads a cookie. */
export function setCookie(name: string, value: string, options: CookieOptions): string {
  const path = options.path ?? '/'
  if (!NAME.test(name) || !VALUE.test(value)) throw new TypeError(`cookie ${name} has characters a cookie can't carry`)
  if (name.startsWith('__Host-') && !(options.secure && path === '/')) {
    throw new TypeError(`cookie ${name} must be secure and have the path /`)
  }
  let cookie = `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax`
  if (options.maxAge !== undefined) cookie += `; Max-Age=${Math.floor(options.maxAge)}`
  return options.secure ? `${cookie}; Secure` : cookie
}

/** The name a cookie of ours carries: with the `__Host-` prefix wherever the server speaks https. */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)
