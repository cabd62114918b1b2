import { MASK } from '#/platform/validation/secret-mask.ts'

const MAX_HEADERS = 50
const MAX_VALUE = 512

/** Headers of an answer as the log keeps them: not too many, not too long, and no cookie that opens something. */
export function shownHeaders(headers: Headers): Record<string, string> {
  const shown = [...headers].slice(0, MAX_HEADERS).map(([name, value]) => [name, shownValue(name, value)] as const)
  return Object.fromEntries(shown)
}

const shownValue = (name: string, value: string): string => (name === 'set-cookie' ? MASK : value.slice(0, MAX_VALUE))

/** The bytes of an answer as text that every database takes: what is no UTF-8, and NUL, is replaced. */
export const shownText = (bytes: ArrayBuffer): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replaceAll('\0', '\uFFFD')
