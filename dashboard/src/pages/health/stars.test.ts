import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HealthReport } from '@mandate/sdk'
import { starsOf } from './stars.ts'
import { healthWords } from './words.ts'

const report: HealthReport = {
  status: 'ok',
  version: '0.1.0',
  uptime_seconds: 60,
  db: { driver: 'sqlite', size_mb: 1, status: 'ok' },
  migrations: { current: 60, name: 'last' },
  jwt: { mode: 'jwt', algorithm: 'ES256', active_keys: 1 },
  master_key: { id: 'mk', waiting: 0 },
  smtp: { tier: 'dev', configured: false, sent_today: 0, daily_limit: 100 },
  oauth_providers: [],
  sso_connections: 0,
  warnings: [],
}
const statesOf = (changed: Partial<HealthReport>): Readonly<Record<string, string>> =>
  Object.fromEntries(starsOf({ ...report, ...changed }, healthWords('en')).map(({ id, state }) => [id, state]))

test('what is not used is neither fine nor wrong', () => {
  assert.deepEqual(statesOf({}), {
    database: 'ok',
    keys: 'ok',
    secrets: 'ok',
    mail: 'off',
    providers: 'off',
    sso: 'off',
  })
})

test('a server without a signing key, with mail that can not leave, and on its way to another master key says so', () => {
  const states = statesOf({
    jwt: { ...report.jwt, active_keys: 0 },
    smtp: { ...report.smtp, tier: 'smtp' },
    master_key: { id: 'mk', waiting: 3 },
  })
  assert.deepEqual([states['keys'], states['mail'], states['secrets']], ['bad', 'warn', 'warn'])
})
