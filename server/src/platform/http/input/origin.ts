import { LOOPBACK_NAMES } from '#/platform/loopback.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'

type Headers = Readonly<Record<string, string | undefined>>

/**
 * The origins under which a person's browser may know this server: that of the base URL, and while that one is
 * loopback, its other names, because a server on one's own machine is opened by any of them.
 */
export function ownOrigins(baseUrl: string): ReadonlySet<string> {
  const { origin, protocol, hostname, port } = new URL(baseUrl)
  if (!LOOPBACK_NAMES.includes(hostname)) return new Set([origin])
  return new Set(LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}:${port}`).origin))
}

/**
 * Refuses a request that a foreign page made a browser send. Programs send neither header and pass: they bring no
 * cookies on their own. `Origin: null` counts as ours only where the browser itself says so, since privacy settings
 * hide the origin of our own forms too.
 */
export function requireOwnOrigin(headers: Headers, own: ReadonlySet<string>): void {
  const site = headers['sec-fetch-site']
  const origin = headers['origin']
  const siteFits = site === undefined || site === 'same-origin'
  const originFits = origin === undefined || own.has(origin) || (origin === 'null' && site === 'same-origin')
  if (!siteFits || !originFits) throw new AppError(commonErrors.csrf_failed)
}
