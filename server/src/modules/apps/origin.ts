import type { AppType } from '#/modules/clients/index.ts'

const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost']
// Web views of native applications stand on schemes of their own: capacitor://localhost.
const NATIVE_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(?::\d{1,5})?$/

/** What is wrong with an origin whose scripts are to be served; undefined when nothing is. */
export function originProblem(origin: string, type: AppType): string | undefined {
  if (origin.length > 255) return 'must not be longer than 255 characters'
  const url = URL.parse(origin)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    const isWebView = type === 'native' && NATIVE_ORIGIN.test(origin)
    return isWebView ? undefined : 'must be an origin such as https://app.example.com'
  }
  // As browsers write it: another spelling would never be found (RFC 6454 §6.1).
  if (url.origin !== origin) return `must be written as browsers send it: ${url.origin}`
  if (url.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname)) return 'must use https, or http on loopback'
  return undefined
}

/** The origins of addresses on the web. */
export const originsOf = (uris: readonly string[]): string[] => {
  const origins = uris.filter((uri) => /^https?:/i.test(uri)).map((uri) => URL.parse(uri)?.origin)
  return [...new Set(origins.filter((origin) => origin !== undefined))]
}
