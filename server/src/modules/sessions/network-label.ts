import { BlockList, isIPv6 } from 'node:net'
import { networkOf } from '#/platform/rate-limit/network.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'

const texts = words({
  en: { unknown: 'unknown', here: 'this machine', near: 'the local network' },
  es: { unknown: 'desconocido', here: 'esta máquina', near: 'la red local' },
})

const here = new BlockList()
here.addSubnet('127.0.0.0', 8)
here.addAddress('::1', 'ipv6')

const near = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  near.addSubnet(network, bits)
near.addSubnet('fc00::', 7, 'ipv6')
near.addSubnet('fe80::', 10, 'ipv6')

/**
 * Where an address is, in the words a person can judge: this machine, the same network, or the network itself, which is
 * what stays the same while an IPv6 device changes its address.
 */
export function placeOf(ip: string | null, locale: Locale = 'en'): string {
  const { unknown, here: onHere, near: nearby } = texts(locale)
  if (ip === null || ip === '') return unknown
  const network = networkOf(ip)
  // A mapped address (`::ffff:10.0.0.1`) is the IPv4 address it carries.
  const family = isIPv6(ip) && network.includes(':') ? 'ipv6' : 'ipv4'
  const asked = family === 'ipv6' ? (ip.split('%')[0] ?? ip) : network
  if (here.check(asked, family)) return onHere
  return near.check(asked, family) ? nearby : network
}
