const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#96;': '`',
}

// What a reader meets besides text: names of things for a screen reader, and what a script will show.
const SPOKEN = /\s(?:aria-label|title|alt|data-failed)="([^"]*)"/g
// Identifiers, parts marked as another language, and the names languages give themselves.
const FOREIGN = /<(code|style|script|title)\b[^>]*>[^]*?<\/\1>|<(\w+)[^>]*\slang="[a-z]{2}"[^>]*>[^<]*<\/\2>/g

/** Everything a page says, one piece of text each, in order; the title of the window first. */
export function textsOf(page: string): string[] {
  const title = /<title>([^]*?) · /.exec(page)?.[1] ?? ''
  const body = (/<body[^]*<\/body>/.exec(page)?.[0] ?? '').replaceAll(FOREIGN, '')
  const spoken = [...body.matchAll(SPOKEN)].map(([, text = '']) => text)
  return [title, ...body.split(/<[^>]*>/), ...spoken].map(plain).filter((text) => /\p{L}/u.test(text))
}

const plain = (text: string): string =>
  text
    .replaceAll(/&(?:amp|lt|gt|quot|#39|#96);/g, (entity) => ENTITIES[entity] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
