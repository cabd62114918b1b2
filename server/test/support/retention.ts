import { retentionBy } from '#/composition/retention.ts'
import { settingDefaults } from '#/modules/system/index.ts'
import { Jobs } from '#/platform/jobs/jobs.ts'
import { scheduleRetention } from '#/platform/jobs/retention.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'

/** What goes when, with settings that nobody changed. */
export const retention = retentionBy({ current: () => Promise.resolve(settingDefaults) })

/** Removes from tables what stayed for long enough, as the jobs of the server do. */
export async function cleanUp(base: { readonly db: Db; readonly clock: Clock }, ...tables: string[]): Promise<void> {
  const jobs = new Jobs({ ...base, log: { error: () => undefined, warn: () => undefined } })
  scheduleRetention(jobs, base, retention)
  for (const table of tables) await jobs.runNow(`${table}.cleanup`)
}
