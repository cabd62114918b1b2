/**
 * What belongs to the server as a whole: the runtime settings and the mode, which every node follows within a second,
 * and the first boot, which gives a new installation its first admin key and a setup link. Owns the tables `settings`,
 * `milestones` and `bootstrap_tokens`. It stands below people and clients, who all read settings; so the first owner is
 * made in `login/setup`, by handing the deed to `FirstBoot.consume`.
 */
import type { FirstBoot } from './first-boot.ts'
import type { HealthReports } from './health-report.ts'
import type { Modes } from './modes.ts'
import type { Resets } from './resets.ts'
import type { Settings } from './settings.ts'

export { systemErrors } from './errors.ts'
export { systemEvents, systemRestored } from './events.ts'
export { ExposureWarnings } from './exposure-warnings.ts'
export { FirstBoot } from './first-boot.ts'
export { HealthReports } from './health-report.ts'
export type { HealthWarning } from './health-report.ts'
export { Modes } from './modes.ts'
export { Resets } from './resets.ts'
export { systemRoutes } from './routes.ts'
export { SettingsSchema } from './setting-keys.ts'
export { Settings } from './settings.ts'
export type { ExposureWarning } from './exposure-warnings.ts'
export type { Mode, SettingsPatch } from './settings.ts'
export { settingDefaults } from './setting-keys.ts'
export type { SettingsValues } from './setting-keys.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    settings: Settings
    modes: Modes
    resets: Resets
    healthReports: HealthReports
    firstBoot: FirstBoot
  }
  interface PageServices {
    settings: Settings
    firstBoot: FirstBoot
  }
}
export { systemSamples } from './samples.ts'
