/**
 * The documentation as pages at `/docs/guide`: guides, reference and decisions, with a search. They are built from `docs/` by
 * the workspace `site` and come from a directory that the configuration names. They are the same for everybody and say
 * nothing of the installation.
 */
import type { GuideFiles } from './guide-files.ts'

export { GuideFiles } from './guide-files.ts'
export { guideRoutes } from './routes.ts'

declare module '#/platform/http/routing/services.ts' {
  interface PageServices {
    guideFiles: GuideFiles
  }
}
