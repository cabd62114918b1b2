import { FactorPerson } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { byPerson, changes, excepted } from './call.ts'
import type { WorkedCall } from './call.ts'

const question = 'it only asks a question; the answer to it is what tells'

const passkeyOf = async (person: FactorPerson): Promise<string> => {
  await person.addPasskey()
  const { json } = await person.call('GET', '/auth/passkeys')
  return String((json['data'] as { id: string }[])[0]?.id)
}

/** Second factors, passkeys and fresh proofs. */
export const factorCalls: readonly WorkedCall[] = [
  excepted('POST /api/v1/auth/mfa/totp/enroll', [], question, async (app) =>
    byPerson(await FactorPerson.signUp(app), 'POST', '/auth/mfa/totp/enroll'),
  ),
  excepted(
    'POST /api/v1/auth/mfa/totp/activate',
    ['mfa.enabled', 'session.confirmed'],
    'two things happen: the factor counts from now on, and its code proves afresh who the person is',
    async (app) => {
      const person = await FactorPerson.signUp(app)
      await person.enrollTotp()
      return byPerson(person, 'POST', '/auth/mfa/totp/activate', { code: person.code() })
    },
  ),
  changes('POST /api/v1/auth/mfa/challenge', 'session.created', async (app) => {
    const person = (await FactorPerson.withTotp(app)).elsewhere()
    await person.logIn()
    return byPerson(person, 'POST', '/auth/mfa/challenge', { code: person.code() })
  }),
  changes('POST /api/v1/auth/mfa/recovery-codes', 'mfa.recovery_codes_replaced', async (app) =>
    byPerson(await FactorPerson.withTotp(app), 'POST', '/auth/mfa/recovery-codes'),
  ),
  changes('DELETE /api/v1/auth/mfa', 'mfa.disabled', async (app) =>
    byPerson(await FactorPerson.withTotp(app), 'DELETE', '/auth/mfa'),
  ),
  excepted('POST /api/v1/auth/passkeys/register/options', [], question, async (app) =>
    byPerson(await FactorPerson.signUp(app), 'POST', '/auth/passkeys/register/options'),
  ),
  changes('POST /api/v1/auth/passkeys/register', 'passkey.added', async (app) => {
    const person = await FactorPerson.signUp(app)
    const { json } = await person.call('POST', '/auth/passkeys/register/options')
    const credential = person.authenticator.create(json as never)
    return byPerson(person, 'POST', '/auth/passkeys/register', { credential })
  }),
  changes('PATCH /api/v1/auth/passkeys/{id}', 'passkey.renamed', async (app) => {
    const person = await FactorPerson.signUp(app)
    return byPerson(person, 'PATCH', `/auth/passkeys/${await passkeyOf(person)}`, { name: 'My phone' })
  }),
  changes('DELETE /api/v1/auth/passkeys/{id}', 'passkey.removed', async (app) => {
    const person = await FactorPerson.signUp(app)
    return byPerson(person, 'DELETE', `/auth/passkeys/${await passkeyOf(person)}`)
  }),
  excepted('POST /api/v1/auth/passkeys/login/options', [], question, async (app) =>
    byPerson(await FactorPerson.signUp(app), 'POST', '/auth/passkeys/login/options'),
  ),
  changes('POST /api/v1/auth/passkeys/login', 'session.created', async (app) => {
    const person = await FactorPerson.signUp(app)
    await person.addPasskey()
    const elsewhere = person.elsewhere()
    const { json } = await elsewhere.call('POST', '/auth/passkeys/login/options')
    return byPerson(elsewhere, 'POST', '/auth/passkeys/login', { credential: person.authenticator.get(json as never) })
  }),
  excepted('POST /api/v1/auth/reauthenticate/options', [], question, async (app) =>
    byPerson(await FactorPerson.signUp(app), 'POST', '/auth/reauthenticate/options'),
  ),
  changes('POST /api/v1/auth/reauthenticate', 'session.confirmed', async (app) =>
    byPerson(await FactorPerson.signUp(app), 'POST', '/auth/reauthenticate', { password: GOOD_PASSWORD }),
  ),
]
