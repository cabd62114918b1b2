import { FactorPerson } from './factors.ts'
import type { PageWalk } from './page-walk.ts'
import { GOOD_PASSWORD } from './people.ts'
import { setOut } from './provider.ts'
import type { TestProvider } from './provider.ts'
import { bodyFor, INES, makeSsoConnection, verifySsoDomain } from './sso.ts'

/** Signing in where one works. Comes last: from here on the sign-in page asks for the address first. */
export async function ssoPages(walk: PageWalk, provider: TestProvider): Promise<void> {
  const { app } = walk
  const id = await makeSsoConnection(app, bodyFor(provider))
  const start = `/api/v1/sso/oidc/${id}/auth`
  await verifySsoDomain(app, id)
  const visitor = walk.visitor()
  await walk.keep('sign in, address first', visitor.open('/login'))
  await walk.keep('sign in, then the password', visitor.submit('/login', { email: 'maya@example.com' }))
  await walk.keep('sso, leaving', visitor.submit('/login', { email: INES.email }))
  const person = await FactorPerson.signUp(app, INES.email)
  walk.speak(person.visitor)
  const come = async (claims: object) => provider.agree(await setOut(person.visitor, start), { ...INES, ...claims })
  const unproven = await person.visitor.open(await come({}))
  await walk.keep('sso, no address', person.visitor.open(await come({ email: undefined })), 400)
  await walk.keep('sso, foreign address', person.visitor.open(await come({ email: 'ines@example.com' })), 403)
  await walk.keep('sso, refused', person.visitor.open(provider.refuse(await setOut(person.visitor, start))), 400)
  await walk.keep('sso, over', person.visitor.open(`/api/v1/sso/oidc/${id}/callback?state=x&code=y`), 400)
  await walk.keep('join, unproven', person.visitor.open(joinIn(unproven.text)), 403)
  await app.admin('PATCH', `/users/${person.id}`, { email_verified: true })
  const join = walk.keep('sso, has an account', person.visitor.open(await come({})), 409)
  await walk.keep('join', person.visitor.open(joinIn((await join).text)))
  const other = await makeSsoConnection(app, { ...bodyFor(provider), name: 'Acme Labs', required: true })
  await verifySsoDomain(app, other)
  await walk.keep('sso, choose', visitor.open('/sso?login_hint=ines%40acme.com'))
  const credentials = { email: INES.email, password: GOOD_PASSWORD }
  await walk.keep('sso, required', visitor.submit('/login?with=password', credentials), 403)
  const link = await app.admin('POST', `/sso/connections/${id}/test`)
  const test = String(link.json['test_url']).replace(app.baseUrl, '')
  await walk.keep('sso, tested', visitor.open(provider.agree(await setOut(visitor, test), INES)))
}

const joinIn = (page: string): string => /href="(\/sso\/join\?join=[^"]+)"/.exec(page)?.[1] ?? ''
