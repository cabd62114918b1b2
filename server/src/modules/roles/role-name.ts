import { parseName } from '#/modules/users/index.ts'

/** The most characters the name of a role has. */
export const MAX_ROLE_NAME_LENGTH = 100

/** The name of a role as it is shown, and the one form that decides whether two are the same. */
export interface ParsedRoleName {
  readonly name: string
  readonly canonical: string
}

/**
 * The name a text stands for; undefined when it can't be shown safely, is empty or too long. Lists of roles are written
 * with commas, so a name has none.
 */
export function parseRoleName(text: string): ParsedRoleName | undefined {
  const name = parseName(text)?.replace(/\s+/gu, ' ')
  if (name === undefined || name === '' || [...name].length > MAX_ROLE_NAME_LENGTH || name.includes(','))
    return undefined
  return { name, canonical: name.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replace(/\s+/gu, ' ') }
}
