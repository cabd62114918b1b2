import { readOwnFile } from '#/platform/own-files.ts'
import { addressOf } from '#/ui/shared/asset-address.ts'

/** A font of ours, with the hash of its content in its address, so that a browser may keep it for good. */
interface FontFile {
  readonly bytes: Uint8Array
  readonly hash: string
  readonly url: string
}

/** The name under which style sheets know it, and `local` fonts of a device are passed over: ours has all weights. */
const FAMILY = 'Inter'

/** Inter, the typeface of the product: its letters of Western European languages, weights 400 to 700. */
export const inter: FontFile = fontOf(readOwnFile(new URL('../fonts/inter.txt', import.meta.url)))

function fontOf(base64: string): FontFile {
  const bytes = Buffer.from(base64, 'base64')
  return { bytes, ...addressOf('inter.woff2', bytes) }
}

/** Whether text in these fonts is set in ours. */
export const startsWithInter = (stack: string): boolean => stack.startsWith(`${FAMILY},`)

/**
 * What lets a style sheet use it. `optional`: a browser that has not fetched it in a moment shows the next font of the
 * stack and stays with that, so that no line jumps.
 */
export const interFace = `@font-face{font-family:${FAMILY};src:url(${inter.url})format("woff2");font-weight:400 700;font-display:optional}`
