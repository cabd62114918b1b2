import { BlockList, isIP } from 'node:net'

/**
 * What lies behind an address. `public`: anybody's. `inside`: this machine or its own networks, which an operator can
 * open to us. `never`: what no request of ours has any business with, such as the address clouds answer credentials at.
 */
export type AddressKind = 'public' | 'inside' | 'never'

type Subnet = readonly [network: string, prefix: number]

// RFC 6890: loopback, private use, shared (carrier) addresses; RFC 4193: unique local.
const INSIDE_V4: readonly Subnet[] = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
]
const INSIDE_V6: readonly Subnet[] = [
  ['::1', 128],
  ['fc00::', 7],
]

const NEVER_V4: readonly Subnet[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Metadata services that hide among addresses of another kind: Alibaba Cloud, Azure.
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
]

// Of IPv6 only 2000::/3 is given out. Left out of it: Teredo and other protocol assignments, documentation, and 6to4,
// which like the mapped and the NAT64 forms carries an IPv4 address that nobody would look at.
const GIVEN_OUT_V6: readonly Subnet[] = [['2000::', 3]]
const NEVER_V6: readonly Subnet[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  // The metadata services of AWS and Google Cloud, inside the unique local range.
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
]

const listOf = (type: 'ipv4' | 'ipv6', subnets: readonly Subnet[]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, type)
  return list
}

const v4 = { inside: listOf('ipv4', INSIDE_V4), never: listOf('ipv4', NEVER_V4) }
const v6 = {
  inside: listOf('ipv6', INSIDE_V6),
  never: listOf('ipv6', NEVER_V6),
  givenOut: listOf('ipv6', GIVEN_OUT_V6),
}

/** The kind of an IP address in any of its spellings. What is no address, or names a zone, is `never`. */
export function kindOfAddress(address: string): AddressKind {
  const family = address.includes('%') ? 0 : isIP(address)
  if (family === 4) {
    if (v4.never.check(address, 'ipv4')) return 'never'
    return v4.inside.check(address, 'ipv4') ? 'inside' : 'public'
  }
  if (family !== 6 || v6.never.check(address, 'ipv6')) return 'never'
  if (v6.inside.check(address, 'ipv6')) return 'inside'
  return v6.givenOut.check(address, 'ipv6') ? 'public' : 'never'
}
