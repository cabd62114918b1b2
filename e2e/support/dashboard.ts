import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DASHBOARD } from './server.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

let made: string | undefined

/** The built dashboard: the one that `npm test` built, or one that is built now for whoever runs a single file. */
export function dashboardDirectory(): string {
  made = DASHBOARD ?? made
  if (made !== undefined) return made
  const directory = mkdtempSync(path.join(tmpdir(), 'mandate-dashboard-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  execFileSync(process.execPath, ['bootstrap/make-dashboard.mjs', path.join(ROOT, 'dashboard'), directory], {
    cwd: ROOT,
  })
  made = directory
  return directory
}
