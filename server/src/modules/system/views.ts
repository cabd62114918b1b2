import type { Static } from 'typebox'
import { MASK } from '#/platform/validation/secret-mask.ts'
import { secretSettings, settingKeys } from './setting-keys.ts'
import type { HealthReport } from './health-report.ts'
import type { HealthReportSchema } from './schemas.ts'
import type { SettingKey, SettingsValues } from './setting-keys.ts'

/** Settings as anyone may see them: secrets that are set become a mask. */
export function maskSecrets(values: SettingsValues): SettingsValues {
  const shown = (key: SettingKey) => (secretSettings.has(key) && values[key] !== null ? MASK : values[key])
  return Object.fromEntries(settingKeys.map((key) => [key, shown(key)])) as unknown as SettingsValues
}

/** A health report on the wire. */
export const healthReportView = (report: HealthReport): Static<typeof HealthReportSchema> => ({
  status: report.status,
  version: report.version,
  uptime_seconds: report.uptimeSeconds,
  db: { driver: report.driver, size_mb: Math.round(report.sizeBytes / 10_486) / 100, status: 'ok' },
  migrations: report.migration,
  jwt: { mode: 'jwt', algorithm: 'ES256', active_keys: report.activeSigningKeys },
  master_key: { id: report.masterKey.id, waiting: report.masterKey.waiting },
  smtp: {
    tier: report.mail.tier,
    configured: report.mail.configured,
    sent_today: report.mail.sentToday,
    daily_limit: report.mail.dailyLimit,
  },
  oauth_providers: [...report.oauthProviders],
  sso_connections: report.ssoConnections,
  warnings: report.warnings.map(({ code, message }) => ({ code, message })),
})
