import type { Config } from './config.ts'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/

/** Whether other machines can reach the server, by the address it listens on or the base URL it is known by. */
export const isExposed = ({ host, baseUrl }: Pick<Config, 'host' | 'baseUrl'>): boolean =>
  (host !== null && !LOOPBACK.test(host)) || !LOOPBACK.test(new URL(baseUrl).hostname)
