import { isIPv6 } from 'node:net'

/**
 * Whom a limit by address counts: an IPv4 address by itself, but a whole /64 of IPv6, since that is what one customer
 * is given and every device in it can take a new address at will (RFC 6177 §2).
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  // An IPv4 tail fills two groups.
  const known = left.length + right.length + (ip.includes('.') ? 1 : 0)
  const groups = [...left, ...Array<string>(8 - known).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
