/**
 * How Mandate looks to a person: the shell of every hosted page, its style sheet, the parts pages are made of, and the
 * `html` tag that makes it impossible to write unescaped text. Owns no table yet; logo and colours of an installation
 * will be its state. Knows nothing of identity: pages in `login` and `oauth` hand it words.
 */
export { html } from './html.ts'
export type { Html } from './html.ts'
export { formActionSource, page } from './page.ts'
export { button, buttonLink, errorSummary, field, form, notice, ribbon } from './components.ts'
export { problemPage } from './problem-page.ts'
export { assetRoutes } from './routes.ts'
