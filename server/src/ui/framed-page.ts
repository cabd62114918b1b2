import { createHash } from 'node:crypto'
import { Reply } from '#/platform/http/routing/reply.ts'
import { Draft } from './unrendered-page.ts'
import type { Mode } from './css/palette.ts'
import type { Look } from './look.ts'

/**
 * A page in some look, light or dark, for a frame of our own: a picture of it. It keeps our origin, for its font and logo alone. Its style stands in it, since nobody may ask
 * for the sheet of a look that is not published. It runs nothing, sends nothing, leads nowhere, and no other site may frame
 * it, so that it is of no use for stealing what somebody types.
 */
export function framedPage(reply: Reply, look: Look, mode: Mode): Reply {
  const style = schemed(look.sheet.text, mode)
  const written = reply.body instanceof Draft ? reply.body.in(look) : String(reply.body)
  const hash = createHash('sha256').update(style).digest('base64')
  return new Reply(200, inert(written, style), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `sandbox allow-same-origin; default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; img-src 'self' data:; ` +
      "frame-ancestors 'self'; form-action 'none'; base-uri 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
  })
}

const DARK = '@media (prefers-color-scheme:dark)'

/** The sheet as a device with this scheme reads it, whatever this device prefers. */
const schemed = (sheet: string, mode: Mode): string =>
  sheet
    .replaceAll(DARK, mode === 'dark' ? '@media all' : '@media not all')
    .replace('color-scheme:light dark', `color-scheme:${mode}`)

const inert = (page: string, style: string): string =>
  page
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replaceAll(/<script[^>]*><\/script>/g, '')
    .replaceAll(/\sautofocus(?:="")?(?=[\s>/])/g, '')
    .replace('<body>', '<body inert>')
