/**
 * The kit of the hosted pages: the document around each, its style sheet, the parts that pages are made of, and the
 * languages they speak. A page is a draft until `withBrand` writes it in the look of the moment. Knows nothing of
 * identity: whoever shows a page hands it words.
 */
export { html } from '#/platform/html/html.ts'
export type { Html } from '#/platform/html/html.ts'
export { button, buttonLink, choice, errorSummary, field, form, notice, ribbon } from './components.ts'
export { withBrand, writtenPage } from './unrendered-page.ts'
export { formActionSource, page } from './page.ts'
export { framedPage } from './framed-page.ts'
export { gatewayProblemPage, problemPage } from './problem-page.ts'
export { builtInTitle } from './page-texts.ts'
export type { TitledPage, WordedPage } from './page-texts.ts'
export { shape } from './shapes.ts'
