import { INVISIBLE_OR_JOINER } from '#/platform/validation/invisible.ts'

const MAX_NAME_LENGTH = 100
const MAX_ADDRESS_LENGTH = 2048

/** What is wrong with a name that people will read on the consent page; undefined when nothing is. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'must not be empty'
  return textProblem(name, MAX_NAME_LENGTH)
}

/** What is wrong with a text that people will read. */
export function textProblem(text: string, longest: number): string | undefined {
  if (text.length > longest * 2 || [...text].length > longest) return `must not be longer than ${longest} characters`
  return INVISIBLE_OR_JOINER.test(text) ? 'must not contain control, direction or invisible characters' : undefined
}

/** What is wrong with an address on the web that a client gives us: of a page, a picture, its keys. */
export function webAddressProblem(address: string): string | undefined {
  const url = address.length <= MAX_ADDRESS_LENGTH && /^[\x21-\x7e]+$/.test(address) ? URL.parse(address) : null
  if (!url || url.protocol !== 'https:' || !address.toLowerCase().startsWith('https://')) return 'must be an https URL'
  return url.username || url.password ? 'must not contain user information' : undefined
}
