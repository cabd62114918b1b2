import { toIsoOrNull } from '#/platform/clock.ts'
import type { ApiKey } from './api-key.ts'

/** Which fields differ between two states of a key, by wire name, for the audit log. */
export function changesBetween(before: ApiKey, after: ApiKey): Record<string, { before: unknown; after: unknown }> {
  const [old, now] = [toldFields(before), toldFields(after)]
  const isOther = ([name, value]: [string, unknown]): boolean => JSON.stringify(value) !== JSON.stringify(old[name])
  const changed = Object.entries(now).filter(isOther)
  return Object.fromEntries(changed.map(([name, value]) => [name, { before: old[name], after: value }]))
}

const toldFields = (key: ApiKey): Record<string, unknown> => ({
  name: key.name,
  scopes: key.scopes,
  expires_at: toIsoOrNull(key.expiresAt),
  active: key.active,
})
