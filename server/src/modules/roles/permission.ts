/** What may be done: an action on a kind of resource. `*` in place of either stands for every one. */
export interface Permission {
  readonly resource: string
  readonly action: string
}

/** Stands for every resource, for every action, and by itself for both. */
export const ANY = '*'

const MAX_WORD_LENGTH = 64
const WORD = /^[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*$/

/** The most characters a permission has: two words and what is between them. */
export const MAX_PERMISSION_LENGTH = 2 * MAX_WORD_LENGTH + 1

/** How a permission is written, for descriptions and for whoever wrote it otherwise. */
export const PERMISSION_FORM =
  'resource:action in lower case, such as documents:read; documents:* for every action on a resource, ' +
  '*:read for an action on every resource, * for everything'

/**
 * The permission a text stands for; undefined when it stands for none. Each permission has one spelling, so that two
 * texts mean the same when they are the same: `*:*` is written `*`, and a wildcard is a whole word.
 */
export function parsePermission(text: string): Permission | undefined {
  if (text === ANY) return { resource: ANY, action: ANY }
  const [resource = '', action = '', ...more] = text.split(':')
  const isOne = more.length === 0 && isWordOrAny(resource) && isWordOrAny(action)
  return isOne && !(resource === ANY && action === ANY) ? { resource, action } : undefined
}

const isWordOrAny = (text: string): boolean => text === ANY || (text.length <= MAX_WORD_LENGTH && WORD.test(text))

/** The one spelling of a permission. */
export const formatPermission = ({ resource, action }: Permission): string =>
  resource === ANY && action === ANY ? ANY : `${resource}:${action}`

/**
 * Every permission that permits the one asked for, the narrowest first. There are at most four, so whether somebody holds
 * one is a search for these names and no walk through all they hold.
 */
export function permittedBy({ resource, action }: Permission): string[] {
  const names = [resource, ANY].flatMap((r) => [action, ANY].map((a) => formatPermission({ resource: r, action: a })))
  return [...new Set(names)]
}

/**
 * Whether a granted permission permits the one asked for. Asking for a wildcard asks for all it stands for, so only a
 * wildcard at least as wide permits it. A text that is no permission permits nothing and is permitted by nothing.
 */
export function permits(granted: string, asked: string): boolean {
  const permission = parsePermission(asked)
  return permission !== undefined && permittedBy(permission).includes(granted)
}
