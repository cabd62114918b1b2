/**
 * The dashboard as the server serves it: a shell for every address below `/admin`, and the files that it loads. It is built
 * from the workspace `dashboard` before the server starts, and comes from a directory that the configuration names. The files
 * are the same for everybody and say nothing of the installation: what somebody may see is decided by the routes that the
 * dashboard calls with the cookie of its session.
 */
import type { DashboardFiles } from './dashboard-files.ts'

export { DashboardFiles } from './dashboard-files.ts'
export { dashboardRoutes } from './routes.ts'

declare module '#/platform/http/routing/services.ts' {
  interface PageServices {
    dashboardFiles: DashboardFiles
  }
}
