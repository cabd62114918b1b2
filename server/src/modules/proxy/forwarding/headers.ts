import type { IdentityHeaders } from '#/modules/proxy/access/identity-headers.ts'

/** What the gateway itself tells an upstream of a request. */
export interface ForwardedRequest {
  readonly requestId: string
  readonly ip: string
  readonly host: string
  readonly protocol: string
  readonly via: string
  readonly identity: IdentityHeaders
}

/** Names and values in turn. */
type RawHeaders = readonly string[]

// RFC 9110 §7.6.1: what is meant for the next hop alone, and what frames a message, which each hop does itself.
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])
/** What may be a credential of ours, or makes an upstream take a request for another one than we decided about. */
const NOT_FROM_OUTSIDE = new Set([
  'authorization',
  'dpop',
  'expect',
  'host',
  'forwarded',
  'via',
  'x-request-id',
  'x-real-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-url',
  'x-original-uri',
  'x-original-method',
  'x-rewrite-url',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-auth-method',
])
const OUR_PREFIXES = ['x-user-', 'x-agent-', 'x-auth-', 'x-mandate-', 'x-forwarded-']
// Names as CGI and its heirs read them: every character that is neither a letter nor a digit becomes the same one.
const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')

const OUR_COOKIE = /^(?:__(?:host|secure)-)*mandate_/i
/** Secrets of this server, whatever header brings them. */
const SECRET = /\b(?:mandate_[a-z]{2,4}_|sk_live_)[0-9A-Za-z]{20,}/

/** Whether a header from outside may go on; `named` are those that `Connection` declares to be for us alone. */
function mayGoOn(name: string, value: string, named: ReadonlySet<string>): boolean {
  if (HOP_BY_HOP.has(name) || NOT_FROM_OUTSIDE.has(name) || named.has(name)) return false
  const plain = folded(name)
  if (NOT_FROM_OUTSIDE.has(plain) || OUR_PREFIXES.some((prefix) => plain.startsWith(prefix))) return false
  return !SECRET.test(value)
}

const namedByConnection = (value: string | undefined): ReadonlySet<string> =>
  new Set((value ?? '').split(',').map((name) => name.trim().toLowerCase()))

/**
 * The headers for the upstream: those of the request without what is ours to say, then ours. Ours come last, so nothing
 * that the request declares can take them away.
 */
export function requestHeaders(raw: RawHeaders, { identity, ...own }: ForwardedRequest): string[] {
  const headers: string[] = []
  const named = namedByConnection(valueOf(raw, 'connection'))
  for (let i = 0; i < raw.length; i += 2) {
    const [name, value] = [(raw[i] as string).toLowerCase(), raw[i + 1] as string]
    if (name === 'cookie') {
      const kept = foreignCookies(value)
      if (kept !== '') headers.push(name, kept)
    } else if (mayGoOn(name, value, named)) headers.push(name, value)
  }
  headers.push('host', own.host, 'x-request-id', own.requestId, 'via', own.via)
  headers.push('x-forwarded-for', own.ip, 'x-forwarded-host', own.host, 'x-forwarded-proto', own.protocol)
  for (const [name, value] of Object.entries(identity)) headers.push(name, value)
  return headers
}

function valueOf(raw: RawHeaders, wanted: string): string | undefined {
  const values: string[] = []
  for (let i = 0; i < raw.length; i += 2)
    if ((raw[i] as string).toLowerCase() === wanted) values.push(raw[i + 1] as string)
  return values.length === 0 ? undefined : values.join(',')
}

/** A Cookie header without our cookies; nothing of it where ours could hide in what can't be read. */
export function foreignCookies(header: string): string {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !OUR_COOKIE.test(decoded(pair)) && !SECRET.test(pair))
    .join('; ')
}

// Some servers decode the names of cookies.
function decoded(pair: string): string {
  const name = pair.split('=', 1)[0] ?? ''
  try {
    return decodeURIComponent(name).trim()
  } catch {
    return name
  }
}

type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>

/** The headers of the upstream for the outside: an upstream sets no cookie of ours, and says nothing in our name. */
export function responseHeaders(headers: UpstreamHeaders): string[] {
  const named = namedByConnection(String(headers['connection'] ?? ''))
  const list: string[] = []
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP.has(name) || named.has(name) || name.startsWith('x-mandate-')) continue
    for (const one of Array.isArray(value) ? value : [value]) {
      if (name === 'set-cookie' && OUR_COOKIE.test(decoded(one.trimStart()))) continue
      list.push(name, one)
    }
  }
  return list
}
