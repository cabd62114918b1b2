import type { SettingsValues } from './setting-keys.ts'

/** What is known of whoever asks for the key. */
interface KeyReader {
  readonly fromLoopback: boolean
  headerValues(name: string): string[]
}

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/**
 * Whether somebody may read the first admin key. `loopback` means this machine itself, not through a proxy, and by a
 * loopback name: a page of another origin whose name was made to resolve to 127.0.0.1 (DNS rebinding) carries its own.
 */
export function mayReadFirstKey(access: SettingsValues['firstboot_key_access'], asker: KeyReader): boolean {
  if (access === 'any') return true
  if (access === 'off' || !asker.fromLoopback) return false
  const hosts = asker.headerValues('host')
  return hosts.length === 1 && LOOPBACK_HOST.test(hosts[0] ?? '')
}
