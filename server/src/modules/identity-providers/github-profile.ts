import { membersOf, subjectOf, textOf } from './profile.ts'
import type { Profile } from './profile.ts'

/** GitHub keeps addresses in a list of their own, each verified or not; the primary one is the one to write to. */
export async function githubProfile(read: (url: string) => Promise<unknown>): Promise<Profile> {
  const user = membersOf(await read('https://api.github.com/user'))
  const emails = await read('https://api.github.com/user/emails')
  const primary = (Array.isArray(emails) ? emails : []).map(membersOf).find((entry) => entry['primary'] === true)
  return {
    subject: subjectOf(user['id']),
    email: textOf(primary?.['email']),
    emailVerified: primary?.['verified'] === true,
    name: textOf(user['name']) ?? textOf(user['login']),
  }
}
