import { createWebApp } from '#test/support/oauth.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { invitationFor, newOrganization, newPerson, orgAdmin } from '#test/support/organizations.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { MAYA, setUpProvider, TestProvider } from '#test/support/provider.ts'
import { NEW_PASSWORD } from '#test/support/recovery.ts'
import { byAction, byForm, changes, excepted, made } from './call.ts'
import type { TestApp } from '#test/support/app.ts'
import type { WorkedCall } from './call.ts'

const passkeyOf = async (person: FactorPerson): Promise<string> =>
  `/account/passkeys/${String((await person.addPasskey()).json['id'])}`

/** Somebody who owns the server. */
async function owner(app: TestApp): Promise<FactorPerson> {
  const person = await FactorPerson.proven(app)
  await app.admin('PATCH', `/users/${person.id}`, { system_role: 'owner' })
  return person
}

/** A form of the account, filled in by somebody who signed up a moment ago. */
const account =
  (path: string, fields: Record<string, string> = {}) =>
  async (app: TestApp) =>
    byAction(app, await FactorPerson.signUp(app), path, fields)

/** The forms of the pages where people look after their own account. */
export const accountCalls: readonly WorkedCall[] = [
  changes('pages.account.profile.submit', 'user.updated', account('/account/profile', { name: 'Maya' })),
  changes(
    'pages.account.email.submit',
    'email_link.sent',
    account('/account/email', { email: 'else@example.com', password: GOOD_PASSWORD }),
  ),
  changes('pages.account.profile.sendVerification', 'email_link.sent', async (app) => {
    const person = await FactorPerson.signUp(app)
    app.clock.advance(60_000)
    return byAction(app, person, '/account/verification', {})
  }),
  changes('pages.account.leave.submit', 'user.deleted', account('/account/leave', { email: 'maya@example.com' })),
  excepted(
    'pages.account.password.submit',
    ['password.changed', 'session.created'],
    'two things happen: the password is another, and this browser gets a new session',
    account('/account/password', { current_password: GOOD_PASSWORD, password: NEW_PASSWORD }),
  ),
  changes('pages.account.passkey.submit', 'passkey.renamed', async (app) => {
    const person = await FactorPerson.signUp(app)
    return byAction(app, person, await passkeyOf(person), { name: 'My phone' })
  }),
  changes('pages.account.passkey.remove', 'passkey.removed', async (app) => {
    const person = await FactorPerson.signUp(app)
    return byAction(app, person, `${await passkeyOf(person)}/remove`, {})
  }),
  excepted(
    'pages.account.secondFactor.submit',
    [],
    'it only asks a question; the answer to it is what tells',
    async (app) => byAction(app, await FactorPerson.proven(app), '/account/second-step', {}),
  ),
  excepted(
    'pages.account.secondFactor.activate',
    ['mfa.enabled', 'session.confirmed'],
    'two things happen: the factor counts from now on, and its code proves afresh who the person is',
    async (app) => {
      const person = await FactorPerson.signUp(app)
      await person.enrollTotp()
      return byAction(app, person, '/account/second-step/activate', { code: person.code() })
    },
  ),
  changes('pages.account.secondFactor.regenerateCodes', 'mfa.recovery_codes_replaced', async (app) =>
    byAction(app, await FactorPerson.withTotp(app), '/account/second-step/codes', {}),
  ),
  changes('pages.account.secondFactor.disable', 'mfa.disabled', async (app) =>
    byAction(app, await FactorPerson.withTotp(app), '/account/second-step/remove', {}),
  ),
  changes('pages.account.sessions.endAll', 'user.sessions_revoked', async (app) => {
    const person = await FactorPerson.signUp(app)
    await person.elsewhere().logIn()
    return byAction(app, person, '/account/sessions/end', { extent: 'others' })
  }),
  changes('pages.account.sessions.end', 'session.revoked', async (app) => {
    const person = await FactorPerson.signUp(app)
    await person.elsewhere().logIn()
    const { json } = await person.call('GET', '/auth/sessions')
    const other = (json['data'] as { id: string; current: boolean }[]).find(({ current }) => !current)
    return byAction(app, person, `/account/sessions/${other?.id ?? ''}/end`, {})
  }),
  changes('pages.account.agents.revoke', 'user.agents_revoked', async (app) => {
    const person = await FactorPerson.signUp(app)
    const { clientId } = await createWebApp(app)
    await made(app, '/admin/consents', { user_id: person.id, client_id: clientId, scope: 'read' })
    return byAction(app, person, '/account/acting/stop', { client_id: clientId })
  }),
  changes('pages.account.oauthAccount.submit', 'oauth_account.unlinked', async (app, t) => {
    const provider = await TestProvider.start(t)
    await setUpProvider(app, provider)
    const person = await FactorPerson.signUp(app)
    const begun = await person.call('POST', '/auth/providers/corp/link')
    await person.visitor.open(provider.agree(String(begun.json['authorization_url']), MAYA))
    const { json } = await person.call('GET', '/auth/oauth-accounts')
    const [linked] = json['data'] as { id: string }[]
    return byAction(app, person, `/account/linked/${linked?.id ?? ''}`, {})
  }),
  changes('pages.account.apiKeys.submit', 'api_key.created', async (app) =>
    byAction(app, await owner(app), '/account/api-keys', {
      name: 'Nightly report',
      access: 'chosen',
      scopes: 'users:read',
      life: 'month',
    }),
  ),
  changes('pages.account.apiKeys.remove', 'api_key.deleted', async (app) => {
    const person = await owner(app)
    const { json } = await person.call('POST', '/api-keys', { name: 'Nightly report', scopes: ['users:read'] })
    return byAction(app, person, `/account/api-keys/${String(json['id'])}/delete`, {})
  }),
  changes('pages.invitations.submit', 'org.member.added', async (app) => {
    const { id } = await newOrganization(app)
    const person = await newPerson(app)
    await orgAdmin(app, 'POST', `/${id}/invitations`, { email: person.email })
    const token = await invitationFor(app, person.email)
    return byForm(app, person.visitor, `/invitations?token=${token}`, { token, decision: 'accept' })
  }),
]
