import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const text = readFileSync(new URL('./mandate.css', import.meta.url), 'utf8')
const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** The style sheet of every page, with the hash of its content, so that a browser may keep it for good. */
export const stylesheet = { text, hash, url: `/assets/mandate.css?v=${hash}` }
