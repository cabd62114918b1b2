import { readFileSync } from 'node:fs'
import path from 'node:path'
import { addressOf } from './addresses.ts'

/** A page as the list of all pages shows it. */
interface Entry {
  /** Its path below the documents. */
  readonly file: string
  readonly title: string
  readonly description: string
  /** Its address below the base. */
  readonly link: string
}

interface Section {
  readonly title: string
  readonly entries: readonly Entry[]
}

const ENTRY = /^- \[(?<title>[^\]]+)\]\((?<file>[^)]+\.md)\)(?<rest>[^]*?)(?=\n- |\n*$(?![^]))/gm

/** The pages by topic, in the order to read them in: what `README.md` lists, each with what is said of it there. */
export function readingOrder(documents: string): Section[] {
  const [, ...sections] = readFileSync(path.join(documents, 'README.md'), 'utf8').split(/^## /m)
  return sections.map((text) => {
    const [title = '', ...lines] = text.split('\n')
    return { title, entries: [...lines.join('\n').matchAll(ENTRY)].map(({ groups }) => entryOf(groups ?? {})) }
  })
}

function entryOf({ title = '', file = '', rest = '' }: Readonly<Record<string, string>>): Entry {
  const said = rest
    .replace(/^[:\s]+/, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('`', '')
    .trim()
  return {
    file,
    title,
    description: said === '' ? title : `${said.charAt(0).toUpperCase()}${said.slice(1)}`,
    link: addressOf(file),
  }
}
