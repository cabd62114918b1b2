import { parseName } from '#/modules/users/index.ts'
import { invalid } from '#/platform/errors/invalid.ts'

const MAX_NAME_LENGTH = 100
const MIN_SLUG_LENGTH = 2
const MAX_SLUG_LENGTH = 63
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

// Invitations carry the name into mailboxes of strangers, where programs turn addresses into links.
const WEB_ADDRESS = /:\/\/|\bwww\./i

/** Whether a mail program would make a link of it. */
export const hasWebAddress = (text: string): boolean => WEB_ADDRESS.test(text)

/** The name of an organization as it is kept. Throws `invalid_request` at /name. */
export function organizationName(text: string): string {
  const name = parseName(text)
  if (name === undefined || name === '' || [...name].length > MAX_NAME_LENGTH) {
    throw invalid('/name', `must have 1 to ${MAX_NAME_LENGTH} characters that can be seen`)
  }
  if (hasWebAddress(name)) throw invalid('/name', 'must not hold a web address')
  return name
}

/** The one form of a slug: lower case, so that two spellings are one organization. Throws `invalid_request` at /slug. */
export function canonicalSlug(text: string): string {
  const slug = text.trim().toLowerCase()
  if (slug.length < MIN_SLUG_LENGTH || slug.length > MAX_SLUG_LENGTH || !SLUG.test(slug)) {
    throw invalid(
      '/slug',
      `must be ${MIN_SLUG_LENGTH} to ${MAX_SLUG_LENGTH} letters a-z and digits, with single hyphens between`,
    )
  }
  return slug
}
