import { refusal } from './outbound-error.ts'

/** What an operator lets our requests reach. */
export interface OutboundRules {
  /** Whether loopback and private networks may be reached at all, as in dev mode. */
  readonly insideAllowed: boolean
  /** Hosts that may be inside and may speak plain http: names or addresses, with a port or for every port. */
  readonly allowedHosts: readonly string[]
}

const MAX_LENGTH = 4096
/** Of what we put together ourselves, with a query that came with a request. */
const MAX_BUILT_LENGTH = 32 * 1024
const AUTHORITY = /^https?:\/\/([^/?#]*)/i

/**
 * Reads where a request is to go. A text must be written as it is read: what the URL parser would turn into another
 * host (octal and decimal addresses, escapes, look-alike letters, a trailing dot) is refused, so that no two readers see
 * two hosts.
 */
export function readDestination(target: string | URL): URL {
  const text = String(target)
  const limit = typeof target === 'string' ? MAX_LENGTH : MAX_BUILT_LENGTH
  const url = text.length <= limit ? URL.parse(text) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw refusal('not an http or https address')
  if (url.username !== '' || url.password !== '') throw refusal('the address carries user information')
  if (!isWrittenAsRead(AUTHORITY.exec(text)?.[1] ?? '', url)) throw refusal('the host is not written plainly')
  url.hash = ''
  return url
}

function isWrittenAsRead(authority: string, url: URL): boolean {
  if (url.hostname === '' || url.hostname.endsWith('.')) return false
  const written = authority.toLowerCase()
  return written === url.host || written === `${url.hostname}:${portOf(url)}`
}

/** The port of an address, also when it is the usual one. */
export const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80')

/** Whether an operator named this host, so that it may be inside. */
export const isAllowedHost = (url: URL, { allowedHosts }: OutboundRules): boolean =>
  allowedHosts.some((host) => host === url.hostname || host === `${url.hostname}:${portOf(url)}`)
