import { isLoopbackHost, isLoopbackUrl } from '#/platform/loopback.ts'
import type { Config } from './config.ts'

/** Whether other machines can reach the server, by the address it listens on or the base URL it is known by. */
export const isExposed = ({ host, baseUrl }: Pick<Config, 'host' | 'baseUrl'>): boolean =>
  (host !== null && !isLoopbackHost(host)) || !isLoopbackUrl(baseUrl)
