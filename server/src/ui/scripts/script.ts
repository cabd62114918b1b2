import { readOwnFile } from '#/platform/own-files.ts'
import { addressOf } from '#/ui/shared/asset-address.ts'

/** A script of the pages, with the hash of its content, so that a browser may keep it for good. */
export interface PageScript {
  readonly name: string
  readonly text: string
  readonly hash: string
  readonly url: string
}

function scriptNamed(name: string): PageScript {
  const text = readOwnFile(new URL(`./${name}`, import.meta.url))
  return { name, text, ...addressOf(name, text) }
}

/** The module that adds passkeys to pages. */
export const passkeyScript: PageScript = scriptNamed('passkeys.js')

/** The module that shows what is typed into password fields, and how strong it looks. */
export const passwordScript: PageScript = scriptNamed('passwords.js')

/** The module that copies and prints what a page shows once. */
export const keepingScript: PageScript = scriptNamed('keeping.js')
