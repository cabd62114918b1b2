import { INVISIBLE } from '#/platform/validation/invisible.ts'

const MAX_NAME_LENGTH = 200

/** A person's name as it is kept: in one Unicode form, without space around it. Undefined when it can't be shown safely. */
export function parseName(text: string): string | undefined {
  if (text.length > MAX_NAME_LENGTH * 4) return undefined
  const name = text.normalize('NFC').trim()
  return [...name].length > MAX_NAME_LENGTH || INVISIBLE.test(name) ? undefined : name
}

/** What a person is called on a page: their name, or while they gave none their address. */
export const displayName = ({ name, email }: { readonly name: string; readonly email: string }): string =>
  name === '' ? email : name

/**
 * What a person is called in mail. Whoever signs up chooses both name and address, and could have messages of ours say
 * what they like to anybody: so nobody is called by a name at an address that they have not proven.
 */
export const nameInMail = (
  user: { readonly name: string; readonly email: string; readonly emailVerified: boolean },
  email = user.email,
): string => (user.emailVerified && email === user.email ? displayName(user) : email)
