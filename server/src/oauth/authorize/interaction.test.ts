import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { AuthorizationCodes, AuthorizationRequests, PushedRequests } from '#/modules/authorization-requests/index.ts'
import { sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { makeClients, operator, recorded } from '#test/support/clients.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { meanwhile } from '#test/support/meanwhile.ts'
import { makePeople, makeUser } from '#test/support/people.ts'
import { requestContext, requestWith } from '#test/support/request-context.ts'
import { Answers } from './answer.ts'
import { Steps } from './interaction.ts'

const clientId = 'planner'
const asked = {
  redirectUri: 'https://app.example/cb',
  state: null,
  scope: 'read',
  resource: ['https://id.example'],
  codeChallenge: 'c'.repeat(43),
  nonce: null,
  dpopJkt: null,
  prompt: [],
  maxAgeSeconds: null,
  loginHint: null,
  hintedUserId: null,
}

const isGone = (error: unknown) => error instanceof AppError && error.code.code === 'authorization_request_gone'

async function made(base: EngineFixture) {
  const { agents, clients, consents, settings } = makeClients(base)
  await agents.create({ client_id: clientId, client_name: 'App' }, operator)
  const { sessions, signIn, ...people } = await makePeople(base)
  const user = await makeUser(people, 'maya@example.com')
  const requests = new AuthorizationRequests(base)
  const pushedRequests = new PushedRequests(base)
  const codes = new AuthorizationCodes(base)
  const answers = new Answers('https://id.example')
  const steps = new Steps({
    ...base,
    requests,
    pushedRequests,
    codes,
    consents,
    vaultGrants: { giveChosen: () => Promise.resolve() },
    sessions,
    passkeys: { has: () => Promise.resolve(false) },
    settings,
    answers,
  })
  const signedIn = async () => {
    const { cookie } = await signIn.complete(user, ['pwd'], requestContext({ ip: '192.0.2.1' }), { trigger: 'login' })
    const person = await sessions.authenticate(requestWith(cookie))
    assert.ok(person)
    return person
  }
  const open = () => requests.open({ browserId: 'browser', clientId, asked, priorSessionId: null })
  return { clients, consents, sessions, steps, signedIn, open }
}

const codesOf = ({ db }: EngineFixture) => db.all(sql`SELECT session_id FROM authorization_codes`)

describe('a remembered consent', () => {
  onEachEngine('gives no code when it is taken back after it was found', async (_t, base) => {
    const { consents, clients, steps, signedIn, open } = await made(base)
    const [person, request] = [await signedIn(), await open()]
    const { id: consentId } = await consents.grantAlone(
      { userId: person.user.id, clientId, scope: asked.scope, resource: asked.resource },
      person.actor,
    )
    const client = await clients.findByClientId(clientId)
    assert.ok(client)
    const advance = () => steps.advance(request, client, person)
    await assert.rejects(
      meanwhile(base.db, () => consents.revoke(consentId, person.actor), advance),
      isGone,
    )
    assert.deepEqual(await codesOf(base), [])
    const page = await advance()
    assert.equal(page.headers['location'], `/consent?request=${request.id}`, 'the person is asked anew')
  })
})

describe('the end of an authorization request', () => {
  onEachEngine('SE4 gives no code to a session that ended after it was looked at', async (_t, base) => {
    const { sessions, steps, signedIn, open } = await made(base)
    const [person, request] = [await signedIn(), await open()]
    await sessions.end(person.session, person.actor)
    await assert.rejects(steps.allow(request, person, { kind: 'said', accounts: [] }), isGone)
    assert.deepEqual(await codesOf(base), [])
    assert.deepEqual(await recorded(base.db, 'consent.granted'), [], 'nothing of the answer stays')
  })

  onEachEngine('SE4 gives a code or is ended before, when the session ends that moment', async (_t, base) => {
    const { sessions, steps, signedIn, open } = await made(base)
    for (let turn = 0; turn < 10; turn++) {
      const [person, request] = [await signedIn(), await open()]
      const [answer] = await Promise.allSettled([
        steps.allow(request, person, { kind: 'said', accounts: [] }),
        sessions.end(person.session, person.actor),
      ])
      const codes = (await codesOf(base)).filter((row) => row['session_id'] === person.session.id)
      assert.equal(codes.length, answer.status === 'fulfilled' ? 1 : 0)
      if (answer.status === 'rejected') assert.ok(isGone(answer.reason), String(answer.reason))
    }
  })
})
