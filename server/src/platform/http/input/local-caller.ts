import { isLoopbackUrl } from '#/platform/loopback.ts'

interface Caller {
  readonly fromLoopback: boolean
  headerValues(name: string): string[]
}

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/**
 * Whether whoever calls is this machine itself. Nobody is where the base URL is not loopback: a proxy that adds no header,
 * like a bare `proxy_pass` of nginx, makes every visitor look like a process of this machine. Elsewhere the name counts as
 * well: a page whose name was made to resolve to 127.0.0.1 (DNS rebinding) carries its own.
 */
export function isLocalCaller(baseUrl: string, caller: Caller): boolean {
  if (!isLoopbackUrl(baseUrl) || !caller.fromLoopback) return false
  const hosts = caller.headerValues('host')
  return hosts.length === 1 && LOOPBACK_HOST.test(hosts[0] ?? '')
}
