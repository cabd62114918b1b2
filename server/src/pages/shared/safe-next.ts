const BASE = 'http://same.invalid'
// Printable ASCII without the backslash, which browsers read as a slash.
const PLAIN = /^\/[\x21-\x5b\x5d-\x7e]*$/
// A second slash begins a host, and some proxies decode paths once more on the way.
const HOST_AHEAD = /^\/(\/|\\|%2f|%5c)/i
const MAX_LENGTH = 2000

/**
 * Where to go on after signing in: a path on this server, else the start page. What is answered is what a browser makes
 * of the text, not the text itself, so that the two can't differ (RFC 9700 §4.11).
 */
export function safeNext(next: string | undefined): string {
  if (next === undefined || next.length > MAX_LENGTH || !PLAIN.test(next) || HOST_AHEAD.test(next)) return '/'
  const url = URL.parse(next, BASE)
  if (url?.origin !== BASE || HOST_AHEAD.test(url.pathname)) return '/'
  return url.pathname + url.search
}
