/**
 * Hosted pages as pictures, for whoever works on how they look: the real pages, drawn with made-up people in the look of the
 * draft or of a version. Nothing in them is of anybody.
 */
export { previewRoutes } from './routes.ts'
