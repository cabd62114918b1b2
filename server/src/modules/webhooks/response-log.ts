import type { Answer } from '#/platform/http-client/exchange.ts'
import { MASK } from '#/platform/validation/secret-mask.ts'

const MAX_HEADERS = 50
const MAX_VALUE = 512
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Headers of an answer as the log keeps them: not too many, not too long, and no cookie that opens something. */
export function shownHeaders(headers: Answer['headers']): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const name of Object.keys(headers).toSorted().slice(0, MAX_HEADERS))
    shown[name] = shownValue(name, headers[name])
  return shown
}

const shownValue = (name: string, value: string | string[] = ''): string =>
  name === 'set-cookie' ? MASK : withoutNul([value].flat().join(', ')).slice(0, MAX_VALUE)

/** The bytes of an answer as text that every database takes: what is no UTF-8, and NUL, is replaced. */
export const shownText = (bytes: Uint8Array): string => withoutNul(utf8.decode(bytes))

const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD')
