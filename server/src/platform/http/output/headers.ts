/** Names and values in turn, the form `writeHead` takes fastest. */
export type HeaderList = readonly string[]

const ALWAYS: HeaderList = [
  'x-content-type-options',
  'nosniff',
  'referrer-policy',
  'no-referrer',
  'cache-control',
  'no-store',
]

/** For whom browsers are told to come by TLS alone (RFC 6797): our own host, those below it too, or nobody. */
export type HstsScope = 'host' | 'subdomains' | 'off'

// Two years. Hosts below ours may be somebody else's, and may have no certificate, so only an operator can speak for them.
const hsts: Readonly<Record<HstsScope, HeaderList>> = {
  host: ['strict-transport-security', 'max-age=63072000'],
  subdomains: ['strict-transport-security', 'max-age=63072000; includeSubDomains'],
  off: [],
}

const NOTHING_LOADS: HeaderList = ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"]

/** The security headers of every answer; pages replace the Content-Security-Policy by their own. */
export function baseHeaders(options: { hsts: HstsScope; cors: boolean; popup?: boolean }): HeaderList {
  return [
    ...ALWAYS,
    ...NOTHING_LOADS,
    // HTML §7.1.3: with another policy anywhere on its way a popup loses its opener, to whom it is to report back.
    'cross-origin-opener-policy',
    options.popup ? 'unsafe-none' : 'same-origin',
    'cross-origin-resource-policy',
    options.cors ? 'cross-origin' : 'same-origin',
    ...hsts[options.hsts],
    ...(options.cors ? ['vary', 'Origin'] : []),
  ]
}
