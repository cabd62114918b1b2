import { MaintenanceFailure } from '#/maintenance/reporting/reports.ts'

/** A backup that is not what was written; nothing of it may be used. */
export const damaged = (why: string, cause?: unknown): MaintenanceFailure =>
  new MaintenanceFailure(
    'The backup is damaged: it was cut off or changed after it was written.',
    {
      kind: 'check_failed',
      code: 'backup_damaged',
      why,
      next: 'Take another backup; copy this one anew from where it was kept.',
    },
    { cause },
  )

/** A file that this version can't read. */
export const notReadable = (why: string): MaintenanceFailure =>
  new MaintenanceFailure('This version does not read that backup.', {
    kind: 'conflict',
    code: 'backup_version',
    why,
    next: 'Restore with the version that made it, or a newer one.',
  })
