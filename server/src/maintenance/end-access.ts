import { buildServices } from '#/composition/services.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { LogLines } from '#/platform/log/lines.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Database } from '#/platform/db/db.ts'
import type { Logger } from '#/platform/log/log.ts'
import type { Surroundings } from './operation.ts'

/** What goes out of a restored server before anybody comes in. */
export const endable = ['sessions', 'tokens'] as const
export type Endable = (typeof endable)[number]

/** How many ended. */
export type EndedAccess = Readonly<Partial<Record<Endable, number>>>

/**
 * Ends the sessions of everybody, or all tokens, as the server does: by its marks, with an event each. Tokens that came from
 * sessions end with them.
 */
export async function endAccess(
  what: readonly Endable[],
  {
    database,
    keyring,
    config,
    clock,
  }: Pick<Surroundings, 'config' | 'clock'> & { database: Database; keyring: Keyring },
): Promise<EndedAccess> {
  const { services } = buildServices({ config, database, keyring, clock, logger: silent, logLines: new LogLines() })
  const actor = systemActor('restore')
  let ended: EndedAccess = {}
  if (what.includes('sessions')) {
    const counts = await services.sessionDirectory.revokeEvery({ kept: null, operatorsToo: true }, actor)
    ended = { ...ended, sessions: counts['sessions'] ?? 0 }
  }
  if (what.includes('tokens')) {
    const { counts } = await services.tokenOperations.revokeByPattern('*', 'restored from a backup', false, actor)
    ended = { ...ended, tokens: counts.access_tokens + counts.refresh_tokens }
  }
  return ended
}

const nothing = (): void => undefined
/** Standard output belongs to the reports. */
const silent: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }
