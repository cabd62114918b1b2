import { ConfigError } from '#/platform/config/problem.ts'
import { MasterKeyError } from '#/platform/crypto/master-key.ts'
import { DatabaseOpenError, DatabaseUnavailable, MigrationError, reasonOf } from '#/platform/db/errors.ts'
import { TransferError } from '#/platform/db/transfer/transfer-error.ts'
import { MaintenanceFailure } from './reporting/reports.ts'

/** What went wrong in the words of an operation, whatever it was. */
export function explain(error: unknown): MaintenanceFailure {
  if (error instanceof MaintenanceFailure) return error
  const what = reasonOf(error)
  const as = (about: MaintenanceFailure['about']): MaintenanceFailure =>
    new MaintenanceFailure(what, about, { cause: error })
  if (error instanceof ConfigError)
    return as({ kind: 'usage', code: 'configuration', next: 'All variables: docs/reference/configuration.md' })
  if (error instanceof DatabaseOpenError) return as({ kind: 'unreachable', code: 'database_unreachable' })
  if (error instanceof DatabaseUnavailable)
    return as({
      kind: 'unreachable',
      code: 'database_unavailable',
      why: error.cause === undefined ? undefined : reasonOf(error.cause),
    })
  if (error instanceof MigrationError) return as({ kind: 'conflict', code: 'schema' })
  if (error instanceof MasterKeyError) return as({ kind: 'usage', code: 'master_key' })
  if (error instanceof TransferError) return as({ kind: 'check_failed', code: 'data_unfit' })
  if (error instanceof Error && error.name === 'AbortError')
    return new MaintenanceFailure('Interrupted: nothing was finished.', { kind: 'failed', code: 'interrupted' })
  return as({ kind: 'failed', code: systemCodeOf(error) ?? 'failed' })
}

/** `ENOSPC` and the like, where the system refused something. */
const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code.toLowerCase() : undefined
