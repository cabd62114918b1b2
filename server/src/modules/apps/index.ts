/**
 * Applications: the clients that operators make for what people sign in to, and for machines of their own; one face of
 * `modules/clients`. The type says where an application runs, and so what it can keep secret, where people may be sent
 * and from where scripts may call. It is active or not; turning it off or deleting it ends its tokens, codes and
 * consents. One that is first party gets what it asks for without anybody being asked, so only who holds everything
 * makes and changes it. `snippets/` writes working code for one.
 */
import type { Apps } from './apps.ts'

export { Apps } from './apps.ts'
export { appErrors } from './errors.ts'
export { appEvents } from './events.ts'
export { appRoutes } from './routes.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    apps: Apps
  }
}
export { appSamples } from './samples.ts'
