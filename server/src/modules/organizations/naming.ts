import { parseName } from '#/modules/users/index.ts'
import { invalid } from '#/platform/errors/invalid.ts'

const LONGEST_NAME = 100
const SHORTEST_SLUG = 2
const LONGEST_SLUG = 63
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

// Invitations carry the name into mailboxes of strangers, where programs turn addresses into links.
const WEB_ADDRESS = /:\/\/|\bwww\./i

/** Whether a mail program would make a link of it. */
export const hasWebAddress = (text: string): boolean => WEB_ADDRESS.test(text)

/** The name of an organization as it is kept. Throws `invalid_request` at /name. */
export function organizationName(text: string): string {
  const name = parseName(text)
  if (name === undefined || name === '' || [...name].length > LONGEST_NAME) {
    throw invalid('/name', `must have 1 to ${LONGEST_NAME} characters that can be seen`)
  }
  if (hasWebAddress(name)) throw invalid('/name', 'must not hold a web address')
  return name
}

/** The one form of a slug: lower case, so that two spellings are one organization. Throws `invalid_request` at /slug. */
export function canonicalSlug(text: string): string {
  const slug = text.trim().toLowerCase()
  if (slug.length < SHORTEST_SLUG || slug.length > LONGEST_SLUG || !SLUG.test(slug)) {
    throw invalid(
      '/slug',
      `must be ${SHORTEST_SLUG} to ${LONGEST_SLUG} letters a-z and digits, with single hyphens between`,
    )
  }
  return slug
}
