/** Markup that is safe to write into a page. Only the `html` tag makes it. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | readonly Markup[]

/** Writes HTML: what stands in the template is markup, what is filled in is text and gets escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? ''
  parts.forEach((part, i) => {
    text += write(part) + (strings[i + 1] ?? '')
  })
  return new Markup(text)
}

const nothing = html``

/** The markup when the condition holds, else nothing. */
export const when = (condition: unknown, markup: () => Markup): Markup => (condition ? markup() : nothing)

function write(part: Part): string {
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return escapeText(String(part))
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] as string)
