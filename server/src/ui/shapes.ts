import { html } from '#/platform/html/html.ts'
import type { Html } from '#/platform/html/html.ts'

/** What someone or something is, told by its shape as well as its colour. */
export type ActorShape = 'person' | 'agent' | 'app' | 'resource'

const outlines: Readonly<Record<ActorShape, Html>> = {
  person: html`<circle cx="22" cy="22" r="20.5" />`,
  agent: html`<path d="M7 1.5h23L42.5 14v23a5.5 5.5 0 0 1-5.5 5.5H7A5.5 5.5 0 0 1 1.5 37V7A5.5 5.5 0 0 1 7 1.5z" />`,
  app: html`<rect x="1.5" y="1.5" width="41" height="41" rx="5.5" />`,
  resource: html`<path
    d="M2.5 9v26c0 3.9 8.7 7 19.5 7s19.5-3.1 19.5-7V9M41.5 9c0 3.9-8.7 7-19.5 7S2.5 12.9 2.5 9 11.2 2 22 2s19.5 3.1 19.5 7z"
  />`,
}

/** The picture of one actor: its outline with initials. Decoration: the name stands beside it in text. */
export const shape = (kind: ActorShape, name: string): Html =>
  html`<svg class="shape shape-${kind}" width="44" height="44" viewBox="0 0 44 44" aria-hidden="true" focusable="false">
    ${outlines[kind]}
    <text x="22" y="${kind === 'resource' ? 33 : 27.5}">${initials(name)}</text>
  </svg>`

/** One or two capitals of a name: of its first and last word, or of the mailbox of an address. */
export function initials(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
