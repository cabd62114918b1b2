import { attributesOf, stretchesOf } from './markup.ts'

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  middot: '·',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
}

/** What ends a paragraph, a line, and what begins an entry of a list. */
const breaks: Readonly<Record<string, string>> = {
  p: '\n\n',
  h1: '\n\n',
  h2: '\n\n',
  h3: '\n\n',
  div: '\n',
  table: '\n\n',
  tr: '\n',
  td: ' ',
  ul: '\n\n',
  ol: '\n\n',
  hr: '\n\n',
  br: '\n',
}

/** The words of a message for those who read without markup: paragraphs, entries of lists, and links written out. */
export function plainText(html: string): string {
  const text = new TextWriter()
  for (const { kind, source } of stretchesOf(bodyOf(html))) {
    if (kind === 'text') text.write(source)
    else if (kind === 'tag') text.tag(source)
  }
  return text.finished()
}

/** Of a whole document only what is shown. */
function bodyOf(html: string): string {
  const end = /<\/head\s*>/i.exec(html)
  return end ? html.slice(end.index + end[0].length) : html
}

class TextWriter {
  #text = ''
  #link: { address: string; start: number } | undefined

  write(source: string): void {
    const words = decoded(source.replace(/\s+/g, ' '))
    this.#text += /\s$/.test(this.#text) ? words.trimStart() : words
  }

  tag(source: string): void {
    const name = /^<\/?([a-z0-9]+)/i.exec(source)?.[1]?.toLowerCase() ?? ''
    const closes = source.startsWith('</')
    if (name === 'a') {
      if (closes) this.#endLink()
      else this.#beginLink(source)
    } else if (name === 'li') this.#text += closes ? '' : '\n- '
    else if (name === 'img') this.write(attribute(source, 'alt') ?? '')
    else this.#text += breaks[name] ?? ''
  }

  finished(): string {
    const lines = this.#text.split('\n').map((line) => line.trim())
    return lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }

  #beginLink(source: string): void {
    const address = attribute(source, 'href')
    if (address !== undefined && address !== '') this.#link = { address: decoded(address), start: this.#text.length }
  }

  #endLink(): void {
    if (!this.#link) return
    const { address, start } = this.#link
    const label = this.#text.slice(start).trim()
    if (label === '') this.#text += address
    else if (label !== address) this.#text += `: ${address}`
    this.#link = undefined
  }
}

const attribute = (tag: string, wanted: string): string | undefined =>
  attributesOf(tag)?.find(({ name }) => name === wanted)?.value

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    const isCharacter = point >= 0x20 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
    return isCharacter ? String.fromCodePoint(point) : ''
  })
