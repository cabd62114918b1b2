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

// Two years, the least the preload lists of browsers take.
const HSTS: HeaderList = ['strict-transport-security', 'max-age=63072000; includeSubDomains']

const NOTHING_LOADS: HeaderList = ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"]

/** The security headers of every answer; pages replace the Content-Security-Policy by their own. */
export function baseHeaders(options: { https: boolean; cors: boolean; popup?: boolean }): HeaderList {
  return [
    ...ALWAYS,
    ...NOTHING_LOADS,
    // HTML §7.1.3: with another policy anywhere on its way a popup loses its opener, to whom it is to report back.
    'cross-origin-opener-policy',
    options.popup ? 'unsafe-none' : 'same-origin',
    'cross-origin-resource-policy',
    options.cors ? 'cross-origin' : 'same-origin',
    ...(options.https ? HSTS : []),
    ...(options.cors ? ['vary', 'Origin'] : []),
  ]
}
