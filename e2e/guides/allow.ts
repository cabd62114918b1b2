import { Browser } from '#/support/browser.ts'
import type { Person } from '#/support/browser.ts'

/** Opens the address that a terminal shows, signs in and allows what is asked; returns where that leads outside of the server. */
export async function allowWhatIsAsked(issuer: string, said: string, person: Person): Promise<URL | undefined> {
  const [address = ''] = /http\S+/.exec(said) ?? []
  const browser = new Browser(issuer)
  const login = await browser.open(address)
  return (await browser.allow(await browser.signIn(login, person))).left
}
