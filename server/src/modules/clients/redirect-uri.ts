import { domainToUnicode } from 'node:url'

/** How many redirect URIs a client may have. */
export const MAX_REDIRECT_URIS = 20

const MAX_LENGTH = 2048
const VISIBLE_ASCII = /^[\x21-\x7e]+$/
const WEB = /^(https?):\/\/([^/?]+)/i
// RFC 8252 §7.1: a private-use scheme is a domain name in reverse order, so that its owner is known.
const PRIVATE_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+:\/[^@]*$/i
const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost']
const LOOPBACK_LITERAL = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/
const CONFUSABLE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** What is wrong with a redirect URI that a client wants to register; undefined when nothing is. */
export function validateRedirectUri(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH) return `must not be longer than ${MAX_LENGTH} characters`
  if (!VISIBLE_ASCII.test(uri)) return 'must be visible ASCII; write an international host in its xn-- form'
  return wrongCharacters(uri) ?? (WEB.test(uri) ? wrongWebAddress(uri) : wrongPrivateScheme(uri))
}

function wrongCharacters(uri: string): string | undefined {
  // RFC 6749 §3.1.2: absolute and without a fragment.
  if (uri.includes('#')) return 'must not have a fragment'
  // Browsers read a backslash as a slash, so a checker and a browser would see two different hosts.
  if (/[\\<>"^`{|}]/.test(uri)) return 'must not contain a backslash or characters that RFC 3986 excludes'
  if (uri.includes('*')) return 'must not contain a wildcard'
  if (/%(?![0-9a-f]{2})/i.test(uri)) return 'has a broken percent escape'
  if (/%(?:[01][0-9a-f]|7f)/i.test(uri)) return 'must not contain an escaped control character'
  return undefined
}

function wrongWebAddress(uri: string): string | undefined {
  const [, scheme = '', authority = ''] = WEB.exec(uri) ?? []
  if (authority.includes('@')) return 'must not contain user information'
  const url = URL.parse(uri)
  if (!url || !isWrittenAsRead(authority, url)) return 'must name its host as a plain domain name or address'
  if (/(?:^|[/\\])(?:\.|%2e){1,2}(?=[/\\]|$)/i.test(pathOf(uri))) return 'must not contain dot segments'
  if (mixesScripts(url.hostname)) return 'must not mix scripts in its host name'
  // RFC 8252 §7.3 and §8.3: without TLS only to the person's own machine.
  if (scheme.toLowerCase() === 'http' && !LOOPBACK_HOSTS.includes(url.hostname))
    return 'must use https, or http with the host 127.0.0.1, [::1] or localhost'
  return undefined
}

function wrongPrivateScheme(uri: string): string | undefined {
  if (PRIVATE_SCHEME.test(uri) && URL.canParse(uri)) return undefined
  return 'must use https, http on loopback, or a private scheme in reverse domain form such as com.example.app:/callback'
}

/** Refuses hosts that the URL parser rewrites: octal addresses, escapes, trailing dots, empty ports. */
function isWrittenAsRead(authority: string, url: URL): boolean {
  if (url.hostname.endsWith('.') || url.hostname === '') return false
  const written = authority.toLowerCase()
  const defaultPort = url.protocol === 'https:' ? ':443' : ':80'
  return written === url.host || written === url.host + defaultPort
}

const pathOf = (uri: string): string => uri.replace(WEB, '').split('?', 1)[0] as string

function mixesScripts(hostname: string): boolean {
  return domainToUnicode(hostname)
    .split('.')
    .some((label) => CONFUSABLE_SCRIPTS.filter((script) => script.test(label)).length > 1)
}

/**
 * Whether a redirect URI of a request is one the client registered. RFC 9700 §4.1.3: strings are compared as they are;
 * RFC 8252 §7.3: only a loopback address literal may vary its port, which the native app learns at run time.
 */
export function matchRedirectUri(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true
  const portless = withoutLoopbackPort(asked)
  return portless !== undefined && registered.some((uri) => withoutLoopbackPort(uri) === portless)
}

function withoutLoopbackPort(uri: string): string | undefined {
  const [, origin, port = '80', rest] = LOOPBACK_LITERAL.exec(uri) ?? []
  return origin !== undefined && Number(port) <= 65535 ? `${origin}${rest}` : undefined
}
