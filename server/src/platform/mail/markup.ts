// An attribute with its value in quotes, or without one.
const ATTRIBUTE = String.raw`[a-z][a-z0-9:_-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'))?`

/** The attributes of a tag, each in quotes: the only form in which an escaped value can't leave its attribute. */
export const ATTRIBUTES = String.raw`(?:\s+${ATTRIBUTE})*`

const PLAIN_TAG = new RegExp(String.raw`^<[a-z][a-z0-9-]*${ATTRIBUTES}\s*/?>$`, 'i')

// Comments and the elements whose content is no markup run to the end of the text when nobody ends them.
const NOT_TEXT = /<!--[^]*?(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1\s*>|$)|<[!/]?[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>/gi

/** A stretch of a template: text that is read, one tag, or something a mail program runs or hides. */
export interface Stretch {
  readonly kind: 'text' | 'tag' | 'hidden'
  readonly start: number
  readonly source: string
}

/** Takes markup apart as a mail program would. A sign that opens a tag which never closes stays in the text. */
export function* stretchesOf(html: string): Generator<Stretch> {
  let done = 0
  for (const match of html.matchAll(NOT_TEXT)) {
    if (match.index > done) yield { kind: 'text', start: done, source: html.slice(done, match.index) }
    const [source, element] = match
    yield { kind: element !== undefined || source.startsWith('<!--') ? 'hidden' : 'tag', start: match.index, source }
    done = match.index + source.length
  }
  if (done < html.length) yield { kind: 'text', start: done, source: html.slice(done) }
}

/** One attribute with a value. */
export interface Attribute {
  readonly name: string
  readonly value: string
}

/** The attributes of a tag that has every value in quotes; undefined for any other tag. */
export function attributesOf(tag: string): Attribute[] | undefined {
  if (!PLAIN_TAG.test(tag)) return undefined
  const pairs = tag.matchAll(/\s([a-z][a-z0-9:_-]*)\s*=\s*("[^"]*"|'[^']*')/gi)
  return [...pairs].map(([, name = '', quoted = '']) => ({ name: name.toLowerCase(), value: quoted.slice(1, -1) }))
}
