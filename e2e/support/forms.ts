/** A form of a page, as a browser without scripts sees it. */
export interface PageForm {
  readonly method: 'get' | 'post'
  readonly action: string
  /** Named fields with the values they start with. */
  readonly fields: ReadonlyMap<string, string>
  /** The buttons that send it; at most the pressed one's name and value go along. */
  readonly buttons: readonly { readonly name: string; readonly value: string; readonly label: string }[]
}

/** The forms of a page in their order. Reads the plain, well-formed HTML of the hosted pages, nothing wilder. */
export function formsOf(html: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = '', body = '']) => {
    const attributes = attributesOf(head)
    return {
      method: attributes.get('method')?.toLowerCase() === 'post' ? 'post' : 'get',
      action: attributes.get('action') ?? '',
      fields: fieldsOf(body),
      buttons: buttonsOf(body),
    }
  })
}

/** Where the links of a page lead. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\b([^>]*)>/g)].flatMap(([, head = '']) => attributesOf(head).get('href') ?? [])

function fieldsOf(body: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [, head = ''] of body.matchAll(/<input\b([^>]*)>/g)) {
    const attributes = attributesOf(head)
    const name = attributes.get('name')
    const isBox = ['checkbox', 'radio'].includes(attributes.get('type') ?? 'text')
    if (name === undefined || (isBox && !attributes.has('checked'))) continue
    fields.set(name, attributes.get('value') ?? (isBox ? 'on' : ''))
  }
  return fields
}

const buttonsOf = (body: string): PageForm['buttons'] =>
  [...body.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].map(([, head = '', label = '']) => {
    const attributes = attributesOf(head)
    return { name: attributes.get('name') ?? '', value: attributes.get('value') ?? '', label: textOf(label) }
  })

function attributesOf(head: string): Map<string, string> {
  const found = head.matchAll(/([a-z][a-z0-9-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi)
  return new Map(
    [...found].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      unescaped(double ?? single ?? bare ?? ''),
    ]),
  )
}

/** What a person reads of a piece of HTML. */
export const textOf = (html: string): string =>
  unescaped(html.replace(/<(style|script|title)\b[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
    return ENTITIES[name ?? ''] ?? whole
  })
