/**
 * The log while it is written, for operators who watch. Lines come from `platform/log`, without credentials; each node
 * streams its own. Owns no table.
 */
import type { LogStreams } from './log-streams.ts'

export { logErrors } from './errors.ts'
export { LogStreams } from './log-streams.ts'
export { logRoutes } from './routes.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    logStreams: LogStreams
  }
}
