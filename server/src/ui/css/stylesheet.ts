import { gzipSync } from 'node:zlib'
import { readOwnFile } from '#/platform/own-files.ts'
import { contentHash } from '#/ui/shared/asset-address.ts'
import { themeCss } from './theme-css.ts'
import type { Theme } from './theme-css.ts'

/** A style sheet with the hash of its content in its address, so that a browser may keep it for good. */
export interface Sheet {
  readonly text: string
  /** The same for browsers that unpack it, which all do. It holds no secret, so its length tells nothing. */
  readonly packed: Uint8Array
  readonly hash: string
  readonly url: string
}

/** Without what only its authors need. Our own sheet has no strings that could hold such signs. */
const dense = (css: string): string =>
  css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .replace(/(?<!\d)0\./g, '.')
    .trim()

const read = (name: string): string => readOwnFile(new URL(name, import.meta.url))

const card = dense(read('./mandate.css'))
const room = card + dense(read('./room.css'))

/** The sheets of a brand: of pages with one card, which have to be there at once, and of rooms. A page asks for one of them. */
export function sheetsOf(theme: Theme): { readonly sheet: Sheet; readonly roomSheet: Sheet } {
  const colours = dense(themeCss(theme))
  return { sheet: sheetOf(colours + card), roomSheet: sheetOf(colours + room) }
}

function sheetOf(text: string): Sheet {
  const hash = contentHash(text)
  const packed = gzipSync(text, { level: 9 })
  return { text, packed, hash, url: `/assets/branding/theme-${hash}.css` }
}
