import { isLoopbackHost, isLoopbackUrl } from '#/platform/loopback.ts'

interface Reachable {
  readonly host: string | null
  readonly baseUrl: string
}

/** Whether other machines can reach the server itself, by the address it listens on. */
export const listensBeyondLoopback = ({ host }: Pick<Reachable, 'host'>): boolean =>
  host !== null && !isLoopbackHost(host)

/** Whether other machines can reach the server, by the address it listens on or the base URL it is known by. */
export const isExposed = ({ host, baseUrl }: Reachable): boolean =>
  listensBeyondLoopback({ host }) || !isLoopbackUrl(baseUrl)
