import { membersOf, textOf } from './profile.ts'

const MAX_LENGTH = 2000

/**
 * The name in the `user` field of an answer by form. Apple tells it there, the first time only and never in the ID token.
 * Nobody signed it: it is what its person is called and no more.
 */
export function nameInForm(user: string | undefined): string | undefined {
  if (user === undefined || user.length > MAX_LENGTH) return undefined
  const { firstName, lastName } = membersOf(membersOf(parsed(user))['name'])
  return [textOf(firstName), textOf(lastName)].filter((part) => part !== null).join(' ') || undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
