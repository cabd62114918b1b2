import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import type { TestAnswer } from '#test/support/app.ts'

const forgets = ({ headers }: TestAnswer): boolean =>
  [headers['set-cookie'] ?? []].flat().some((cookie) => cookie.startsWith('mandate_session=;'))

test('SE2: every way of signing out has the browser forget the pages it showed, and nothing of other applications', async (t) => {
  const app = await createTestApp(t)
  const session = async (person: FactorPerson): Promise<string> => {
    const { json } = await person.call('GET', '/auth/sessions')
    return (json['data'] as { id: string; current: boolean }[]).find(({ current }) => current)?.id ?? ''
  }
  const ways: Record<string, (person: FactorPerson) => Promise<TestAnswer>> = {
    'the page': ({ visitor }) => visitor.submit('/logout', {}),
    JSON: (person) => person.call('POST', '/auth/logout'),
    'the own session by its id': async (person) => person.call('DELETE', `/auth/sessions/${await session(person)}`),
    'an application': ({ visitor }) => visitor.submit('/oauth/logout', {}),
    'the list of sessions': async (person) =>
      person.visitor.post(`/account/sessions/${await session(person)}/end`, { csrf_token: person.csrf }),
    everywhere: ({ visitor, csrf }) => visitor.post('/account/sessions/end', { csrf_token: csrf, extent: 'all' }),
    'leaving by page': ({ visitor, email }) => visitor.submit('/account/leave', { email }),
    'leaving by JSON': (person) => person.call('DELETE', '/auth/me', { password: GOOD_PASSWORD }),
  }
  for (const [name, leave] of Object.entries(ways)) {
    const person = await FactorPerson.signUp(app, `${name.replaceAll(' ', '-')}@example.com`)
    const answer = await leave(person)
    assert.ok(answer.status < 400, `${name}: ${answer.text}`)
    assert.ok(forgets(answer), name)
    assert.equal(answer.headers['clear-site-data'], '"cache"', name)
    assert.equal((await person.visitor.open('/api/v1/auth/me')).status, 401, name)
    await app.app.jobs.runNow('email.send')
    app.clock.advance(2 * 60_000)
  }
})

test('who ends another session of theirs, or is asked before, keeps what the browser has', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.signUp(app)
  const other = person.elsewhere()
  await other.logIn()
  const { json } = await person.call('GET', '/auth/sessions')
  const elsewhere = (json['data'] as { id: string; current: boolean }[]).find(({ current }) => !current)?.id ?? ''
  const answers = [
    await person.call('DELETE', `/auth/sessions/${elsewhere}`),
    await person.visitor.open('/logout'),
    await person.visitor.open('/oauth/logout'),
    await person.visitor.open('/account'),
  ]
  assert.deepEqual(
    answers.map(({ headers }) => headers['clear-site-data']),
    [undefined, undefined, undefined, undefined],
  )
})
