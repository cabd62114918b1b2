/**
 * The device grant (RFC 8628). A device asks for a pair of codes (`authorization.ts`), a person answers on a page
 * (`verification.ts`, `pages.ts`), the device polls (`oauth/token/grants/device-code.ts`). `DeviceCodes` owns the table
 * `device_codes`: pending, then approved or denied by one conditional write, then used once; or expired.
 */
import type { DeviceAuthorization } from './authorization.ts'
import type { DeviceCodes } from './device-codes.ts'
import type { DeviceVerification } from './verification.ts'

export { deviceAdminRoutes } from './admin-routes.ts'
export { DeviceAuthorization } from './authorization.ts'
export type { DeviceCode } from './device-code.ts'
export { DeviceCodes } from './device-codes.ts'
export { deviceErrors } from './errors.ts'
export { deviceEvents } from './events.ts'
export { entryPage } from './pages.ts'
export { devicePageRoutes, deviceRoutes } from './routes.ts'
export { openDeviceCodes } from './store.ts'
export { DeviceVerification } from './verification.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    deviceCodes: DeviceCodes
  }
  interface OAuthServices {
    deviceAuthorization: DeviceAuthorization
  }
  interface PageServices {
    deviceVerification: DeviceVerification
  }
}
export { deviceSamples } from './samples.ts'
