import { isLoopbackHost, LOOPBACK_NAMES } from '#/platform/loopback.ts'

const LABELS = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/
const BRACKETED = /^\[[0-9a-f:.]+\]$/

/** Where this process listens, and how the outside knows it. */
export interface OwnAddresses {
  readonly issuer: string
  readonly ports: readonly number[]
}

/**
 * Why the gateway can't answer for a host; undefined when it can. Cookies don't know ports, so the host of the server
 * itself, whose cookies every upstream there would be sent, is none.
 */
export function hostProblem(host: string, issuer: string): string | undefined {
  const { protocol, hostname } = new URL(issuer)
  const url = URL.parse(`${protocol}//${host}`)
  if (!url || url.host !== host || !(LABELS.test(url.hostname) || BRACKETED.test(url.hostname)))
    return 'must be a host as browsers send it, such as app.example.com: in lower case, with its port only when that is not the usual one'
  const isOurs =
    url.hostname === hostname || (LOOPBACK_NAMES.includes(hostname) && LOOPBACK_NAMES.includes(url.hostname))
  return isOurs ? 'must not be the host of this server: cookies do not know ports' : undefined
}

/** Why requests can't be sent to an address; undefined when they can. It may stand in a private network. */
export function upstreamProblem(upstream: string, { issuer, ports }: OwnAddresses): string | undefined {
  const url = /^https?:\/\//.test(upstream) ? URL.parse(upstream) : null
  if (!url || url.origin !== upstream) return 'must be an origin such as http://10.0.0.5:3000, without a path'
  const isUs = url.origin === new URL(issuer).origin || (isThisMachine(url.hostname) && ports.includes(portOf(url)))
  return isUs ? 'must not be this server: requests would go round in circles' : undefined
}

const isThisMachine = (hostname: string): boolean =>
  isLoopbackHost(hostname) || hostname === '0.0.0.0' || hostname === '[::]' || hostname.endsWith('.localhost')

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))
