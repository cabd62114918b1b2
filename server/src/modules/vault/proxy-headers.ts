import type { HeaderFields } from '#/platform/http-client/stream-exchange.ts'
import { mentions } from './credential-mask.ts'

type Received = Readonly<Record<string, string | undefined>>

// RFC 9110 §7.6.1: what is meant for the next hop alone.
const HOP_BY_HOP = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'proxy-status'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect', 'http2-settings'],
]

// What is for this server, or says to the other one that the request is another than it is.
const NOT_SENT = new Set([
  ...HOP_BY_HOP,
  ...['authorization', 'cookie', 'cookie2', 'dpop', 'host', 'origin', 'referer', 'forwarded', 'via', 'x-real-ip'],
  ...['x-csrf-token', 'x-request-id', 'content-length', 'x-original-url', 'x-original-method', 'x-rewrite-url'],
  // An encoded body could not be looked through.
  ...['accept-encoding'],
  ...['x-http-method', 'x-http-method-override', 'x-method-override', 'true-client-ip', 'cf-connecting-ip'],
])
const NOT_SENT_PREFIXES = ['x-forwarded-', 'mandate-', 'x-mandate-', 'sec-', 'proxy-']

/** The headers of an agent that go on. Names are compared as servers do that take an underscore for a hyphen. */
export function forwardedHeaders(headers: Received): Record<string, string> {
  const nominated = namesIn(headers['connection'])
  const kept = Object.entries(headers).filter(([name]) => {
    const plain = name.replaceAll('_', '-')
    if (NOT_SENT.has(plain) || nominated.has(name)) return false
    return !NOT_SENT_PREFIXES.some((prefix) => plain.startsWith(prefix))
  })
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

// What would speak for this server: to browsers about our origin, to caches about a response that is for one agent, to
// clients about a challenge that is none of ours. The length stays, since the body does.
const NOT_RETURNED = new Set([
  ...HOP_BY_HOP,
  ...['set-cookie', 'set-cookie2', 'www-authenticate', 'clear-site-data', 'strict-transport-security', 'alt-svc'],
  ...['content-security-policy', 'content-security-policy-report-only', 'permissions-policy', 'referrer-policy'],
  ...['x-frame-options', 'x-content-type-options', 'cache-control', 'expires', 'pragma', 'age', 'nel', 'report-to'],
  ...[
    'reporting-endpoints',
    'refresh',
    'service-worker-allowed',
    'sourcemap',
    'x-sourcemap',
    'x-request-id',
    'location',
  ],
  ...['origin-agent-cluster', 'timing-allow-origin', 'dpop-nonce', 'authentication-info', 'dpop'],
])
const NOT_RETURNED_PREFIXES = ['access-control-', 'cross-origin-', 'mandate-', 'sec-']

/** The headers of a provider that come back, but for those in which the credential stands. */
export function returnedHeaders(headers: HeaderFields, credential: string): Record<string, string | readonly string[]> {
  const nominated = namesIn([headers['connection'] ?? ''].flat().join(','))
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => {
      if (NOT_RETURNED.has(name) || nominated.has(name) || mentions([value].flat(), credential)) return false
      return !NOT_RETURNED_PREFIXES.some((prefix) => name.startsWith(prefix))
    }),
  )
}

const namesIn = (connection: string | undefined): Set<string> =>
  new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
