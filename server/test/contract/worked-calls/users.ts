import { FactorPerson } from '#test/support/factors.ts'
import { createWebApp, signIn, TestPerson } from '#test/support/oauth.ts'
import { setUpProvider, signInThrough, TestProvider } from '#test/support/provider.ts'
import { Visitor } from '#test/support/visitor.ts'
import { byAdmin, changes, excepted } from './call.ts'
import type { WorkedCall } from './call.ts'

/** People, as operators reach them. */
export const userCalls: readonly WorkedCall[] = [
  changes('users.create', 'user.created', (app) => byAdmin(app, 'POST', '/admin/users', { email: 'maya@example.com' })),
  excepted(
    'users.import',
    ['user.created', 'users.imported'],
    'each person has an event of their own, and the request one of them all',
    (app) =>
      byAdmin(app, 'POST', '/admin/users/import', { users: [{ email: 'maya@example.com' }, { email: 'nobody' }] }),
  ),
  changes('users.update', 'user.updated', async (app) => {
    const { id } = await TestPerson.signUp(app)
    return byAdmin(app, 'PATCH', `/users/${id}`, { name: 'Somebody' })
  }),
  changes('users.setTier', 'user.updated', async (app) => {
    const { id } = await TestPerson.signUp(app)
    return byAdmin(app, 'PATCH', `/admin/users/${id}/tier`, { tier: 'pro' })
  }),
  changes('users.delete', 'user.deleted', async (app) => {
    const person = await TestPerson.signUp(app)
    await signIn(app, person, await createWebApp(app))
    return byAdmin(app, 'DELETE', `/users/${person.id}`)
  }),
  changes('users.disableMfa', 'mfa.disabled', async (app) => {
    const { id } = await FactorPerson.withTotp(app)
    return byAdmin(app, 'DELETE', `/users/${id}/mfa`)
  }),
  changes('users.sendEmailVerification', 'email_link.sent', async (app) => {
    const { id } = await TestPerson.signUp(app)
    app.clock.advance(3_600_000)
    return byAdmin(app, 'POST', `/users/${id}/verify/send`)
  }),
  changes('users.oauthAccounts.unlink', 'oauth_account.unlinked', async (app, t) => {
    const provider = await TestProvider.start(t)
    await setUpProvider(app, provider)
    await signInThrough(new Visitor(app), provider)
    const user = await app.services.users.findByEmail('maya@example.com')
    const path = `/users/${user?.id ?? ''}/oauth-accounts`
    const { json } = await app.admin('GET', path)
    const [account] = json['data'] as { id: string }[]
    return byAdmin(app, 'DELETE', `${path}/${account?.id ?? ''}`)
  }),
  changes('users.sessions.revokeAll', 'user.sessions_revoked', async (app) => {
    const { id } = await TestPerson.signUp(app)
    return byAdmin(app, 'DELETE', `/users/${id}/sessions`)
  }),
  changes('sessions.revoke', 'session.revoked', async (app) => {
    await TestPerson.signUp(app)
    const { json } = await app.admin('GET', '/admin/sessions')
    const [session] = json['data'] as { id: string }[]
    return byAdmin(app, 'DELETE', `/admin/sessions/${session?.id ?? ''}`)
  }),
  changes('sessions.revokeAll', 'session.all_revoked', async (app) => {
    await TestPerson.signUp(app)
    return byAdmin(app, 'DELETE', '/admin/sessions')
  }),
  excepted(
    'sessions.purgeExpired',
    [],
    'what is removed ended by itself long ago: the job that does the same every few minutes tells nobody either',
    async (app) => {
      await TestPerson.signUp(app)
      app.clock.advance(90 * 86_400_000)
      return byAdmin(app, 'POST', '/admin/sessions/purge-expired')
    },
  ),
]
