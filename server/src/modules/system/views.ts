import { MASK } from '#/platform/http/mask.ts'
import { secretSettings, settingKeys } from './setting-keys.ts'
import type { SettingKey, SettingsValues } from './setting-keys.ts'

/** Settings as anyone may see them: secrets that are set become a mask. */
export function maskSecrets(values: SettingsValues): SettingsValues {
  const shown = (key: SettingKey) => (secretSettings.has(key) && values[key] !== null ? MASK : values[key])
  return Object.fromEntries(settingKeys.map((key) => [key, shown(key)])) as unknown as SettingsValues
}
