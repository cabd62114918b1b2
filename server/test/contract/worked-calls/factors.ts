import { FactorPerson } from '#test/support/factors.ts'
import { waitingPerson } from '#test/support/flows.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { byPerson, changes, excepted } from './call.ts'
import type { WorkedCall } from './call.ts'

const PASSES = 'a sign-in ends its flow, opens its session and ends the one before'

const question = 'it only asks a question; the answer to it is what tells'

const passkeyOf = async (person: FactorPerson): Promise<string> => {
  await person.addPasskey()
  const { json } = await person.call('GET', '/auth/passkeys')
  return String((json['data'] as { id: string }[])[0]?.id)
}

/** Second factors, passkeys and fresh proofs. */
export const factorCalls: readonly WorkedCall[] = [
  excepted('auth.mfa.enrollTotp', [], question, async (app) =>
    byPerson(await FactorPerson.proven(app), 'POST', '/auth/mfa/totp/enroll'),
  ),
  excepted(
    'auth.mfa.activateTotp',
    ['mfa.enabled', 'session.confirmed'],
    'two things happen: the factor counts from now on, and its code proves afresh who the person is',
    async (app) => {
      const person = await FactorPerson.proven(app)
      await person.enrollTotp()
      return byPerson(person, 'POST', '/auth/mfa/totp/activate', { code: person.code() })
    },
  ),
  changes('auth.mfa.challenge', 'session.created', async (app) => {
    const person = (await FactorPerson.withTotp(app)).elsewhere()
    await person.logIn()
    return byPerson(person, 'POST', '/auth/mfa/challenge', { code: person.code() })
  }),
  excepted('auth.flow.resume', ['flow_run.passed', 'session.created', 'session.revoked'], PASSES, async (app) =>
    byPerson(await waitingPerson(app), 'POST', '/auth/flow/resume', {}),
  ),
  changes('auth.mfa.regenerateRecoveryCodes', 'mfa.recovery_codes_replaced', async (app) =>
    byPerson(await FactorPerson.withTotp(app), 'POST', '/auth/mfa/recovery-codes'),
  ),
  changes('auth.mfa.disable', 'mfa.disabled', async (app) =>
    byPerson(await FactorPerson.withTotp(app), 'DELETE', '/auth/mfa'),
  ),
  excepted('auth.passkeys.beginRegistration', [], question, async (app) =>
    byPerson(await FactorPerson.proven(app), 'POST', '/auth/passkeys/register/options'),
  ),
  changes('auth.passkeys.register', 'passkey.added', async (app) => {
    const person = await FactorPerson.proven(app)
    const { json } = await person.call('POST', '/auth/passkeys/register/options')
    const credential = person.authenticator.create(json as never)
    return byPerson(person, 'POST', '/auth/passkeys/register', { credential })
  }),
  changes('auth.passkeys.update', 'passkey.renamed', async (app) => {
    const person = await FactorPerson.proven(app)
    return byPerson(person, 'PATCH', `/auth/passkeys/${await passkeyOf(person)}`, { name: 'My phone' })
  }),
  changes('auth.passkeys.delete', 'passkey.removed', async (app) => {
    const person = await FactorPerson.proven(app)
    return byPerson(person, 'DELETE', `/auth/passkeys/${await passkeyOf(person)}`)
  }),
  excepted('auth.passkeys.beginSignIn', [], question, async (app) =>
    byPerson(await FactorPerson.proven(app), 'POST', '/auth/passkeys/login/options'),
  ),
  changes('auth.passkeys.signIn', 'session.created', async (app) => {
    const person = await FactorPerson.proven(app)
    await person.addPasskey()
    const elsewhere = person.elsewhere()
    const { json } = await elsewhere.call('POST', '/auth/passkeys/login/options')
    return byPerson(elsewhere, 'POST', '/auth/passkeys/login', { credential: person.authenticator.get(json as never) })
  }),
  excepted('auth.beginReauthentication', [], question, async (app) =>
    byPerson(await FactorPerson.proven(app), 'POST', '/auth/reauthenticate/options'),
  ),
  changes('auth.reauthenticate', 'session.confirmed', async (app) =>
    byPerson(await FactorPerson.proven(app), 'POST', '/auth/reauthenticate', { password: GOOD_PASSWORD }),
  ),
]
