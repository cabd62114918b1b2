import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Logger } from '#/platform/log/log.ts'

/** Says in the log how far a change of the master key is, to whoever gave earlier ones along. */
export async function logMasterKey(
  log: Pick<Logger, 'info' | 'warn'>,
  { keyring, db, hasPrevious }: { readonly keyring: Keyring; readonly db: Db; readonly hasPrevious: boolean },
): Promise<void> {
  const { masterKeyId, rewrapped } = keyring.wrapping
  if (!hasPrevious) return
  const waiting = await keyring.countWrappedByOthers(db)
  const facts = { master_key_id: masterKeyId, rewrapped, waiting }
  if (waiting > 0) {
    log.warn(facts, 'another process wraps data keys by another master key: give all of them the same current one')
    return
  }
  log.info(
    facts,
    'every data key is wrapped by the current master key: MANDATE_MASTER_KEY_PREVIOUS is not needed any more once every node runs with it',
  )
}
