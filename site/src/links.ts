import { statSync } from 'node:fs'
import path from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { addressOf } from './addresses.ts'

const ELSEWHERE = /^(?:[a-z]+:|\/|#)/i
const API_REFERENCE = 'reference/openapi'

/**
 * Documents name each other by their files, as whoever reads the repository follows them. Here such a link leads to the
 * page, one to the OpenAPI document to the reference that the server shows, and one to a source, which no page shows, is text.
 */
export function followLinks(md: MarkdownRenderer, documents: string): void {
  md.core.ruler.push('follow_links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      const open: boolean[] = []
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const target = targetOf(token.attrGet('href') ?? '', path.dirname(env.realPath ?? env.path), documents)
          open.push(target !== undefined)
          if (target === undefined) Object.assign(token, { tag: 'span', type: 'text_open', attrs: [] })
          else for (const [name, value] of Object.entries(target)) token.attrSet(name, value)
        } else if (token.type === 'link_close' && open.pop() === false) {
          Object.assign(token, { tag: 'span', type: 'text_close' })
        }
      }
    }
  })
}

/** The attributes of a link, or undefined where what it leads to is no page. */
function targetOf(href: string, folder: string, documents: string): Record<string, string> | undefined {
  if (href === '' || ELSEWHERE.test(href)) return { href }
  const [name = '', fragment] = href.split('#')
  const file = path.resolve(folder, decodeURIComponent(name))
  const within = path.relative(documents, file)
  if (within.startsWith('..')) return undefined
  if (within === API_REFERENCE || within.startsWith(`${API_REFERENCE}/`)) return { href: '/docs', target: '_self' }
  const document = statSync(file, { throwIfNoEntry: false })?.isDirectory() ? path.join(within, 'README.md') : within
  return { href: addressOf(document) + (fragment === undefined ? '' : `#${fragment}`) }
}
