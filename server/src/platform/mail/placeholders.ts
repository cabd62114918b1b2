/** One `{{variable}}` in a text, from `{{` up to and with `}}`. `name` is undefined when it is never closed. */
interface Placeholder {
  readonly start: number
  readonly end: number
  readonly name: string | undefined
}

/** Finds placeholders. There is nothing inside of them but a name: no dots, no calls, no helpers (rule EM1). */
export function* placeholdersOf(text: string): Generator<Placeholder> {
  let start = text.indexOf('{{')
  while (start !== -1) {
    const close = text.indexOf('}}', start + 2)
    if (close === -1) {
      yield { start, end: text.length, name: undefined }
      return
    }
    yield { start, end: close + 2, name: text.slice(start + 2, close).trim() }
    start = text.indexOf('{{', close + 2)
  }
}

/**
 * Puts values in the place of their placeholders, in one pass: what a value holds is never looked at again. Only own
 * names count, and a name without a value leaves nothing.
 */
export function fill(text: string, values: ReadonlyMap<string, string>, encode: (value: string) => string): string {
  let filled = ''
  let done = 0
  for (const { start, end, name } of placeholdersOf(text)) {
    filled += text.slice(done, start) + encode((name === undefined ? undefined : values.get(name)) ?? '')
    done = end
  }
  return filled + text.slice(done)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** A value as it may stand in text and in quoted attributes. */
export const escapeHtml = (value: string): string => value.replace(/[&<>"'`]/g, (sign) => ENTITIES[sign] ?? '')
