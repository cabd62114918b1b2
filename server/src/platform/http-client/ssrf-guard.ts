import { isIP } from 'node:net'
import { kindOfAddress } from './address-kinds.ts'
import { isAllowedHost } from './url-rules.ts'
import { OutboundError, refusal } from './outbound-error.ts'
import type { OutboundRules } from './url-rules.ts'

/** Finds the addresses of a name; tests bring their own. */
export type Resolver = (hostname: string) => Promise<readonly string[]>

/**
 * The addresses of a destination, each checked; the request must go to one of these and look nothing up again. One bad
 * address among good ones refuses all: that is how a name looks that is about to turn inward.
 */
export async function resolveChecked(url: URL, rules: OutboundRules, resolver: Resolver): Promise<readonly string[]> {
  const addresses = await addressesOf(url.hostname.replace(/^\[(.*)\]$/, '$1'), resolver)
  const allowed = isAllowedHost(url, rules)
  const kinds = addresses.map((address) => kindOfAddress(address))
  if (kinds.includes('never')) throw neverReached()
  if (kinds.includes('inside') && !allowed && !rules.insideAllowed) throw refusal('the host is on a private network')
  // Plain http only where the way is our own.
  if (url.protocol === 'http:' && !allowed && kinds.includes('public')) throw refusal('the address is not https')
  return addresses
}

/**
 * The addresses of a host that an operator named in a setting of its own, so that it may be inside; none that is never
 * reached.
 */
export async function resolveNamed(host: string, resolver: Resolver): Promise<readonly string[]> {
  const addresses = await addressesOf(host, resolver)
  if (addresses.some((address) => kindOfAddress(address) === 'never')) throw neverReached()
  return addresses
}

const neverReached = (): OutboundError => refusal('the host has an address that is never reached')

async function addressesOf(host: string, resolver: Resolver): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  try {
    const addresses = await resolver(host)
    if (addresses.length > 0) return addresses
  } catch (cause) {
    throw new OutboundError('unreachable', 'the host has no address', cause)
  }
  throw new OutboundError('unreachable', 'the host has no address')
}
