import { BlockList, isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'

const FORWARDING_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'via',
] as const

/** Knows which peers may speak for others, and so who a request really comes from (rule G6). */
export class ClientIps {
  readonly #trusted = new BlockList()
  readonly #onUnlistedProxy: (peer: string) => void

  /**
   * `trustedProxies` holds addresses and CIDR blocks: `10.0.0.0/8`, `::1`. `onUnlistedProxy` learns of peers that forward
   * without being one of them.
   */
  constructor(trustedProxies: readonly string[], onUnlistedProxy: (peer: string) => void = () => undefined) {
    this.#onUnlistedProxy = onUnlistedProxy
    for (const block of trustedProxies) this.#trust(block)
  }

  #trust(block: string): void {
    const [address = '', bits] = block.split('/')
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    const length = bits === undefined ? most : Number(bits)
    if (version === 0 || !Number.isInteger(length) || length < 0 || length > most) {
      throw new TypeError(`trusted proxy ${block} is neither an address nor a CIDR block`)
    }
    this.#trusted.addSubnet(address, length, familyOf(version))
  }

  /** Whether a request comes right from a proxy that is listed. */
  isListed({ socket }: IncomingMessage): boolean {
    return this.#trusts(normalAddress(socket.remoteAddress ?? ''))
  }

  #trusts(address: string): boolean {
    const version = isIP(address)
    return version !== 0 && this.#trusted.check(address, familyOf(version))
  }

  /** The peer, or when the peer is trusted the rightmost address of `X-Forwarded-For` that is not. */
  of(request: IncomingMessage): string {
    const peer = normalAddress(request.socket.remoteAddress ?? '')
    if (!isForwarded(request)) return peer
    if (!this.#trusts(peer)) {
      this.#onUnlistedProxy(peer)
      return peer
    }
    const forwarded = request.headers['x-forwarded-for']
    if (forwarded === undefined) return peer
    let client = peer
    const hops = String(forwarded).split(',')
    for (let i = hops.length - 1; i >= 0; i--) {
      const hop = hopAddress(hops[i] as string)
      if (hop === undefined) return client
      client = hop
      if (!this.#trusts(hop)) return client
    }
    return client
  }
}

/** True only when the peer itself is this machine and nothing says that it speaks for somebody else. */
export function isFromLoopback(request: IncomingMessage): boolean {
  const peer = normalAddress(request.socket.remoteAddress ?? '')
  if (peer !== '::1' && !(isIP(peer) === 4 && peer.startsWith('127.'))) return false
  return !isForwarded(request)
}

const isForwarded = ({ headers }: IncomingMessage): boolean =>
  FORWARDING_HEADERS.some((name) => headers[name] !== undefined)

const familyOf = (version: number): 'ipv4' | 'ipv6' => (version === 4 ? 'ipv4' : 'ipv6')

/** An IPv4 address stays itself when a dual-stack socket shows it as `::ffff:192.0.2.1`. */
function normalAddress(address: string): string {
  const tail = address.startsWith('::ffff:') ? address.slice(7) : ''
  return isIP(tail) === 4 ? tail : address
}

function hopAddress(text: string): string | undefined {
  const hop = normalAddress(text.trim())
  if (isIP(hop) !== 0) return hop
  const inner = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1]
  return inner !== undefined && isIP(inner) !== 0 ? normalAddress(inner) : undefined
}
