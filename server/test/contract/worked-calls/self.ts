import assert from 'node:assert/strict'
import { FactorPerson } from '#test/support/factors.ts'
import { createWebApp } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { setOut, setUpProvider, startUrl, TestProvider } from '#test/support/provider.ts'
import { Visitor } from '#test/support/visitor.ts'
import { byPerson, changes, excepted } from './call.ts'
import type { WorkedCall } from './call.ts'

const credentials = { email: 'maya@example.com', password: GOOD_PASSWORD }

/** What people do with their own account by JSON, but for factors and mail. */
export const selfCalls: readonly WorkedCall[] = [
  excepted(
    'auth.signUp',
    ['user.created', 'session.created', 'email_link.sent'],
    'three things happen: somebody exists, is signed in, and is mailed a link',
    () => ({ url: '/api/v1/auth/signup', json: credentials }),
  ),
  changes('auth.signIn', 'session.created', async (app) => {
    await FactorPerson.signUp(app)
    return { url: '/api/v1/auth/login', json: credentials }
  }),
  changes('auth.signOut', 'session.revoked', async (app) =>
    byPerson(await FactorPerson.signUp(app), 'POST', '/auth/logout'),
  ),
  changes('auth.updateMe', 'user.updated', async (app) =>
    byPerson(await FactorPerson.signUp(app), 'PATCH', '/auth/me', { name: 'Maya' }),
  ),
  changes('auth.deleteMe', 'user.deleted', async (app) =>
    byPerson(await FactorPerson.signUp(app), 'DELETE', '/auth/me', { password: GOOD_PASSWORD }),
  ),
  changes('auth.sessions.revoke', 'session.revoked', async (app) => {
    const person = await FactorPerson.signUp(app)
    await person.elsewhere().logIn()
    const { json } = await person.call('GET', '/auth/sessions')
    const other = (json['data'] as { id: string; current: boolean }[]).find(({ current }) => !current)
    return byPerson(person, 'DELETE', `/auth/sessions/${other?.id ?? ''}`)
  }),
  changes('auth.consents.revoke', 'consent.revoked', async (app) => {
    const person = await consented(app)
    const { json } = await person.call('GET', '/auth/consents')
    const [consent] = json['data'] as { id: string }[]
    return byPerson(person, 'DELETE', `/auth/consents/${consent?.id ?? ''}`)
  }),
  changes('auth.agents.revoke', 'user.agents_revoked', async (app) =>
    byPerson(await consented(app), 'POST', '/auth/agents', {}),
  ),
  excepted(
    'auth.providers.link',
    [],
    'it only sets out for the provider; coming back links the account and tells',
    async (app, t) => {
      await setUpProvider(app, await TestProvider.start(t))
      return byPerson(await FactorPerson.signUp(app), 'POST', '/auth/providers/corp/link')
    },
  ),
  changes('auth.oauthAccounts.unlink', 'oauth_account.unlinked', async (app, t) => {
    const provider = await TestProvider.start(t)
    await setUpProvider(app, provider)
    const person = await FactorPerson.signUp(app)
    const begun = await person.call('POST', '/auth/providers/corp/link')
    await person.visitor.open(provider.agree(String(begun.json['authorization_url'])))
    const { json } = await person.call('GET', '/auth/oauth-accounts')
    const [account] = json['data'] as { id: string }[]
    return byPerson(person, 'DELETE', `/auth/oauth-accounts/${account?.id ?? ''}`)
  }),
  excepted(
    'auth.providers.callbackByPost',
    [],
    'a form that another site posts comes without cookies: it is sent on to the GET, which tells',
    async (app, t) => {
      const provider = await TestProvider.start(t)
      await setUpProvider(app, provider)
      const visitor = new Visitor(app)
      const back = new URL(provider.agree(await setOut(visitor, startUrl())), app.baseUrl)
      return {
        method: 'POST',
        url: back.pathname,
        form: Object.fromEntries(back.searchParams),
        headers: cookies(visitor),
      }
    },
  ),
]

const cookies = (visitor: Visitor) => ({
  cookie: Object.entries(visitor.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
})

/** Somebody who lets an application act for them. */
async function consented(app: Parameters<WorkedCall['arrange']>[0]): Promise<FactorPerson> {
  const person = await FactorPerson.signUp(app)
  const client = await createWebApp(app)
  const made = await app.admin('POST', '/admin/consents', {
    user_id: person.id,
    client_id: client.clientId,
    scope: 'read',
  })
  assert.equal(made.status, 201, made.text)
  return person
}
