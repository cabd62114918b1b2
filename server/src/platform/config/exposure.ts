import { isLoopback, LOOPBACK_NAMES } from '#/platform/loopback.ts'
import type { Config } from './config.ts'

const isHere = (host: string): boolean => LOOPBACK_NAMES.includes(host) || isLoopback(host)

/** Whether other machines can reach the server, by the address it listens on or the base URL it is known by. */
export const isExposed = ({ host, baseUrl }: Pick<Config, 'host' | 'baseUrl'>): boolean =>
  (host !== null && !isHere(host)) || !isHere(new URL(baseUrl).hostname)
