class SafeHtml {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** Markup that is safe to send: only the `html` tag makes it, so text that a request carried is always escaped. */
export type Html = SafeHtml

type Value = string | number | Html | false | null | undefined | readonly Value[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

const escape = (text: string): string => text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '')

function write(value: Value): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof SafeHtml) return value.toString()
  if (typeof value === 'object') return value.map(write).join('')
  return escape(String(value))
}

// Escaping protects a quoted attribute only: in `value=${x}` a space would begin the next attribute. The sign may well
// stand inside of quotes, as in `href="/login?request=${x}"`.
const UNQUOTED = /\s[\w:-]+\s*=\s*$/

// The indentation of templates is for their authors.
const dense = (part = ''): string => part.replace(/\s*\n\s*/g, '\n')

/**
 * Writes markup. Nested `Html` and lists of it stay as they are, nothing comes of `false`, `null` and `undefined`,
 * everything else is escaped for text and for quoted attributes. There is no way to write a value unescaped.
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  let text = dense(strings[0])
  for (const [index, value] of values.entries()) {
    if (UNQUOTED.test(strings[index] ?? '')) throw new TypeError('an attribute value must be quoted')
    text += write(value) + dense(strings[index + 1])
  }
  return new SafeHtml(text)
}
