import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const text = readFileSync(new URL('./passkeys.js', import.meta.url), 'utf8')
const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** The module that adds passkeys to pages, with the hash of its content, so that a browser may keep it for good. */
export const passkeyScript = { text, hash, url: `/assets/passkeys.js?v=${hash}` }
