import { lookup, Resolver as NameServers } from 'node:dns/promises'
import { LOOPBACK_NAMES } from '#/platform/loopback.ts'
import { isAllowedHost } from './url-rules.ts'
import type { Resolver } from './ssrf-guard.ts'
import type { OutboundRules } from './url-rules.ts'

const TIMEOUT_MS = 2000
const TRIES = 2

/**
 * Finds the addresses of names, in one of two ways. The machine knows names of its own: its hosts file, search domains,
 * whatever else it is set up with. To ask it takes one of the few threads of the process for as long as a name server
 * is silent, so it is asked only for hosts that an operator named, and in dev mode. Names that strangers may choose are asked
 * of the name servers directly, which takes none: however many of them are dead, files and passwords go on.
 */
export class NameLookup {
  readonly #servers: Pick<NameServers, 'resolve4' | 'resolve6'>
  /** Lookups on their way, by name: whoever asks meanwhile shares the answer. */
  readonly #pending = new Map<string, Promise<readonly string[]>>()
  constructor(servers = new NameServers({ timeout: TIMEOUT_MS, tries: TRIES })) {
    this.#servers = servers
  }

  /** How the host of a request is looked up. */
  for(url: URL, rules: OutboundRules): Resolver {
    const isOurs = rules.insideAllowed || isAllowedHost(url, rules) || LOOPBACK_NAMES.includes(url.hostname)
    return isOurs ? this.byMachine : this.byNameServers
  }

  readonly byMachine: Resolver = (host) =>
    this.#once(`machine ${host}`, async () => (await lookup(host, { all: true })).map(({ address }) => address))

  readonly byNameServers: Resolver = (host) =>
    this.#once(host, async () => {
      const [four, six] = await Promise.allSettled([this.#servers.resolve4(host), this.#servers.resolve6(host)])
      if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
      return [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    })

  #once(key: string, find: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const pending = this.#pending.get(key) ?? find().finally(() => this.#pending.delete(key))
    this.#pending.set(key, pending)
    return pending
  }
}
